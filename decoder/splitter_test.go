package decoder

import (
	"bytes"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/ndwire/ndwire/internal/alloc"
)

func drain(t *testing.T, s *splitter, each func(b block)) {
	t.Helper()
	for {
		b := s.next()
		if each(b); b.err == io.EOF {
			return
		}
		if b.err != nil {
			t.Fatal(b.err)
		}
	}
}

func TestBufferShrinks(t *testing.T) {
	in := strings.Repeat("x", 5<<20) + "\n" + strings.Repeat("short\n", 12<<20)
	s := newSplitter(strings.NewReader(in), 0, false)
	most := 0
	drain(t, s, func(block) { most = max(most, len(s.buf)) })
	if most < 5<<20 || len(s.buf) > bufferSize {
		t.Errorf("the buffer grew to %d and stayed at %d", most, len(s.buf))
	}
}

func TestBufferStays(t *testing.T) {
	in := strings.Repeat(strings.Repeat("x", 1<<20)+"\n"+strings.Repeat("short\n", 100_000), 40)
	s := newSplitter(iotest.HalfReader(strings.NewReader(in)), 0, false)
	last, changes := 0, 0
	drain(t, s, func(block) {
		if len(s.buf) != last {
			last = len(s.buf)
			changes++
		}
	})
	if changes > 3 {
		t.Errorf("for lines of one length, with short ones between them, the buffer changed its own %d times", changes)
	}
}

// TestSeparateBlocks checks that a separate block keeps its bytes while the next ones are read, and no buffer has two owners.
func TestSeparateBlocks(t *testing.T) {
	in := strings.Repeat("some line\n", 100_000) + strings.Repeat("y", 700<<10) + "\nrest"
	s := newSplitter(strings.NewReader(in), 0, true)
	var all []block
	drain(t, s, func(b block) { all = append(all, b) })
	owners := map[*byte]bool{}
	var text strings.Builder
	for _, b := range all {
		text.Write(b.data)
		if b.buf != nil {
			if owners[&b.buf[0]] {
				t.Error("two blocks in one buffer")
			}
			owners[&b.buf[0]] = true
		}
	}
	if text.String() != in {
		t.Error("blocks have changed")
	}
}

