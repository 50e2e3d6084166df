package moduletest

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestProgramsAreSmall bounds the size of programs: a program that peeks links no decoders, and one that reads links no encoders and no Clone.
func TestProgramsAreSmall(t *testing.T) {
	switch {
	case testing.Short():
		t.Skip("it links two programs")
	case runtime.GOOS+runtime.GOARCH != "linuxamd64" || !strings.HasPrefix(runtime.Version(), "go1.26"):
		t.Skip("the bounds are for Go 1.26 on linux/amd64")
	}
	for _, tt := range []struct {
		name string
		most int64 // bytes
		code string
	}{
		{"peek", 5_000_000, `
	for s := bufio.NewScanner(os.Stdin); s.Scan(); {
		kind, err := ndwire.Peek(s.Bytes())
		fmt.Println(kind, err)
	}`},
		{"read", 7_000_000, `
	for line, err := range ndwire.NewReader(bufio.NewReader(os.Stdin)).All() {
		if m, ok := line.(*ndwire.AssistantMessage); ok {
			fmt.Println(m.Message.ID, err)
		}
	}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			source, program := filepath.Join(dir, "main.go"), filepath.Join(dir, "main")
			text := "package main\n\nimport (\n\t\"bufio\"\n\t\"fmt\"\n\t\"os\"\n\n\t\"github.com/ndwire/ndwire\"\n)\n\nfunc main() {" + tt.code + "\n}\n"
			if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command("go", "build", "-o", program, source).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			info, err := os.Stat(program)
			if err != nil {
				t.Fatal(err)
			}
			if info.Size() > tt.most {
				t.Errorf("the program has %d bytes, want at most %d", info.Size(), tt.most)
			}
		})
	}
}
