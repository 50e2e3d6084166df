package drift_test

import (
	"bytes"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/diff"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/gen"
	"github.com/ndwire/ndwire/internal/casetest"
	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/drift"
)

// TestPatched checks that a patched spec has no differences from the lines, which are randomly damaged, that it generates, and that the patch applies as
// a diff.
func TestPatched(t *testing.T) {
	root := t.TempDir()
	copySpecs(t, root)
	for _, p := range casetest.Cases {
		if slices.Contains([]string{"spec/agentsdk.yaml", "spec/claudecode.yaml", "spec/usage.yaml"}, p.Spec) {
			continue // they take too long
		}
		t.Run(p.Spec, func(t *testing.T) {
			lines := damaged(t, p.Lines)
			file := filepath.Join(root, p.Spec)
			before := compare(t, file, lines)
			patch, err := before.Patch(drift.PatchOptions{Rare: true})
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range patch.Left {
				t.Errorf("left: %+v", l)
			}
			applyDiff(t, root, patch)
			for _, c := range patch.Changes {
				defer os.WriteFile(c.File, c.Old, 0o666) // another case has the same spec
			}
			after := compare(t, file, lines)
			for _, f := range after.Report().Findings {
				t.Errorf("found again: %v", f)
			}
			m, err := spec.Load(file)
			if err == nil {
				_, err = gen.Generate(m)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}

func compare(t *testing.T, file string, lines []byte) *drift.Comparer {
	t.Helper()
	m, err := spec.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	c, err := drift.New(m)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Read(bytes.NewReader(lines)); err != nil {
		t.Fatal(err)
	}
	return c
}

// copySpecs makes a module in a folder with the specs of this module.
func copySpecs(t *testing.T, root string) {
	t.Helper()
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".yaml" && d.Name() != "go.mod" {
			return err
		}
		to := filepath.Join(root, strings.TrimPrefix(path, "../.."))
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(to, data, 0o666)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// damaged returns lines of files, and changed copies of them.
func damaged(t *testing.T, pattern string) []byte {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("../..", pattern))
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 4))
	var lines []byte
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil || len(text) > 20<<10 {
			continue
		}
		for line := range bytes.Lines(text) {
			line = bytes.TrimSpace(line)
			if decoder.Raw(line).Type() != decoder.Object {
				continue
			}
			lines = append(append(lines, line...), '\n')
			for range 10 {
				lines = append(append(lines, casetest.Mutate(random, line)...), '\n')
			}
		}
	}
	if len(lines) == 0 {
		t.Fatal("no lines")
	}
	return lines
}

// applyDiff applies the patch as a diff, if git is installed, and checks that the files are those of the patch.
func applyDiff(t *testing.T, root string, p drift.Patch) {
	t.Helper()
	var text []byte
	for _, c := range p.Changes {
		name, err := filepath.Rel(root, c.File)
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, diff.Diff("a/"+filepath.ToSlash(name), c.Old, "b/"+filepath.ToSlash(name), c.New)...)
	}
	git, err := exec.LookPath("git")
	if err != nil || len(text) == 0 {
		for _, c := range p.Changes {
			writeFile(t, c.File, c.New)
		}
		return
	}
	cmd := exec.Command(git, "apply", "-")
	cmd.Dir, cmd.Stdin = root, bytes.NewReader(text)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git apply: %v\n%s\n%s", err, out, text)
	}
	for _, c := range p.Changes {
		if got, err := os.ReadFile(c.File); err != nil || !bytes.Equal(got, c.New) {
			t.Fatalf("%s: the diff gives another text: %v", c.File, err)
		}
	}
}

// TestLeftMembers checks the report about members that a patch leaves.
func TestLeftMembers(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "chat.yaml")
	text := "ndwire: 1\nprotocol: chat\npackage: chat\nline: Line\nunions:\n  Line: {tag: type, cases: {a: A}}\n  U: {cases: {x: X}}\n" +
		"records:\n  A: {fields: {u: {type: U, by: op}, t: \"time[]\", s: \"time[]\"}}\n  X: {}\n"
	writeFile(t, file, text)
	p, err := compare(t, file, []byte(`{"type":"a","op":"x","u":"text","t":["now"],"s":[],"":1,"ok?":1}`+"\n"+`{"type":"a","op":"x","u":{},"t":7,"s":7}`)).Patch(drift.PatchOptions{KeepTypes: true})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range p.Left {
		got = append(got, l.Path+": "+strings.ReplaceAll(l.Reason, file+":", ""))
	}
	want := []string{
		".u: 7:15: x leads to the record X, which takes only objects, and lines have a string: write `x: json` by hand; programs then read its payloads as raw JSON",
		".t[]: 9:38: its type in the spec is time[], which programs use, and lines have a number and a string: change it by hand, to a union by JSON type (`kinds:`) or to json",
		".s: 9:51: its type in the spec is time[], which programs use, and lines have a number: change it by hand, to a union by JSON type (`kinds:`) or to json",
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(p.Opened) != 1 || p.Opened[0].Count != 2 || !strings.Contains(p.Opened[0].Reason, `a field cannot have the name "", which is empty`) {
		t.Errorf("%+v", p.Opened)
	}
}
