package scan_test

import (
	"fmt"
	"runtime"
	"testing"
	"weak"

	"github.com/ndwire/ndwire/internal/alloc"
	"github.com/ndwire/ndwire/internal/scan"
)

var rareSlab alloc.Slab[[3]*int]

// TestRareRecords checks that records and lists of types that do not come again are not kept by what their cursor has for others of
// these types, and that others share memory for as long as they come.
func TestRareRecords(t *testing.T) {
	c := scan.Get(false)
	defer scan.Put(c)
	rare := func() (*[3]*int, *string) {
		v, err := decode(c, `{"type":"every","must":1,"ss":["a"]}`, scan.Options{}, scanLine)
		if err != nil {
			t.Fatal(err)
		}
		return rareSlab.New(c.Memory()), &v.(*every).Ss[0]
	}
	next := 0
	pass := func(size int) {
		for range size / 64 {
			if _, err := decode(c, fmt.Sprintf(`{"type":"user","uuid":"%064d","message":{}}`, next), scan.Options{}, scanLine); err != nil {
				t.Fatal(err)
			}
			next++
		}
	}
	for _, tc := range []struct {
		size int // of the strings that come behind, up to another of each type
		more int // others of each type
		gone bool
	}{
		{32 << 10, 0, false},
		{32 << 10, 9, false},
		{192 << 10, 0, true},
	} {
		pass(192 << 10)
		r, l := rare()
		record, list := weak.Make(r), weak.Make(l)
		for range tc.more {
			pass(tc.size)
			rare()
		}
		pass(tc.size)
		runtime.GC()
		if (record.Value() == nil) != tc.gone || (list.Value() == nil) != tc.gone {
			t.Errorf("%+v: the record is there: %v, the list: %v", tc, record.Value() != nil, list.Value() != nil)
		}
	}
}
