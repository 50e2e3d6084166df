package gen_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ndwire/ndwire/gen"
	"github.com/ndwire/ndwire/spec"
)

// randomModule is the module of the packages of random specs. By its path, it can use the internal packages of this module.
const randomModule = "github.com/ndwire/ndwire/random"

// randomBatch is how many specs are compiled and linked at once.
const randomBatch = 40

// TestKeptSpecs checks the laws with specs that once broke one. Each is a file in testdata/laws, whose lines stand in comments at its top. More lines are
// drawn. NDWIRE_SPECS_DIR is another folder of such files.
func TestKeptSpecs(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles and links the packages of specs")
	}
	dir := os.Getenv("NDWIRE_SPECS_DIR")
	if dir == "" {
		dir = "testdata/laws"
	}
	files, err := filepath.Glob(dir + "/*.yaml")
	if err != nil || files == nil {
		t.Fatalf("no specs in %s: %v", dir, err)
	}
	var batch []randomSpec
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		s := randomSpec{seed: 1, name: strings.TrimSuffix(filepath.Base(path), ".yaml"), text: string(text)}
		for line := range strings.Lines(s.text) {
			if line, ok := strings.CutPrefix(line, "# {"); ok {
				s.lines = append(s.lines, "{"+strings.TrimSpace(line))
			}
		}
		if err := s.generate(t); err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		batch = append(batch, s)
	}
	runRandom(t, batch)
}

// TestRandomSpecs draws specs over all forms of the language, generates their packages and tests, and checks the laws of lines and kinds with random
// lines. NDWIRE_SPECS is the number of specs, NDWIRE_SPECS_SEED the number of the first one; with NDWIRE_SPECS_VIEWS, all specs are views.
func TestRandomSpecs(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles and links the packages of specs")
	}
	seed, left := numberFrom(t, "NDWIRE_SPECS_SEED", 1), numberFrom(t, "NDWIRE_SPECS", 6)
	drawn, accepted, refused := 0, 0, map[string]int{}
	for left > 0 {
		var batch []randomSpec
		for ; len(batch) < min(left, randomBatch); seed++ {
			if drawn++; drawn > 100 && accepted == 0 {
				t.Fatalf("all specs are refused: %v", refused)
			}
			s := randomSpec{seed: uint64(seed), name: fmt.Sprintf("p%d", seed)}
			s.text, s.imported = drawSpec(s.seed, s.name, os.Getenv("NDWIRE_SPECS_VIEWS") != "")
			if err := s.generate(t); err != nil {
				refused[regexp.MustCompile(`"[^"]*"|\b[A-Z]\d+\b`).ReplaceAllString(err.Error(), "_")]++
				if os.Getenv("NDWIRE_SPECS_REFUSED") != "" {
					t.Logf("seed %d: %v\n%s", s.seed, err, s.text)
				}
				continue
			}
			batch = append(batch, s)
			accepted++
		}
		left -= len(batch)
		runRandom(t, batch)
	}
	total := 0
	for why, n := range refused {
		total += n
		t.Logf("%d: %s", n, why)
	}
	t.Logf("drew %d specs, of which %d were refused; the next seed is %d", drawn, total, seed)
}

func numberFrom(t *testing.T, variable string, usual int) int {
	text := os.Getenv(variable)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: %v", variable, err)
	}
	return n
}

type randomSpec struct {
	seed uint64
	name string
	text string
	view bool

	imported      string // the text of the spec that this one imports, "" for none
	importedFiles []gen.File

	files []gen.File
	lines []string
	tags  []string // the literals of all tags
}

