package bench

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/bench/corpus"
	"github.com/ndwire/ndwire/decoder"
)

const peakChild = "NDWIRE_PEAK_CHILD" // recycled or owned, workers, MB

// longLine is the length of the longest lines of the stream.
const longLine = 8 << 20

// TestPeakMemory holds how much memory a process takes at most that reads a stream, however long it is: 64 MB and 3 times the
// longest line recycled, 6 times owned, and these for each line in flight with workers. NDWIRE_PEAK_MB is the length of the stream
// in MB; 4096 takes a quarter of a minute.
func TestPeakMemory(t *testing.T) {
	if text := os.Getenv(peakChild); text != "" {
		readStream(t, text)
		return
	}
	if uncounted {
		t.Skip("this build has memory of its own")
	}
	size := os.Getenv("NDWIRE_PEAK_MB")
	if size == "" {
		size = "192"
	}
	for _, x := range []struct {
		mode          string
		workers, most int
	}{
		{"recycled", 0, 64<<20 + 3*longLine},
		{"owned", 0, 64<<20 + 6*longLine},
		{"recycled", 2, 64<<20 + 2*3*3*longLine},
		{"owned", 2, 64<<20 + 2*3*6*longLine},
	} {
		name := fmt.Sprintf("%s-%d", x.mode, x.workers)
		t.Run(name, func(t *testing.T) {
			// A collector that other programs keep waiting lets the heap grow beyond its goal.
			peak, lines := peakOf(t, fmt.Sprintf("%s %d %s", x.mode, x.workers, size))
			for try := 0; try < 2 && peak > x.most; try++ {
				peak, lines = peakOf(t, fmt.Sprintf("%s %d %s", x.mode, x.workers, size))
			}
			if peak > x.most {
				t.Errorf("%s MB in %d lines take %d MB of memory, want %d at most", size, lines, peak>>20, x.most>>20)
			}
			t.Logf("%s MB in %d lines take %d MB of memory", size, lines, peak>>20)
		})
	}
}

// peakOf is the most memory that a process of its own takes to read a stream, and how many lines that has.
func peakOf(t *testing.T, stream string) (peak, lines int) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestPeakMemory$", "-test.v")
	cmd.Env = append(os.Environ(), peakChild+"="+stream, "GOGC=", "GOMEMLIMIT=")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	_, rest, ok := strings.Cut(string(out), "peak ")
	if _, err := fmt.Sscan(rest, &peak, &lines); !ok || err != nil {
		t.Fatalf("the process says nothing: %v\n%s", err, out)
	}
	return peak, lines
}

// readStream is the process whose memory is measured.
func readStream(t *testing.T, text string) {
	var mode string
	var workers int
	var size int64
	if _, err := fmt.Sscan(text, &mode, &workers, &size); err != nil {
		t.Fatal(err)
	}
	var opts []decoder.Option
	if workers > 0 {
		opts = append(opts, decoder.Workers(workers))
	}
	s := &stream{left: size << 20, usual: corpus.Generate("mixed", 1<<20).Data}
	r := ndwire.NewReader(s, opts...)
	loop := r.All()
	if mode == "recycled" {
		loop = r.Recycled()
	}
	lines := 0
	for _, err := range loop {
		if err != nil {
			t.Fatal(err)
		}
		lines++
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := bytes.Cut(status, []byte("VmHWM:"))
	kb, err := strconv.Atoi(string(bytes.Fields(rest)[0]))
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("peak", kb<<10, lines)
}

// stream makes lines as they are asked for: usual ones, and a long one after 7 MB of them.
type stream struct {
	left  int64
	usual []byte
	turn  int
	parts [][]byte // of what comes next
	at    int      // in the first one
}

func (s *stream) Read(p []byte) (int, error) {
	for len(s.parts) == 0 {
		if s.left <= 0 {
			return 0, io.EOF
		}
		if s.turn++; s.turn%8 == 0 {
			s.parts = longParts
		} else {
			s.parts = [][]byte{s.usual}
		}
		for _, part := range s.parts {
			s.left -= int64(len(part))
		}
	}
	n := copy(p, s.parts[0][s.at:])
	if s.at += n; s.at == len(s.parts[0]) {
		s.parts, s.at = s.parts[1:], 0
	}
	return n, nil
}

// longParts are the parts of a long line: a text with escapes, again and again.
var longParts = func() [][]byte {
	words := bytes.Repeat([]byte(`A line of a long output, with \"quotes\" and a tab\t.\n`), 1<<10)
	parts := [][]byte{[]byte(`{"type":"user","message":{"role":"user","content":[{"type":"text","text":"`)}
	for n := 0; n < longLine-200; n += len(words) {
		parts = append(parts, words)
	}
	return append(parts, []byte("\"}]},\"parent_tool_use_id\":null,\"session_id\":\"s\"}\n"))
}()
