package infer_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/spec"
)

// TestMergedExternal checks that the objects at a place are no external union if another place, whose objects are of the same type, has other values.
func TestMergedExternal(t *testing.T) {
	lines := `{"type":"start","role":{"start":{"stream":{"err":{}}}}}
{"type":"start","took":{"start":{"stream":[]}}}
{"type":"start","role":{"start":{"stream":{"done":{}}}}}
`
	yaml := inferred("log", []byte(lines))
	m, err := spec.Parse("spec.yaml", yaml)
	if err != nil {
		t.Fatalf("%v\n%s", err, yaml)
	}
	noDrift(t, m, yaml, []byte(lines))
}

// TestKindsWithSameMembers checks that lines of any kinds have no drift from their spec, if members of the same names have values of any form in them: names
// around objects, lists of these, inputs of tools, messages with roles.
func TestKindsWithSameMembers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		around := func(kind string) string {
			name := rapid.SampledFrom([]string{"ok", "err", "step", kind + "_own"}).Draw(t, "around")
			return fmt.Sprintf(`{"%s":%s}`, name, rapid.SampledFrom([]string{`{}`, `{"x":1}`, `{"x":2,"y":"a b"}`, `{"stream":[]}`, `{"stream":{"ok":{}}}`}).Draw(t, "inner"))
		}
		value := func(form, kind string) string {
			switch form {
			case "around":
				return around(kind)
			case "list":
				var list []string
				for range rapid.IntRange(0, 3).Draw(t, "length") {
					list = append(list, around(kind))
				}
				return "[" + strings.Join(list, ",") + "]"
			case "tool":
				return rapid.SampledFrom([]string{`{"name":"sh","arguments":{"command":"a b"}}`, `{"name":"ed","arguments":{"command":"a b","path":"/x"}}`, `{"name":"ed","arguments":null}`}).Draw(t, "tool")
			case "message":
				return rapid.SampledFrom([]string{`{"role":"user","text":"a b"}`, `{"role":"bot","text":"a b","model":"m n"}`, `{"role":"bot","text":"a b"}`}).Draw(t, "message")
			}
			return rapid.SampledFrom([]string{`0`, `7`, `2.5`, `12.50`, `"low"`, `"high"`, `"a b"`, `null`, `{}`, `[]`}).Draw(t, "scalar")
		}
		kinds := []string{"start", "stop", "move"}
		forms := map[string]string{}
		for _, kind := range kinds {
			for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"next", "result", "message", "took"}), 1, 3, rapid.ID[string]).Draw(t, "members") {
				forms[kind+name] = rapid.SampledFrom([]string{"around", "around", "list", "list", "tool", "message", "scalar"}).Draw(t, "form")
			}
		}
		var log strings.Builder
		for range rapid.IntRange(3, 30).Draw(t, "lines") {
			kind := rapid.SampledFrom(kinds).Draw(t, "kind")
			fmt.Fprintf(&log, `{"type":"%s"`, kind)
			for _, name := range []string{"next", "result", "message", "took"} {
				if form := forms[kind+name]; form != "" {
					fmt.Fprintf(&log, `,"%s":%s`, name, value(form, kind))
				}
			}
			log.WriteString("}\n")
		}
		checked(t, inferred("log", []byte(log.String())), log.String())
	})
}
