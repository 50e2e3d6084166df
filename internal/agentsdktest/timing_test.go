//go:build timing

package agentsdktest

import (
	"bytes"
	"fmt"
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

// TestAccumulatorTimeIsLinear is TestTimeIsLinear for the messages of hostile streams.
func TestAccumulatorTimeIsLinear(t *testing.T) {
	const n, times, bound = 2000, 8, 26
	for name, event := range map[string]func(i int) string{
		"open blocks": func(i int) string {
			return fmt.Sprintf(`{"type":"content_block_start","index":%d,"content_block":{"type":"text","text":""}}`, i)
		},
		"deltas first": func(i int) string {
			return fmt.Sprintf(`{"type":"content_block_delta","index":%d,"delta":{"type":"text_delta","text":"a"}}`, i)
		},
		"blocks of an index": func(int) string {
			return `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`
		},
		"unknown members": func(i int) string {
			return fmt.Sprintf(`{"type":"message_delta","delta":{"new %d":1},"usage":{"new %d":1}}`, i, i)
		},
	} {
		add := func(n int) time.Duration {
			events := []*ndwire.PartialAssistantMessage{{Event: &ndwire.MessageStartEvent{}}}
			for i := range n {
				m := new(ndwire.PartialAssistantMessage)
				if err := m.UnmarshalJSON([]byte(`{"event":` + event(i) + `}`)); err != nil {
					t.Fatal(err)
				}
				events = append(events, m)
			}
			events = append(events, &ndwire.PartialAssistantMessage{Event: &ndwire.MessageStopEvent{}})
			start := time.Now()
			var a ndwire.Accumulator
			for _, m := range events {
				_, _ = a.Add(m) // some events are hostile
			}
			return time.Since(start)
		}
		a, b := time.Hour, bound*time.Hour
		for try := 0; b >= bound*a && b >= 5*time.Millisecond; try++ {
			if try == 16 {
				t.Errorf("%s: %v for %d events, %v for %d", name, a, n, b, times*n)
				break
			}
			a, b = min(a, add(n)), min(b, add(times*n))
		}
	}
}
