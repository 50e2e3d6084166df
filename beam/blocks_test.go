package ndwirebeam

import (
	"bytes"
	"os"
	"slices"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/source"
)

func TestTrySplit(t *testing.T) {
	small(t, 1<<20, 10)
	tests := []struct {
		name              string
		span              span
		claims            int
		fraction          float64
		primary, residual any
	}{
		{"the half of what is left", span{0, 100, false}, 2, 0.5, span{0, 60, false}, span{60, 100, false}},
		{"before the first claim", span{50, 100, false}, 0, 0.5, span{50, 75, false}, span{75, 100, false}},
		{"all that is left", span{0, 100, false}, 2, 0, span{0, 20, false}, span{20, 100, false}},
		{"all there is", span{50, 100, false}, 0, 0, span{50, 50, false}, span{50, 100, false}},
		{"less than nothing", span{0, 100, false}, 1, -3, span{0, 10, false}, span{10, 100, false}},
		{"a bit of a byte", span{0, 100, false}, 1, 1e-9, span{0, 11, false}, span{11, 100, false}},
		{"nothing", span{0, 100, false}, 1, 1, span{0, 100, false}, nil},
		{"more than everything", span{0, 100, false}, 1, 7, span{0, 100, false}, nil},
		{"in the last block", span{0, 15, false}, 2, 0.5, span{0, 15, false}, nil},
		{"at the end", span{0, 15, false}, 3, 0, span{0, 15, false}, nil},
		{"nothing of nothing", span{15, 15, false}, 0, 0, span{15, 15, false}, nil},
		{"an archive that is being read", span{0, 100, true}, 1, 0, span{0, 100, true}, nil},
		{"an archive that waits", span{0, 100, true}, 0, 0.5, span{0, 100, true}, nil},
		{"an archive that waits, as a whole", span{0, 100, true}, 0, 0, span{0, 0, true}, span{0, 100, true}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := newBlocks(test.span)
			for range test.claims {
				b.TryClaim(new(block))
			}
			primary, residual, err := b.TrySplit(test.fraction)
			if primary != test.primary || residual != test.residual || err != nil {
				t.Errorf("%v, %v, %v", primary, residual, err)
			}
			if b.GetRestriction() != primary {
				t.Errorf("the tracker has %v", b.GetRestriction())
			}
			if test.fraction <= 0 && !b.IsDone() {
				t.Error("after giving away what is left, there is something left")
			}
			if done, left := b.GetProgress(); done+left != float64(b.rest.To-b.rest.From) {
				t.Errorf("%v done, %v left", done, left)
			}
		})
	}
}

func TestParts(t *testing.T) {
	small(t, 100, 10)
	for _, test := range []struct {
		span span
		want []span
	}{
		{span{0, 0, false}, []span{{0, 0, false}}},
		{span{0, 125, false}, []span{{0, 125, false}}},
		{span{0, 126, false}, []span{{0, 100, false}, {100, 126, false}}},
		{span{0, 300, true}, []span{{0, 100, true}, {100, 200, true}, {200, 300, true}}},
	} {
		if got := test.span.parts(); !slices.Equal(got, test.want) {
			t.Errorf("%v: %v", test.span, got)
		}
	}
	if n := len((span{0, 1 << 40, true}).parts()); n > maxArchiveParts {
		t.Errorf("an archive has %d parts", n)
	}
}

// TestSplitsGiveEachLineOnce checks that each line is read once, whatever is split off, also while it is being read.
func TestSplitsGiveEachLineOnce(t *testing.T) {
	log, err := os.ReadFile("../testdata/claudecode/session.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	log = log[:5000]
	log = log[:bytes.LastIndexByte(log, '\n')+1]
	type line struct {
		offset int64
		text   string
	}
	read := func(t rapid.TB, from, to int64) (lines []line) {
		src, err := source.RangeOf(bytes.NewReader(log), "log", int64(len(log)), from, to)
		if err != nil {
			t.Fatal(err)
		}
		r := decoder.NewLines(src)
		for text, err := range r.All() {
			if err != nil {
				t.Fatal(err)
			}
			lines = append(lines, line{r.Pos().Offset, string(text)})
		}
		return lines
	}
	want := read(t, 0, int64(len(log)))
	oldBlock := blockSize
	defer func() { blockSize = oldBlock }()
	rapid.Check(t, func(t *rapid.T) {
		blockSize = rapid.SampledFrom([]int64{17, 100, 300, 1000, 3000}).Draw(t, "block")
		waiting := []span{{0, int64(len(log)), false}}
		var got []line
		for len(waiting) > 0 {
			tracker := sdf.NewLockRTracker(newBlocks(waiting[0]))
			waiting = waiting[1:]
			split := func(when string) {
				if !rapid.Bool().Draw(t, when) || len(waiting) > 20 {
					return
				}
				_, residual, err := tracker.TrySplit(rapid.Float64Range(0, 1).Draw(t, "fraction"))
				if err != nil {
					t.Fatal(err)
				}
				if residual != nil {
					waiting = append(waiting, residual.(span))
				}
			}
			split("before the first block")
			var b block
			for tracker.TryClaim(&b) {
				split("while a block is read")
				got = append(got, read(t, b.from, b.to)...)
				split("behind a block")
			}
			if !tracker.IsDone() || tracker.GetError() != nil {
				t.Fatal("the tracker is not done, which fails the bundle: ", tracker.GetError())
			}
		}
		slices.SortFunc(got, func(a, b line) int { return int(a.offset - b.offset) })
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(line{})); diff != "" {
			t.Fatalf("lines (-one pass +blocks):\n%s", diff)
		}
	})
}
