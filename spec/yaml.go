package spec

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

// This file is the only one that knows YAML beyond its nodes: it turns bytes into a tree of mappings, sequences and scalars,
// takes away what the language has no use for (anchors, tags, merge keys, more documents), and walks mappings by their keys.

// brokenTag marks nodes that an error was reported for. Whoever expects something of them gets nothing, and is silent.
const brokenTag = "!broken"

// parseYAML returns the root of the only document, nil after an error.
func (f *file) parseYAML(data []byte) *yaml.Node {
	if i := invalidUTF8(data); i >= 0 {
		f.errorf(f.posOfByte(data, i), "the file is not UTF-8: byte 0x%02x", data[i])
		return nil
	}
	loader, err := yaml.NewLoader(bytes.NewReader(data))
	if err != nil {
		f.errorf(f.pos(1, 1), "cannot read YAML: %v", err)
		return nil
	}
	var doc yaml.Node
	if err := loader.Load(&doc); err != nil {
		f.syntaxError(err)
		return nil
	}
	var second yaml.Node
	if err := loader.Load(&second); err == nil {
		f.errorf(f.nodePos(&second), "a second document begins here; a spec is one document")
	} else if err != io.EOF {
		f.syntaxError(err)
		return nil
	}
	if doc.Kind != yaml.DocumentNode || len(doc.Content) != 1 {
		f.emptyFile()
		return nil
	}
	f.refuseExtras(doc.Content[0])
	return doc.Content[0]
}

func (f *file) emptyFile() {
	f.errorf(f.pos(1, 1), "the file is empty; a spec begins with `ndwire: 1`")
}

func invalidUTF8(data []byte) int {
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

func (f *file) posOfByte(data []byte, i int) Pos {
	before := data[:i]
	line := bytes.LastIndexByte(before, '\n') + 1
	return f.pos(bytes.Count(before, []byte{'\n'})+1, utf8.RuneCount(before[line:])+1)
}

// syntaxError reports what the YAML parser stumbled over. Most often it is a type in a flow mapping.
func (f *file) syntaxError(err error) {
	if err == io.EOF {
		f.emptyFile()
		return
	}
	var at *yaml.LoadError
	if !errors.As(err, &at) {
		f.errorf(f.pos(1, 1), "cannot read YAML: %v", err)
		return
	}
	msg := "YAML: " + at.Message
	if at.ContextMsg != "" {
		msg += " " + at.ContextMsg
	}
	line, column := max(at.Mark.Line, 1), max(at.Mark.Column, 1)
	if from := max(at.ContextMark.Line, 1); strings.Contains(at.ContextMsg, "flow") && f.hasBrackets(from, line) {
		msg += "; a type such as T[] within {...} must stand in quotes, or use the block form"
	} else if above := f.lineAbove(line); strings.HasPrefix(at.Message, "mapping values are not allowed") && f.indent(line) > f.indent(above) && !f.opensBlock(above) {
		// The parser has read the line as more of the value above.
		f.errorf(f.pos(line, f.indent(line)+1), "this line is indented more than line %d, which has its value already; "+
			"indent the members of one mapping alike", above)
		return
	} else if strings.HasPrefix(at.Message, "mapping values are not allowed") {
		msg += "; a text with a colon must stand in quotes"
	} else if f.startsWith(line, column, "\t") {
		msg += "; indent with spaces, not with tabs"
	}
	f.errorf(f.pos(line, column), "%s", msg)
}

// lineAbove is the number of the last line before n that is not blank and no comment; 0 if there is none.
func (f *file) lineAbove(n int) int {
	for n = min(n, len(f.source)+1) - 1; n > 0; n-- {
		if text := strings.TrimSpace(f.source[n-1]); text != "" && text[0] != '#' {
			break
		}
	}
	return n
}

// opensBlock reports whether line n ends with a colon, so that what follows may be indented more.
func (f *file) opensBlock(n int) bool {
	if n < 1 {
		return true
	}
	text, _, _ := strings.Cut(f.source[n-1], " #")
	return strings.HasSuffix(strings.TrimSpace(text), ":")
}

// indent is how many spaces line n begins with.
func (f *file) indent(n int) int {
	if n < 1 || n > len(f.source) {
		return 0
	}
	return len(f.source[n-1]) - len(strings.TrimLeft(f.source[n-1], " "))
}

// startsWith reports whether a line goes on with text from a column.
func (f *file) startsWith(line, column int, text string) bool {
	return line <= len(f.source) && strings.HasPrefix(skipRunes(f.source[line-1], column-1), text)
}

func skipRunes(s string, n int) string {
	for range n {
		_, size := utf8.DecodeRuneInString(s)
		s = s[size:]
	}
	return s
}

// hasBrackets reports whether a list type stands in these lines.
func (f *file) hasBrackets(from, to int) bool {
	for n := from; n <= to && n <= len(f.source); n++ {
		if strings.Contains(f.source[n-1], "[]") {
			return true
		}
	}
	return false
}

// refuseExtras reports what YAML has and the spec language has not. It does not recurse: the depth of a file is not ours.
func (f *file) refuseExtras(root *yaml.Node) {
	for todo := []*yaml.Node{root}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = append(todo[:len(todo)-1], n.Content...)
		switch {
		case n.Kind == yaml.AliasNode:
			f.breakNode(n, "a YAML alias (*%s) is not part of the spec language; write the value out", n.Value)
		case n.Anchor != "":
			f.errorf(f.nodePos(n), "a YAML anchor (&%s) is not part of the spec language", n.Anchor)
		case n.Style&yaml.TaggedStyle != 0:
			f.breakNode(n, "a YAML tag (%s) is not part of the spec language", n.Tag)
		}
		if n.Kind == yaml.MappingNode {
			for _, i := range evens(len(n.Content)) {
				if n.Content[i].Tag == "!!merge" {
					f.breakNode(n.Content[i], "a YAML merge key (<<) is not part of the spec language; use embed")
				}
			}
			f.refuseSplitTypes(n)
		}
	}
}

