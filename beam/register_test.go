package ndwirebeam

import (
	"os"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/util/reflectx"

	"github.com/ndwire/ndwire/claudecode"
)

// TestElementsWithoutReflection checks that Beam calls the functions for single elements directly.
func TestElementsWithoutReflection(t *testing.T) {
	process := func(fn any) reflectx.Func {
		f, err := graph.NewDoFn(fn)
		if err != nil {
			t.Fatal(err)
		}
		return f.ProcessElementFn().Fn
	}
	line := &claudecode.AssistantLine{}
	if f, ok := process(&lineFn[claudecode.Line]{}).(elementFn[Placed[claudecode.Line], claudecode.Line]); !ok {
		t.Error("the lineFn of claudecode is called by reflection")
	} else if got := f.Call1x1(Placed[claudecode.Line]{Line: line}); got != any(line) {
		t.Errorf("lineFn returns %v, want the line", got)
	} else if got := f.Call([]any{Placed[claudecode.Line]{Line: line}}); len(got) != 1 || got[0] != any(line) {
		t.Errorf("lineFn returns %v when called by reflection, want the line", got)
	}
	f, ok := process(&ofFn[*claudecode.AssistantLine]{}).(reflectx.Func2x0)
	if !ok {
		t.Fatal("an ofFn is called by reflection")
	}
	var got []*claudecode.AssistantLine
	emit := func(l *claudecode.AssistantLine) { got = append(got, l) }
	f.Call2x0(line, emit)
	f.Call2x0(&claudecode.UserLine{}, emit)
	f.Call([]any{line, emit})
	if len(got) != 2 || got[0] != line || got[1] != line {
		t.Errorf("ofFn emits %v, want the one line twice", got)
	}
}

// TestProgramIsSmall checks that no DoFn is registered in a way for which thousands of functions are compiled. This program has 113 MB. With
// register.DoFn1x1 for lineFn it had 169, and with registrations of all DoFns the compiler needed 7 GB of memory.
func TestProgramIsSmall(t *testing.T) {
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if size := info.Size() >> 20; size > 150 {
		t.Errorf("this program has %d MB: does a DoFn have a registration of Beam's package register?", size)
	}
}
