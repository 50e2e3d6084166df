package drift

import (
	"fmt"
	"strings"

	"github.com/ndwire/ndwire/internal/printable"
	"github.com/ndwire/ndwire/spec"
)

// byHand returns the advice for changing a member by hand.
func (g *gap) byHand() string {
	if g.payload != nil {
		return g.payload.byHand(g.seen.words())
	}
	if f := g.member.field; g.member.literal != "" {
		return fmt.Sprintf("%v: in the spec it is always %s; give it a type by hand", f.Pos, printable.Text(g.member.literal))
	} else {
		return fmt.Sprintf("%v: its type in the spec is %s, which programs use, and lines have %s", f.Pos, f.Type, g.typeChange())
	}
}

// typeChange returns the types of values that were seen, and the change of the spec that allows them.
func (g *gap) typeChange() string {
	f, seen := g.member.field, g.seen.words()
	if g.lacks > 0 {
		const advice = "no such member: write `?` after the name by hand"
		if seen == "" {
			return advice
		}
		return advice + "; and " + (&gap{gapKey: g.gapKey, path: g.path, seen: g.seen}).typeChange()
	}
	if g.seen.types == [jsonTypes]bool{} && (g.seen.fraction || g.seen.exceeds) {
		t := f.Type
		for t.Elem != nil {
			t = t.Elem
		}
		if t.Kind == spec.UnionType {
			return seen + ": change the type of its variant `number` by hand, to number or decimal"
		}
		return seen + ": change it by hand, to number or decimal"
	}
	switch isText := f.Encoded || f.Type.Kind == spec.Time || f.Type.Kind == spec.Bytes; {
	case seen == "null" && strings.HasSuffix(g.path, "[]"):
		return "null: write `| null` after the type of the elements by hand"
	case seen == "null":
		return "null: write `| null` after the type by hand"
	case seen == "a string" && isText:
		return "a string of another form: change it by hand, to string"
	}
	return seen + ": change it by hand, to a union by JSON type (`kinds:`) or to json"
}
