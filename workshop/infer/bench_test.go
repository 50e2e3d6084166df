package infer_test

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/workshop/infer"
)

// BenchmarkAdd reads small lines, or the file NDWIRE_INIT_FILE.
func BenchmarkAdd(b *testing.B) {
	var log bytes.Buffer
	for i := range 40_000 {
		switch i % 4 {
		case 0:
			fmt.Fprintf(&log, `{"type":"open","path":"/a/%d","size":%d}`, i, i)
		case 1:
			fmt.Fprintf(&log, `{"type":"call","tool":"sh","input":{"cmd":"ls %d"}}`, i)
		case 2:
			fmt.Fprintf(&log, `{"type":"call","tool":"read","input":{"file":"/f%d"}}`, i)
		default:
			fmt.Fprintf(&log, `{"type":"say","who":"user","text":"hello there, number %d","at":"2026-03-01T10:00:00Z"}`, i)
		}
		log.WriteByte('\n')
	}
	data := log.Bytes()
	if path := os.Getenv("NDWIRE_INIT_FILE"); path != "" {
		var err error
		if data, err = os.ReadFile(path); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		s := infer.NewSample()
		for line, err := range decoder.NewLines(bytes.NewReader(data)).Recycled() {
			if err == nil {
				s.Add(line)
			}
		}
		s.Spec("events")
	}
}
