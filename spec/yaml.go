package spec

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

// This file parses YAML into a tree of mappings, sequences and scalars, refuses the parts of YAML that the language does not use (anchors,
// tags, merge keys, several documents), and walks mappings by their keys. Other files see only the nodes.

// brokenTag marks nodes for which an error was reported. They read as nothing, without another error.
const brokenTag = "!broken"

// parseYAML returns the root of the only document, nil if nothing can be read.
func (f *file) parseYAML(data []byte) *yaml.Node {
	if !f.isText(data) {
		return nil
	}
	docs, err := loadYAML(data)
	if err != nil {
		docs = f.recoverYAML(err)
	}
	switch {
	case len(docs) == 0:
		return nil
	case docs[0].Kind != yaml.DocumentNode || len(docs[0].Content) != 1:
		if !f.isRepaired() {
			f.emptyFile()
		}
		return nil
	}
	f.refuseExtras(docs)
	if len(docs) > 1 {
		f.errorf(f.nodePos(docs[1]), secondDocument)
		return nil // checking the first document alone would report mistakes that the whole spec does not have
	}
	return docs[0].Content[0]
}

// loadYAML reads all documents: one or more, of which the first one can be empty.
func loadYAML(data []byte) (docs []*yaml.Node, err error) {
	loader, err := yaml.NewLoader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	for {
		doc := new(yaml.Node)
		switch err := loader.Load(doc); {
		case err == io.EOF && len(docs) > 0:
			return docs, nil
		case err != nil:
			return nil, err
		}
		docs = append(docs, doc)
	}
}

func (f *file) emptyFile() {
	f.errorf(f.pos(1, 1), emptyMessage)
}

const secondDocument = "a second document begins here; a spec is one document"

const emptyMessage = "the file is empty; a spec begins with `ndwire: 1`"

// isText reports whether a file is UTF-8 text without characters that YAML refuses, whose lines are those of its line feeds. It reports the
// first mistake.
func (f *file) isText(data []byte) bool {
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		f.errorf(f.pos(1, 1), "the file is UTF-16; save it as UTF-8")
		return false
	}
	const mark = '\ufeff'
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			f.errorf(f.posOfByte(data, i), "the file is not UTF-8: byte 0x%02x", data[i])
			return false
		case r == mark && i > 0:
			f.errorf(f.posOfByte(data, i), "a byte order mark (U+FEFF) can only be the first character of a file; remove this one, which editors do not show")
			return false
		case r == '\r' && !bytes.HasPrefix(data[i:], []byte("\r\n")):
			f.errorf(f.posOfByte(data, i), "a carriage return without a line feed; end lines with a line feed, or with both")
			return false
		case r == 0x85 || r == 0x2028 || r == 0x2029: // the YAML parser ends a line here, and would count other lines than editors do
			f.errorf(f.posOfByte(data, i), "a line ends with a line feed, and not with U+%04X, which editors do not show; within a text, write \"\\u%04x\" in double quotes", r, r)
			return false
		case r < ' ' && r != '\t' && r != '\n' && r != '\r' || r >= 0x7f && r < 0xa0:
			f.errorf(f.posOfByte(data, i), "YAML has no control characters such as U+%04X; within a text, write \"\\u%04x\" in double quotes", r, r)
			return false
		}
		i += size
	}
	return true
}

func (f *file) posOfByte(data []byte, i int) Pos {
	before := data[:i]
	line := bytes.LastIndexByte(before, '\n') + 1
	return f.pos(bytes.Count(before, []byte{'\n'})+1, utf8.RuneCount(before[line:])+1)
}

// startsWith reports whether text stands at a column of a line.
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

