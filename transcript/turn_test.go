package transcript_test

import (
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/source"
	"github.com/ndwire/ndwire/transcript"
)

// TestLoopsInTurn checks that loops of all sorts, one after another and within each other, deliver each line of files of several protocols once,
// with the usage that one loop gives it.
func TestLoopsInTurn(t *testing.T) {
	reader := openShipped(t)
	want := all(t, reader)
	rapid.Check(t, func(t *rapid.T) {
		src, err := source.Open(shipped...)
		if err != nil {
			t.Fatal(err)
		}
		defer src.Close()
		var opts []decoder.Option
		if n := rapid.IntRange(0, 3).Draw(t, "workers"); n > 0 {
			opts = append(opts, decoder.Workers(n))
		}
		if rapid.Bool().Draw(t, "poison") {
			opts = append(opts, decoder.Poison())
		}
		r := transcript.NewReader(src, opts...)
		defer r.Close()

		n := 0 // lines that were delivered
		check := func(e *transcript.Entry, err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
			if n >= len(want) {
				t.Fatal("a line too many")
			}
			if diff := cmp.Diff(want[n], deliver(r, e.Clone())); diff != "" {
				t.Fatal(diff)
			}
		}
		next := func() bool {
			e, err := r.Next()
			if err == io.EOF {
				return false
			}
			check(e, err)
			n++
			return true
		}
		for n < len(want) {
			before, left := n, rapid.SampledFrom([]int{1, 2, 20, 150, 1000}).Draw(t, "lines")
			within := rapid.SampledFrom([]int{0, 0, 1, 30}).Draw(t, "Next within the loop")
			again := rapid.Bool().Draw(t, "Decode")
			// body is for each line of a loop, which is want[n]. It reports whether the loop goes on.
			body := func() bool {
				if again {
					check(r.Decode())
				}
				n++
				for range within {
					if !next() {
						break
					}
				}
				left--
				return left > 0
			}
			switch rapid.IntRange(0, 3).Draw(t, "loop") {
			case 0:
				for range left {
					next()
				}
			case 1:
				for e, err := range r.All() {
					check(e, err)
					if !body() {
						break
					}
				}
			case 2:
				for e, err := range r.Recycled() {
					check(e, err)
					if !body() {
						break
					}
				}
			case 3:
				again = true // only lines that are decoded count in the ledger
				for _, err := range r.Kinds() {
					if err != nil {
						t.Fatal(err)
					}
					if !body() {
						break
					}
				}
			}
			if n == before {
				t.Fatalf("a loop ends after %d lines of %d", n, len(want))
			}
		}
		if got, want := r.Ledger().Total(), reader.Ledger().Total(); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
		got, wanted := r.Stats(), reader.Stats()
		got.Predictions, wanted.Predictions = decoder.Predictions{}, decoder.Predictions{}
		if diff := cmp.Diff(wanted, got); diff != "" {
			t.Error(diff)
		}
	})
}
