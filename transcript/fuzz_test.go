package transcript_test

import (
	"bytes"
	"io"
	"os"
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/transcript"
)

// FuzzReader checks that detection loses and moves no line, for any bytes, and that all methods and copies of entries work for every protocol.
func FuzzReader(f *testing.F) {
	for _, folder := range shipped {
		names, err := os.ReadDir(folder)
		if err != nil {
			f.Fatal(err)
		}
		for _, name := range names {
			if data, err := os.ReadFile(folder + "/" + name.Name()); err == nil {
				f.Add(data)
				for line := range bytes.Lines(data) {
					f.Add(line)
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		plain := decoder.NewLines(bytes.NewReader(data))
		r := transcript.NewReader(bytes.NewReader(data))
		for {
			_, want := plain.Next()
			e, err := r.Next()
			if (err == io.EOF) != (want == io.EOF) || r.Pos() != plain.Pos() || !bytes.Equal(r.Raw(), plain.Raw()) {
				t.Fatalf("%v at %+v; want %v at %+v", err, r.Pos(), want, plain.Pos())
			}
			if err == io.EOF {
				break
			}
			if err == nil {
				summaryOf(e.Clone())
			}
		}
		for _, p := range []transcript.Protocol{transcript.AgentSDK, transcript.ClaudeCode, transcript.OpenClaw, transcript.RustyClaw} {
			var ledger transcript.Ledger
			for e, err := range p.NewReader(bytes.NewReader(data), decoder.Poison()).Recycled() {
				if err == nil {
					summaryOf(e)
					ledger.Add(e)
					ledger.Add(e.Clone())
				}
			}
			ledger.Total()
		}
	})
}
