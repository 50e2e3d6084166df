//go:build unix

package source_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
	"pgregory.net/rapid"
)

// generation is one of the files that have had the followed name.
type generation struct {
	lines []string // its complete lines, and those that were read before it was cut
	half  string   // the incomplete line at its end
}

// logs is a writer, and a program that rotates its logs.
type logs struct {
	t    *rapid.T
	path string

	files  []*generation // in the order in which they got the name
	named  *generation   // the file that has the name, or nil
	to     *generation   // the file that is written to
	writer *os.File      // nil before the first
	n      int           // lines
	rest   string        // of the incomplete line
	silent int           // steps without a write since the writer's file has lost the name
	renews int
	writes int
}

func (l *logs) check(err error) {
	if err != nil {
		l.t.Fatal(err)
	}
}

func (l *logs) write(text string) {
	_, err := l.writer.WriteString(text)
	l.check(err)
	l.writes++ // in seconds: two writes may have the same time in a file system
	at := unix.NsecToTimeval(int64(l.writes) * 1e9)
	l.check(unix.Futimes(int(l.writer.Fd()), []unix.Timeval{at, at}))
	l.to.half += text
	for {
		line, rest, whole := strings.Cut(l.to.half, "\n")
		if !whole {
			return
		}
		l.to.lines, l.to.half = append(l.to.lines, line), rest
	}
}

// some writes at least one byte: the rest of an incomplete line, some lines, the beginning of a line.
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

// away reports whether the file that is written to has lost the name.
func (l *logs) away() bool { return l.files[len(l.files)-1] != l.to }

// appear gives the name to a new file.
func (l *logs) appear() {
	if l.writer != nil && !l.away() {
		l.silent = 0
	}
	g := &generation{}
	l.files, l.named = append(l.files, g), g
	l.renews++
}

// reopen makes the writer open, or create, the file with the name. An incomplete line remains in the old file.
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

// cut empties the file that is written to, like a program that copies and truncates it. Lines that were not read are lost.
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

// step changes files between two waits of Follow.
func (l *logs) step(seen *followed) {
	if l.writer == nil {
		l.reopen()
		l.some()
		return
	}
	if l.away() && l.silent > 0 {
		l.some() // else the old file would count as complete
		l.silent = 0
	} else if l.away() {
		l.silent++
	}
	const most = 12
	changed := false // the name changes at most once: Follow does not see a file that has it only between two waits
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

// TestFollowRotations checks that whatever happens to a file and its name, what is written is read once, in its order: nothing is lost and nothing
// comes twice.
func TestFollowRotations(t *testing.T) {
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
			if n--; n == 0 { // complete the last line
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
				want = append(want, g.half) // without the line feed
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
