package drift

import (
	"errors"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/ndwire/ndwire/workshop/draft"
)

// This file writes another type in the place of a declared one, as text.

// replaceType gives the member at a path another type, or a long form in braces. A default behind the type (`int = 0`) stays if keep is set.
func replaceType(text string, path []string, typ string, keep bool) (string, error) {
	n, flow, err := nodeAt(text, path)
	if err != nil {
		return "", err
	}
	if n.Kind == yaml.MappingNode {
		inner := child(n, "type")
		switch {
		case inner != nil:
			flow = flow || n.Style&yaml.FlowStyle != 0
			n = inner
		case child(n, "const") != nil && (len(n.Content) > 2 || n.Style&yaml.FlowStyle == 0):
			return replaceConst(text, n, typ), nil
		case len(n.Content) != 2 || n.Content[0].Value != "const" || n.Style&yaml.FlowStyle == 0:
			return "", fmt.Errorf("drift: line %d has no type to change", n.Line)
		}
	}
	if _, value, ok := strings.Cut(n.Value, " = "); ok && keep && n.Kind == yaml.ScalarNode {
		typ += " = " + value
	}
	if flow && typ[0] != '{' {
		typ = draft.Flow(typ)
	}
	at, end := span(text, n)
	switch {
	case n.Kind == yaml.MappingNode:
		_, bracket := closing(text, at)
		end = bracket + 1
	case n.Kind != yaml.ScalarNode:
		return "", fmt.Errorf("drift: line %d has no type to change", n.Line)
	case n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) == 0 && !strings.HasPrefix(text[at:], n.Value):
		return "", fmt.Errorf("drift: line %d has a type on several lines", n.Line)
	}
	return text[:at] + typ + aligned(text[end:], len(typ)-(end-at)), nil
}

// aligned moves the comment at the end of the first line to the left by as many characters as the text in front has become longer, or to the right if it has
// become shorter. At least two spaces stay.
func aligned(text string, longer int) string {
	line, _, _ := strings.Cut(text, "\n")
	at := strings.LastIndex(line, "  #")
	if at < 0 {
		return text
	}
	before := strings.TrimRight(line[:at], " ")
	return before + strings.Repeat(" ", max(2, at+2-len(before)-longer)) + text[at+2:]
}

// replaceVariant gives the variant at a path of a union by JSON type another type, unless the original already has another type than the text.
func replaceVariant(was *yaml.Node, text string, path []string, typ string) (string, error) {
	n, err := rootOf(text)
	if err != nil {
		return "", err
	}
	for _, name := range path {
		n, was = child(n, name), child(was, name)
	}
	typeOf := func(n *yaml.Node) string {
		if inner := child(n, "type"); inner != nil {
			return inner.Value
		}
		return ""
	}
	switch now := typeOf(n); now {
	case typ:
		return text, nil
	case typeOf(was):
	default:
		return "", errors.New("another member changes the same union: apply this patch, then make another one")
	}
	if n == nil || n.Kind != yaml.ScalarNode { // the long form, which has a type
		return replaceType(text, path, typ, false)
	}
	at := offset(text, n)
	if !strings.HasPrefix(text[at:], n.Value) {
		return "", fmt.Errorf("drift: line %d: give the variant a type by hand", n.Line)
	}
	return text[:at] + "{go: " + n.Value + ", type: " + draft.Flow(typ) + "}" + text[at+len(n.Value):], nil
}

// replaceConst writes a type in the place of the `const:` of a member's long form.
func replaceConst(text string, n *yaml.Node, typ string) string {
	key, value := entry(n, "const")
	if n.Style&yaml.FlowStyle != 0 {
		typ = draft.Flow(typ)
	}
	_, end := span(text, value)
	return text[:offset(text, key)] + "type: " + typ + text[end:]
}
