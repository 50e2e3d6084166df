package drift

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/draft"
)

// This file changes YAML as text, at the positions of its nodes. All other bytes stay as they are.

// rootOf parses a file.
func rootOf(text string) (*yaml.Node, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		return nil, fmt.Errorf("drift: the spec is no longer YAML: %w", err)
	}
	if len(doc.Content) != 1 {
		return nil, fmt.Errorf("drift: the spec is empty now")
	}
	return doc.Content[0], nil
}

// nodeAt returns the node at a path, and whether it is in braces: an error if there is none.
func nodeAt(text string, path []string) (n *yaml.Node, flow bool, err error) {
	if n, err = rootOf(text); err != nil {
		return nil, false, err
	}
	for _, name := range path {
		flow = flow || n.Style&yaml.FlowStyle != 0
		if n = child(n, name); n == nil {
			return nil, false, fmt.Errorf("drift: the spec no longer has %s", strings.Join(path, "."))
		}
	}
	return n, flow, nil
}

// entry returns the key and the value of an entry of a mapping, nil if there is none.
func entry(n *yaml.Node, name string) (key, value *yaml.Node) {
	for i := 0; n != nil && n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == name {
			return n.Content[i], n.Content[i+1]
		}
	}
	return nil, nil
}

// child returns the value of a key, nil if there is none.
func child(n *yaml.Node, key string) *yaml.Node {
	_, value := entry(n, key)
	return value
}

// pathOf returns the keys on the path to the discriminator at a position.
func pathOf(text string, pos spec.Pos) ([]string, error) {
	root, err := rootOf(text)
	if err != nil {
		return nil, err
	}
	path := findPath(root, nil, func(key, value *yaml.Node, _ []string) bool {
		return value.Kind == yaml.MappingNode && isDiscriminator(value) && (isAt(key, pos) || isAt(value, pos))
	})
	if path != nil {
		return path, nil
	}
	return nil, fmt.Errorf("drift: %v: there is no longer a discriminator at this position", pos)
}

// pathOfExternal returns the keys on the path to the cases of an external union at a position.
func pathOfExternal(text string, pos spec.Pos) ([]string, error) {
	root, err := rootOf(text)
	if err != nil {
		return nil, err
	}
	path := findPath(root, nil, func(key, value *yaml.Node, path []string) bool {
		return len(path) > 2 && path[0] == "unions" && (key.Value == "external" || key.Value == "cases") && isAt(value, pos)
	})
	if path == nil {
		return nil, fmt.Errorf("drift: %v: there are no longer cases at this position", pos)
	}
	return path, nil
}

// findPath returns the keys on the path to the first entry below n for which `is` returns true, nil if there is none. path is the path to n.
func findPath(n *yaml.Node, path []string, is func(key, value *yaml.Node, path []string) bool) []string {
	for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		inner := append(slices.Clone(path), key.Value)
		if is(key, value, inner) {
			return inner
		}
		if found := findPath(value, inner, is); found != nil {
			return found
		}
	}
	return nil
}

func isAt(n *yaml.Node, pos spec.Pos) bool { return n.Line == pos.Line && n.Column == pos.Column }

func isDiscriminator(n *yaml.Node) bool {
	return slices.ContainsFunc([]string{"tag", "has", "cases"}, func(key string) bool { return child(n, key) != nil })
}

// insert adds an entry to the mapping at a path, or only its key if there is a list. Missing keys are created.
func insert(text string, path []string, key, value string) (string, error) {
	n, err := rootOf(text)
	if err != nil {
		return "", err
	}
	for i, name := range path {
		inner := child(n, name)
		if inner == nil {
			for _, name := range slices.Backward(path[i+1:]) {
				key, value = name, "{"+inFlow(key, value)+"}"
			}
			key, value = name, "{"+inFlow(key, value)+"}"
			break
		}
		n = inner
	}
	switch {
	case n.Kind != yaml.MappingNode && n.Kind != yaml.SequenceNode:
		return "", fmt.Errorf("drift: line %d has no mapping or list to which an entry can be added", n.Line)
	case n.Kind == yaml.SequenceNode && value != "":
		if text, err = asMapping(text, n); err != nil {
			return "", err
		}
		return insert(text, path, key, value)
	case n.Style&yaml.FlowStyle != 0 || len(n.Content) == 0:
		if n.Kind == yaml.MappingNode {
			key = inFlow(key, value)
		}
		return insertInFlow(text, offset(text, n), key), nil
	case n.Kind == yaml.MappingNode:
		key = strings.TrimRight(key+": "+value, " ")
	default:
		key = "- " + key
	}
	return insertInBlock(text, n, key), nil
}

