package decoder_test

import (
	"bytes"
	"fmt"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/genrt"
)

// TestMixedLoops checks that a loop goes on where the one before was left, whichever loops these are.
func TestMixedLoops(t *testing.T) {
	options := map[string]decoder.Option{"salvage": decoder.Salvage(), "strict": decoder.Strict(), "limit": decoder.MaxLine(400_000),
		"only": decoder.Only("note", "new"), "elements": decoder.MaxElements(2), "poison": decoder.Poison()}
	names := []string{"elements", "limit", "only", "poison", "salvage", "strict"}
	rapid.Check(t, func(t *rapid.T) {
		in := history(t, "lines")
		var opts []decoder.Option
		for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom(names), 0, 3, rapid.ID).Draw(t, "options") {
			opts = append(opts, options[name])
		}
		want, stats := verdicts(genrt.NewReader(codec, bytes.NewReader([]byte(in)), opts...), 0)

		if n := rapid.IntRange(0, 3).Draw(t, "workers"); n > 0 {
			opts = append(opts, decoder.Workers(n))
		}
		var src io.Reader = bytes.NewReader([]byte(in))
		if rapid.IntRange(0, 3).Draw(t, "in memory") > 0 {
			cut := rapid.SliceOfN(rapid.SampledFrom([]int{1, 7, 40, 1000, 100_000, 1 << 20}), 1, 6).Draw(t, "cut")
			src = &chunks{data: []byte(in), cut: append(cut, 50_000)}
		}
		r := genrt.NewReader(codec, src, opts...)
		var got []verdict
		var ways []string
		for end := false; !end; {
			way, n := rapid.SampledFrom([]string{"All", "Recycled", "Next", "Batches"}).Draw(t, "loop"), rapid.IntRange(1, 4).Draw(t, "turns")
			ways = append(ways, fmt.Sprint(way, " ", n))
			loop := r.All()
			switch way {
			case "Recycled":
				loop = r.Recycled()
			case "Next":
				loop = func(yield func(line, error) bool) {
					for l, err := r.Next(); err != io.EOF && yield(l, err); l, err = r.Next() {
					}
				}
			case "Batches":
				end = true
				for batch, err := range r.Batches() {
					if err != nil {
						t.Fatalf("an error in place of a batch: %v", err)
					}
					for l, err := range batch.All() {
						got = append(got, verdictIn(batch, valueOf(l), err))
					}
					batch.Release()
					if n--; n == 0 {
						end = false
						break
					}
				}
				continue
			}
			end = true
			for l, err := range loop {
				v := verdictOf(r, valueOf(l), err)
				if k := len(got); k < len(want) && v.Place != want[k].Place {
					t.Fatalf("%v: checkpoint of line %d: %s", ways, k, cmp.Diff(want[k].Place, v.Place))
				}
				v.Place = decoder.Checkpoint{}
				if got = append(got, v); n == 1 {
					end = false
					break
				}
				n--
			}
		}
		for k := range want {
			want[k].Place = decoder.Checkpoint{}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%v (-one loop +now): %s", ways, diff)
		}
		if diff := cmp.Diff(stats, r.Stats(), ofLines); diff != "" {
			t.Fatalf("%v: statistics (-one loop +now): %s", ways, diff)
		}
	})
}
