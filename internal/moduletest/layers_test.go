package moduletest

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/ndwire/ndwire"

// rooms are the packages of this module that a package may import: bytes know nothing of messages, messages nothing of files, files nothing of the
// command line. A name with /... includes all packages below it.
var rooms = []struct {
	room string
	may  []string
}{
	{"", []string{"decoder", "encoder", "genrt"}},
	{"acp", []string{"decoder", "encoder", "genrt"}},
	{"bench/requests", []string{"decoder", "encoder", "genrt"}},
	{"bench/...", []string{"", "bench/...", "claudecode", "decoder/...", "encoder", "freeform", "internal/...", "transcript", "usage"}},
	{"claudecode", []string{"", "decoder", "encoder", "genrt"}},
	// The command selects the kernels and the predictions, which the library does not let its users do, and escapes its output.
	{"cmd/internal/cmdline", []string{"internal/printable"}},
	{"cmd/ndwire", []string{"", "cmd/internal/cmdline", "decoder", "encoder", "freeform", "gen", "internal/kernel", "internal/predict", "internal/printable", "source", "spec", "transcript"}},
	{"cmd/ndwire-gen", []string{"cmd/internal/cmdline", "decoder", "gen", "internal/printable", "source", "spec", "workshop/..."}},
	{"decoder", []string{"internal/..."}},
	{"encoder", []string{"internal/..."}},
	{"freeform", []string{"decoder", "internal/printable"}},
	{"gen", []string{"internal/printable", "internal/spelling", "spec"}},
	// All that generated code calls.
	{"genrt", []string{"decoder", "encoder", "internal/..."}},
	{"genrt/fieldtest", []string{"decoder", "encoder"}},
	// Generated code writes with it; its errors are those of encoder.
	{"internal/writing", []string{"encoder", "internal/..."}},
	{"internal/casetest", []string{"", "claudecode", "decoder", "gen/testdata/...", "openclaw", "rustyclaw", "usage"}},
	{"internal/lawtest", []string{"decoder", "encoder", "internal/..."}},
	{"internal/rpctest", []string{"decoder", "jsonrpc", "spec"}},
	{"internal/...", []string{"internal/..."}},
	{"jsonrpc", []string{"decoder"}},
	{"mcp", []string{"decoder", "encoder", "genrt"}},
	{"openclaw", []string{"decoder", "encoder", "genrt"}},
	{"openclaw/provider", []string{"", "openclaw", "decoder", "encoder", "genrt"}},
	{"rustyclaw", []string{"decoder", "encoder", "genrt"}},
	{"source", []string{"decoder", "internal/..."}},
	{"spec", nil},
	{"transcript", []string{"", "claudecode", "decoder", "internal/account", "internal/printable", "openclaw", "rustyclaw", "source"}},
	{"usage", []string{"decoder", "encoder", "genrt", "internal/account"}},
	// Work on specs other than generating code. It knows no protocol.
	{"workshop/...", []string{"decoder", "encoder", "gen", "internal/kernel", "internal/printable", "internal/spelling", "spec", "workshop/..."}},
}

// noReflection are the packages that generated code calls. They decode and encode without reflection. (google/uuid uses encoding/json for its own
// methods.)
var noReflection = []string{"", "acp", "claudecode", "jsonrpc", "mcp", "openclaw/...", "rustyclaw", "usage", "decoder", "encoder", "genrt", "internal/..."}

// within reports whether a package, named without the module, is the room or, for NAME/..., below it.
func within(pkg, room string) bool {
	base, below := strings.CutSuffix(room, "/...")
	return pkg == base || below && strings.HasPrefix(pkg, base+"/")
}

func withinAny(pkg string, rooms []string) bool {
	return slices.ContainsFunc(rooms, func(room string) bool { return within(pkg, room) })
}

func TestImportsFollowTheRooms(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	seen := 0
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		pkg := strings.TrimPrefix(strings.TrimPrefix(words[0], module), "/")
		i := slices.IndexFunc(rooms, func(r struct {
			room string
			may  []string
		}) bool {
			return within(pkg, r.room)
		})
		if i < 0 {
			t.Errorf("package %q has no room: add it to the table, with what it may import", pkg)
			continue
		}
		seen++
		for _, path := range words[1:] {
			if own, ok := strings.CutPrefix(path, module); ok {
				if own = strings.TrimPrefix(own, "/"); !withinAny(own, rooms[i].may) {
					t.Errorf("%s imports %s: not allowed for this room", words[0], path)
				}
			}
			if (path == "reflect" || path == "encoding/json" || strings.Contains(path, "bytedance/sonic")) && withinAny(pkg, noReflection) && pkg != "internal/jsontest" && pkg != "internal/lawtest" {
				t.Errorf("%s imports %s: generated code reaches it, and decodes without reflection", words[0], path)
			}
			if strings.Contains(path, "bytedance/sonic") && !within(pkg, "freeform") && !within(pkg, "bench/...") {
				t.Errorf("%s imports %s: only freeform and bench may", words[0], path)
			}
			if (pkg == "decoder" || pkg == "encoder" || pkg == "genrt" || pkg == "internal/scan") && strings.Contains(strings.Split(path, "/")[0], ".") && !strings.HasPrefix(path, module) {
				t.Errorf("%s imports %s: no third-party module here", words[0], path)
			}
		}
	}
	if seen < 8 {
		t.Fatalf("only %d packages were seen", seen)
	}
}

// TestPureGo checks what the build tag purego is for.
func TestPureGo(t *testing.T) {
	out, err := exec.Command("go", "list", "-tags", "purego", "-f", `{{.ImportPath}} {{len .SFiles}} {{join .Imports " "}}`, "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		if within(strings.TrimPrefix(words[0], module+"/"), "bench/...") {
			continue
		}
		if words[1] != "0" {
			t.Errorf("%s has %s assembly files with the tag purego, want none", words[0], words[1])
		}
		if slices.Contains(words[2:], "unsafe") {
			t.Errorf("%s imports unsafe with the tag purego", words[0])
		}
	}
}