func TestBufferSizes(t *testing.T) {
	in := strings.Repeat("some line\n", 200_000)
	for apart, want := range map[bool]int{false: bufferSize, true: largerSize} {
		putBuffer(nil)
		putBuffer(make([]byte, 2*largerSize)) // too large to be kept
		s := newSplitter(strings.NewReader(in), 0, apart)
		drain(t, s, func(b block) {
			buf := s.buf
			if apart {
				buf = b.buf
			}
			if len(b.data) > 0 && len(buf) != want {
				t.Errorf("apart %v: a buffer of %d, want %d", apart, len(buf), want)
			}
			putBuffer(b.buf)
		})
	}
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// TestBufferSteps checks the sizes of the buffers that a long line takes: few, unless blocks are separate.
func TestBufferSteps(t *testing.T) {
	for _, tc := range []struct {
		line  int
		apart bool
		want  []int
	}{
		{bufferSize / 2, false, []int{bufferSize}},
		{3 << 20, false, []int{bufferSize, 4 << 20}},
		{5 << 20, false, []int{bufferSize, 4 << 20, 16 << 20}},
		{40 << 20, false, []int{bufferSize, 4 << 20, 16 << 20, 64 << 20}},
		{3 << 20, true, []int{largerSize, 1 << 20, 2 << 20, 4 << 20}},
	} {
		var sizes []int
		var s *splitter
		text := strings.NewReader(strings.Repeat("x", tc.line) + "\n")
		s = newSplitter(readerFunc(func(p []byte) (int, error) {
			sizes = append(sizes, len(s.buf))
			return text.Read(p)
		}), 0, tc.apart)
		s.next()
		sizes = slices.Compact(sizes)
		if !slices.Equal(sizes, tc.want) {
			t.Errorf("a line of %d bytes, apart: %v: buffers of %d, want %d", tc.line, tc.apart, sizes, tc.want)
		}
	}
}

// TestBufferLimit checks that the buffers of a line, also the two of a step, are proportional to MaxLine, and that the last one holds a line
// of that length with its line end, and the byte that shows that a line is longer.
func TestBufferLimit(t *testing.T) {
	for _, apart := range []bool{false, true} {
		for _, limit := range []int64{1, bufferSize - 1, bufferSize, 3 * bufferSize, 5 << 20, 17 << 20, 100 << 20, DefaultMaxLine} {
			s := newSplitter(nil, limit, apart)
			size := s.baseSize()
			for int64(size) < limit+3 {
				s.buf = make([]byte, size)
				next := s.nextSize()
				if next <= size || int64(size+next) > limit+limit/2+1<<20 {
					t.Fatalf("limit %d, apart %v: from %d to %d", limit, apart, size, next)
				}
				size = next
			}
			if int64(size) > limit+1<<20 {
				t.Errorf("limit %d, apart %v: a buffer of %d", limit, apart, size)
			}
		}
	}
}

// TestReadAhead checks how much is read ahead of the loop: a number of blocks, and fewer if they have long lines.
func TestReadAhead(t *testing.T) {
	const workers = 2
	for size, want := range map[int]int{largerSize: readAhead * workers, 4 << 20: 4, 5 << 20: 4, 6 << 20: 3, 300 << 20: 1} {
		p := newPool(anyLines, &config{workers: workers}, nil)
		p.running = true // there are no goroutines
		for round := range 3 {
			for !p.isFull() {
				p.add(block{data: []byte("{}"), buf: alloc.Uncleared(size)}) // address space without memory
			}
			if len(p.queue) != want || p.queued != want*size {
				t.Errorf("round %d: %d blocks of %d, with %d bytes, want %d", round, len(p.queue), size, p.queued, want)
			}
			if g, err := p.takeGroup(); err != nil || len(g.buf) != size {
				t.Errorf("round %d: %v", round, err)
			}
		}
	}
}

// TestManyWorkers checks that a large number of workers is limited, and that the limits that depend on it do not overflow: an empty queue is
// never full, or nothing would be read.
func TestManyWorkers(t *testing.T) {
	for _, n := range []int{1, 63, 64, 65, 1 << 10, math.MaxInt/aheadSize + 1, math.MaxInt} {
		if p := (&pool[Raw]{cfg: &config{workers: n}}); p.isFull() {
			t.Errorf("%d workers: an empty queue is full", n)
		}
		r := new(Reader[Raw])
		r.open(anyLines, nil, []Option{Workers(n)})
		if got, want := r.cfg.workers, min(n, maxWorkers); got != want {
			t.Errorf("Workers(%d): %d, want %d", n, got, want)
		}
	}
}

func TestMaxLineOptions(t *testing.T) {
	limited := func(opts ...Option) *Reader[Raw] {
		r := new(Reader[Raw])
		r.open(&codec[Raw]{Scan: anyLines.Scan, MaxLine: 7}, nil, opts)
		return r
	}
	for _, tt := range []struct {
		name string
		r    *Reader[Raw]
		want int64
	}{
		{"the default", NewLines(nil), DefaultMaxLine},
		{"none", NewLines(nil, MaxLine(0)), 0},
		{"none, by a negative number", NewLines(nil, MaxLine(-1)), 0},
		{"another", NewLines(nil, MaxLine(1<<40)), 1 << 40},
		{"the spec's", limited(), 7},
		{"not the spec's", limited(MaxLine(8)), 8},
		{"none, though the spec has one", limited(MaxLine(0)), 0},
	} {
		if got := tt.r.lines.(*sequence[Raw]).splitter.maxLine; got != tt.want || tt.r.cfg.maxLine != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
}

// TestWholeLines checks where a block of about ten bytes ends.
func TestWholeLines(t *testing.T) {
	tests := []struct {
		name string
		in   []int // lengths of lines, with their line feeds
		want int
	}{
		{"all", []int{4, 4}, 8},
		{"the line that stands across the end", []int{4, 4, 4, 4}, 12},
		{"a line that ends at it", []int{4, 6, 4}, 14},
		{"a line that is too long for it", []int{4, 4, maxOverrun + 100, 4}, 8},
		{"a longer line that begins the block", []int{maxOverrun + 100, 4}, maxOverrun + 100},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var text []byte
			for _, n := range tt.in {
				text = append(append(text, strings.Repeat("x", n-1)...), '\n')
			}
			if got := wholeLines(text, 10); got != tt.want {
				t.Errorf("got %d, want %d", got, tt.want)
			}
		})
	}
	if got := wholeLines([]byte("no line end at all"), 10); got != 0 {
		t.Errorf("without a line end: got %d", got)
	}
}

