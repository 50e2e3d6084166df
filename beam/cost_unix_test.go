//go:build unix

package ndwirebeam

import (
	"bytes"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/transforms/stats"

	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
)

// BenchmarkLine measures the figures from which README.md computes the cost of a terabyte: the processor time that Read and a count by kind take
// for a line on Prism (pipeline-ns/line), the time for decoding it without Beam (decode-ns/line), and the difference (beam-ns/line). The times
// are the difference between a long and a short file, so that the start of a pipeline does not count.
func BenchmarkLine(b *testing.B) {
	log, err := os.ReadFile("../testdata/claudecode/session.ndjson")
	if err != nil {
		b.Fatal(err)
	}
	const few, more = 500, 4000 // copies of the log
	write := func(name string, copies int) string {
		path := filepath.Join(b.TempDir(), name)
		if err := os.WriteFile(path, bytes.Repeat(log, copies), 0o666); err != nil {
			b.Fatal(err)
		}
		return path
	}
	short, long := write("short.jsonl", few), write("long.jsonl", more)
	lines := float64((more - few) * bytes.Count(log, []byte("\n")))
	difference := func(read func(path string)) float64 {
		return float64(processorTime(b, func() { read(long) })-processorTime(b, func() { read(short) })) / lines
	}
	var pipeline, decode float64
	n := 0
	for b.Loop() {
		pipeline += difference(func(path string) {
			p, s := beam.NewPipelineWithRoot()
			read, _ := Read(s, path, ClaudeCode)
			stats.Count(s, beam.ParDo(s, kindOf, read))
			if _, err := ptest.RunWithMetrics(p); err != nil {
				b.Fatal(err)
			}
		})
		decode += difference(func(path string) {
			onePass(b, path, claudecode.NewReader, func(decoder.Pos, claudecode.Line) {}, func(e *decoder.Error) { b.Fatal(e) })
		})
		n++
	}
	b.ReportMetric(pipeline/float64(n), "pipeline-ns/line")
	b.ReportMetric(decode/float64(n), "decode-ns/line")
	b.ReportMetric((pipeline-decode)/float64(n), "beam-ns/line")
	b.ReportMetric(0, "ns/op")
}

// processorTime returns the processor time of all threads of this process while f runs.
func processorTime(b *testing.B, f func()) time.Duration {
	used := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	before := used()
	f()
	return used() - before
}
