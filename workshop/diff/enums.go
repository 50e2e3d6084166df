package diff

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/ndwire/ndwire/spec"
)

// enums compares two enums at the same place of a line, or with the same name.
func (c *comparer) enums(before, after *spec.Enum) {
	c.named("enum", before.Name, after.Name, after.Pos, before, after)
	var texts []string
	why := ""
	if before.Int != after.Int {
		texts, why = append(texts, map[bool]string{true: "numbers, were texts", false: "texts, were numbers"}[after.Int]), "its values are of another JSON type"
	}
	if before.Untyped != after.Untyped {
		texts = append(texts, map[bool]string{true: "without a Go type", false: "with a Go type"}[after.Untyped])
	}
	if before.Open != after.Open {
		texts = append(texts, map[bool]string{true: "open: other values are expected", false: "no longer open"}[after.Open])
		if before.Open {
			why = cmp.Or(why, "strict readers refuse other values")
		}
	}
	if d := deprecated(before.About, after.About); d != "" {
		texts = append(texts, d)
	}
	if len(texts) > 0 {
		c.change(Change{What: "enum", Name: after.Name, Text: strings.Join(texts, "; "), Pos: after.Pos, Data: breaks(why)}, before, after)
	}
	valuesOf := func(e *spec.Enum) map[string]*spec.EnumValue {
		values := make(map[string]*spec.EnumValue, len(e.Values))
		for _, v := range e.Values {
			values[v.Value] = v
		}
		return values
	}
	was, is := valuesOf(before), valuesOf(after)
	for _, v := range before.Values {
		change := Change{What: "value", Name: after.Name + "." + v.Value, Pos: v.Pos}
		n := is[v.Value]
		if n == nil {
			change.Text = "removed"
			if !after.Open {
				change.Data = breaks("it is kept, but strict readers refuse it")
			}
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
	for _, v := range after.Values {
		if was[v.Value] == nil {
			c.change(Change{What: "value", Name: after.Name + "." + v.Value, Text: "added", Pos: v.Pos}, v)
		}
	}
}
