package gen

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// presence is the variable with the members by whose presence a node chooses.
type presence struct {
	name    string
	node    *spec.Node
	printed bool
}

// present returns the code for the cases of a node that chooses by the presence of members. union is the name of the union that has the node, and
// target returns the code for a target.
func (p *plan) present(n *spec.Node, union string, target func(*spec.Target) []jen.Code) []jen.Code {
	if len(n.Cases) == 1 {
		c, find := n.Cases[0], "c.Find"
		if c.NotNull {
			find = "c.FindValue"
		}
		return []jen.Code{jen.If(call(find, id("i"), text(memberOf(c))).Op(">=").Lit(0)).Block(target(&c.Target)...)}
	}
	var list []branch
	for _, c := range n.Cases {
		list = append(list, branch{[]jen.Code{text(memberOf(c))}, target(&c.Target)})
	}
	return choose(call("c.FirstPresent", id("i"), id(p.presenceOf(n, union))), list)
}

// presenceOf returns the name of the variable of a node.
func (p *plan) presenceOf(n *spec.Node, union string) string {
	name := "presence" + union
	number := 1
	for _, o := range p.presences {
		if o.node == n {
			return o.name
		}
		if o.name == name {
			number++
			name = "presence" + union + strconv.Itoa(number)
		}
	}
	p.presences = append(p.presences, &presence{name: name, node: n})
	return name
}

// memberOf returns the name of the member whose presence chooses a case.
func memberOf(c *spec.Case) string {
	name, _ := stringLiteral(c.Literal)
	return name
}

// printPresences prints the variables that have not been printed.
func printPresences(p *plan, f *file) {
	for _, v := range p.presences {
		if v.printed {
			continue
		}
		v.printed = true
		var members []jen.Code
		for _, c := range v.node.Cases {
			fields := []jen.Code{keyed("Name", text(memberOf(c)))}
			if !c.NotNull {
				fields = append(fields, keyed("Null", jen.True()))
			}
			members = append(members, jen.Qual(genrtPath, "Field").Values(fields...))
		}
		list := jen.Options{Open: "(", Close: ")", Separator: ",", Multi: true}
		f.declare("", jen.Var().Id(v.name).Op("=").Qual(genrtPath, "PresenceOf").Custom(list, members...))
	}
}
