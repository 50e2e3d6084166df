package bench

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/bench/corpus"
	"github.com/ndwire/ndwire/decoder"
)

const peakChild = "NDWIRE_PEAK_CHILD" // recycled, owned or batches, workers, shape and MB of long lines, MB between them, MB in all

// TestPeakMemory bounds the memory of a process that reads a stream of any length: 64 MB and 3 times the longest line for recycled lines and
// batches, 96 MB and 6 times for owned ones, and with workers this for each line in flight. NDWIRE_PEAK_MB is the length of the stream in MB;
// 4096 takes 30 seconds.
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
		mode    string
		workers int
		shape   string
		length  int // of the longest lines, in MB
		between int // MB of usual lines between them
	}{
		{"recycled", 0, "escapes", 8, 7},
		{"owned", 0, "escapes", 8, 7},
		{"recycled", 2, "escapes", 8, 7},
		{"owned", 2, "escapes", 8, 7},
		// Slightly longer than a buffer.
		{"recycled", 0, "escapes", 17, 7},
		{"recycled", 0, "escapes", 65, 7},
		{"owned", 0, "escapes", 17, 7},
		{"recycled", 0, "plain", 33, 7},
		{"owned", 0, "plain", 33, 7},
		// Values that need notes or replacements every few bytes.
		{"recycled", 0, "members", 17, 7},
		{"recycled", 0, "no-text", 17, 7},
		{"recycled", 0, "surrogates", 17, 7},
		{"recycled", 0, "no-end", 17, 7},
		// Nothing but long lines, and long ones far apart. Batches have buffers of their own.
		{"recycled", 0, "escapes", 30, 0},
		{"batches", 0, "escapes", 2, 0},
		{"batches", 0, "escapes", 17, 0},
		{"batches", 0, "escapes", 30, 0},
		{"batches", 0, "plain", 40, 0},
		{"batches", 0, "escapes", 30, 40},
		{"batches", 0, "members", 17, 7},
		{"batches", 0, "cut", 30, 7},
		{"batches", 2, "escapes", 8, 0},
	} {
		name := fmt.Sprintf("%s-%d-%s-%d", x.mode, x.workers, x.shape, x.length)
		if x.between != 7 {
			name += fmt.Sprintf("-%d", x.between)
		}
		t.Run(name, func(t *testing.T) {
			most := 3 * x.length << 20
			if x.mode == "owned" {
				most *= 2
			}
			if x.workers > 0 {
				most *= 3 * x.workers
			}
			most += 64 << 20
			if x.mode == "owned" {
				most += 32 << 20 // the growth of the heap because of the ballast
			}
			child := fmt.Sprintf("%s %d %s %d %d %s", x.mode, x.workers, x.shape, x.length, x.between, size)
			// If other programs delay the collector, the heap grows beyond its goal.
			peak, lines := peakOf(t, child)
			for try := 0; try < 2 && peak > most; try++ {
				peak, lines = peakOf(t, child)
			}
			if peak > most {
				t.Errorf("%s MB in %d lines take %d MB of memory, want %d at most", size, lines, peak>>20, most>>20)
			}
			t.Logf("%s MB in %d lines take %d MB of memory", size, lines, peak>>20)
		})
	}
}

// peakOf returns the peak memory of a process that reads a stream, and the number of its lines.
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
	var mode, shape string
	var workers, length, between int
	var size int64
	if _, err := fmt.Sscan(text, &mode, &workers, &shape, &length, &between, &size); err != nil {
		t.Fatal(err)
	}
	var opts []decoder.Option
	if workers > 0 {
		opts = append(opts, decoder.Workers(workers))
	}
	s := &stream{left: size << 20, usual: corpus.Generate("mixed", 1<<20).Data, between: between, long: longParts(shape, length<<20)}
	r := ndwire.NewReader(s, opts...)
	lines := 0
	read := func(loop iter.Seq2[ndwire.Line, error]) {
		for _, err := range loop {
			if err != nil && shape != "no-end" && shape != "cut" {
				t.Fatal(err)
			}
			lines++
		}
	}
	switch mode {
	case "owned":
		read(r.All())
	case "recycled":
		read(r.Recycled())
	case "batches":
		for batch, err := range r.Batches() {
			if err != nil {
				t.Fatal(err)
			}
			read(batch.All())
			batch.Release()
		}
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

// stream generates lines on demand: usual ones, with long ones between them.
type stream struct {
	left    int64
	usual   []byte   // 1 MB
	between int      // MB of usual lines before each long one
	long    [][]byte // the parts of a long line
	turn    int
	parts   [][]byte // of the next line
	at      int      // in the first one
}

func (s *stream) Read(p []byte) (int, error) {
	for len(s.parts) == 0 {
		if s.left <= 0 {
			return 0, io.EOF
		}
		if s.turn++; s.turn%(s.between+1) == 0 {
			s.parts = s.long
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

// longParts returns the parts of a long line, which repeat a text.
func longParts(shape string, length int) [][]byte {
	const text, end = `{"type":"user","message":{"role":"user","content":[{"type":"text","text":"`, `"}]},"parent_tool_use_id":null,"session_id":"s"}`
	x := map[string]struct{ begin, again, end string }{
		"escapes":    {text, `A line of a long output, with \"quotes\" and a tab\t.\n`, end},
		"plain":      {text, "A line of a long output, with nothing else. ", end},
		"members":    {`{"type":"user"`, `,"a":1`, "}"},
		"no-text":    {text, "\xff", end},
		"surrogates": {text, `\ud800`, end},
		"no-end":     {text, `A \"quote\"\n`, ""},
		"cut":        {text, `A \"quote\"\n`, `"}`}, // after the text
	}[shape]
	again := bytes.Repeat([]byte(x.again), 64<<10/len(x.again))
	parts := [][]byte{[]byte(x.begin)}
	for n := 0; n < length-len(again)-len(text)-len(end); n += len(again) {
		parts = append(parts, again)
	}
	return append(parts, []byte(x.end+"\n"))
}