// refuseSplitTypes reports types that YAML has split at their comma: {a: map<string, int>} is {a: "map<string", "int>": null}.
func (f *file) refuseSplitTypes(n *yaml.Node) {
	for i := 0; n.Style&yaml.FlowStyle != 0 && i+1 < len(n.Content); i += 2 {
		value := n.Content[i+1]
		if value.Kind != yaml.ScalarNode || value.Style != 0 {
			continue
		}
		whole, end := value.Value, i+2
		for unclosed(whole) && end+1 < len(n.Content) && isEmpty(n.Content[end+1]) && n.Content[end].Kind == yaml.ScalarNode {
			whole += ", " + n.Content[end].Value
			end += 2
		}
		if end > i+2 && !unclosed(whole) {
			n.Content = slices.Delete(n.Content, i+2, end)
			f.breakNode(value, "within {...} YAML splits a type at its comma; put it in quotes, %q, or use the block form", whole)
		}
	}
}

func unclosed(text string) bool { return strings.Count(text, "<") > strings.Count(text, ">") }

// isEmpty reports whether nothing stands where a value could.
func isEmpty(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Tag == "!!null" && n.Value == ""
}

func (f *file) breakNode(n *yaml.Node, format string, args ...any) {
	f.errorf(f.nodePos(n), format, args...)
	n.Kind, n.Tag, n.Content = yaml.ScalarNode, brokenTag, nil
}

func broken(n *yaml.Node) bool { return n.Tag == brokenTag }

func (f *file) pos(line, column int) Pos { return Pos{File: f.model.File, Line: line, Column: column} }

func (f *file) nodePos(n *yaml.Node) Pos { return f.pos(n.Line, n.Column) }

// within returns the place of the byte at offset in a scalar's text. It is exact where the text stands in the source as it is
// (plain, or quoted without escapes, on one line), else the place of the scalar.
func (f *file) within(n *yaml.Node, offset int) Pos {
	at := f.nodePos(n)
	if n.Line < 1 || n.Line > len(f.source) || n.Column < 1 || offset > len(n.Value) {
		return at
	}
	column := n.Column
	if n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0 {
		column++
	}
	if f.startsWith(n.Line, column, n.Value) {
		at.Column = column + utf8.RuneCountInString(n.Value[:offset])
	}
	return at
}

