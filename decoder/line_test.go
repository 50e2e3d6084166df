package decoder

import (
	"strings"
	"testing"

	"github.com/ndwire/ndwire/internal/scan"
)

// TestPeekIsOfItsLine checks that a lineDecoder that goes on within a damaged line, of which another one has read the
// first records, does not take the peek at its own last line for one at the next record. The last line is over
// MaxLine: its peek is not used.
func TestPeekIsOfItsLine(t *testing.T) {
	c := &codec[Raw]{Scan: anyLines.Scan, Kind: func(c *scan.Cursor, i int) Kind { return Kind(c.TagText(c.Find(i, "type"))) }}
	cfg := &config{maxDepth: c.Depth(), maxLine: 50, salvage: true, only: []Kind{"note"}}
	const damaged = `{"type":"note"} {"type":"note"}` + "\n"
	for name, m := range map[string]mode{"owned": owned, "recycled": recycled, "peeked": peeked} {
		first, second := &lineDecoder[Raw]{codec: c, cfg: cfg}, &lineDecoder[Raw]{codec: c, cfg: cfg}
		first.start(m)
		second.start(m)
		var e entry[Raw]
		first.read(&block{data: []byte(damaged)}, 0, 1, m, &e)
		if e.outcome != good || e.kind != "note" || !e.more() {
			t.Fatalf("%s: the first record: %+v", name, e)
		}
		var other entry[Raw]
		second.read(&block{data: []byte(`{"type":"long","text":"` + strings.Repeat("x", 50) + "\"}\n")}, 0, 1, m, &other)
		if other.outcome != bad || other.err.Reason != ErrTooLong {
			t.Fatalf("%s: the long line: %+v", name, other)
		}
		second.continueAfter(&e)
		second.read(&block{data: []byte(damaged)}, 0, 1, m, &e)
		if e.outcome != good || e.kind != "note" || e.more() {
			t.Errorf("%s: the second record has the kind %q, want note: %+v", name, e.kind, e)
		}
	}
}

// TestProgressWithoutFile checks the position if the error of a first file that cannot be opened, which belongs to no file,
// comes after lines of the next file, as it can with Unordered.
func TestProgressWithoutFile(t *testing.T) {
	var p progress
	next := &block{from: &File{Name: "b"}, data: []byte("{}\n")}
	p.startBlock(next)
	p.moveTo(next, &Pos{Offset: 3, Line: 2})
	want := p.checkpoint()
	p.startBlock(&block{err: &Error{File: "a", Reason: ErrUnreadable}})
	if got := p.checkpoint(); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
