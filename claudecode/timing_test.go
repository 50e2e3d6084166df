//go:build timing

package claudecode_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
)

// hostileTrees are files in which each line could be compared with each other one; see shapeLine. i is the number of the line, of n.
var hostileTrees = map[string]func(i, n int) string{
	"one uuid":                     func(i, n int) string { return fmt.Sprint("u - answer m", i) },
	"one chain":                    func(i, n int) string { return fmt.Sprintf("u%d u%d user", i, i-1) },
	"one circle":                   func(i, n int) string { return fmt.Sprintf("u%d u%d user", i, (i+1)%n) },
	"one parent":                   func(i, n int) string { return fmt.Sprintf("u%d u0 user", i) },
	"boundaries that name nothing": func(i, n int) string { return fmt.Sprintf("u%d - %s", i, []string{"boundary gone", "user"}[i%2]) },
	"boundaries in one chain":      func(i, n int) string { return fmt.Sprintf("u%d u%d boundary gone", i, i-1) },
	"summaries":                    func(i, n int) string { return fmt.Sprintf("u%d u%d summary", i, i/2*2-i%2) },
	"compactions that begin, and then end": func(i, n int) string {
		return fmt.Sprintf("u%d - %s", i, []string{"compacting", "compacted"}[2*i/n])
	},
	"compactions in one history": func(i, n int) string {
		if i%2 == 0 {
			return fmt.Sprintf("u%d - boundary u%d", i, i-1)
		}
		return fmt.Sprintf("u%d u%d summary", i, i-1)
	},
	"prompts below notes": func(i, n int) string {
		if i < n/2 {
			return fmt.Sprintf("u%d u%d progress", i, i-1)
		}
		return fmt.Sprintf("u%d u%d user", i, n/2-1)
	},
	"prompts at both ends of notes": func(i, n int) string {
		switch {
		case i < n/2:
			return fmt.Sprintf("u%d u%d progress", i, i-1)
		case i == n/2:
			return fmt.Sprintf("u%d u0 user", i)
		}
		return fmt.Sprintf("u%d u%d user", i, n/2-1)
	},
	"summaries below notes": func(i, n int) string {
		if i < n/2 {
			return fmt.Sprintf("u%d u%d progress", i, i-1)
		}
		return fmt.Sprintf("u%d u%d summary", i, n/2-1)
	},
}

// TestTreeTimeIsLinear checks the time of a Tree and what is read from it, but of [claudecode.Tree.Threads], whose result can be quadratic.
func TestTreeTimeIsLinear(t *testing.T) {
	for name, text := range hostileTrees {
		timeIsLinear(t, name, text, func(lines []claudecode.Line) {
			var tree claudecode.Tree
			for i, l := range lines {
				tree.Add(decoder.Pos{Line: int64(i + 1)}, l)
			}
			tree.Branches()
			tree.Sidechains()
			tree.Compactions()
			tree.ToolCalls()
			tree.History(tree.Current().Tip())
		})
	}
}

// TestValidatorTimeIsLinear checks the time of a Validator, also where one uuid stands in each of many sessions.
func TestValidatorTimeIsLinear(t *testing.T) {
	validate := func(lines []claudecode.Line) {
		var v claudecode.Validator
		for i, l := range lines {
			v.Add(decoder.Pos{Line: int64(i + 1)}, l)
		}
		v.Findings()
	}
	for name, text := range hostileTrees {
		timeIsLinear(t, name, text, validate)
	}
	timeIsLinear(t, "many sessions", func(int, int) string { return "u - user" }, func(lines []claudecode.Line) {
		for i, l := range lines {
			l.(*claudecode.UserLine).SessionID = fmt.Sprint(i)
		}
		validate(lines)
	})
}

// timeIsLinear checks that a hostile file of 16 times the length takes about 16 times as long, or some more, as it does not fit
// into the caches. Quadratic time would be 256 times as long. It measures elapsed time, takes the best of many tries, and needs a machine that is
// not busy.
func timeIsLinear(t *testing.T, name string, text func(i, n int) string, read func(lines []claudecode.Line)) {
	t.Helper()
	const n, times, bound = 4 << 10, 16, 96
	file := func(n int) (lines []claudecode.Line) {
		for i := range n {
			l, err := claudecode.UnmarshalLine(shapeLine(text(i, n)))
			if err != nil {
				t.Fatal(err)
			}
			lines = append(lines, l)
		}
		return lines
	}
	timed := func(lines []claudecode.Line) time.Duration {
		start := time.Now()
		read(lines)
		return time.Since(start)
	}
	short, long := file(n), file(times*n)
	a, b := time.Hour, bound*time.Hour
	for try := 0; b >= bound*a && b >= 5*time.Millisecond; try++ {
		if try == 6 {
			t.Errorf("%s: %v for %d lines, %v for %d", name, a, len(short), b, len(long))
			break
		}
		a, b = min(a, timed(short)), min(b, timed(long))
	}
	t.Logf("%s: %v, %v", name, a, b)
}