// asMapping writes a list of texts as a mapping with these keys, which can have values.
func asMapping(text string, n *yaml.Node) (string, error) {
	flow := n.Style&yaml.FlowStyle != 0
	if flow {
		_, bracket := closing(text, offset(text, n))
		text = text[:bracket] + "}" + text[bracket+1:]
	}
	for _, e := range slices.Backward(n.Content) {
		at, end := span(text, e)
		if e.Kind != yaml.ScalarNode || end > len(text) || strings.Contains(text[at:end], "\n") {
			return "", fmt.Errorf("drift: the list at line %d takes no Go names: write it as a mapping", n.Line)
		}
		if flow {
			text = text[:end] + ": null" + text[end:]
			continue
		}
		dash := strings.LastIndexByte(text[:at], '-')
		text = text[:dash] + text[at:end] + ":" + text[end:]
	}
	if flow {
		at := offset(text, n)
		text = text[:at] + "{" + text[at+1:]
	}
	return text, nil
}

// inFlow returns an entry of a mapping in braces.
func inFlow(key, value string) string {
	if strings.HasSuffix(key, "?") {
		key = `"` + key + `"` // for YAML 1.1
	}
	if value == "" {
		value = "null"
	} else if value[0] != '{' && value[0] != '[' {
		value = draft.Flow(value)
	}
	return key + ": " + value
}

