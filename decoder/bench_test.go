package decoder_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/genrt"
)

// corpus has lines of some kinds and sizes; in half of them the tag comes last.
func corpus() []byte {
	var b bytes.Buffer
	text := strings.Repeat(`some text with a \"quote\" and a line end\n`, 30)
	for i := range 2000 {
		switch i % 4 {
		case 0:
			fmt.Fprintf(&b, `{"type":"note","text":"%s","n":%d}`+"\n", text, i)
		case 1:
			fmt.Fprintf(&b, `{"message":{"type":"note","content":[{"type":"text","text":"%s"}]},"n":%d,"type":"other"}`+"\n", text, i)
		case 2:
			fmt.Fprintf(&b, `{"type":"event","subtype":"start"}`+"\n")
		case 3:
			fmt.Fprintf(&b, `{"text":"%s","n":%d,"type":"note"}`+"\n", text[:len(text)/2], i)
		}
	}
	return b.Bytes()
}

func BenchmarkReader(b *testing.B) {
	in := corpus()
	for _, bb := range []struct {
		name string
		loop func(r *decoder.Reader[line]) int
		opts []decoder.Option
	}{
		{"all", all, nil},
		{"recycled", recycled, nil},
		{"kinds", kinds, nil},
		{"only/few", recycled, []decoder.Option{decoder.Only("event")}},
		{"only/most", recycled, []decoder.Option{decoder.Except("event")}},
		{"workers", all, []decoder.Option{decoder.Workers(2)}},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.SetBytes(int64(len(in)))
			b.ReportAllocs()
			for b.Loop() {
				if n := bb.loop(genrt.NewReader(codec, bytes.NewReader(in), bb.opts...)); n == 0 {
					b.Fatal("no lines")
				}
			}
		})
	}
	b.Run("split", func(b *testing.B) { // what the splitting alone costs
		b.SetBytes(int64(len(in)))
		for b.Loop() {
			n := 0
			for rest := in; len(rest) > 0; n++ {
				rest = rest[bytes.IndexByte(rest, '\n')+1:]
			}
		}
	})
}

func all(r *decoder.Reader[line]) (n int) {
	for _, err := range r.All() {
		if err == nil {
			n++
		}
	}
	return n
}

func recycled(r *decoder.Reader[line]) (n int) {
	for _, err := range r.Recycled() {
		if err == nil {
			n++
		}
	}
	return n
}

func kinds(r *decoder.Reader[line]) (n int) {
	for _, err := range r.Kinds() {
		if err == nil {
			n++
		}
	}
	return n
}

func BenchmarkSmallLines(b *testing.B) {
	in := bytes.Repeat([]byte(`{"type":"event","subtype":"start"}`+"\n"), 10_000)
	for _, bb := range []struct {
		name string
		loop func(r *decoder.Reader[line]) int
	}{{"all", all}, {"recycled", recycled}, {"kinds", kinds}} {
		b.Run(bb.name, func(b *testing.B) {
			b.SetBytes(int64(len(in)))
			for b.Loop() {
				if n := bb.loop(genrt.NewReader(codec, bytes.NewReader(in))); n == 0 {
					b.Fatal("no lines")
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/10_000, "ns/line")
		})
	}
}