// generate makes the package of the spec, and draws lines. The error is that of a spec with a mistake.
func (s *randomSpec) generate(t *testing.T) error {
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("seed %d: panic: %v\n%s", s.seed, p, s.text)
			panic(p)
		}
	}()
	files := fstest.MapFS{s.name + ".yaml": {Data: []byte(s.text)}, s.name + "i.yaml": {Data: []byte(s.imported)}}
	m, err := spec.LoadFS(files, s.name+".yaml")
	if err != nil {
		return firstOf(t, s, err)
	}
	for _, i := range m.Imports {
		if s.importedFiles, err = gen.Generate(i.Model); err != nil {
			return firstOf(t, s, err)
		}
	}
	s.view = m.View
	if s.files, err = gen.Generate(m); err != nil {
		return firstOf(t, s, err)
	}
	tests, err := gen.Tests(m, "random_test")
	if err != nil {
		return firstOf(t, s, err)
	}
	tests.Data = bytes.ReplaceAll(tests.Data, []byte("OfSpec"), []byte("Of_"+s.name))
	s.files = append(s.files, tests)
	s.tags = tagsOf(m)
	s.lines = append(s.lines, drawLines(m, s.tags, s.seed, 60)...)
	return nil
}

// firstOf returns the first error of a spec. Another error than one of a spec is a mistake of the generator.
func firstOf(t *testing.T, s *randomSpec, err error) error {
	var list spec.Errors
	if !errors.As(err, &list) {
		t.Errorf("seed %d: %v\n%s", s.seed, err, s.text)
		return err
	}
	return errors.New(list[0].Msg)
}

// runRandom compiles the packages of specs in a module of their own, and runs their tests in one program.
func runRandom(t *testing.T, batch []randomSpec) {
	t.Helper()
	dir := t.TempDir()
	write := func(name string, data []byte) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, data, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile("../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	write("go.sum", sums) // the versions of this module
	write("go.mod", []byte("module "+randomModule+"\n\ngo 1.26.0\n\nreplace github.com/ndwire/ndwire => "+root+"\n"))
	var imports, tests strings.Builder
	for _, s := range batch {
		for _, f := range s.files {
			name := s.name + "/" + f.Name
			if f.Name == gen.TestsName {
				name = s.name + "_test.go"
			}
			write(name, f.Data)
		}
		for _, f := range s.importedFiles {
			write(s.name+"i/"+f.Name, f.Data)
		}
		write(s.name+".ndjson", []byte(strings.Join(s.lines, "\n")))
		fmt.Fprintf(&imports, "\t%q\n", randomModule+"/"+s.name)
		fmt.Fprintf(&tests, `
func TestLaws_%[1]s(t *testing.T) {
	lawtest.Protocol[%[1]s.Line]{
		Unmarshal: %[1]s.UnmarshalLine, Borrow: %[1]s.BorrowLine, Clone: %[1]s.CloneLine, Check: %[1]s.CheckLine,
		Peek: %[1]s.Peek, NewReader: %[1]s.NewReader, View: %[2]t, Tags: %#[3]v,
	}.Run(t, "%[1]s.ndjson")
}
`, s.name, s.view, s.tags)
	}
	write("laws_test.go", []byte("package random_test\n\nimport (\n\t\"testing\"\n\n"+imports.String()+"\t\"github.com/ndwire/ndwire/internal/lawtest\"\n)\n"+tests.String()))
	command := func(args ...string) (string, error) {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOPROXY=off", "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := command("mod", "edit", "-require=github.com/ndwire/ndwire@v0.0.0"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := command("test", "-vet=all", "./...")
	if err == nil {
		return
	}
	found := false
	for _, s := range batch {
		if mine := about(out, s.name); mine != "" {
			found = true
			t.Errorf("%s, seed %d: %s\n%s\n%s", s.name, s.seed, mine, s.text, s.imported)
		}
	}
	if !found {
		t.Errorf("%v\n%s", err, out)
	}
}

// about returns the parts of the output of go test that name a package.
func about(out, name string) string {
	own := regexp.MustCompile(`\b` + name + `i?\b|_` + name + `\b`)
	var list []string
	mine := false // the line belongs to the last one that begins at the left
	for line := range strings.Lines(out) {
		if !strings.HasPrefix(line, " ") {
			mine = own.MatchString(line) && !strings.HasPrefix(line, "?") && !strings.HasPrefix(line, "ok")
		}
		if mine {
			list = append(list, line)
		}
	}
	return strings.Join(list, "")
}