// offset returns the offset of a node in the text.
func offset(text string, n *yaml.Node) int {
	at := 0
	for range n.Line - 1 {
		at += strings.IndexByte(text[at:], '\n') + 1
	}
	for range n.Column - 1 {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return at
}

// span returns the offsets at which a scalar on one line begins and ends, with its quotes.
func span(text string, n *yaml.Node) (at, end int) {
	at = offset(text, n)
	if text[at] == '"' || text[at] == '\'' {
		return at, quoteEnd(text, at)
	}
	return at, at + len(n.Value)
}

// insertInFlow puts an entry before the bracket that closes the one at an offset.
func insertInFlow(text string, at int, entry string) string {
	last, _ := closing(text, at)
	switch text[last-1] {
	case ',':
		entry = " " + entry
	case '{', '[':
	default:
		entry = ", " + entry
	}
	return text[:last] + entry + text[last:]
}

// closing returns the offset of the bracket that closes the one at an offset, and the end of the text before it, without white space and comments.
func closing(text string, at int) (last, bracket int) {
	depth := 0
	last = at
	for i := at; i < len(text); i++ {
		switch text[i] {
		case ' ', '\t', '\r', '\n':
			continue
		case '#':
			if strings.IndexByte(" \t\n", text[i-1]) >= 0 {
				i += strings.IndexByte(text[i:]+"\n", '\n')
				continue
			}
		case '"', '\'':
			if strings.IndexByte("{[,:", text[last-1]) >= 0 {
				i = quoteEnd(text, i) - 1
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return last, i
			}
		}
		last = i + 1
	}
	return last, len(text) - 1 // not reached for valid YAML
}

// quoteEnd returns the offset after the quoted text at i.
func quoteEnd(text string, i int) int {
	quote := text[i]
	for i++; i < len(text); i++ {
		switch {
		case quote == '"' && text[i] == '\\':
			i++
		case text[i] == quote && quote == '\'' && strings.HasPrefix(text[i+1:], "'"):
			i++
		case text[i] == quote:
			return i + 1
		}
	}
	return i
}

// insertInBlock adds a line after the last entry of a mapping or list.
func insertInBlock(text string, n *yaml.Node, entry string) string {
	last := n.Content[len(n.Content)-1]
	indent := n.Content[0].Column - 1
	if n.Kind == yaml.MappingNode {
		last = n.Content[len(n.Content)-2]
	} else {
		indent = n.Column - 1 // of the dash
	}
	end := entryEnd(text, last, indent, n.Kind == yaml.MappingNode)
	return replaceLines(text, end, end, []string{strings.Repeat(" ", indent) + entry})
}

// entryEnd returns the number of the last line of an entry, by its indentation. first is the entry's key, or its element of a list.
func entryEnd(text string, first *yaml.Node, indent int, mapping bool) int {
	lines := strings.SplitAfter(text, "\n")
	end := first.Line
	for k := end; k < len(lines); k++ {
		trimmed := strings.TrimLeft(lines[k], " ")
		own := len(lines[k]) - len(trimmed)
		if strings.TrimSpace(trimmed) == "" {
			continue
		}
		if own < indent || own == indent && (!mapping || trimmed[0] != '-') {
			break
		}
		end = k + 1
	}
	return end
}

// replaceLines replaces the lines after line from, up to and including line to.
func replaceLines(text string, from, to int, by []string) string {
	lines := strings.SplitAfter(text, "\n")
	newline := "\n"
	if strings.HasSuffix(lines[0], "\r\n") {
		newline = "\r\n"
	}
	if from > 0 && !strings.HasSuffix(lines[from-1], "\n") {
		lines[from-1] += newline
	}
	return strings.Join(lines[:from], "") + strings.Join(by, newline) + newline + strings.Join(lines[to:], "")
}

// maxWidth is the length in bytes from which lines are broken.
const maxWidth = 150

// put sets an entry of the mapping at a path to a list, or to a list of lists if there are several. It replaces the entry with this key; if there is
// none, the new entry stands before the entry with the key before, or at the end.
func put(text string, path []string, before, key string, lists []string) (string, error) {
	root, err := rootOf(text)
	if err != nil {
		return "", err
	}
	n, inner := mappingAt(root, path)
	inline := lists[0]
	if len(lists) > 1 {
		inline = "[" + strings.Join(lists, ", ") + "]"
	}
	if n == nil || n.Kind != yaml.MappingNode || len(n.Content) == 0 {
		return insert(text, path, key, inline)
	}
	indent := n.Content[0].Column - 1
	var block []string
	if inner != "" {
		block, before = []string{strings.Repeat(" ", indent) + inner + ":"}, "fields"
		indent += 2
	}
	if len(lists) == 1 {
		block = append(block, broken(strings.Repeat(" ", indent)+key+": "+inline, indent+2)...)
	} else {
		block = append(block, strings.Repeat(" ", indent)+key+":")
		for _, list := range lists {
			block = append(block, broken(strings.Repeat(" ", indent)+"  - "+list, indent+4)...)
		}
	}
	flow := n.Style&yaml.FlowStyle != 0
	if old, value := entry(n, strings.Trim(key, `"`)); old != nil && inner == "" {
		if !flow {
			return replaceLines(text, old.Line-1, entryEnd(text, old, indent, true), block), nil
		}
		at := offset(text, value)
		_, end := closing(text, at)
		return text[:at] + inline + text[end+1:], nil
	}
	if next, _ := entry(n, before); next != nil {
		if !flow {
			return replaceLines(text, next.Line-1, next.Line-1, block), nil
		}
		at := offset(text, next)
		return text[:at] + key + ": " + inline + ", " + text[at:], nil
	}
	if flow {
		return insert(text, path, key, inline)
	}
	end := entryEnd(text, n.Content[len(n.Content)-2], n.Content[0].Column-1, true)
	return replaceLines(text, end, end, block), nil
}

// mappingAt returns the mapping at a path, nil if there is none. If only the last step is missing, and can be created as a block in the mapping
// around it, it returns that mapping, and the name of the step.
func mappingAt(n *yaml.Node, path []string) (at *yaml.Node, missing string) {
	for i, name := range path {
		outer := n
		if n = child(n, name); n == nil {
			if i == len(path)-1 && outer.Style&yaml.FlowStyle == 0 {
				return outer, name
			}
			return nil, ""
		}
	}
	return n, ""
}

// broken breaks a line after commas if it is longer than maxWidth. indent is the indentation of the following lines.
func broken(line string, indent int) (lines []string) {
	for len(line) > maxWidth {
		i := strings.LastIndex(line[:maxWidth], ", ")
		if i < 0 {
			break
		}
		lines = append(lines, line[:i+1])
		line = strings.Repeat(" ", indent) + line[i+2:]
	}
	return append(lines, line)
}
