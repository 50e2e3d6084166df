package moduletest

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write what the commands print into the pages")

// page is a page whose blocks are executed in order, in an empty folder. A block `console` has commands after "$ ", and their output, standard error
// too; a block with a path after its language is a file.
type page struct {
	t    *testing.T
	root string
	dir  string
}

// TestPages executes the pages with commands.
func TestPages(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the generator in another module")
	}
	if runtime.GOOS != "linux" {
		t.Skip("the page has commands of a Linux shell")
	}
	root, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"docs/new-protocol.md", "docs/views.md"} {
		t.Run(filepath.Base(path), func(t *testing.T) {
			p := &page{t: t, root: root, dir: t.TempDir()}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			got := p.run(string(text))
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			} else if diff := cmp.Diff(string(text), got); diff != "" {
				t.Errorf("%s: commands print something else; run go test ./internal/moduletest -run Page -update (-page +now):\n%s", path, diff)
			}
		})
	}
}

// run returns the page with the current output of its commands.
func (p *page) run(text string) string {
	var out strings.Builder
	info, body, commands := "", "", 0
	open := false
	for line := range strings.Lines(text) {
		fence, isFence := strings.CutPrefix(line, "```")
		switch {
		case !isFence && open:
			body += line
			continue
		case isFence && !open:
			info, body = strings.TrimSpace(fence), ""
		case isFence && info == "console":
			out.WriteString(p.console(body))
			commands++
		case isFence:
			if _, name, isFile := strings.Cut(info, " "); isFile {
				p.write(name, body)
			}
			out.WriteString(body)
		}
		open = open != isFence
		out.WriteString(line)
	}
	if commands == 0 {
		p.t.Error("the page has no commands")
	}
	return out.String()
}

// console executes the commands of a block, and returns the block with their output.
func (p *page) console(body string) string {
	var out strings.Builder
	for line := range strings.Lines(body) {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		out.WriteString(line)
		command = strings.TrimSpace(command)
		if strings.HasPrefix(command, "go get -tool ") {
			p.here()
			p.sh("GOFLAGS=-mod=mod " + command) // its output depends on versions
			continue
		}
		out.WriteString(p.sh(command))
	}
	return out.String()
}

// here makes the page's module use this module, and the same versions of all others.
func (p *page) here() {
	sums, err := os.ReadFile("go.sum")
	if err != nil {
		p.t.Fatal(err)
	}
	p.write("go.sum", string(sums))
	p.sh("go mod edit -require=github.com/ndwire/ndwire@v0.0.0 '-replace=github.com/ndwire/ndwire=" + p.root + "'")
}

func (p *page) sh(command string) string {
	p.t.Helper()
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOPROXY=off", "LC_ALL=C")
	out, err := cmd.CombinedOutput()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		p.t.Fatalf("%s: %v", command, err)
	}
	return string(out)
}

func (p *page) write(name, text string) {
	p.t.Helper()
	path := filepath.Join(p.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		p.t.Fatal(err)
	}
}
