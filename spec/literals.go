package spec

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"
)

// quoteJSON returns the JSON literal of a text.
func quoteJSON(text string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(text); err != nil {
		panic(err) // a string can always be encoded
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// unquoteJSON returns the text of a JSON literal that is a string.
func unquoteJSON(literal string) (string, bool) {
	var text string
	if !strings.HasPrefix(literal, `"`) || json.Unmarshal([]byte(literal), &text) != nil {
		return "", false
	}
	return text, true
}

// literal returns the JSON literal of a YAML scalar: true, false, null and numbers are themselves; other plain words are strings.
func (f *file) literal(n *yaml.Node) (string, bool) {
	if broken(n) {
		return "", false
	}
	if n.Kind != yaml.ScalarNode {
		f.errorf(f.nodePos(n), "expected a JSON literal (a word, a number, true, false or null), found %s", describe(n))
		return "", false
	}
	switch n.Tag {
	case "!!str", "!!timestamp":
		if n.Style == 0 && isNumberText(n.Value) { // one that the YAML parser takes for a text, since a float64 cannot hold it: 1e400
			return n.Value, true
		}
		return quoteJSON(n.Value), true
	case "!!bool", "!!null", "!!int", "!!float":
		if !json.Valid([]byte(n.Value)) {
			break
		}
		return n.Value, true
	}
	f.errorf(f.nodePos(n), "%s is not written as in JSON; write true, false, null or a decimal number, or put the text in quotes", describe(n))
	return "", false
}

// isNumberText reports whether a text is a number of JSON.
func isNumberText(text string) bool {
	return text != "" && (text[0] == '-' || text[0] >= '0' && text[0] <= '9') && json.Valid([]byte(text))
}

// parseLiteral reads the default of a short field: JSON, or a bare word, which is a string.
func parseLiteral(text string) (string, bool) {
	switch {
	case text == "":
		return "", false
	case text[0] == '"':
		s, ok := unquoteJSON(text)
		return quoteJSON(s), ok
	case text[0] == '{' || text[0] == '[':
		var b bytes.Buffer
		if json.Compact(&b, []byte(text)) != nil {
			return "", false
		}
		return b.String(), true
	case json.Valid([]byte(text)):
		return text, true
	case strings.ContainsAny(text, " \t\"'|=<>()[]{},"):
		return "", false
	case text[0] == '-' || text[0] >= '0' && text[0] <= '9':
		return "", false // not a number of JSON: 007, 0x10
	}
	return quoteJSON(text), true
}

// sameLiteral reports whether two JSON literals are the same value, such as 1 and 1.0. No literal is the same as "".
func sameLiteral(a, b string) bool {
	if a == b || a == "" || b == "" || a[0] == '"' || b[0] == '"' {
		return a == b
	}
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	return errX == nil && errY == nil && x == y
}

// holds reports whether the literal is a value of type t. A nil type, which could not be resolved, holds every literal.
func (t *Type) holds(literal string) bool {
	if t == nil {
		return true
	}
	switch t.Kind {
	case String, UUID:
		return literal[0] == '"'
	case EnumType:
		return t.Enum.holds(literal)
	case Bool:
		return literal == "true" || literal == "false"
	case Int:
		return isInteger(literal, 32)
	case Int64:
		return isInteger(literal, 64)
	case Uint64:
		_, err := strconv.ParseUint(literal, 10, 64)
		return err == nil
	case Number:
		v, err := strconv.ParseFloat(literal, 64)
		return err == nil && v-v == 0
	case Time:
		text, ok := unquoteJSON(literal)
		at, err := time.Parse(time.RFC3339Nano, text)
		return ok && err == nil && strings.HasSuffix(text, "Z") && at.Format(time.RFC3339Nano) == text
	case Seconds, Milliseconds:
		n, err := strconv.ParseInt(literal, 10, 64)
		return err == nil && literal != "-0" && n > -1<<53 && n < 1<<53
	case Decimal:
		return literal[0] == '-' || literal[0] >= '0' && literal[0] <= '9'
	case RecordType:
		return literal == "{}"
	}
	return false
}

// holds reports whether the literal is one of the values, or Go's zero value.
func (e *Enum) holds(literal string) bool {
	if e.Int {
		return literal == "0" || e.value(literal) != nil
	}
	text, ok := unquoteJSON(literal)
	return ok && (text == "" || e.value(text) != nil)
}

// isInteger reports whether a literal is an integer of so many bits.
func isInteger(literal string, bits int) bool {
	_, err := strconv.ParseInt(literal, 10, bits)
	return err == nil && literal != "-0"
}