// refuseExtras reports the parts of YAML that the spec language does not have. It does not recurse, since the file can nest to any depth.
func (f *file) refuseExtras(docs []*yaml.Node) {
	for todo := slices.Clone(docs); len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = append(todo[:len(todo)-1], n.Content...)
		switch {
		case n.Kind == yaml.AliasNode:
			f.breakNode(n, "a YAML alias (*%s) is not part of the spec language; write the value out, or put a text that begins with * in quotes", n.Value)
		case n.Anchor != "":
			f.errorf(f.nodePos(n), "a YAML anchor (&%s) is not part of the spec language; put a text that begins with & in quotes", n.Anchor)
		case n.Style&yaml.TaggedStyle != 0:
			f.breakNode(n, "a YAML tag (%s) is not part of the spec language; put a text that begins with ! in quotes", n.Tag)
		}
		if n.Kind == yaml.SequenceNode {
			for _, elem := range n.Content {
				f.refuseOddLetters(elem)
			}
		}
		if n.Kind == yaml.MappingNode {
			for _, i := range evens(len(n.Content)) {
				f.refuseOddLetters(n.Content[i])
				if !slices.Contains(keysOfProse, n.Content[i].Value) {
					f.refuseOddLetters(n.Content[i+1])
				}
			}
			for _, i := range evens(len(n.Content)) {
				if n.Content[i].Tag == "!!merge" {
					f.breakNode(n.Content[i], "a YAML merge key (<<) is not part of the spec language; use embed")
				}
			}
			f.refuseSplitTypes(n)
		}
	}
}

// refuseSplitTypes reports types and defaults that YAML has split at their comma: {a: map<string, int>} is {a: "map<string", "int>": null}.
func (f *file) refuseSplitTypes(n *yaml.Node) {
	for i := 0; n.Style&yaml.FlowStyle != 0 && i+1 < len(n.Content); i += 2 {
		value := n.Content[i+1]
		if value.Kind != yaml.ScalarNode || value.Style != 0 {
			continue
		}
		whole, end := value.Value, i+2
		for unclosed(whole) && end+1 < len(n.Content) && isEmpty(n.Content[end+1]) && n.Content[end].Kind == yaml.ScalarNode {
			comma := ", "
			if last, next := n.Content[max(end-2, i+1)], n.Content[end]; next.Line == last.Line && next.Column == last.Column+utf8.RuneCountInString(last.Value)+1 {
				comma = ","
			}
			whole += comma + n.Content[end].Value
			end += 2
		}
		if end == i+2 || unclosed(whole) {
			continue
		}
		n.Content = slices.Delete(n.Content, i+2, end)
		if typ, value, ok := strings.Cut(whole, " = "); ok {
			f.breakNode(n.Content[i+1], "within {...} YAML splits a default at its comma; write {type: %s, default: %s}, or use the block form", typ, value)
			continue
		}
		f.breakNode(value, "within {...} YAML splits a type at its comma; put it in quotes, %q, or use the block form", whole)
	}
}

// unclosed reports whether the text of a field is the beginning of a type or default.
func unclosed(text string) bool {
	_, value, _ := strings.Cut(text, " = ")
	return strings.Count(text, "<") > strings.Count(text, ">") || strings.Count(value, `"`)%2 == 1
}

// isEmpty reports whether a value is left out.
func isEmpty(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Tag == "!!null" && n.Value == ""
}

// keysOfProse are the keys whose values are texts for people.
var keysOfProse = []string{"doc", "source", "deprecated", "why"}

// refuseOddLetters reports a scalar without quotes that has a character that looks like a space or like nothing, or begins with a quote of print.
func (f *file) refuseOddLetters(n *yaml.Node) {
	if r := firstRune(n.Value); n.Kind == yaml.ScalarNode && n.Style == 0 && strings.ContainsRune("“”„‘’«»", r) {
		f.errorf(f.nodePos(n), "%c is a letter in YAML, and no quote; write \" or ' instead", r)
		n.Tag = brokenTag
		return
	}
	if at := strings.IndexFunc(n.Value, isOddSpace); at >= 0 && n.Kind == yaml.ScalarNode && n.Style == 0 {
		f.errorf(f.within(n, at), "the text has %s, which editors do not show; replace it by a space or remove it, or put the text in quotes", runeName(firstRune(n.Value[at:])))
		n.Tag = brokenTag
	}
}

// isOddSpace reports whether a character looks like a space or like nothing, but is a part of a name or text in YAML. Joiners (U+200C, U+200D) are
// parts of words and emoji.
func isOddSpace(r rune) bool {
	return r >= 0x80 && r != '\u200c' && r != '\u200d' && (r == '\u00ad' || unicode.Is(unicode.Zs, r) || r >= '\u2000' && r <= '\u200f' || r >= '\u2028' && r <= '\u202e' || r >= '\u2060' && r <= '\u206f')
}

