package source

import (
	"bufio"
	"encoding/binary"
	"io"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/ndwire/ndwire/decoder"
)

// Archives on disk are decompressed ahead of who reads, where there is more than one processor: the decompressor and the loop then work side
// by side. Its goroutines are never left waiting. One runs until it has filled the blocks of its part, and ends; Read starts the next one
// when half of them are used up. So a loop that is left leaves none behind, closed or not.
var aheadSizes = sizes{from: 256 << 10, part: 256 << 10, block: 256 << 10, blocks: 16}

// sizes are in bytes, but for blocks. They are variables for the sake of tests.
type sizes struct {
	from   int64 // archives that are smaller are not worth a goroutine
	part   int64 // a part is as many frames as make so many bytes of the archive
	block  int   // of text
	blocks int   // of a part, at most
}

const (
	aheadWidth = 4 // parts at once: with 4 MB of text each and 8 MB to refer back to, no more than 48 MB

	// What has a frame that is longer, or refers back farther, is not divided from there on: looking for its end would be reading the
	// archive, and decompressing several of these at once would take any amount of memory.
	partFrame  = 8 << 20
	partWindow = 8 << 20
)

// ahead reads the text of an archive. Its methods are called by one goroutine, the reader's.
type ahead struct {
	in    *os.File
	size  int64
	disk  *disk // of the stream: it is told what the parts have read, and what has failed
	frame func(in *os.File, size, at int64) (end int64)
	fresh func() (unpacker, func(), error)

	width   int
	found   int64   // the archive is divided up to here; -1: all of it
	parts   []*part // the first one is being given
	idle    []*worker
	all     []*worker
	current []byte // what is left of block
	block   []byte

	mu     sync.Mutex
	change *sync.Cond
	stop   bool
	free   [][]byte
}

// part is some frames of an archive, which can be decompressed by themselves.
type part struct {
	from, to int64 // to is math.MaxInt64 for the last one
	disk     disk
	worker   *worker
	given    int64 // so many bytes of its text

	// Guarded by ahead.mu.
	ready    [][]byte
	err      error // behind what is ready
	panicked *decoder.WorkerPanic
	working  bool
}

// unpacker is a decompressor, which can be used again.
type unpacker interface {
	io.Reader
	Reset(io.Reader) error
}

// worker has what it takes to decompress a part.
type worker struct {
	in    *bufio.Reader
	zip   unpacker
	free  func()
	begun bool
}

// newUnpacker returns a decompressor of a format. It starts no goroutines.
func newUnpacker(format string) (unpacker, func(), error) {
	if format == "gzip" {
		z := new(gzip.Reader)
		return z, func() {}, nil
	}
	// One goroutine, the caller's: with Workers that is not the one that decodes.
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return nil, nil, err
	}
	return z, z.Close, nil
}

// newAhead returns the text of an archive of which nothing has been given.
func newAhead(s *stream) *ahead {
	a := &ahead{in: s.disk.in, size: s.file.size, disk: &s.disk, width: min(runtime.GOMAXPROCS(0), aheadWidth)}
	a.change = sync.NewCond(&a.mu)
	a.fresh = func() (unpacker, func(), error) { return newUnpacker(s.format) }
	// Beside one zstd decompressor the loop has enough to do for a processor of its own; gzip takes several times as long.
	if a.frame = bgzfMember; s.format == "zstd" {
		a.frame, a.width = zstdFrame, max(min(runtime.GOMAXPROCS(0)-1, aheadWidth), 1)
	}
	a.disk.count(-a.disk.n) // the parts read it again
	return a
}

func (a *ahead) Read(p []byte) (int, error) {
	if len(a.current) == 0 {
		if err := a.turn(); err != nil {
			return 0, err
		}
	}
	n := copy(p, a.current)
	a.current = a.current[n:]
	return n, nil
}

// turn takes the next block.
func (a *ahead) turn() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.block != nil {
		a.free = append(a.free, a.block)
		a.current, a.block = nil, nil
	}
	for {
		if err := a.start(); err != nil {
			return err
		}
		switch p := a.parts[0]; {
		case len(p.ready) > 0:
			a.block = p.ready[0]
			p.ready = append(p.ready[:0], p.ready[1:]...)
			p.given += int64(len(a.block))
			a.current = a.block
			return nil
		case p.err == nil || p.working:
			a.change.Wait()
		case p.panicked != nil:
			panic(p.panicked)
		case p.err == io.EOF && p.to < math.MaxInt64:
			a.drop(p)
			a.parts = a.parts[1:]
		case p.to < math.MaxInt64:
			// Damaged. What a reader of the whole would make of it is found out by reading on as a whole.
			if err := a.undivide(); err != nil {
				return err
			}
		default:
			a.disk.err = p.disk.err
			return p.err
		}
	}
}

// start makes the goroutines go on that have room to. a.mu is locked.
func (a *ahead) start() error {
	for len(a.parts) < a.width && a.found >= 0 {
		from := a.found
		if err := a.add(from, a.divide()); err != nil {
			return err
		}
	}
	for _, p := range a.parts {
		if !p.working && p.err == nil && len(p.ready) <= aheadSizes.blocks/2 {
			p.working = true
			go a.work(p)
		}
	}
	return nil
}

