package drift_test

import (
	"bytes"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/casetest"
	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/drift"
)

// TestManyMembers checks that an object with very many members is read in linear time, since quadratic time would be hours, and that a report is
// bounded.
func TestManyMembers(t *testing.T) {
	m, err := spec.Load("../../gen/testdata/inline/spec.yaml")
	if err != nil {
		t.Fatal(err)
	}
	c, err := drift.New(m)
	if err != nil {
		t.Fatal(err)
	}
	const n = 200_000
	var line strings.Builder
	line.WriteString(`{"type":"request","subtype":"x","request_id":"r","input":1`)
	for i := range n {
		fmt.Fprintf(&line, `,"m%d":1,"remark":"r"`, i)
	}
	line.WriteString("}\n")
	if err := c.Read(strings.NewReader(line.String())); err != nil {
		t.Fatal(err)
	}
	r := c.Report()
	sum := int64(0)
	for _, f := range r.Findings {
		sum += f.Count
	}
	if len(r.Findings) != 1001 || r.Findings[0].Path != "others" || sum != n || r.Bad != 0 {
		t.Errorf("%d findings, %d in all, %d bad lines; the first is %v", len(r.Findings), sum, r.Bad, r.Findings[0])
	}
}

// TestAllSpecs checks that New accepts all golden specs, which have every construct of the language.
func TestAllSpecs(t *testing.T) {
	golden, err := filepath.Glob("../../gen/testdata/*/spec.yaml")
	if err != nil {
		t.Fatal(err)
	}
	own, err := filepath.Glob("../../spec/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, file := range append(golden, own...) {
		m, err := spec.Load(file)
		if err != nil {
			t.Fatal(err)
		}
		_, err = drift.New(m)
		switch {
		case m.Line == nil && (err == nil || !strings.Contains(err.Error(), "add `line:`")):
			t.Errorf("%s has no line: %v", file, err)
		case m.Line != nil && err != nil:
			t.Errorf("%s: %v", file, err)
		case m.Line != nil:
			compared++
		}
	}
	if compared < 30 {
		t.Errorf("only %d specs", compared)
	}
}

// TestUnused checks that exactly the declarations without a line are reported, with their positions.
func TestUnused(t *testing.T) {
	m, err := spec.Parse("a.yaml", []byte(`ndwire: 1
protocol: a
package: a
line: Line
unions:
  Line: {tag: type, cases: {one: One, two: Two}}
records:
  One: {fields: {mood: Mood, "note?": string, steps: "Step[]", prompt: Prompt, where: Where}}
  Two: {fields: {n: int, sort: Sort}}
  Step: {fields: {n: int, "m?": int}}
  Prompt: {string: Custom, fields: {"preset?": string}}
  Where: {fields: {"at?": int}}
enums: {Mood: {values: [happy, sad]}, Sort: {values: [a, b]}}
`))
	if err != nil {
		t.Fatal(err)
	}
	c, err := drift.New(m)
	if err != nil {
		t.Fatal(err)
	}
	c.Line([]byte(`{"type":"one","mood":"sad","steps":[],"prompt":"p","where":{}}`))
	var got []string
	for _, u := range c.Report().Unused {
		got = append(got, fmt.Sprint(u.Pos, " ", u.What, " ", u.Name))
	}
	want := []string{"a.yaml:6:39 case Line/two", "a.yaml:8:30 member One.note", "a.yaml:9:3 record Two", "a.yaml:10:3 record Step", "a.yaml:11:37 member Prompt.preset",
		"a.yaml:12:20 member Where.at", "a.yaml:13:25 value Mood.happy", "a.yaml:13:39 enum Sort"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func BenchmarkRead(b *testing.B) {
	m, err := spec.Load("../../spec/agentsdk.yaml")
	if err != nil {
		b.Fatal(err)
	}
	session, err := os.ReadFile("../../testdata/agentsdk/session.ndjson")
	if err != nil {
		b.Fatal(err)
	}
	text := bytes.Repeat(session, 1+(1<<20)/len(session))
	c, err := drift.New(m)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if err := c.Read(bytes.NewReader(text)); err != nil {
			b.Fatal(err)
		}
	}
}

// specFile writes a spec to a file of a name in a new folder, and returns its path.
func specFile(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	writeFile(t, file, text)
	return file
}

// writeFile writes a file.
func writeFile[T string | []byte](t *testing.T, file string, data T) {
	t.Helper()
	if err := os.WriteFile(file, []byte(data), 0o666); err != nil {
		t.Fatal(err)
	}
}

// caseLines returns a comparer for the spec of a case, and iterates over the objects among its lines, with the sizes
// of their files. Large files are left out.
func caseLines(t *testing.T, p casetest.Case) (*drift.Comparer, iter.Seq2[int, []byte]) {
	t.Helper()
	m, err := spec.Load(filepath.Join("../..", p.Spec))
	if err != nil {
		t.Fatal(err)
	}
	c, err := drift.New(m)
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join("../..", p.Lines))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	return c, func(yield func(int, []byte) bool) {
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for line := range bytes.Lines(text) {
				if len(text) <= 200<<10 && decoder.Raw(bytes.TrimSpace(line)).Type() == decoder.Object && !yield(len(text), line) {
					return
				}
			}
		}
	}
}