func firstRune(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}

// runeName returns a description of such a character.
func runeName(r rune) string {
	switch r {
	case '\u00a0', '\u202f':
		return fmt.Sprintf("a no-break space (U+%04X)", r)
	case '\u200b':
		return "a zero-width space (U+200B)"
	}
	return fmt.Sprintf("the character U+%04X", r)
}

func (f *file) breakNode(n *yaml.Node, format string, args ...any) {
	f.errorf(f.nodePos(n), format, args...)
	n.Kind, n.Tag, n.Content = yaml.ScalarNode, brokenTag, nil
}

func broken(n *yaml.Node) bool { return n.Tag == brokenTag }

func (f *file) pos(line, column int) Pos { return Pos{File: f.model.File, Line: line, Column: column} }

func (f *file) nodePos(n *yaml.Node) Pos { return f.pos(n.Line, n.Column) }

// within returns the position of the byte at offset in a scalar's text. It is exact if the source has the text unchanged
// (plain, or quoted without escapes, on one line), else the position of the scalar.
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

// entry is a key and a value of a mapping.
type entry struct{ key, value *yaml.Node }

// theSpec is the name of the mapping of a whole file.
const theSpec = "the spec"

// valuesOf begins the name of the mapping of an enum's values, in which a value can have a colon, and have no name.
const valuesOf = "the values of "

// entries returns the entries of a mapping. It reports duplicate and malformed keys, and leaves them out. what names the mapping in
// errors: "a record".
func (f *file) entries(n *yaml.Node, what string) []entry {
	if broken(n) {
		return nil
	}
	if n.Kind != yaml.MappingNode {
		hint := ""
		if n.Kind == yaml.SequenceNode && n.Style&yaml.FlowStyle == 0 {
			hint = "; remove the dashes"
		}
		if hint == "" {
			hint = f.colonHint(n)
		}
		f.errorf(f.nodePos(n), "expected %s as a mapping (`key: value` lines, or {}), found %s%s", what, describe(n), hint)
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
			hint := ""
			if what == theSpec && value.Kind == yaml.MappingNode {
				hint = "; put both parts under one"
				f.misplaceAll(value)
			}
			f.conflict(f.nodePos(key), f.nodePos(first), "the key %s appears twice in %s%s", key.Value, what, hint)
			continue
		}
		seen[identity] = key
		if name, rest, ok := strings.Cut(key.Value, ":"); ok && key.Style == 0 && isEmpty(value) && name != "" && rest != "" && !strings.HasPrefix(what, valuesOf) {
			f.errorf(f.nodePos(key), "expected a space after the colon, `%s: %s`; put a name with a colon in quotes", name, rest)
			meant := *key
			meant.Value = rest
			value = &meant
			short := *key
			short.Value = name
			key = &short
		}
		list = append(list, entry{key, value})
	}
	return list
}

// colonHint returns a hint for a text that was meant as a key and a value.
func (f *file) colonHint(n *yaml.Node) string {
	if n.Kind != yaml.ScalarNode || n.Style != 0 {
		return ""
	}
	text := n.Value
	if n.Line >= 1 && n.Line <= len(f.source) && !f.startsWith(n.Line, n.Column, text) { // a text of several lines
		text = strings.TrimSpace(skipRunes(f.source[n.Line-1], n.Column-1))
	}
	first, _, _ := strings.Cut(text, " ")
	switch key, value, ok := strings.Cut(first, ":"); {
	case ok && key != "" && value != "":
		return fmt.Sprintf("; write a space after the colon, `%s: %s`", key, value)
	case strings.Contains(text, " = "):
		return "; write a colon for the equals sign, `" + strings.Replace(text, " =", ":", 1) + "`"
	}
	return ""
}

// keys maps each key that a mapping may have to the function that reads its value.
type keys map[string]func(*yaml.Node)

// with adds the keys of more to k, and returns k.
func (k keys) with(more keys) keys {
	for name, read := range more {
		k[name] = read
	}
	return k
}