// divide returns where the part ends that begins where the one before ended.
func (a *ahead) divide() (to int64) {
	if a.width > 1 {
		for to = a.found; to-a.found < aheadSizes.part; {
			if to = a.frame(a.in, a.size, to); to < 0 {
				break
			}
		}
		if to > 0 && to < a.size {
			a.found = to
			return to
		}
	}
	a.found = -1
	return math.MaxInt64
}

// add adds a part.
func (a *ahead) add(from, to int64) error {
	if len(a.idle) == 0 {
		zip, free, err := a.fresh()
		if err != nil {
			return err
		}
		w := &worker{zip: zip, free: free, in: bufio.NewReaderSize(nil, 256<<10)}
		a.idle, a.all = append(a.idle, w), append(a.all, w)
	}
	w := a.idle[len(a.idle)-1]
	a.idle = a.idle[:len(a.idle)-1]
	p := &part{from: from, to: to, worker: w}
	p.disk = disk{in: a.in, from: io.NewSectionReader(a.in, from, to-from), done: a.disk.done}
	w.begun = false
	w.in.Reset(&p.disk)
	a.parts = append(a.parts, p)
	return nil
}

// drop takes back what a part has that does not work any more. a.mu is locked.
func (a *ahead) drop(p *part) {
	a.free = append(a.free, p.ready...)
	p.ready = nil
	a.idle = append(a.idle, p.worker)
	a.disk.n += p.disk.n // it is in done
}

// undivide makes the first part go on to the end of the archive, behind what was given of it. a.mu is locked.
func (a *ahead) undivide() error {
	first := a.parts[0]
	a.wait()
	for _, p := range a.parts {
		a.drop(p)
		a.disk.count(-p.disk.n)
	}
	a.parts, a.found = nil, -1
	if err := a.add(first.from, math.MaxInt64); err != nil {
		return err
	}
	p := a.parts[0]
	for p.given < first.given && p.err == nil {
		buf := a.buffer()
		var n int
		n, p.err = p.fill(buf[:min(int64(len(buf)), first.given-p.given)])
		p.given += int64(n)
		a.free = append(a.free, buf)
	}
	return nil
}

// wait waits until no goroutine works. a.mu is locked.
func (a *ahead) wait() {
	a.stop = true
	for _, p := range a.parts {
		for p.working {
			a.change.Wait()
		}
	}
	a.stop = false
}

// close ends the goroutines and waits for them.
func (a *ahead) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.wait()
	for _, p := range a.parts {
		a.disk.n += p.disk.n
	}
	for _, w := range a.all {
		w.free()
	}
	a.parts, a.all, a.idle, a.free = nil, nil, nil, nil
}

// work is a goroutine, which decompresses a part until there is no room.
func (a *ahead) work(p *part) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for !a.stop && p.err == nil && len(p.ready) < aheadSizes.blocks {
		buf := a.buffer()
		a.mu.Unlock()
		n, err := p.fill(buf)
		a.mu.Lock()
		p.err = err
		if n > 0 {
			p.ready = append(p.ready, buf[:n])
		} else {
			a.free = append(a.free, buf)
		}
		a.change.Signal()
	}
	p.working = false
	a.change.Signal()
}

// buffer returns an empty block. a.mu is locked.
func (a *ahead) buffer() []byte {
	n := len(a.free)
	if n == 0 {
		return make([]byte, aheadSizes.block)
	}
	buf := a.free[n-1]
	a.free = a.free[:n-1]
	return buf[:aheadSizes.block]
}

// fill decompresses as much as there is room for in buf. An error stands behind what was read.
func (p *part) fill(buf []byte) (n int, err error) {
	defer func() {
		if v := recover(); v != nil {
			p.panicked = &decoder.WorkerPanic{Value: v, Stack: debug.Stack()}
			err = p.panicked
		}
	}()
	if w := p.worker; !w.begun {
		w.begun = true
		if err := w.zip.Reset(w.in); err != nil {
			return 0, err
		}
	}
	for n < len(buf) && err == nil {
		var more int
		more, err = p.worker.zip.Read(buf[n:])
		n += more
	}
	return n, err
}

// zstdFrame returns where the frame at an offset ends, -1 if nothing is to be divided there.
func zstdFrame(in *os.File, size, at int64) int64 {
	end, window, err := frameEnd(in, size, at, partFrame)
	if err != nil || window > partWindow || end > size {
		return -1
	}
	return end
}

// bgzfMember returns where the gzip member at an offset ends, -1 if it does not say so. Those of bgzip do, in a field of their header.
func bgzfMember(in *os.File, _, at int64) int64 {
	const (
		fixed  = 12 // up to the length of the fields
		fields = 4  // the flag that says that there are some
	)
	var head [64]byte
	n, _ := in.ReadAt(head[:], at)
	if n < fixed || string(head[:3]) != "\x1f\x8b\x08" || head[3]&fields == 0 {
		return -1
	}
	extra := head[fixed:n]
	extra = extra[:min(len(extra), int(binary.LittleEndian.Uint16(head[10:])))]
	for len(extra) >= 4 {
		name, length := string(extra[:2]), int(binary.LittleEndian.Uint16(extra[2:]))
		extra = extra[4:]
		if name == "BC" && length == 2 && len(extra) >= 2 {
			return at + int64(binary.LittleEndian.Uint16(extra)) + 1
		}
		extra = extra[min(length, len(extra)):]
	}
	return -1
}
