package claudecode_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
)

// place is an object or array of a line, and the path to it.
type place struct {
	path  string
	value any
}

// places returns all objects and arrays of a value that satisfy want, in a fixed order.
func places(path string, v any, want func(p place) bool) []place {
	var list []place
	if p := (place{path, v}); want(p) {
		list = append(list, p)
	}
	switch v := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			list = append(list, places(path+"."+k, v[k], want)...)
		}
	case []any:
		for i, e := range v {
			list = append(list, places(fmt.Sprintf("%s[%d]", path, i), e, want)...)
		}
	}
	return list
}

func isObject(p place) bool { m, ok := p.value.(map[string]any); return ok && len(m) > 0 }

// odd are values of all types, and numbers and texts as they are seldom spelled.
var odd = []string{
	`null`, `true`, `false`, `""`, `"x"`, `7`, `-0`, `1.0`, `3e0`, `1e400`, `-1e-400`, `9007199254740993`, `1E-7`, `0.1`, `99999999999999999999`,
	`[]`, `{}`, `[1,"a",null,{"type":"x"}]`, `{"type":"brand_new","a":[{}]}`, `{"type":"text","text":"t"}`, `["a"]`, `"\ud83c"`,
	`"\u0000\"\\\/"`, `"conversation_compacted"`, `[[[[]]]]`,
}

func encode(t *rapid.T, v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func allLines(t testing.TB) [][]byte {
	return slices.Concat(readLines(t, "flat.ndjson"), readLines(t, "session.ndjson"), readLines(t, "kinds.ndjson"), readLines(t, "newer.ndjson"))
}

// read decodes and encodes a line, and checks that nothing was lost.
func read(t *rapid.T, line []byte) claudecode.Line {
	l, err := claudecode.UnmarshalLine(line)
	if err != nil {
		t.Fatalf("%v\n%s", err, line)
	}
	out, err := l.AppendJSON(nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, line)
	}
	var want, got any
	for v, data := range map[*any][]byte{&want: line, &got: out} {
		if err := decodeExactly(data, v); err != nil {
			t.Fatalf("%v\n%s", err, data)
		}
	}
	if !reflect.DeepEqual(want, got) {
		t.Fatalf("%s\nis written as\n%s", line, out)
	}
	// An assistant line with a subtype that there is not has it in Extra only, and Kind does not look there.
	kind, err := claudecode.Peek(line)
	if _, ok := l.(*claudecode.AssistantLine); ok {
		typ, _ := kind.Cut()
		kind = decoder.Kind(typ)
	}
	if err != nil || kind != l.Kind() {
		t.Fatalf("Peek %q, %v; Kind %q\n%s", kind, err, l.Kind(), line)
	}
	return l
}

// TestUnknownMembers checks that an unknown member, wherever it stands, is kept, and changes nothing else.
func TestUnknownMembers(t *testing.T) {
	lines := allLines(t)
	// A Raw is the same if it is but for the new member.
	raw := cmp.Comparer(func(a, b decoder.Raw) bool {
		var x, y any
		if len(a) == 0 || len(b) == 0 {
			return len(a) == len(b)
		}
		if decodeExactly(a, &x) != nil || decodeExactly(b, &y) != nil {
			return false
		}
		for _, v := range []any{x, y} {
			for _, p := range places("", v, isObject) {
				delete(p.value.(map[string]any), "brandNew")
			}
		}
		return reflect.DeepEqual(x, y)
	})
	record := func(p place) bool {
		m, ok := p.value.(map[string]any)
		for _, key := range []string{".trackedFileBackups", ".headers", ".modelUsage", ".fileStates"} {
			if strings.HasSuffix(p.path, key) {
				return false // a map: each member is one of its own
			}
		}
		return ok && len(m) > 0
	}
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.SampledFrom(lines).Draw(t, "line")
		var v any
		if err := decodeExactly(line, &v); err != nil {
			t.Fatal(err)
		}
		at := rapid.SampledFrom(places("", v, record)).Draw(t, "place")
		at.value.(map[string]any)["brandNew"] = json.RawMessage(rapid.SampledFrom(odd).Draw(t, "value"))
		before, after := read(t, line), read(t, encode(t, v))
		if d := cmp.Diff(before, after, raw, cmpopts.IgnoreTypes(decoder.Extra{})); d != "" {
			t.Fatalf("a new member at %s changes\n%s", at.path, d)
		}
	})
}

