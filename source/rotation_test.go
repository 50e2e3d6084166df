package source_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/leaktest"
	"github.com/ndwire/ndwire/source"
	"pgregory.net/rapid"
)

// followed has the results of a loop over a followed file.
type followed struct {
	lines     []string
	rewritten int
}

// script follows path. Each time Follow would wait, the next step is executed. After the last one, Follow may wait several times, and then ends.
// Nothing depends on time.
func script(t rapid.TB, path string, steps func(seen *followed) (more bool)) followed {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	src, err := source.Follow(ctx, path, source.Wait())
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	var seen followed
	const enough = 60 // waits; more than all files together need
	rest := enough
	source.Sleep(src, func(time.Duration) {
		if !steps(&seen) {
			if rest--; rest == 0 {
				stop()
			}
		}
	})
	for line, err := range decoder.NewLines(src).All() {
		switch {
		case err == nil:
			seen.lines = append(seen.lines, line.String())
		case errors.Is(err, source.ErrRewritten):
			seen.rewritten++
		case !errors.Is(err, context.Canceled):
			t.Fatal(err)
		}
	}
	return seen
}

// TestFollowReadsTheOldFirst checks that what is written to a file after it has lost its name is delivered before the new file with that name.
func TestFollowReadsTheOldFirst(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open file cannot be renamed here")
	}
	path := filepath.Join(t.TempDir(), "f")
	write(t, path, "1\n")
	old, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	step := 0
	steps := []func(){
		func() { old.WriteString("2\n") },
		func() { os.Rename(path, path+".1") },
		func() { old.WriteString("3\n") },
		func() { write(t, path, "6\n") },
		func() { old.WriteString("4\n{\"half\":") },
		func() {}, // one wait without anything new is not enough,
		func() { old.WriteString("5}\n") },
		func() { add(t, path, "7\n") },
		func() {}, // two are enough
		func() { old.WriteString("lost\n") },
		func() { os.Rename(path, path+".2") },
		func() { write(t, path, "8\n") },
		func() { replace(t, path, "9\n") }, // after the previous file was noticed
		func() { replace(t, path, "10\n") },
	}
	got := script(t, path, func(*followed) bool {
		if step == len(steps) {
			return false
		}
		steps[step]()
		step++
		return true
	})
	if diff := cmp.Diff([]string{"1", "2", "3", "4", `{"half":5}`, "6", "7", "8", "9", "10"}, got.lines); diff != "" || got.rewritten != 4 {
		t.Error(got.rewritten, diff)
	}
}

// TestFollowManySuccessors checks that a program that writes to an old file forever does not prevent the new ones from being read.
func TestFollowManySuccessors(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open file cannot be replaced here")
	}
	path := filepath.Join(t.TempDir(), "f")
	write(t, path, "0\n")
	old, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	n := 0
	got := script(t, path, func(*followed) bool {
		if n++; n > 40 {
			return false
		}
		old.WriteString("\"old\"\n")
		replace(t, path, fmt.Sprintf("%d\n", n))
		return true
	})
	lines := slices.DeleteFunc(got.lines, func(line string) bool { return line == `"old"` })
	var want []string
	for i := range 41 {
		want = append(want, fmt.Sprint(i))
	}
	if diff := cmp.Diff(want, lines); diff != "" || got.rewritten != 40 || len(got.lines)-len(lines) < 10 {
		t.Error(got.rewritten, len(got.lines), diff)
	}
}

// TestFollowRenamedBack checks that a file that gets its name back is followed as before.
func TestFollowRenamedBack(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open file cannot be renamed here")
	}
	path := filepath.Join(t.TempDir(), "f")
	write(t, path, "1\n")
	n := 0
	got := script(t, path, func(*followed) bool {
		switch n++; n {
		case 1:
			os.Rename(path, path+".1")
		case 2:
			write(t, path, "7\n")
		case 3:
			os.Rename(path, path+".2")
			os.Rename(path+".1", path)
		case 10:
			add(t, path, "2\n")
		case 11:
			os.Rename(path, path+".3")
			write(t, path, "8\n")
		}
		return n < 12
	})
	if want := []string{"1", "2", "7", "8"}; !slices.Equal(got.lines, want) || got.rewritten != 2 {
		t.Errorf("%q and %d rewritten, want %q", got.lines, got.rewritten, want)
	}
}

func TestFollowOfNothing(t *testing.T) {
	leaktest.Check(t)
	for _, path := range []string{filepath.Join(t.TempDir(), "f"), filepath.Join(t.TempDir(), "no", "folder", "f")} {
		src, err := source.Follow(t.Context(), path)
		if src != nil || !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "Wait") || !strings.HasPrefix(err.Error(), "source: ") {
			t.Error(err)
		}
		cp := decoder.Checkpoint{File: path}
		if src, err := source.FollowFrom(t.Context(), cp); src != nil || !errors.Is(err, fs.ErrNotExist) {
			t.Error(err)
		}
		src, err = source.FollowFrom(t.Context(), cp, source.Wait())
		if err != nil {
			t.Fatal(err)
		}
		src.Close()
	}
}

// TestFollowOpensAtOnce checks that the file that has the name when Follow is called is read first, also if it loses the name before reading
// begins.
func TestFollowOpensAtOnce(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open file cannot be replaced here")
	}
	leaktest.Check(t)
	path := filepath.Join(t.TempDir(), "f")
	write(t, path, "1\n")
	f := follow(t, func(ctx context.Context) (*source.Source, error) {
		src, err := source.Follow(ctx, path)
		replace(t, path, "2\n")
		return src, err
	})
	f.wants("1", "!file rewritten", "2")
	f.stop()
	f.ends(context.Canceled)
}

func ExampleWait() {
	dir, _ := os.MkdirTemp("", "ndwire")
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "session.jsonl")

	_, err := source.Follow(context.Background(), path)
	fmt.Println("not there yet:", errors.Is(err, fs.ErrNotExist))

	src, err := source.Follow(context.Background(), path, source.Wait())
	if err != nil {
		fmt.Println(err)
		return
	}
	defer src.Close()
	os.WriteFile(path, []byte("{}\n"), 0o666)
	line, err := decoder.NewLines(src).Next()
	fmt.Println(line, err)
	// Output:
	// not there yet: true
	// {} <nil>
}
