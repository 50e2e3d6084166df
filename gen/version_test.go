package gen

import (
	"encoding/json"
	"go/build"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/genrt"
	"github.com/ndwire/ndwire/spec"
)

// TestVersions generates a package with an older and a newer version number, and reads the errors of the compiler: in each file, one line does not
// compile, and the comment above it says what to run.
func TestVersions(t *testing.T) {
	if Version != genrt.MaxVersion {
		t.Errorf("gen.Version is %d, genrt.MaxVersion %d", Version, genrt.MaxVersion)
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command")
	}
	model, err := spec.Load("testdata/bare/spec.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name         string
		version      int
		says, advice string
	}{
		{"fits", Version, "", ""},
		{"the oldest that fits", genrt.MinVersion, "", ""},
		{"too old", genrt.MinVersion - 1, "overflows genrt.RunGoGenerate", "run go generate"},
		{"too new", genrt.MaxVersion + 1, "overflows genrt.UpdateNdwire", "run go get github.com/ndwire/ndwire@latest"},
	} {
		files, err := generate(model, tt.version)
		if err != nil {
			t.Fatal(err)
		}
		files = slices.DeleteFunc(files, func(f File) bool { // this Go may have no json/v2
			compiled, err := build.Default.MatchFile("testdata/bare", f.Name)
			return err == nil && !compiled
		})
		failed, said := compile(t, files)
		for _, f := range files {
			line := failed[f.Name]
			if tt.says == "" || line == 0 {
				continue
			}
			if above := strings.Split(string(f.Data), "\n")[line-2]; !strings.Contains(above, tt.advice) {
				t.Errorf("%s: %s:%d does not compile, and above it stands %q, want %q", tt.name, f.Name, line, above, tt.advice)
			}
		}
		want := 0
		if tt.says != "" {
			want = len(files)
		}
		if len(failed) != want || !strings.Contains(said, tt.says) {
			t.Errorf("%s: %d of %d files do not compile, want %d with %q; the compiler says:\n%s", tt.name, len(failed), len(files), want, tt.says, said)
		}
	}
}

// compile builds files in place of those in testdata/bare, and returns the lines of errors by file.
func compile(t *testing.T, files []File) (failed map[string]int, said string) {
	t.Helper()
	dir, err := filepath.Abs("testdata/bare")
	if err != nil {
		t.Fatal(err)
	}
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	temp := t.TempDir()
	for _, f := range files {
		path := filepath.Join(temp, f.Name)
		if err := os.WriteFile(path, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
		overlay.Replace[filepath.Join(dir, f.Name)] = path
	}
	data, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(temp, "overlay.json")
	if err := os.WriteFile(list, data, 0o666); err != nil {
		t.Fatal(err)
	}
	out, _ := exec.Command("go", "build", "-gcflags=-e", "-overlay", list, "./testdata/bare").CombinedOutput()
	failed = map[string]int{}
	for _, m := range regexp.MustCompile(`(\w+_gen\.go):(\d+):`).FindAllStringSubmatch(string(out), -1) {
		failed[m[1]], _ = strconv.Atoi(m[2])
	}
	return failed, string(out)
}
