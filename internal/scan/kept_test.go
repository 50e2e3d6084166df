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

// TestRareRecords checks that the memory that a cursor has for a rare type does not keep a record or list of that type alive, and that values of
// frequent types share memory.
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
		size int // bytes of the strings that follow, up to the next value of each type
		more int // number of further values of each type
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
			t.Errorf("%+v: the record is alive: %v, the list: %v", tc, record.Value() != nil, list.Value() != nil)
		}
	}
}
