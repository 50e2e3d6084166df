package diff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/spec"
)

// enums compares two enums at the same place of a line, or with the same name.
func (c *comparer) enums(old, new *spec.Enum) {
	c.named("enum", old.Name, new.Name, new.Pos, old, new)
	var texts []string
	why := ""
	if old.Int != new.Int {
		texts, why = append(texts, map[bool]string{true: "numbers, were texts", false: "texts, were numbers"}[new.Int]), "its values are of another JSON type"
	}
	if old.Untyped != new.Untyped {
		texts = append(texts, map[bool]string{true: "without a Go type", false: "with a Go type"}[new.Untyped])
	}
	if d := deprecated(old.About, new.About); d != "" {
		texts = append(texts, d)
	}
	if len(texts) > 0 {
		c.change(Change{What: "enum", Name: new.Name, Text: strings.Join(texts, "; "), Pos: new.Pos, Data: breaks(why)}, old, new)
	}
	find := func(e *spec.Enum, value string) *spec.EnumValue {
		i := slices.IndexFunc(e.Values, func(v *spec.EnumValue) bool { return v.Value == value })
		if i < 0 {
			return nil
		}
		return e.Values[i]
	}
	for _, v := range old.Values {
		change := Change{What: "value", Name: new.Name + "." + v.Value, Pos: v.Pos}
		n := find(new, v.Value)
		if n == nil {
			change.Text, change.Data = "removed", breaks("it is kept, but strict readers refuse it")
			c.change(change, v)
			continue
		}
		change.Pos = n.Pos
		switch d := deprecated(v.About, n.About); {
		case v.GoName != n.GoName:
			change.Text = strings.TrimSuffix(fmt.Sprintf("named %s in Go, was %s; %s", n.GoName, v.GoName, d), "; ")
		case d != "":
			change.Text = d
		default:
			continue
		}
		c.change(change, v, n)
	}
	for _, v := range new.Values {
		if find(old, v.Value) == nil {
			c.change(Change{What: "value", Name: new.Name + "." + v.Value, Text: "added", Pos: v.Pos}, v)
		}
	}
}
