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

// TestTreeTimeIsLinear checks that a hostile file of eight times the length takes about eight times as long. Quadratic time would be sixty-four
// times as long. [claudecode.Tree.Threads] is not among what is measured, since its result can be that large. It measures elapsed time, takes the best of many tries, and needs a machine that is not busy.
func TestTreeTimeIsLinear(t *testing.T) {
	const n, times, bound = 8 << 10, 8, 26
	for name, text := range hostileTrees {
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
		read := func(lines []claudecode.Line) time.Duration {
			start := time.Now()
			var tree claudecode.Tree
			for i, l := range lines {
				tree.Add(decoder.Pos{Line: int64(i + 1)}, l)
			}
			tree.Current()
			tree.Branches()
			tree.Sidechains()
			tree.Compactions()
			tree.ToolCalls()
			tree.History(tree.Current().Tip())
			return time.Since(start)
		}
		short, long := file(n), file(times*n)
		a, b := time.Hour, bound*time.Hour
		for try := 0; b >= bound*a && b >= 5*time.Millisecond; try++ {
			if try == 6 {
				t.Errorf("%s: %v for %d lines, %v for %d", name, a, len(short), b, len(long))
				break
			}
			a, b = min(a, read(short)), min(b, read(long))
		}
		t.Logf("%s: %v, %v", name, a, b)
	}
}
