package transcript_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/transcript"
)

// FuzzReader checks that detection loses and moves no line, for any bytes, that the lines of a file of an unknown protocol are counted, and that
// all methods and copies of entries work for every protocol.
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
			if _, ok := errors.AsType[*transcript.UnknownError](err); ok {
				if _, err := r.Next(); err != io.EOF {
					t.Fatalf("%v after the error of the whole file", err)
				}
				for range plain.All() {
				}
				break
			}
		}
		if got, want := r.Stats(), plain.Stats(); got.Lines != want.Lines || got.Bytes != want.Bytes || got.Blank != want.Blank {
			t.Fatalf("%d lines, %d blank, %d bytes; want %d, %d, %d", got.Lines, got.Blank, got.Bytes, want.Lines, want.Blank, want.Bytes)
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
