package ndwirebeam

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/usage"
)

// TestCoders checks that coders keep all of an element, and return an error for damaged bytes.
func TestCoders(t *testing.T) {
	var lines []Placed[usage.Line]
	onePass(t, "../testdata/*/*.ndjson", usage.NewReader, func(at decoder.Pos, l usage.Line) {
		lines = append(lines, Placed[usage.Line]{Place{at.File, 7, at.Offset}, l})
	}, func(*decoder.Error) {})
	if len(lines) < 50 {
		t.Fatal(len(lines))
	}
	data, err := encodeUsageLines(nil, usageLines{lines})
	if err != nil {
		t.Fatal(err)
	}
	got, err := decodeUsageLines(nil, data)
	if err != nil {
		t.Fatal(err)
	}
	// A view keeps no notes: absent and empty members are equal.
	if diff := cmp.Diff(lines, got.(usageLines).lines, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("lines (-sent +received):\n%s", diff)
	}
	one, err := encodePlaced(nil, lines[0])
	if err != nil {
		t.Fatal(err)
	}
	for n := range one {
		if v, err := decodePlaced(reflect.TypeFor[Placed[usage.Line]](), one[:n]); err == nil {
			t.Errorf("cut after %d bytes: %v", n, v)
		}
	}
	for _, bad := range []string{"\x05abc", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", "\x80"} {
		if _, err := decodeUsageLines(nil, []byte(bad)); !errors.Is(err, errCut) {
			t.Errorf("%q: %v", bad, err)
		}
	}
	type unregistered interface{ decoder.Line }
	if _, err := decodeLine(reflect.TypeFor[unregistered](), []byte("{}")); err == nil {
		t.Error("a line of a protocol that nobody knows is decoded")
	}
	record := &claudecode.SummaryLine{}
	if err := record.UnmarshalJSON([]byte(`{"type":"summary","summary":"s","leafUuid":"u","new":[1e2]}`)); err != nil {
		t.Fatal(err)
	}
	text, err := encodeLine(nil, record)
	if err != nil {
		t.Fatal(err)
	}
	again, err := decodeLine(reflect.TypeFor[*claudecode.SummaryLine](), text)
	if diff := cmp.Diff(record, again); diff != "" || err != nil {
		t.Errorf("%v, record (-sent +received):\n%s", err, diff)
	}
}

func TestPlacesHaveTheOrderOfLines(t *testing.T) {
	places := []Place{{"a", 0, 3}, {"a", 0, 20}, {"a", 9, 1}, {"a", 9, 2}, {"b", 0, 0}}
	shuffled := []Place{places[3], places[0], places[4], places[2], places[1]}
	slices.SortFunc(shuffled, Place.Compare)
	if !slices.Equal(places, shuffled) {
		t.Error(shuffled)
	}
}

func TestDriftNames(t *testing.T) {
	for _, test := range []struct {
		drift decoder.Drift
		want  string
	}{
		{decoder.Drift{What: decoder.UnknownField, Path: ".message.content[].caller"}, "unknown field .message.content[].caller"},
		{decoder.Drift{What: decoder.UnknownKind, Path: ".a", Value: "system/x\x1b[31m"}, `unknown kind .a system/x\x1b[31m`},
		{decoder.Drift{What: decoder.WrongType, Path: `.["a b"]`, Value: "number"}, `wrong type .["a b"] number`},
		{decoder.Drift{What: decoder.UnknownField, Path: string(make([]byte, 100))}, "unknown field (others)"},
	} {
		if got := driftName(test.drift); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
	drifts.Lock()
	known := drifts.known
	drifts.known = map[string]bool{}
	drifts.Unlock()
	defer func() { drifts.known = known }()
	names := map[string]bool{}
	for n := range 10 * maxDrifts {
		names[driftName(decoder.Drift{What: decoder.UnknownField, Path: string(rune(0x4e00 + n))})] = true
	}
	if len(names) != maxDrifts+1 {
		t.Errorf("%d counters", len(names))
	}
}