// TestMemoryBlocks checks that blocks of an input in memory are larger if workers decode owned lines, but not so large that one worker is
// alone with the rest.
func TestMemoryBlocks(t *testing.T) {
	const line = "some line\n"
	in := []byte(strings.Repeat(line, 4_000_000))
	for _, sharers := range []int{0, 1, 2, 64} {
		s := newSplitter(bytes.NewReader(in), 0, true)
		if sharers > 0 {
			s.workers, s.maxBlock = sharers, maxMemoryBlock
		}
		largest, left := 0, len(in)
		drain(t, s, func(b block) {
			n := len(b.data)
			full := n - len(line) // without the last line
			largest = max(largest, full)
			if full > maxMemoryBlock || full > largerSize && full > left/(blocksPerWorker*sharers) {
				t.Errorf("%d workers: a block of %d, %d are left", sharers, n, left)
			}
			if n < largerSize && n < left {
				t.Errorf("%d workers: a block of %d, %d are left", sharers, n, left)
			}
			left -= n
		})
		if left != 0 || (largest > largerSize) != (sharers > 0 && sharers < 64) {
			t.Errorf("%d workers: %d are left, the largest block has %d", sharers, left, largest)
		}
	}
}

// TestBlockHasFewLines checks that a block of short lines has no more of them than one worker decodes at once.
func TestBlockHasFewLines(t *testing.T) {
	for size, want := range map[int]int{100: 100 * (maxGroup * 3 / 4), 10_000: maxMemoryBlock} {
		line := `{"k":"` + strings.Repeat("x", size-len(`{"k":""}`+"\n")) + `"}` + "\n"
		var p *pool[Raw]
		// If the loop gets to each block before a worker, the length of lines is unknown.
		for try := 0; p == nil || p.averageLine == 0 && try < 100; try++ {
			r := NewLines(strings.NewReader(strings.Repeat(line, 16<<20/size)), Workers(2))
			p = r.lines.(*pool[Raw])
			for _, err := range r.All() {
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		if got := p.maxBlock(); got != want {
			t.Errorf("lines of %d bytes: a portion of %d, want %d", size, got, want)
		}
		if p.mode = recycled; p.maxBlock() != 0 {
			t.Errorf("recycled lines: blocks of %d bytes", p.maxBlock())
		}
	}
}

// TestLargeBuffersAreReused checks that the buffers of long lines are reused for separate blocks, and none is handed out twice.
func TestLargeBuffersAreReused(t *testing.T) {
	line := strings.Repeat("x", 1<<20) + "\n"
	s := newSplitter(strings.NewReader(strings.Repeat(line, 200)+strings.Repeat("short\n", 10<<20)), 0, true)
	var inFlight []block
	buffers := map[*byte]bool{}
	drain(t, s, func(b block) {
		if len(b.buf) > largerSize {
			buffers[&b.buf[0]] = true
			for _, other := range inFlight {
				if &other.buf[0] == &b.buf[0] {
					t.Fatal("a buffer has two owners")
				}
			}
		}
		if b.buf != nil {
			inFlight = append(inFlight, b)
		}
		if len(inFlight) > 3 {
			s.large.put(inFlight[0].buf, len(inFlight[0].data))
			inFlight = inFlight[1:]
		}
		size := 0
		for _, c := range s.large.free {
			size += len(c.data)
		}
		if s.large.size != size || size > 0 && size-len(s.large.free[0].data) > largeBuffersSize {
			t.Fatalf("%d bytes are cached in %d buffers, %d are counted", size, len(s.large.free), s.large.size)
		}
	})
	if len(buffers) > 10 {
		t.Errorf("%d buffers for 200 lines", len(buffers))
	}
	if s.large.size > 0 {
		t.Errorf("%d bytes are kept for short lines", s.large.size)
	}
}

// TestLargestBufferIsKept checks that lines of the same length are read into the same buffers, whatever their length is, and that a shorter
// line does not occupy the buffer of a longer one.
func TestLargestBufferIsKept(t *testing.T) {
	const lines = 6
	for _, size := range []int{700 << 10, 3 << 20, 40 << 20} {
		line := strings.Repeat("x", size) + "\n"
		var in []io.Reader
		for range lines {
			in = append(in, strings.NewReader(line), strings.NewReader(strings.Repeat("y", 600<<10)+"\n"), strings.NewReader(strings.Repeat("short\n", 50_000)))
		}
		s := newSplitter(io.MultiReader(in...), 0, true)
		buffers := map[*byte]int{} // how many bytes they have
		drain(t, s, func(b block) {
			if len(b.buf) > max(largerSize, 4*len(b.data)) && len(b.buf) > largerSize {
				t.Errorf("a block of %d bytes has a buffer of %d", len(b.data), len(b.buf))
			}
			if len(b.buf) > largerSize {
				buffers[&b.buf[0]] = len(b.buf)
			}
			s.large.put(b.buf, len(b.data))
		})
		most, sum := 4*size+2<<20, 0
		for _, n := range buffers {
			sum += n
		}
		if sum > most {
			t.Errorf("%d lines of %d bytes: buffers of %d bytes, want %d at most", lines, size, sum, most)
		}
	}
}

// smallReads returns few bytes at a time, as a pipe does.
type smallReads struct{ io.Reader }

func (r smallReads) Read(p []byte) (int, error) { return r.Reader.Read(p[:min(len(p), 16<<10)]) }

// TestBuffersOfSmallReads checks that lines between two long ones count by their text, and not by the buffers that small reads leave nearly
// empty: the second long line gets the buffer of the first one.
func TestBuffersOfSmallReads(t *testing.T) {
	long := strings.Repeat("x", 3<<20) + "\n"
	var in []io.Reader
	for range 4 {
		in = append(in, strings.NewReader(long), strings.NewReader(strings.Repeat("short\n", 16<<20/6)))
	}
	s := newSplitter(smallReads{io.MultiReader(in...)}, 0, true)
	buffers := map[*byte]bool{}
	drain(t, s, func(b block) {
		if len(b.buf) > largerSize {
			buffers[&b.buf[0]] = true
		}
		s.large.put(b.buf, len(b.data))
	})
	if len(buffers) != 1 {
		t.Errorf("%d buffers for 4 lines of the same length", len(buffers))
	}
}

func TestLastLineEnd(t *testing.T) {
	for _, n := range []int{0, 1, 1023, 1024, 1025, 5000} {
		p := bytes.Repeat([]byte("x"), n)
		if got := lastLineEnd(p); got != -1 {
			t.Errorf("%d bytes without a line end: %d", n, got)
		}
		for _, at := range []int{0, n / 3, n - 1025, n - 1024, n - 2, n - 1} {
			if at < 0 || at >= n {
				continue
			}
			p := bytes.Clone(p)
			p[0], p[at] = '\n', '\n'
			if got := lastLineEnd(p); got != at {
				t.Errorf("%d bytes with a line end at %d: %d", n, at, got)
			}
		}
	}
}

func TestIsUTF16(t *testing.T) {
	for text, want := range map[string]bool{
		"\xff\xfe": true, "\xfe\xff": true, "\xff\xfe\x00\x00": true, "{\x00\"\x00": true, "\x00{\x00\"": true, "I\x00N\x00": true, "\x001\x002": true,
		"": false, "{": false, "{\"a\"": false, "\x00\x00\x00{": false, "{\x00\x00\x00": false, "\x00{\"a": false, "\xff": false, "\xef\xbb\xbf{": false, "\x00\x01\x00\x01": false, "{\x00}": false,
	} {
		if got := isUTF16([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
