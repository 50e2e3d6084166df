package spec

import (
	"go/token"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"
)

func (f *file) fillEnum(d enumDecl) {
	e := d.enum
	e.Prefix = e.Name
	if d.node.Kind == yaml.SequenceNode {
		f.errorf(f.nodePos(d.node), "write the values of the enum %s under `values:`, {values: [a, b]}", e.Name)
		f.enumList(e, d.node)
		return
	}
	var values, untyped, typ *yaml.Node
	f.read(d.node, "the enum "+e.Name, keys{
		"prefix": func(n *yaml.Node) {
			if prefix := f.word(n, "the beginning of the constants' names"); isExported(prefix) {
				e.Prefix = prefix
			} else if prefix != "" {
				f.errorf(f.nodePos(n), "expected the beginning of the constants' names, with a capital, found %q", prefix)
			}
		},
		"untyped": func(n *yaml.Node) { e.Untyped, untyped = f.flag(n, "untyped"), n },
		"open":    func(n *yaml.Node) { e.Open = f.flag(n, "open") },
		"type":    func(n *yaml.Node) { typ = n },
		"values":  func(n *yaml.Node) { values = n },
	}.with(f.about(&e.About)))
	known := true // the type of the values
	if typ != nil {
		e.Int, known = f.enumType(typ)
	}
	if e.Int && e.Untyped {
		f.errorf(f.nodePos(untyped), "the constants of %s have its Go type, since its values are numbers; remove `untyped:`", e.Name)
	}
	switch {
	case broken(d.node) || d.node.Kind != yaml.MappingNode || !known:
	case values == nil:
		f.errorf(e.Pos, "the enum %s has no `values:`", e.Name)
	case len(values.Content) == 0 && (values.Kind == yaml.SequenceNode || values.Kind == yaml.MappingNode):
		free := "string"
		if e.Int {
			free = "int"
		}
		f.errorf(f.nodePos(values), "the enum %s has no values; a member that can have any value has the type %s", e.Name, free)
	case values.Kind == yaml.SequenceNode:
		f.enumList(e, values)
	default:
		f.enumMapping(e, values)
	}
}

// enumType reads the type of the values: string, the default, or int.
func (f *file) enumType(n *yaml.Node) (isInt, ok bool) {
	switch word := f.word(n, "string or int"); word {
	case "int":
		return true, true
	case "string":
		return false, true
	case "":
	default:
		f.errorf(f.nodePos(n), "the values of an enum are of type string or int, not %s", word)
	}
	return false, false
}

// enumList reads a list of values, whose Go names are derived: [a, b].
func (f *file) enumList(e *Enum, n *yaml.Node) {
	seen := make(map[string]Pos)
	for _, v := range n.Content {
		at := f.nodePos(v)
		text, ok := f.enumValue(e, v)
		if !ok {
			continue
		}
		if first, ok := seen[text]; ok {
			f.conflict(at, first, "the value %q appears twice in the enum %s", text, e.Name)
			continue
		}
		seen[text] = at
		f.addValue(e, &EnumValue{Value: text, About: About{Pos: at}}, "")
	}
}

// enumMapping reads values with optional Go names: {a: First, b: , c: {go: Third, since: 2.0}}.
func (f *file) enumMapping(e *Enum, n *yaml.Node) {
	for _, entry := range f.entries(n, valuesOf+e.Name) {
		text, ok := f.enumValue(e, entry.key)
		if !ok {
			continue
		}
		v := &EnumValue{Value: text, About: About{Pos: f.nodePos(entry.key)}}
		name := ""
		switch value := entry.value; {
		case value.Kind == yaml.MappingNode:
			f.read(value, "an enum's value", keys{
				"go": func(n *yaml.Node) { name = f.word(n, "a Go name") },
			}.with(f.about(&v.About)))
		case value.Tag != "!!null":
			name = f.word(value, "a Go name")
		}
		f.addValue(e, v, name)
	}
}

func (f *file) enumValue(e *Enum, n *yaml.Node) (string, bool) {
	switch {
	case broken(n):
		return "", false
	case e.Int:
		v, err := strconv.ParseInt(n.Value, 10, 32)
		if n.Kind == yaml.ScalarNode && n.Tag == "!!int" && err == nil && strconv.FormatInt(v, 10) == n.Value {
			return n.Value, true
		}
		hint := ""
		switch {
		case n.Kind == yaml.ScalarNode && token.IsIdentifier(n.Value):
			hint = "; a number is followed by its name, `{1: " + n.Value + "}`"
		case n.Kind == yaml.ScalarNode && n.Tag == "!!str" && isIntText(n.Value):
			hint = "; remove the quotes"
		}
		f.errorf(f.nodePos(n), "expected a whole number of 32 bits, in decimal, as the value of the int enum, found %s%s", describe(n), hint)
		return "", false
	}
	if n.Kind == yaml.MappingNode {
		f.errorf(f.nodePos(n), "expected a text as the enum's value, found a mapping; write all values as one mapping, {values: {happy: , sad: Unhappy}}, if one of them has a name")
		return "", false
	}
	if n.Kind != yaml.ScalarNode || n.Tag != "!!str" && n.Tag != "!!timestamp" {
		f.errorf(f.nodePos(n), "expected a text as the enum's value, found %s; put a text that looks like something else in quotes, or write `type: int` for an enum of numbers", describe(n))
		return "", false
	}
	return n.Value, true
}

func isIntText(text string) bool {
	_, err := strconv.ParseInt(text, 10, 32)
	return err == nil
}

// addValue adds a value. Its constant is named by the prefix and name, which is derived from the value if it is "".
func (f *file) addValue(e *Enum, v *EnumValue, name string) {
	if name == "" {
		name = GoName(v.Value)
		if strings.HasPrefix(v.Value, "-") && e.Int {
			name = "" // the number without its sign has this name
		}
	}
	v.GoName = e.Prefix + name
	if name == "" || !token.IsIdentifier(v.GoName) {
		if e.Int {
			f.errorf(v.Pos, "no Go name can be made of the value %s; give one: `values: {%s: Name}`", v.Value, v.Value)
		} else {
			f.errorf(v.Pos, "no Go name can be made of the value %q; give one: `values: {%q: Name}`", v.Value, v.Value)
		}
		v.GoName = "" // the enum has the value all the same, so that its use elsewhere is no mistake
	}
	e.Values = append(e.Values, v)
}

// value returns the enum's value with a text, nil if there is none.
func (e *Enum) value(text string) *EnumValue {
	for _, v := range e.Values {
		if v.Value == text {
			return v
		}
	}
	return nil
}

func (e *Enum) texts() []string {
	list := make([]string, len(e.Values))
	for i, v := range e.Values {
		list[i] = v.Value
	}
	return list
}
