package gen_test

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/gen"
	"github.com/ndwire/ndwire/spec"
)

// specs are the specs of this project.
func specs(t *testing.T) []*spec.Model {
	t.Helper()
	paths, err := filepath.Glob("../spec/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no specs: %v", err)
	}
	var models []*spec.Model
	for _, path := range paths {
		m, err := spec.Load(path)
		if err != nil {
			t.Fatal(err)
		}
		models = append(models, m)
	}
	return models
}

func compareFile(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, got) {
		t.Errorf("%s is not what the specs say; run go generate in the project's folder (-want +got):\n%s", path,
			cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")))
	}
}

// TestDocsAreCurrent checks that the pages about protocols are those that are generated from the specs.
func TestDocsAreCurrent(t *testing.T) {
	models := specs(t)
	pages := gen.Docs(models)
	for _, page := range pages {
		compareFile(t, filepath.Join("../docs/protocols", page.Name), page.Data)
	}
	there, err := filepath.Glob("../docs/protocols/*")
	if err != nil || len(there) != len(pages) {
		t.Errorf("docs/protocols has %d files, want %d: %v", len(there), len(pages), err)
	}
	slices.Reverse(models)
	if !reflect.DeepEqual(pages, gen.Docs(models)) {
		t.Error("the order of the specs makes other pages")
	}
}

// TestDocs checks the page about a spec with all constructs of the language.
func TestDocs(t *testing.T) {
	const text = `ndwire: 1
protocol: chat
package: chat
since: 0.9
line: Line
unions:
  Line:
    doc: is a line.
    source: chat.d.ts:1
    tag: type
    cases:
      said: {to: Said, doc: "was < said", since: 2.0}
      old: {tag: [body.kind, kind], cases: {a: Old, b: Old}, otherwise: json, absent: Old, source: "chat.d.ts:2"}
      typing: json
      ack: {has: {error: Failed}, otherwise: {to: Done, since: 1.7, deprecated: "Send an error."}}
    absent: {to: json, doc: a heartbeat, source: "chat.d.ts:5"}
  Part: {of: Line, cases: [said]}
  Content: {kinds: {string: Text, array: {go: List, type: "Block[]", doc: pieces}, object: {go: Any, type: json, why: it is open}}}
  Block: {tag: type, cases: {text: TextBlock}, unknown: OtherBlock}
  Step: {tag: t, content: c, cases: {start: TextBlock, wait: null}}
  Result: {tag: code, cases: {1: Failed}, otherwise: Done}
records:
  Base: {fields: {id: uuid}}
  Said:
    doc: |
      Something that was said
      by <somebody>.
    source: chat.d.ts:3
    since: 1.0
    embed: Base
    open: true
    fields:
      content: Content
      mood?: {type: Mood | null, since: 1.5, source: "chat.d.ts:4"}
      times?: {type: int, default: 1, alias: [count], doc: how often, deprecated: "Use counts."}
      more: {type: Extra, inline: accepted}
      version: {const: v2}
      counts: map<string, int[]>
    go_fields: {Wait: {go: func(), doc: not sent}}
  Extra: {string: Word, fields: {all: {type: Base2, inline: always}, tree?: {type: TextBlock, lazy: true}}}
  Base2: {fields: {free?: {type: "json[]", why: nobody knows}}}
  Old:
    tag: kind
    fields:
      kind?: {type: string, go: Sort}
      body?: {type: Body, when: [a]}
  Body: {fields: {kind: string}}
  Failed:
    fields:
      error: string
      steps?: Step[]
      result?: encoded<Result> | null
      addresses?: {type: "string[]", go_type: net/netip.Addr}
  Done: {deprecated: "Nobody says so any more."}
  TextBlock: {fields: {text: string}}
enums:
  Mood: {doc: is how it was said., values: {happy: {go: Happy, since: 1.5, doc: with a laugh}, sad: {go: Sad, deprecated: "Use happy."}}}
`
	m, err := spec.Parse("chat.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range gen.Docs([]*spec.Model{m}) {
		compareFile(t, filepath.Join("testdata/docs", page.Name), page.Data)
	}
}

// TestUntypedMembers checks that every member of type json has a reason in its doc. Members with these names have a known shape, and must be
// typed.
func TestUntypedMembers(t *testing.T) {
	typed := []string{"message", "event", "usage", "attachment"}
	for _, m := range specs(t) {
		check := func(name, member string, f *spec.Type, why string) {
			for ; f != nil; f = f.Elem {
				if f.Kind != spec.JSON {
					continue
				}
				if why == "" {
					t.Errorf("%s: %s.%s is json: say why", m.File, name, member)
				}
				if slices.Contains(typed, member) {
					t.Errorf("%s: %s.%s has a known shape: it must not be json", m.File, name, member)
				}
			}
		}
		for _, u := range m.Unions {
			for _, variant := range u.Variants {
				check(u.Name, string(variant.JSON), variant.Type, variant.Why)
			}
		}
		for _, r := range m.Records {
			for _, f := range r.Fields {
				check(r.Name, f.Name, f.Type, f.Why)
			}
		}
	}
}

// TestEverythingHasSourceAndSince checks that every union, variant, record, member and value has a source and a version, of its own or of the
// declaration around it.
func TestEverythingHasSourceAndSince(t *testing.T) {
	for _, m := range specs(t) {
		if m.Since == "" {
			t.Errorf("%s: no `since:` for what says none", m.File)
		}
		check := func(name string, list ...spec.About) {
			for _, a := range list {
				if a.Source != "" {
					return
				}
			}
			t.Errorf("%s: %s has no source, and stands in nothing that has one", m.File, name)
		}
		for _, u := range m.Unions {
			check(u.Name, u.About)
			for _, variant := range u.Variants {
				check(u.Name+"."+variant.GoName, variant.About, u.About)
			}
			for _, r := range u.Cases {
				check(u.Name+"."+r.Name, r.About, u.About)
			}
		}
		for _, r := range m.Records {
			check(r.Name, r.About)
			for _, f := range r.Fields {
				check(r.Name+"."+f.Name, f.About, r.About)
			}
		}
		for _, e := range m.Enums {
			check(e.Name, e.About)
			for _, v := range e.Values {
				check(e.Name+"."+v.GoName, v.About, e.About)
			}
		}
	}

	// Each row of the pages has them.
	column := map[string]int{}
	var all strings.Builder
	for _, page := range gen.Docs(specs(t)) {
		all.Write(page.Data)
	}
	for line := range strings.Lines(all.String()) {
		cells := strings.Split(strings.ReplaceAll(strings.TrimSpace(line), `\|`, "/"), "|")
		switch {
		case !strings.HasPrefix(line, "| "):
			if !strings.HasPrefix(line, "|") {
				clear(column)
			}
		case len(column) == 0:
			for i, head := range cells {
				column[strings.TrimSpace(head)] = i
			}
		case column["since"] > 0 && !strings.HasPrefix(line, "| anything else "):
			for _, name := range []string{"source", "since"} {
				if strings.TrimSpace(cells[column[name]]) == "" {
					t.Errorf("no %s: %s", name, line)
				}
			}
		}
	}
}
