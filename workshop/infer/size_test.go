package infer_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// TestSize checks that a spec has at most four lines for each name that the members of a sample have, also in JSON in texts, without its head.
func TestSize(t *testing.T) {
	for name, data := range samples(t) {
		names := map[string]bool{}
		for line := range bytes.Lines(data) {
			var v any
			if json.Unmarshal(line, &v) == nil {
				collectNames(v, names)
			}
		}
		_, body, _ := strings.Cut(string(inferred(name, data)), "\nline: ")
		lines := 0
		for line := range strings.Lines(body) {
			if strings.TrimSpace(line) != "" {
				lines++
			}
		}
		if lines > 4*len(names) {
			t.Errorf("%s: %d lines for %d names", name, lines, len(names))
		}
	}
}

func collectNames(v any, names map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		for name, value := range v {
			names[name] = true
			collectNames(value, names)
		}
	case []any:
		for _, e := range v {
			collectNames(e, names)
		}
	case string:
		var inside map[string]any
		if json.Unmarshal([]byte(v), &inside) == nil {
			collectNames(inside, names)
		}
	}
}
