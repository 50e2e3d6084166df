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
	"github.com/ndwire/ndwire/source"
	"pgregory.net/rapid"
)

// followed is what a loop over a followed file saw.
type followed struct {
	lines     []string
	rewritten int
}

// script follows path. Where Follow would wait, the next step is done; behind the last one it may look around for as long as it
// wants to, and then ends. Nothing here depends on time.
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
	const enough = 60 // looks: more than all files together can ask for
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

// What is written to a file after it has lost its name is read before the file that has got it.
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
		func() {}, // one look without anything new is not enough,
		func() { old.WriteString("5}\n") },
		func() { add(t, path, "7\n") },
		func() {}, // two are
		func() { old.WriteString("lost\n") },
		func() { os.Rename(path, path+".2") },
		func() { write(t, path, "8\n") },
		func() { replace(t, path, "9\n") }, // and the one before was seen
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

// Who goes on writing to an old file forever does not keep the new ones from being read.
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

// A file that gets its name back was never away.
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

// generation is one file of the name that is followed, over its life.
type generation struct {
	lines []string // whole ones in it, or read from it before it was cut
	half  string   // of a line, at its end
}

// logs is a writer, and what rotates its logs.
type logs struct {
	t    *rapid.T
	path string

	files  []*generation // in the order in which they got the name
	named  *generation   // the one that has it; nil if none has
	to     *generation   // the one that is written to
	writer *os.File      // nil before the first
	n      int           // lines
	rest   string        // of the line that is half written
	silent int           // steps without a write while away
	renews int
}

func (l *logs) check(err error) {
	if err != nil {
		l.t.Fatal(err)
	}
}

func (l *logs) write(text string) {
	_, err := l.writer.WriteString(text)
	l.check(err)
	l.to.half += text
	for {
		line, rest, whole := strings.Cut(l.to.half, "\n")
		if !whole {
			return
		}
		l.to.lines, l.to.half = append(l.to.lines, line), rest
	}
}

// some writes at least one byte: the rest of a half line, some lines, half a line.
func (l *logs) some() {
	text := l.rest
	for range rapid.IntRange(1, 3).Draw(l.t, "lines") {
		text += fmt.Sprintf("{\"n\":%d,\"x\":\"%s\"}\n", l.n, strings.Repeat("x", l.n*l.n%60))
		l.n++
	}
	l.rest = ""
	if rapid.Bool().Draw(l.t, "half") {
		n := rapid.IntRange(1, len(text)-1).Draw(l.t, "of them") // bytes, and not the last ones
		text, l.rest = text[:n], text[n:]
	}
	l.write(text)
}

// away reports whether another file has, or had, the name of the one that is written to.
func (l *logs) away() bool { return l.files[len(l.files)-1] != l.to }

// appear is a file that gets the name.
func (l *logs) appear() {
	if l.writer != nil && !l.away() {
		l.silent = 0
	}
	g := &generation{}
	l.files, l.named = append(l.files, g), g
	l.renews++
}

// reopen makes the writer write to the file of the name, and create it. What of a line was written to another file stays there.
func (l *logs) reopen() {
	if l.writer != nil && l.named == l.to {
		return
	}
	if l.writer != nil {
		if l.rest != "" && rapid.Bool().Draw(l.t, "complete") {
			l.write(l.rest)
		}
		l.rest = ""
		l.check(l.writer.Close())
	}
	w, err := os.OpenFile(l.path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	l.check(err)
	if l.named == nil {
		l.appear()
	}
	l.writer, l.to = w, l.named
}

// cut empties the file that is written to, as who copies it before does. What was not read of it is lost.
func (l *logs) cut(seen *followed) {
	g := l.to
	read := 0
	for _, line := range g.lines {
		if slices.Contains(seen.lines, line) {
			read++
		}
	}
	l.check(l.writer.Truncate(0))
	g.lines, g.half, l.rest = g.lines[:read], "", ""
}

// step is what happens between two looks.
func (l *logs) step(seen *followed) {
	if l.writer == nil {
		l.reopen()
		l.some()
		return
	}
	if l.away() && l.silent > 0 {
		l.some() // or it would be taken to be at its end
		l.silent = 0
	} else if l.away() {
		l.silent++
	}
	const most = 12
	changed := false // the name changes hands once at most: what has it between two looks only is not seen
	for range rapid.IntRange(0, 3).Draw(l.t, "deeds") {
		switch rapid.SampledFrom([]string{"write", "write", "rename", "create", "replace", "reopen"}).Draw(l.t, "deed") {
		case "write":
			l.some()
			l.silent = 0
		case "rename":
			if l.named == nil || changed {
				continue
			}
			l.check(os.Rename(l.path, fmt.Sprintf("%s.%d", l.path, len(l.files))))
			l.named = nil
			changed = true
		case "create":
			if l.named == nil && l.renews < most {
				w, err := os.Create(l.path)
				l.check(err)
				l.check(w.Close())
				l.appear()
				changed = true
			}
		case "replace":
			if !changed && l.renews < most {
				write(l.t, l.path+".new", "")
				l.check(os.Rename(l.path+".new", l.path))
				l.appear()
				changed = true
			}
		case "reopen":
			if l.named != nil || !changed && l.renews < most {
				changed = changed || l.named == nil
				l.reopen()
				l.silent = 0
			}
		}
	}
}

// Whatever happens to a file and its name, what is written is read once, in its order: nothing is lost and nothing comes twice.
func TestFollowRotations(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open file cannot be renamed here")
	}
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp("", "ndwire")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		l := &logs{t: t, path: filepath.Join(dir, "f")}
		cuts := 0
		n := rapid.IntRange(1, 25).Draw(t, "steps")
		got := script(t, l.path, func(seen *followed) bool {
			if n == 0 {
				return false
			}
			if n--; n == 0 { // the last line gets its end, in whatever file it is
				if l.writer != nil && l.rest != "" {
					l.write(l.rest)
				}
				return false
			}
			if l.writer != nil && rapid.IntRange(0, 5).Draw(t, "cut") == 0 {
				l.cut(seen)
				cuts++
			}
			l.step(seen)
			return true
		})
		if l.writer != nil {
			l.writer.Close()
		}
		var want []string
		for _, g := range l.files {
			want = append(want, g.lines...)
			if strings.HasSuffix(g.half, "}") && g != l.named {
				want = append(want, g.half) // all but the line feed
			}
		}
		if diff := cmp.Diff(want, got.lines); diff != "" {
			t.Fatal(diff)
		}
		if least, most := max(len(l.files)-1, 0), len(l.files)-1+cuts; got.rewritten < least || got.rewritten > max(most, 0) {
			t.Fatalf("%d files and %d cuts, but %d times rewritten", len(l.files), cuts, got.rewritten)
		}
	})
}

func TestFollowOfNothing(t *testing.T) {
	noLeaks(t)
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

// The file that Follow was given is the one that is read first, also if it has lost its name before reading begins.
func TestFollowOpensAtOnce(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open file cannot be replaced here")
	}
	noLeaks(t)
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
