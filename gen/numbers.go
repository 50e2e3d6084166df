package gen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ndwire/ndwire/spec"
)

// The fields of a record have numbers, in the order of its table. Generated code has a constant for each number, so that a new member changes few
// lines.

// number returns the constant of a member of r.
func (r *record) number(m *member) *jen.Statement { return id(r.numberName(m)) }

// numberName returns the name of the constant of a member of r.
func (r *record) numberName(m *member) string {
	if name := r.renamed[m]; name != "" {
		return name
	}
	return r.fullNumberName(m)
}

// fullNumberName returns the name of the constant before nameNumbers has made it unique. It has an underscore, so that two constants have one name
// only if names in the spec have underscores, or if members without a Go field are spelled alike.
func (r *record) fullNumberName(m *member) string {
	name := spec.GoName(m.key)
	switch {
	case m.inner != nil:
		name = "In" + m.inner.object
	case m.field != nil && m.field.GoName != "":
		name = m.goName()
	}
	return "field" + r.Name + r.object + "_" + name
}

// nameNumbers appends a number to the names of constants that have the name of an earlier one.
func (p *plan) nameNumbers() {
	taken := map[string]bool{}
	each := func(visit func(r *record, m *member)) {
		for _, r := range p.structs {
			for _, r := range append(r.objects(), r) {
				for _, m := range r.members {
					visit(r, m)
				}
			}
		}
	}
	each(func(r *record, m *member) { taken[r.fullNumberName(m)] = true })
	first := map[string]bool{}
	each(func(r *record, m *member) {
		name := r.fullNumberName(m)
		if !first[name] {
			first[name] = true
			return
		}
		unused := name
		for k := 2; taken[unused]; k++ {
			unused = name + "_" + strconv.Itoa(k)
		}
		if r.renamed == nil {
			r.renamed = map[*member]string{}
		}
		r.renamed[m], taken[unused] = unused, true
	})
}

// bits returns the set of members of r as an expression, "" if there are none.
func (r *record) bits(members []*member) string {
	var b strings.Builder
	line := 0
	for k, m := range members {
		bit := "1<<" + r.numberName(m)
		if slices.Index(r.members, m) >= 64 {
			bit = "1<<(" + r.numberName(m) + "-64)"
		}
		switch {
		case k == 0:
		case line+len(bit) > 120:
			b.WriteString(" |\n")
			line = 0
		default:
			b.WriteString(" | ")
		}
		line += len(bit) + 3
		b.WriteString(bit)
	}
	return b.String()
}

// label returns the case of a member in the switch over the members.
func (r *record) label(m *member) jen.Code { return id(fmt.Sprintf("case %s:", r.numberName(m))) }

// printNumbers prints the constants.
func printNumbers(f *file, r *record) {
	var list []jen.Code
	for k, m := range r.members {
		name := r.number(m)
		if k == 0 {
			name.Op("=").Iota()
		}
		list = append(list, name)
	}
	if list != nil {
		f.declare("The numbers of the fields of "+r.Name+r.at+" in "+r.table()+".", jen.Const().Defs(list...))
	}
}
