//go:build timing

package agentsdktest

import (
	"bytes"
	"testing"
	"time"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
)

// readers are functions that decode, peek at, check or encode a line.
var readers = map[string]func(line []byte){
	"UnmarshalLine": func(line []byte) { ndwire.UnmarshalLine(line) },
	"CheckLine":     func(line []byte) { ndwire.CheckLine(line) },
	"Peek":          func(line []byte) { ndwire.Peek(line) },
	"AppendJSON": func(line []byte) {
		if l, err := ndwire.BorrowLine(line); err == nil {
			l.AppendJSON(nil)
		}
	},
	"Reader": func(line []byte) {
		r := ndwire.NewReader(bytes.NewReader(line), decoder.Only("assistant"), decoder.Salvage())
		r.Next()
		r.Close()
	},
	"Salvage": func(line []byte) {
		for range ndwire.NewReader(bytes.NewReader(line), decoder.Salvage()).All() {
		}
	},
}

// TestTimeIsLinear checks that a hostile line of eight times the length takes about eight times as long, also cut in half. Quadratic time would be
// sixty-four times as long. It measures elapsed time, takes the best of many tries, and needs a machine that is not busy.
func TestTimeIsLinear(t *testing.T) {
	const n, times, bound = 64 << 10, 8, 26
	for _, h := range hostile {
		short, long := []byte(h.line(n)), []byte(h.line(times*n))
		for name, read := range readers {
			for half, lines := range map[string][2][]byte{"": {short, long}, "half a line, ": {short[:len(short)/2+1], long[:len(long)/2+1]}} {
				a, b := time.Hour, bound*time.Hour
				for try := 0; b >= bound*a && b >= 5*time.Millisecond; try++ {
					if try == 16 {
						t.Errorf("%s, %s%s: %v for %d KB, %v for %d KB", h.name, half, name, a, len(lines[0])>>10, b, len(lines[1])>>10)
						break
					}
					time.Sleep(time.Duration(try) * 40 * time.Millisecond)
					a, b = min(a, fastest(read, lines[0])), min(b, fastest(read, lines[1]))
				}
			}
		}
	}
}

// fastest returns the shortest of several times that read takes for line.
func fastest(read func(line []byte), line []byte) time.Duration {
	best := time.Hour
	for range 3 {
		start := time.Now()
		read(line)
		best = min(best, time.Since(start))
	}
	return best
}
