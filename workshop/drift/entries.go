package drift

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/ndwire/ndwire/workshop/draft"
)

// This file changes entries of a declaration as text: it removes them, and marks a member as optional or as never null.

// neverNull writes that a required member of type json cannot be null: what is written for its zero value.
func neverNull(text string, path []string) (string, error) {
	n, _, err := nodeAt(text, path)
	switch {
	case err != nil:
		return "", err
	case n.Kind != yaml.MappingNode:
		return replaceType(text, path, "{type: json, zero: {}}", false)
	case child(n, "zero") != nil:
		return text, nil
	}
	return insert(text, path, "zero", "{}")
}

// markOptional writes a question mark after the name of the member at a path.
func markOptional(text string, path []string) (string, error) {
	_, flow, err := nodeAt(text, path)
	if err != nil {
		return "", err
	}
	last := len(path) - 1
	fields, _, err := nodeAt(text, path[:last])
	if err != nil {
		return "", err
	}
	key, _ := entry(fields, path[last])
	at, end := span(text, key)
	name := draft.Plain(key.Value + "?")
	if flow {
		name = draft.FlowText(key.Value + "?")
	}
	return text[:at] + name + text[end:], nil
}

// remove removes an entry of the long form of the member at a path, if it has this entry.
func remove(text string, path []string, key string) (string, error) {
	n, _, err := nodeAt(text, path)
	if err != nil {
		return "", err
	}
	return removeEntry(text, n, key, true)
}

// removeGetter removes a getter, and the mapping of getters with the last one.
func removeGetter(text string, path []string) (string, error) {
	n, err := rootOf(text)
	if err != nil {
		return "", err
	}
	union := child(child(n, path[0]), path[1])
	getters := child(union, path[2])
	if child(getters, path[3]) != nil && len(getters.Content) == 2 {
		return removeEntry(text, union, path[2], false)
	}
	return removeEntry(text, getters, path[3], false) // it can be gone already, with another member
}

// removeEntry removes an entry of a mapping, if it has this entry and others. It returns an error for lines with comments if these must be kept.
func removeEntry(text string, n *yaml.Node, key string, keep bool) (string, error) {
	if n == nil || n.Kind != yaml.MappingNode || len(n.Content) == 2 {
		return text, nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		switch k := n.Content[i]; {
		case k.Value != key:
		case n.Style&yaml.FlowStyle == 0:
			return removeLines(text, k, n.Content[0].Column-1, keep)
		case i+2 < len(n.Content):
			return text[:offset(text, k)] + text[offset(text, n.Content[i+2]):], nil
		default:
			last, _ := closing(text, offset(text, n))
			return strings.TrimRight(text[:offset(text, k)], " ,\n\t") + text[last:], nil
		}
	}
	return text, nil
}

// removeLines removes the lines of an entry, by the indentation of its key. It returns an error if something else is before the key, or for comments that
// must be kept.
func removeLines(text string, key *yaml.Node, indent int, keep bool) (string, error) {
	lines := strings.SplitAfter(text, "\n")
	from, to := key.Line-1, entryEnd(text, key, indent, true)
	if strings.TrimSpace(lines[from][:indent]) != "" || keep && strings.Contains(strings.Join(lines[from:to], ""), "#") {
		return "", fmt.Errorf("drift: line %d: remove %s by hand", key.Line, key.Value)
	}
	return strings.Join(lines[:from], "") + strings.Join(lines[to:], ""), nil
}
