package contest

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
)

// notes are lines about the run that benchmarks write to standard error, each once: without -v, go test does not print what they log. They have the
// form "key: value", with which package bench/report keeps them.
var notes = struct {
	to   io.Writer
	seen sync.Map // line -> true
}{to: os.Stderr}

func note(line string) {
	if _, seen := notes.seen.LoadOrStore(line, true); !seen {
		fmt.Fprintln(notes.to, line)
	}
}

// skip skips a contender that cannot take part, and benchmarks note why.
func skip(tb testing.TB, library string, why func() string) {
	if why == nil {
		return
	}
	text := why()
	if text == "" {
		return
	}
	if _, ok := tb.(*testing.B); ok {
		line, _, _ := strings.Cut(text, "\n")
		note("skipped: " + library + ": " + line)
	}
	tb.Skip(text)
}
