package drift

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/ndwire/ndwire/internal/printable"
	"github.com/ndwire/ndwire/workshop/draft"
)

// This file has the changes for payloads: values whose tag is a sibling (`by:`). The record of a case takes only objects. If lines have other values, the
// case must lead to json, which takes any value; programs then read all its payloads as raw JSON. No other type keeps the record, because
// the cases of a union with a tag are records.

// name returns the key of a branch as the spec writes it.
func (a *branch) name() string {
	var text string
	switch {
	case a.key != "":
		return a.key
	case a.literal[0] == '"' && json.Unmarshal([]byte(a.literal), &text) == nil:
		return draft.Plain(text)
	}
	return a.literal
}

// byHand returns the advice for changing the branch by hand.
func (a *branch) byHand(seen string) string {
	name, to := printable.Text(a.name()), a.target()+", which"
	if a.rec != nil {
		to = "the record " + to
	}
	advice := "write `" + name + ": json`"
	if a.next != nil {
		advice += " in the place of the discriminator"
	}
	return fmt.Sprintf("%v: %s leads to %s takes only objects, and lines have %s: %s by hand; programs then read its payloads as raw JSON", a.pos, name, to, seen, advice)
}

// target returns the name of the record to which the branch leads.
func (a *branch) target() string {
	if a.rec != nil {
		return a.rec.spec.Name
	}
	return "a discriminator"
}

// toJSON writes json for the record or the discriminator of the branch. The position is that in the original.
func (a *branch) toJSON(original, text string) (string, error) {
	was, err := rootOf(original)
	if err != nil {
		return "", err
	}
	var path []string
	if a.key != "" {
		if path, err = pathOf(original, a.pos); err != nil {
			return "", err
		}
		path = append(path, a.key)
	} else {
		path = findPath(was, nil, func(key, _ *yaml.Node, path []string) bool { return path[0] == "unions" && isAt(key, a.pos) })
	}
	n, err := rootOf(text)
	if err != nil {
		return "", err
	}
	outer := n
	for _, key := range path {
		outer, n = n, child(n, key)
	}
	if n != nil && n.Kind == yaml.MappingNode && child(n, "to") == nil {
		return replaceMapping(text, outer, path[len(path)-1], n), nil
	}
	if to := child(n, "to"); to != nil {
		n = to
	}
	if n == nil || n.Kind != yaml.ScalarNode || len(path) == 0 {
		return "", fmt.Errorf("drift: %v: there is no record to replace", a.pos)
	}
	at, end := span(text, n)
	return text[:at] + "json" + text[end:], nil
}

// replaceMapping writes json for a mapping, the value of a key of outer. Comments at the end of a line, such as counts, go with the case on that line.
// Comments on lines of their own are then in front of the key.
func replaceMapping(text string, outer *yaml.Node, name string, n *yaml.Node) string {
	if n.Style&yaml.FlowStyle != 0 {
		at := offset(text, n)
		_, bracket := closing(text, at)
		return text[:at] + "json" + text[bracket+1:]
	}
	key, _ := entry(outer, name)
	end := entryEnd(text, key, outer.Content[0].Column-1, true)
	lines := strings.SplitAfter(text, "\n")
	first := strings.TrimRight(lines[key.Line-1], "\r\n")
	before, comment, _ := strings.Cut(first, " #")
	var kept []string
	for _, line := range lines[key.Line:end] {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "#") {
			kept = append(kept, strings.Repeat(" ", key.Column-1)+line)
		}
	}
	if comment != "" {
		comment = "  #" + comment
	}
	return replaceLines(text, key.Line-1, end, append(kept, strings.TrimRight(before, " ")+" json"+comment))
}

// isReplaced reports whether one of the edits that were made writes json for q, or for a discriminator above it: then any value of its tag is expected.
func isReplaced(q *discriminator, edits []edit, refused []string) bool {
	for n, e := range edits {
		if e.payload != nil && refused[n] == "" && e.payload.leadsTo(q) {
			return true
		}
	}
	return false
}

// leadsTo reports whether the branch leads to a discriminator, or to one above it.
func (a *branch) leadsTo(q *discriminator) bool {
	if a == nil || a.next == nil {
		return false
	}
	if a.next.node == q.node || a.next.otherwise.leadsTo(q) || a.next.absent.leadsTo(q) {
		return true
	}
	for _, inner := range a.next.branches {
		if inner.leadsTo(q) {
			return true
		}
	}
	return slices.ContainsFunc(a.next.literals, func(inner *branch) bool { return inner.leadsTo(q) })
}
