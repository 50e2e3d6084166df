package infer_test

import (
	"strings"
	"testing"
)

// TestMembersOfOneObject checks that a member is no tag within a line if only one object has the members that it would determine, and that it is one if
// two have them.
func TestMembersOfOneObject(t *testing.T) {
	usual := `{"type":"error","data":{"errorType":"config","message":"a b"}}
{"type":"error","data":{"errorType":"models","message":"c d"}}
{"type":"error","data":{"errorType":"config","message":"e f"}}
{"type":"error","data":{"errorType":"config","message":"g h"}}
{"type":"text","text":"i j"}
`
	full := `{"type":"error","data":{"errorType":"query","message":"a b","status":400,"call":"c d","request":"e f","stack":"g h"}}` + "\n"
	if yaml := string(inferred("log", []byte(usual+full))); !strings.Contains(yaml, "status?: int") || strings.Contains(yaml, "tag: errorType") {
		t.Errorf("one object chooses a record:\n%s", yaml)
	}
	if yaml := string(inferred("log", []byte(usual+full+full))); !strings.Contains(yaml, "tag: errorType") {
		t.Errorf("two objects choose no record:\n%s", yaml)
	}
}
