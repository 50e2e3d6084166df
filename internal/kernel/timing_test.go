//go:build timing

package kernel

import (
	"strings"
	"testing"
	"time"
)

// TestTimeIsLinear checks that a text of twice the length takes about twice the time, for many texts and all kernels. It measures elapsed
// time, so it takes the best of many tries, and needs a machine that is not busy.
func TestTimeIsLinear(t *testing.T) {
	texts := map[string]func(n int) string{
		"text":           func(n int) string { return `{"a":"` + strings.Repeat("x", n) + `"}` },
		"escapes":        func(n int) string { return `{"a":"` + strings.Repeat(`\n`, n/2) + `"}` },
		"long escapes":   func(n int) string { return `{"a":"` + strings.Repeat(`\u00e9`, n/6) + `"}` },
		"backslashes":    func(n int) string { return `{"a":"` + strings.Repeat(`\\`, n/2) + `"}` },
		"quotes":         func(n int) string { return `{"a":"` + strings.Repeat(`\"`, n/2) + `"}` },
		"other scripts":  func(n int) string { return `{"a":"` + strings.Repeat("日é", n/5) + `"}` },
		"no text":        func(n int) string { return `{"a":"` + strings.Repeat("\xff", n) + `"}` },
		"nesting":        func(n int) string { return `{"a":` + strings.Repeat("[", n/2) + strings.Repeat("]", n/2) + `}` },
		"members":        func(n int) string { return `{` + strings.Repeat(`"k":1,`, n/6) + `"a":2}` },
		"elements":       func(n int) string { return `{"a":[` + strings.Repeat(`{"k":[null]},`, n/13) + `0.5]}` },
		"numbers":        func(n int) string { return `{"a":[` + strings.Repeat(`-1.5e3,`, n/7) + `0]}` },
		"a number":       func(n int) string { return `{"a":` + strings.Repeat("1", n) + `}` },
		"white space":    func(n int) string { return `{"a":[` + strings.Repeat(" 1 ,", n/4) + `0]}` },
		"late space":     func(n int) string { return `{"a":[` + strings.Repeat("1,", n/2) + ` 0]}` },
		"no end":         func(n int) string { return `{"a":[` + strings.Repeat("1,", n/2) },
		"a string alone": func(n int) string { return `{"a":"` + strings.Repeat("x", n) },
	}
	dst := make([]byte, 1<<20)
	kernels := map[string]func(b []byte){
		"Skip":       func(b []byte) { Skip(b, 0, 1<<20) },
		"Valid":      func(b []byte) { Valid(b, 0, 1<<20) },
		"Members":    func(b []byte) { new(Members).Look(b, 0, 1<<20) },
		"Spans":      func(b []byte) { Spans(b) },
		"StringEnd":  func(b []byte) { StringEnd(b, 6) },
		"Unquote":    func(b []byte) { Unquote(dst, b, 6) },
		"UTF8":       func(b []byte) { InvalidUTF8(b) },
		"AppendText": func(b []byte) { AppendText(dst[:0], b) },
	}
	fastest := func(f func(b []byte), b []byte) time.Duration {
		best := time.Hour
		for range 5 {
			start := time.Now()
			f(b)
			best = min(best, time.Since(start))
		}
		return best
	}
	const n, tries = 32 << 10, 40
	atLevels(t, func(t fataler) {
		for text, build := range texts {
			short, long := []byte(build(n)), []byte(build(2*n))
			for name, f := range kernels {
				a, b := time.Hour, time.Hour
				for try := 0; ; try++ {
					time.Sleep(min(time.Duration(try)*40, 500) * time.Millisecond) // wait for other programs
					a, b = min(a, fastest(f, short)), min(b, fastest(f, long))
					// Quadratic time would be four times as long. Very short times are not compared.
					if b < 3*a || b < 100*time.Microsecond {
						break
					}
					if try == tries {
						t.Fatalf("%s of %s takes %v for %d bytes, and %v for %d", name, text, a, len(short), b, len(long))
					}
				}
			}
		}
	})
}