// entry is a key of a mapping, and its value.
type entry struct{ key, value *yaml.Node }

// entries returns what stands in a mapping, without duplicates and broken keys, which are errors. what names the mapping in
// an error: "a record".
func (f *file) entries(n *yaml.Node, what string) []entry {
	if broken(n) {
		return nil
	}
	if n.Kind != yaml.MappingNode {
		f.errorf(f.nodePos(n), "expected %s as a mapping (`key: value` lines, or {}), found %s", what, describe(n))
		return nil
	}
	seen := make(map[string]*yaml.Node)
	var list []entry
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if broken(key) {
			continue
		}
		if key.Kind != yaml.ScalarNode {
			f.errorf(f.nodePos(key), "expected a plain word as the key, found %s", describe(key))
			continue
		}
		identity := key.Tag + " " + key.Value
		if first, ok := seen[identity]; ok {
			f.conflict(f.nodePos(key), f.nodePos(first), "the key %s stands twice in %s", key.Value, what)
			continue
		}
		seen[identity] = key
		list = append(list, entry{key, value})
	}
	return list
}

// keys are the keys that a mapping may have, and what reads their values.
type keys map[string]func(*yaml.Node)

// with returns the keys of both.
func (k keys) with(more keys) keys {
	for name, read := range more {
		k[name] = read
	}
	return k
}

// read walks a mapping with fixed keys.
func (f *file) read(n *yaml.Node, what string, k keys) {
	for _, e := range f.entries(n, what) {
		if read, ok := k[e.key.Value]; ok {
			read(e.value)
			continue
		}
		f.unknownKey(e, what, k)
	}
}

func (f *file) unknownKey(e entry, what string, k keys) {
	names := slices.Collect(maps.Keys(k))
	f.errorf(f.nodePos(e.key), "%s has no key %q%s", what, e.key.Value, suggest(e.key.Value, names))
}

// text returns the text of a scalar; numbers and such as they stand. what names it in an error: "a Go name".
func (f *file) text(n *yaml.Node, what string) string {
	if broken(n) {
		return ""
	}
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		f.errorf(f.nodePos(n), "expected %s, found %s", what, describe(n))
		return ""
	}
	return strings.TrimRight(n.Value, "\n")
}

// word returns the text of a scalar that is text and not a number, true, false or null.
func (f *file) word(n *yaml.Node, what string) string {
	if !broken(n) && n.Kind == yaml.ScalarNode && n.Tag != "!!str" && n.Tag != "!!null" && n.Tag != "!!timestamp" {
		f.errorf(f.nodePos(n), "expected %s, found %s; for a text write %q", what, describe(n), n.Value)
		return ""
	}
	text := f.text(n, what)
	if text == "" && n.Tag == "!!str" {
		f.errorf(f.nodePos(n), "expected %s, found an empty text", what)
	}
	return text
}

// flag returns the value of a scalar that is true or false.
func (f *file) flag(n *yaml.Node, what string) bool {
	if !broken(n) && (n.Kind != yaml.ScalarNode || n.Value != "true" && n.Value != "false") {
		f.errorf(f.nodePos(n), "expected true or false for %s, found %s", what, describe(n))
	}
	return n.Value == "true"
}

// list returns the elements of a sequence; a value that is none stands for a sequence of one.
func list(n *yaml.Node) []*yaml.Node {
	if n.Kind == yaml.SequenceNode {
		return n.Content
	}
	return []*yaml.Node{n}
}

// describe says what a node is, for `found ...`.
func describe(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	}
	switch n.Tag {
	case "!!null":
		if n.Value == "" {
			return "nothing"
		}
		return n.Value
	case "!!bool":
		return n.Value
	case "!!int", "!!float":
		return "the number " + n.Value
	}
	const most = 40
	if len(n.Value) > most {
		return fmt.Sprintf("the text %q...", n.Value[:most])
	}
	return fmt.Sprintf("%q", n.Value)
}
