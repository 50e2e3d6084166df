package moduletest

import (
	"bytes"
	"os/exec"
	"regexp"
	"testing"
)

// inlined are functions that are called for each member, string or word, and must be inlined. A change can make one too large; -gcflags=-m=2 prints
// its cost.
var inlined = map[string][]string{
	"internal/kernel": {"At", "Below", "Load", "NonASCII", "Space", "Special", "escaped", "isScalar", "skipScalar", "store", "word"},
	"internal/alloc":  {"(*Arena).ShortText", "(*Memory).ready", "Alias"},
	"internal/scan": {"(*Cursor).IsObject", "(*Cursor).Start", "(*Cursor).Text", "(*Cursor).TryClose", "(*Cursor).Type", "(*Seen).Add", "(*Seen).Mark",
		"(*Cursor).Whole", "(*Cursor).bytes", "(*Cursor).fail", "(*Cursor).addLookup", "(*Cursor).space", "(*Cursor).isNull", "(*Cursor).pushRecord", "(*Cursor).text"},
	"internal/notes": {"Extra.Set", "ExtraOf", "(*Set).About", "(*Set).Lacks"},
	"internal/writing": {"(*Object).Bool", "(*Object).Default", "(*Object).Int", "(*Object).Nullable", "(*Object).Optional", "(*Object).Required",
		"(*Object).String", "AppendInt", "AppendText", "OrNull"},
	"encoder": {"AppendString"},
}

func TestHotFunctionsInline(t *testing.T) {
	can := regexp.MustCompile(`can inline (\S+)`)
	for pkg, names := range inlined {
		out, err := exec.Command("go", "build", "-gcflags=-m", "./"+pkg).CombinedOutput()
		if err != nil {
			t.Fatalf("go build -gcflags=-m ./%s: %v\n%s", pkg, err, out)
		}
		found := map[string]bool{}
		for _, m := range can.FindAllSubmatch(out, -1) {
			found[string(m[1])] = true
		}
		for _, name := range names {
			if !found[name] {
				t.Errorf("%s: %s does not inline any more", pkg, name)
			}
		}
	}
}

// TestGeneratedCodeInlines checks that these functions are inlined in generated code, too, which calls them through genrt, and that no method of
// Object is inlined, since it would be in every record.
func TestGeneratedCodeInlines(t *testing.T) {
	out, err := exec.Command("go", "build", "-gcflags=-m", "./gen/testdata/order").CombinedOutput()
	if err != nil {
		t.Fatalf("go build -gcflags=-m: %v\n%s", err, out)
	}
	for _, name := range []string{"alloc.(*Memory).ready", "scan.(*Cursor).Again", "scan.(*Cursor).Enter", "scan.(*Cursor).TryClose", "scan.(*Cursor).IsObject",
		"scan.(*Cursor).Text", "scan.(*Seen).Add", "scan.(*Seen).Mark"} {
		if !bytes.Contains(out, []byte("inlining call to "+name+"\n")) {
			t.Errorf("%s is not inlined: call it in genrt/inline.go", name)
		}
	}
	if heavy := regexp.MustCompile(`inlining call to writing\.\(\*Object\)\.\w+`).Find(out); heavy != nil {
		t.Errorf("%s: take the call of it out of genrt/inline.go", heavy)
	}
}
