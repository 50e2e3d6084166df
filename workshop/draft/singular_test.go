package draft

import "testing"

func TestSingular(t *testing.T) {
	for name, want := range map[string]string{
		"tools": "tool", "toolCalls": "toolCall", "entries": "entry", "matches": "match", "boxes": "box", "processes": "process", "pushes": "push",
		"children": "child", "Children": "Child", "people": "person", "indices": "index", "statuses": "status", "aliases": "alias", "caches": "cache",
		"status": "status", "alias": "alias", "analysis": "analysis", "address": "address", "series": "series", "cookies": "cookie", "responses": "response",
		"pdus": "pdu", "cpus": "cpu", "bus": "bus", "plus": "plus", "focus": "focus", "content": "block", "contents": "block", "tableOfContents": "tableOfContent", "s": "s", "": "",
	} {
		if got := Singular(name); got != want {
			t.Errorf("Singular(%q) is %q, not %q", name, got, want)
		}
	}
}
