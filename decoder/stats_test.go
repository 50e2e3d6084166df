package decoder_test

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/genrt"
)

func TestStats(t *testing.T) {
	in := "\n" + `{"type":"note","text":"\ud800"}` + "\r\n" + `{"type":"note","text":5,"x":1}` + "\n" + `{"type":"note","text":"","x":1}` + "\n\x00\n" +
		`{"type":"event","subtype":"pause"}` + "\n" + `{"type":"new"}`
	_, got := readAll(t, func() io.Reader { return strings.NewReader(in) })
	at := func(line, offset, length int64) decoder.Pos {
		return decoder.Pos{Line: line, Offset: offset, Length: length}
	}
	want := decoder.Stats{
		Lines: 7, Bytes: int64(len(in)), Blank: 1, Bad: 1, Unknown: 2, Replaced: 1,
		Reasons: map[decoder.Reason]int64{decoder.ErrNUL: 1},
		Kinds:   map[decoder.Kind]decoder.Count{"note": {3, 92}, "event/pause": {1, 34}, "new": {1, 14}},
		Drift: []decoder.Drift{
			{decoder.UnknownField, ".x", "", 2, at(3, 34, 30)},
			{decoder.UnknownKind, ".", "new", 1, at(7, 134, 14)},
			{decoder.WrongType, ".text", "number", 1, at(3, 34, 30)},
		},
	}
	if diff := cmp.Diff(want, got, ofLines); diff != "" {
		t.Error(diff)
	}
	sum := decoder.Stats{}
	sum.Add(got)
	sum.Add(got)
	if sum.Lines != 14 || sum.Kinds["note"] != (decoder.Count{Lines: 6, Bytes: 184}) || sum.Drift[0].Count != 4 || sum.Reasons[decoder.ErrNUL] != 2 || sum.Drift[0].First.Line != 3 {
		t.Errorf("%+v", sum)
	}
	if got.Drift[0].Count != 2 {
		t.Error("Add changed what it was given")
	}
}

// TestAddUnknownDrift adds a DriftKind that this version does not know, as a newer version may have stored it.
func TestAddUnknownDrift(t *testing.T) {
	one := decoder.Stats{Drift: []decoder.Drift{{What: 99, Path: ".x", Count: 3, First: decoder.Pos{Line: 7}}}}
	var sum decoder.Stats
	sum.Add(one)
	sum.Add(one)
	if want := []decoder.Drift{{Path: ".x", Count: 6, First: decoder.Pos{Line: 7}}}; !slices.Equal(sum.Drift, want) {
		t.Errorf("%+v, want %+v", sum.Drift, want)
	}
}

func TestStatsAreBounded(t *testing.T) {
	var in strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&in, `{"type":"note","text":"","x%d":1}`+"\n", i)
		fmt.Fprintf(&in, `{"type":"k%d"}`+"\n", i)
	}
	in.WriteString(`{"type":"event","subtype":"stop"}`)
	r := genrt.NewReader(codec, strings.NewReader(in.String()))
	for range r.Recycled() {
	}
	s := r.Stats()
	if len(s.Drift) != 2002 || len(s.Kinds) > 1002 || s.Unknown != 3000 {
		t.Errorf("%d drifts, %d kinds, %d unknown", len(s.Drift), len(s.Kinds), s.Unknown)
	}
	if s.Drift[0].Count != 2000 || s.Drift[0].Path != "others" || s.Kinds["others"].Lines < 2000 || s.Kinds["event/stop"].Lines != 1 {
		t.Errorf("%+v, %+v", s.Drift[0], s.Kinds["others"])
	}
}

// TestKnownKindsAreBounded reads kinds that the spec has for every text of a tag.
func TestKnownKindsAreBounded(t *testing.T) {
	var in strings.Builder
	for i := range 12000 {
		fmt.Fprintf(&in, `{"type":"event","subtype":"k%d"}`+"\n", i)
	}
	fmt.Fprintf(&in, `{"type":"event","subtype":%q}`+"\n", strings.Repeat("x", 1<<20))
	known := &genrt.Lines[line]{Scan: codec.Scan, Kind: codec.Kind, KindOf: codec.KindOf, Known: func(decoder.Kind) bool { return true }}
	r := genrt.NewReader(known, strings.NewReader(in.String()))
	for range r.Recycled() {
	}
	s := r.Stats()
	if len(s.Kinds) != 10001 || s.Unknown != 0 || s.Kinds["others"].Lines != 2001 || s.Lines != 12001 {
		t.Errorf("%d kinds, %d unknown, %+v others of %d lines", len(s.Kinds), s.Unknown, s.Kinds["others"], s.Lines)
	}
}

// TestNamesAreBounded checks that long names from the input are kept neither in Stats nor in errors.
func TestNamesAreBounded(t *testing.T) {
	name := strings.Repeat("x", 1<<20)
	in := `{"type":"` + name + `"}` + "\n" + `{"type":"note","text":"","` + name + `":1}` + "\n" + `{"type":"event","subtype":"` + name + `"}` + "\n" + `{"type":"new","` + name + `":tru}`
	for _, opts := range [][]decoder.Option{nil, {decoder.Strict()}} {
		r := genrt.NewReader(codec, strings.NewReader(in), opts...)
		for _, err := range r.All() {
			if err != nil && len(err.Error()) > 500 {
				t.Errorf("an error of %d bytes", len(err.Error()))
			}
		}
		s := r.Stats()
		if text := fmt.Sprint(s); len(text) > 2000 {
			t.Errorf("stats of %d bytes", len(text))
		}
		if opts == nil && (s.Kinds["others"].Lines != 2 || len(s.Drift) != 2) {
			t.Errorf("%+v", s)
		}
	}
}

// TestAddKindsBeyondTheLimit checks that the sum of counts with more kinds than there is room for is always the same, and names the kinds
// with the most lines.
func TestAddKindsBeyondTheLimit(t *testing.T) {
	more := decoder.Stats{Kinds: map[decoder.Kind]decoder.Count{"frequent": {Lines: 7, Bytes: 70}}}
	for n := range 1200 {
		more.Kinds[decoder.Kind(fmt.Sprintf("kind %d", n))] = decoder.Count{Lines: 1, Bytes: 10}
	}
	var want decoder.Stats
	for range 20 {
		sum := decoder.Stats{Kinds: map[decoder.Kind]decoder.Count{"first": {Lines: 1, Bytes: 10}}}
		sum.Add(more)
		if want.Kinds == nil {
			want = sum
		}
		if diff := cmp.Diff(want, sum); diff != "" {
			t.Fatal(diff)
		}
		if sum.Kinds["frequent"].Lines != 7 {
			t.Fatalf("%+v", sum.Kinds["frequent"])
		}
	}
}

// TestAddedHint checks that the sum of Stats has the first hint.
func TestAddedHint(t *testing.T) {
	var sum decoder.Stats
	for _, hint := range []string{"", "first", "", "second"} {
		sum.Add(decoder.Stats{Hint: hint})
	}
	if sum.Hint != "first" {
		t.Errorf("the hint is %q", sum.Hint)
	}
}