// TestOddValues puts values of other types, unknown cases, odd numbers and misplaced elements anywhere on a line, and removes members. Nothing
// may be lost, all other values must be read as before, and the Validator and the Tree must not panic.
func TestOddValues(t *testing.T) {
	lines := allLines(t)
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.SampledFrom(lines).Draw(t, "line")
		var v any
		if err := decodeExactly(line, &v); err != nil {
			t.Fatal(err)
		}
		top := v.(map[string]any)
		touched := map[string]bool{}
		for range rapid.IntRange(1, 3).Draw(t, "changes") {
			list := places("", v, func(p place) bool {
				a, ok := p.value.([]any)
				return isObject(p) || ok && len(a) > 0
			})
			if len(list) == 0 {
				break
			}
			at := rapid.SampledFrom(list).Draw(t, "place")
			value := json.RawMessage(rapid.SampledFrom(odd).Draw(t, "value"))
			switch m := at.value.(type) {
			case map[string]any:
				name := rapid.SampledFrom(slices.Sorted(maps.Keys(m))).Draw(t, "name")
				if at.path == "" {
					touched[name] = true
				}
				if _, tag := m[name].(string); tag && (name == "type" || name == "subtype") && rapid.Bool().Draw(t, "case") {
					m[name] = "brand_new"
				} else if rapid.IntRange(0, 4).Draw(t, "delete") == 0 {
					delete(m, name)
				} else {
					m[name] = value
				}
			case []any:
				m[rapid.IntRange(0, len(m)-1).Draw(t, "index")] = value
			}
		}
		changed := encode(t, top)
		l := read(t, changed)
		_ = claudecode.CheckLine(changed)
		var validator claudecode.Validator
		tree := claudecode.Tree{Keep: true}
		validator.Add(decoder.Pos{Line: 1, Length: 2}, l)
		tree.Add(decoder.Pos{Line: 1, Length: 2}, l)
		validator.Findings()
		tree.Threads()

		before := claudecode.EnvelopeOf(read(t, line))
		after := claudecode.EnvelopeOf(l)
		if before == nil || after == nil || touched["type"] {
			return
		}
		for name, same := range map[string]bool{
			"uuid": before.UUID == after.UUID, "timestamp": before.Timestamp == after.Timestamp, "sessionId": before.SessionID == after.SessionID,
			"parentUuid": cmp.Equal(before.ParentUUID, after.ParentUUID), "isSidechain": before.IsSidechain == after.IsSidechain,
			"gitBranch": before.GitBranch == after.GitBranch, "isMeta": before.IsMeta == after.IsMeta,
		} {
			if !same && !touched[name] {
				t.Fatalf("%s has changed:\n%s\n%s", name, line, changed)
			}
		}
	})
}

// FuzzLine checks that a reader, a Validator and a Tree do not panic for any bytes.
func FuzzLine(f *testing.F) {
	for _, line := range allLines(f) {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		l, err := claudecode.UnmarshalLine(line)
		if err != nil {
			return
		}
		out, err := l.AppendJSON(nil)
		if err != nil {
			t.Fatalf("%v: %q", err, line)
		}
		if _, err := claudecode.UnmarshalLine(out); err != nil {
			t.Fatalf("%v: %q from %q", err, out, line)
		}
		var validator claudecode.Validator
		var tree claudecode.Tree
		for range 2 {
			validator.Add(decoder.Pos{}, l)
			tree.Add(decoder.Pos{}, l)
		}
		validator.Findings()
		tree.Threads()
		tree.Sidechains()
		tree.Compactions()
	})
}
