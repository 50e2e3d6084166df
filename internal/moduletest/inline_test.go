package moduletest

import (
	"bytes"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// inlined are functions that are called for each member, string or word, and must be inlined. A change can make one too large; -gcflags=-m=2 prints
// its cost.
var inlined = map[string][]string{
	"internal/kernel": {"Load", "Space", "below", "escaped", "firstMarked", "isScalar", "skipScalar", "store", "word"},
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
		out := inlining(t, "./"+pkg)
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
	out := inlining(t, "./gen/testdata/order")
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

// inlining returns what the compiler says of inlining in a package. If the build cache has the package, the go command prints what the cache has of
// the output, which can be nothing where old files were removed: then everything is built again.
func inlining(t *testing.T, pkg string) []byte {
	t.Helper()
	for _, args := range [][]string{{"build", "-gcflags=-m"}, {"build", "-a", "-gcflags=-m"}} {
		out, err := exec.Command("go", append(args, pkg)...).CombinedOutput()
		if err != nil {
			t.Fatalf("go %s %s: %v\n%s", strings.Join(args, " "), pkg, err, out)
		}
		if len(out) > 0 {
			return out
		}
	}
	t.Fatalf("go build -gcflags=-m %s printed nothing", pkg)
	return nil
}