// read walks a mapping with fixed keys. A misspelled key is reported, and then read as the key it is nearest to, so that one typing error does
// not lead to more errors about missing keys.
func (f *file) read(n *yaml.Node, what string, k keys) {
	entries := f.entries(n, what)
	names := slices.Collect(maps.Keys(k))
	has := func(name string) bool {
		return slices.ContainsFunc(entries, func(e entry) bool { return e.key.Value == name })
	}
	for i := 0; i < len(entries); i++ {
		e := entries[i]
		read, ok := k[e.key.Value]
		switch near := nearest(e.key.Value, names); {
		case ok && isEmpty(e.value) && f.outdented(entries[i+1:], k, names):
			f.errorf(f.nodePos(entries[i+1].key), "this line is indented like line %d, `%s:`, which has nothing below it; indent what belongs to it more", e.key.Line, e.key.Value)
			for i+1 < len(entries) && k[entries[i+1].key.Value] == nil {
				i++
				f.misplaced[entries[i].key.Value] = true
			}
			e.value.Tag = brokenTag
			read(e.value)
		case ok:
			read(e.value)
		case isExported(e.key.Value) && e.value.Kind == yaml.MappingNode:
			f.misplaced[e.key.Value] = true
			f.errorf(f.nodePos(e.key), "%s has no key %q; a record, union or enum is declared one level below `records:`, `unions:` or `enums:`", what, e.key.Value)
		default:
			hint := suggest(e.key.Value, names)
			if other := foreign(e.key.Value, k); other != nil {
				hint, near = "; "+other.instead, other.as
			} else if near == "" && k["go_fields"] != nil && !has("fields") {
				hint = "; the members of a record are under `fields:`"
			}
			f.errorf(f.nodePos(e.key), "%s has no key %q%s", what, e.key.Value, hint)
			if what == theSpec && near == "" && e.value.Kind == yaml.MappingNode {
				f.misplaceAll(e.value)
			}
			if near != "" && !has(near) {
				k[near](e.value)
			}
		}
	}
}

// outdented reports whether the entries after a key without a value look as if they belong below that key.
func (f *file) outdented(rest []entry, k keys, names []string) bool {
	if len(rest) == 0 {
		return false
	}
	name := rest[0].key.Value
	return k[name] == nil && (isExported(name) || nearest(name, names) == "")
}

// text returns the text of a scalar, also of a number, true or false; of a block (| or >) without the line feed at its end. what names the scalar in
// errors: "a Go name".
func (f *file) text(n *yaml.Node, what string) string {
	if broken(n) {
		return ""
	}
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		hint := ""
		if n.Tag == "!!null" && n.Value != "" {
			hint = fmt.Sprintf("; for a text write %q", n.Value)
		}
		f.errorf(f.nodePos(n), "expected %s, found %s%s", what, describe(n), hint)
		return ""
	}
	if n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		return strings.TrimRight(n.Value, "\n")
	}
	return n.Value
}

// prose is text for a text that people read. It adds a note if the text ends before a number sign, which begins a comment: see #12.
func (f *file) prose(n *yaml.Node, what string) string {
	text := f.text(n, what)
	comment, isOne := strings.CutPrefix(n.LineComment, "#")
	if isOne && text != "" && n.Style == 0 && comment != "" && comment[0] != '#' && !unicode.IsSpace(firstRune(comment)) {
		at := f.within(n, len(n.Value))
		rest := skipRunes(f.source[at.Line-1], at.Column-1)
		at.Column += len(rest) - len(strings.TrimLeft(rest, " "))
		f.model.Notes = append(f.model.Notes, &Error{Pos: at, Msg: "the text ends here, since a comment begins; put a text with # in quotes"})
	}
	return text
}

// word returns the text of a scalar, and reports one that is a number, true, false or null.
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

// list returns the elements of a sequence; any other node counts as a sequence of one.
func list(n *yaml.Node) []*yaml.Node {
	if n.Kind == yaml.SequenceNode {
		return n.Content
	}
	return []*yaml.Node{n}
}

// describe returns a description of a node for errors: "found ...".
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
