package source_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/source"
)

// FuzzRange divides any bytes into three ranges. Together they have each good line of the whole in its order, and report an error if the whole does. A
// whole without errors has no other lines than its ranges.
func FuzzRange(f *testing.F) {
	for _, pack := range packs {
		for _, frames := range []int{1, 2, 5} {
			var file string
			for n := range frames {
				file += pack(fmt.Sprintf("{\"n\":%d}\n{\"a\":\"bbbbbbbb\"}\n{\"c\"", n)) + pack(":1}\n")
			}
			f.Add([]byte(file), uint16(3), uint16(len(file)/2))
			f.Add([]byte(file+"\x00\x00\x00\x00"), uint16(30), uint16(len(file)-9))
			f.Add([]byte(file[:len(file)-5]), uint16(30), uint16(len(file)-9))
		}
	}
	f.Fuzz(func(t *testing.T, file []byte, a, b uint16) {
		size := int64(len(file))
		if size > 1<<16 {
			return
		}
		whole, wholeErrs := rangeLines(t, file, 0, size)
		cuts := []int64{0, min(int64(a), size), min(int64(b), size), size}
		slices.Sort(cuts)
		var parts []string
		var partErrs int
		for i := range cuts[1:] {
			good, errs := rangeLines(t, file, cuts[i], cuts[i+1])
			parts, partErrs = append(parts, good...), partErrs+errs
		}
		if (wholeErrs > 0) != (partErrs > 0) {
			t.Fatalf("the whole has %d errors, ranges at %v have %d", wholeErrs, cuts, partErrs)
		}
		if wholeErrs == 0 && !slices.Equal(whole, parts) {
			t.Fatalf("ranges at %v have %q, want %q", cuts, parts, whole)
		}
		rest := parts
		for _, line := range whole {
			at := slices.Index(rest, line)
			if at < 0 {
				t.Fatalf("ranges at %v have %q, without %q, want %q", cuts, parts, line, whole)
			}
			rest = rest[at+1:]
		}
	})
}

// rangeLines returns the good lines of a range, and the number of bad ones. An archive with very many lines is skipped.
func rangeLines(t *testing.T, file []byte, from, to int64) (good []string, bad int) {
	src, err := source.RangeOf(bytes.NewReader(file), "file", int64(len(file)), from, to)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	r := decoder.NewLines(src)
	for _, err := range r.All() {
		if len(good)+bad > 20_000 {
			t.Skip("an archive of many lines")
		}
		if err != nil {
			bad++
		} else {
			good = append(good, string(r.Raw()))
		}
	}
	return good, bad
}
