package spec

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func TestUnused(t *testing.T) {
	tests := []struct {
		name, more string // what follows a spec of one line
		types      string // the value of `types:`
		want       []string
	}{
		{name: "all is reached", more: "  B: {}\n", want: []string{"record B"}},
		{name: "named under types", more: "  B: {}\n", types: "[B]"},
		{name: "one name alone", more: "  B: {}\n", types: "B"},
		{name: "what a named type leads to", more: "  B: {fields: {c: C}}\n  C: {}\n", types: "[B]"},
		{name: "only the first of what leads to each other", more: "  B: {fields: {\"c?\": C}}\n  C: {fields: {\"b?\": B}}\n", want: []string{"record B"}},
		{name: "only what leads to the others", more: "  C: {}\n  B: {fields: {c: \"C[]\"}}\n", want: []string{"record B"}},
		{name: "embedded by what is unused", more: "  B: {embed: C}\n  C: {fields: {n: int}}\n", want: []string{"record B"}},
		{name: "a field in Go", more: "  B: {}\n  C: {}\n  D: {fields: {b: int}, go_fields: {Call: \"func(*B) io.C\"}}\n", types: "[D]", want: []string{"record C"}},
		{name: "an enum", more: "enums:\n  E: {values: [a]}\n", want: []string{"enum E"}},
		{name: "constants for texts", more: "enums:\n  E: {untyped: true, values: [a]}\n"},
		{name: "the keys of a map", more: "  B: {fields: {m: \"map<E, int>\"}}\nenums:\n  E: {values: [a]}\n", types: "[B]"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text := "ndwire: 1\nprotocol: a\npackage: a\nline: Line\n"
			if test.types != "" {
				text += "types: " + test.types + "\n"
			}
			text += "unions:\n  Line: {tag: type, cases: {a: A}}\n  Part: {of: Line, cases: [a]}\nrecords:\n  A: {}\n" + test.more
			m, err := Parse("a.yaml", []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, n := range m.Notes {
				msg, _, _ := strings.Cut(strings.TrimPrefix(n.Msg, "no line has the "), ":")
				got = append(got, msg)
				if name := msg[strings.LastIndexByte(msg, ' ')+1:]; !strings.HasPrefix(n.Source[n.Pos.Column-1:], name+":") {
					t.Errorf("the note is at %v, %q", n.Pos, n.Source)
				}
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestCutProse checks that a text for people with a number sign has a note if the sign begins a comment by mistake.
func TestCutProse(t *testing.T) {
	for _, test := range []struct{ doc, want string }{
		{"doc: as told in #12 of the list", "8:21"},
		{"doc: \"as told in #12\"", ""},
		{"doc: as told # by whom?", ""},
		{"doc: as told  ## by whom?", ""},
		{"deprecated: Use #a.", "8:21"},
		{"fields: {doc: string, source: int}   #later", ""},
		{"fields:\n      doc: string #later", ""},
	} {
		m, err := Parse("a.yaml", []byte("ndwire: 1\nprotocol: a\npackage: a\nline: Line\nunions: {Line: {tag: type, cases: {a: A}}}\nrecords:\n  A:\n    "+test.doc+"\n"))
		if err != nil {
			t.Errorf("%s: %v", test.doc, err)
			continue
		}
		got := ""
		for _, n := range m.Notes {
			got = strings.TrimPrefix(n.Pos.String(), "a.yaml:")
		}
		if got != test.want {
			t.Errorf("%s: a note at %q, want %q", test.doc, got, test.want)
		}
	}
}

// TestOurSpecsUseAll checks that the specs of this project have no unused declarations.
func TestOurSpecsUseAll(t *testing.T) {
	names, err := fs.Glob(Files, "*.yaml")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		m, err := LoadFS(Files, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range m.Notes {
			t.Errorf("%v", n)
		}
	}
}

// TestInnerUnionsAreUsed checks that a union that a case leads to, at any depth, counts as used.
func TestInnerUnionsAreUsed(t *testing.T) {
	m, err := Parse("a.yaml", []byte(`ndwire: 1
protocol: a
package: a
line: Line
unions:
  Line: {tag: type, cases: {a: Inner}}
  Inner: {tag: name, cases: {b: {tag: sort, cases: {c: Deep}}}}
  Deep: {has: {n: A}}
records:
  A: {fields: {n: int}}
`))
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range m.Notes {
		t.Errorf("%v: %s", n.Pos, n.Msg)
	}
}

// TestUnusedImports checks that an import is noted if no member or variant has one of its types.
func TestUnusedImports(t *testing.T) {
	files := fstest.MapFS{
		"sdk.yaml": {Data: []byte("ndwire: 1\nprotocol: s\npackage: s\nimport: example.com/s\nrecords: {A: {}}\n")},
		"a.yaml": {Data: []byte("ndwire: 1\nprotocol: a\npackage: a\nimports: {one: sdk.yaml, two: sdk.yaml, three: sdk.yaml}\n" +
			"unions: {U: {kinds: {object: {go: O, type: two.A}}}}\nrecords: {B: {fields: {a: one.A}}}\n")},
	}
	m, err := LoadFS(files, "a.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Notes) != 1 || m.Notes[0].Msg != "no member has a type of the import three: remove it" || m.Notes[0].Pos.Column != 41 {
		t.Errorf("the notes are %v", m.Notes)
	}
}

// TestCaseOfAKey checks that there is a note about a case whose text is a key of discriminators, unless it is in quotes.
func TestCaseOfAKey(t *testing.T) {
	m, err := Parse("a.yaml", []byte("ndwire: 1\nprotocol: a\npackage: a\nline: Line\nunions:\n  Line: {tag: type, cases: {a: A, otherwise: B, \"absent\": C}}\n"+
		"  Has: {has: {absent: D}}\ntypes: [Has]\nrecords: {A: {}, B: {}, C: {}, D: {fields: {absent: int}}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	const want = "a.yaml:6:35: \"otherwise\" is a value of the tag here; if the key `otherwise:` is meant, write it beside the cases, else put the text in quotes"
	if got := m.Notes.Error(); !strings.HasPrefix(got, want) || len(m.Notes) != 1 {
		t.Errorf("notes %q, want %q", got, want)
	}
}
