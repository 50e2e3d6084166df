package moduletest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The tests of this file make another module with a spec of its own, as spec/SPEC.md describes under "In a module of your own".
var outside = map[string]string{
	"proto/chat.yaml": `ndwire: 1
protocol: chat
package: proto
import: example.com/outside/proto
line: Line

unions:
  Line: {tag: type, cases: {message: Message, joined: Joined}}

records:
  Message: {fields: {text: string, reply_to?: string}}
  Joined: {fields: {user: string, guest?: bool = false}}
`,
	// Divided, so that go generate does not find the directive in this file.
	"proto/generate.go": "// Package proto reads the lines of a chat.\npackage proto\n\n//go:" + "generate go tool ndwire-gen -o . chat.yaml\n",

	"main_test.go": `package outside

import (
	"strings"
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"example.com/outside/proto"
)

const log = "{\"type\":\"joined\",\"user\":\"ann\"}\n{\"type\":\"message\",\"text\":\"hello\",\"new\":1}\n{\"type\":\"left\"}\n"

func Test(t *testing.T) {
	kind, err := proto.Peek([]byte(log[:strings.IndexByte(log, '\n')]))
	if err != nil || kind != proto.KindJoined {
		t.Fatal(kind, err)
	}
	line, err := proto.UnmarshalLine([]byte("{\"text\":\"hi\",\"type\":\"message\"}"))
	if err != nil || line.Kind() != proto.KindMessage || line.(*proto.Message).Text != "hi" {
		t.Fatal(line, err)
	}
	var kept []proto.Line
	r := proto.NewReader(strings.NewReader(log), decoder.Only(proto.KindMessage))
	for line, err := range r.Recycled() {
		if err != nil {
			t.Fatal(err)
		}
		kept = append(kept, proto.CloneLine(line))
	}
	if s := r.Stats(); len(kept) != 1 || s.Lines != 3 || s.Skipped != 2 || s.Unknown != 1 {
		t.Errorf("%d messages, %+v", len(kept), s)
	}
	data, err := kept[0].AppendJSON(nil)
	if want := "{\"type\":\"message\",\"text\":\"hello\",\"new\":1}"; err != nil || string(data) != want {
		t.Errorf("%s, %v", data, err)
	}
}
`,
}

func TestOutsideModule(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the generator in another module")
	}
	root, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile("go.sum")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range outside {
		write(name, text)
	}
	write("go.mod", "module example.com/outside\n\ngo 1.26.0\n\nreplace github.com/ndwire/ndwire => "+root+"\n")
	write("go.sum", string(sums)) // no other versions than those of this module
	command := func(args ...string) (string, error) {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod", "GOPROXY=off")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	run := func(args ...string) {
		t.Helper()
		if out, err := command(args...); err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	run("mod", "edit", "-require=github.com/ndwire/ndwire@v0.0.0")
	run("get", "-tool", "github.com/ndwire/ndwire/cmd/ndwire-gen")
	run("generate", "./...")
	run("test", "./...")
	run("-C", "proto", "tool", "ndwire-gen", "--check", "-o", ".", "chat.yaml")

	// A mistake fails, has a position relative to the folder of the go command, and does not change the generated files.
	write("proto/chat.yaml", strings.Replace(outside["proto/chat.yaml"], "text: string", "text: strng", 1))
	out, err := command("generate", "./...")
	if want := "chat.yaml:11:28: no type is named strng, did you mean string?"; err == nil || !strings.Contains(out, want) {
		t.Errorf("%v, without %q:\n%s", err, want, out)
	}
	run("test", "./...")
}
