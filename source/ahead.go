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

	"github.com/klauspost/compress/zstd"

	"github.com/ndwire/ndwire/decoder"
)

// Archives on disk are decompressed ahead of the reader if there is more than one processor, so that decompressor and loop run in parallel.
// A goroutine never waits: it fills the blocks of its part and ends, and Read starts another one when half of them are used. So a loop
// that is left early leaks no goroutine, even without Close.
var aheadSizes = sizes{from: 256 << 10, part: 256 << 10, block: 256 << 10, blocks: 16}

// sizes are in bytes, except blocks. They are variables so that tests can change them.
type sizes struct {
	from   int64 // smaller archives are decompressed by the reader
	part   int64 // a part has as many frames as fill this many bytes of the archive
	block  int   // of text
	blocks int   // of a part, at most
}

const (
	aheadWidth = 4 // parts at once: with 4 MB of text and a window of 8 MB each, at most 48 MB

	// An archive is not divided after a frame that is longer or has a larger window: finding its end would mean reading the archive, and
	// the memory of several such frames has no bound.
	partFrame  = 8 << 20
	partWindow = 8 << 20
)

// ahead reads the text of an archive. Its methods are called by one goroutine, the reader's.
type ahead struct {
	in       *os.File
	size     int64
	disk     *disk // of the stream: counts what the parts read, and gets their error
	frame    func(in *os.File, size, at int64) (end int64)
	unpacker func() (unpacker, func(), error)

	width   int
	found   int64   // offset up to which the archive is divided; -1: all of it
	parts   []*part // the first one is being read
	idle    []*worker
	all     []*worker
	current []byte // the rest of block
	block   []byte

	mu     sync.Mutex
	change *sync.Cond
	stop   bool
	free   [][]byte
}

// part is a sequence of frames of an archive that is decompressed on its own.
type part struct {
	from, to  int64 // to is math.MaxInt64 for the last one
	disk      disk
	worker    *worker
	delivered int64 // bytes of its text that nextBlock has returned

	// Guarded by ahead.mu.
	ready    [][]byte
	err      error // after what is ready
	panicked *decoder.WorkerPanic
	working  bool
}

// unpacker is a reusable decompressor. Reset gets a *bufio.Reader.
type unpacker interface {
	io.Reader
	Reset(io.Reader) error
}

// worker has the buffers and the decompressor for one part; they are reused.
type worker struct {
	in      *bufio.Reader
	zip     unpacker
	free    func()
	started bool
}

// newUnpacker returns a decompressor of a format. It starts no goroutines.
func newUnpacker(format string) (unpacker, func(), error) {
	if format == "gzip" {
		return new(gunzip), func() {}, nil
	}
	// Decompress on the caller's goroutine; with Workers that is not the one that decodes.
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return nil, nil, err
	}
	return z, z.Close, nil
}

// newAhead returns the text of an archive from its beginning.
func newAhead(s *stream) *ahead {
	a := &ahead{in: s.disk.in, size: s.file.size, disk: &s.disk, width: min(runtime.GOMAXPROCS(0), aheadWidth)}
	a.change = sync.NewCond(&a.mu)
	a.unpacker = func() (unpacker, func(), error) { return newUnpacker(s.format) }
	// One zstd decompressor is about as fast as the loop, and leaves a processor to it; gzip takes several times as long.
	if a.frame = bgzfMember; s.format == "zstd" {
		a.frame, a.width = zstdFrame, max(min(runtime.GOMAXPROCS(0)-1, aheadWidth), 1)
	}
	a.disk.count(-a.disk.n) // the parts read it again
	return a
}

func (a *ahead) Read(p []byte) (int, error) {
	if len(a.current) == 0 {
		if err := a.nextBlock(); err != nil {
			return 0, err
		}
	}
	n := copy(p, a.current)
	a.current = a.current[n:]
	return n, nil
}

// nextBlock makes the next block of text current.
func (a *ahead) nextBlock() error {
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
			p.delivered += int64(len(a.block))
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
			// Damaged: read on without dividing, to return the same text and error as a sequential reader.
			if err := a.undivide(); err != nil {
				return err
			}
		default:
			a.disk.err = p.disk.err
			return p.err
		}
	}
}

// start adds parts up to width, and starts a goroutine for each part with room for more text. a.mu is locked.
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

// divide returns the end of the part that begins at a.found.
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

// add appends the part [from, to).
func (a *ahead) add(from, to int64) error {
	if len(a.idle) == 0 {
		zip, free, err := a.unpacker()
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
	w.started = false
	w.in.Reset(&p.disk)
	a.parts = append(a.parts, p)
	return nil
}

// drop reclaims the blocks and the worker of a part whose goroutine has ended. a.mu is locked.
func (a *ahead) drop(p *part) {
	a.free = append(a.free, p.ready...)
	p.ready = nil
	a.idle = append(a.idle, p.worker)
	a.disk.n += p.disk.n // it is in done
}

// undivide replaces all parts by one to the end of the archive, and skips the text that was delivered. a.mu is locked.
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
	for p.delivered < first.delivered && p.err == nil {
		buf := a.buffer()
		var n int
		n, p.err = p.fill(buf[:min(int64(len(buf)), first.delivered-p.delivered)])
		p.delivered += int64(n)
		a.free = append(a.free, buf)
	}
	return nil
}

// wait stops the goroutines and waits for them. a.mu is locked.
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

// work is a goroutine that decompresses a part until its blocks are full.
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

// fill decompresses into buf until it is full. It returns an error after the n bytes before it.
func (p *part) fill(buf []byte) (n int, err error) {
	defer func() {
		if v := recover(); v != nil {
			p.panicked = &decoder.WorkerPanic{Value: v, Stack: debug.Stack()}
			err = p.panicked
		}
	}()
	if w := p.worker; !w.started {
		w.started = true
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

// zstdFrame returns the end of the frame at an offset, -1 if the archive is not to be divided there.
func zstdFrame(in *os.File, size, at int64) int64 {
	end, window, err := frameEnd(in, size, at, partFrame)
	if err != nil || window > partWindow || end > size {
		return -1
	}
	return end
}

// bgzfMember returns the end of the gzip member at an offset, -1 if its header does not state it. bgzip writes the size in a header field.
func bgzfMember(in *os.File, _, at int64) int64 {
	const (
		fixed  = 12 // up to the length of the fields
		fields = 4  // the flag that says that there are some
	)
	var head [64]byte
	n, _ := in.ReadAt(head[:], at)
	if n < fixed || string(head[:3]) != gzipDeflated || head[3]&fields == 0 {
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
