package gen_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/gen/testdata/order"
)

// TestOrder compares what a reader makes of lines that it reads by order, or tries to, with what it makes of the same lines with white
// space behind their braces, which have no order. The lines in front see to it that it tries.
func TestOrder(t *testing.T) {
	for _, line := range (protocol{name: "order"}).lines(t) {
		want, wantDrift := readLast(t, strings.Replace(line, "{", "{ ", 1))
		got, gotDrift := readLast(t, line)
		if !reflect.DeepEqual(want, got) {
			t.Errorf("%s\nread by order (-want +got):\n%s", line, cmp.Diff(want, got))
		}
		if diff := cmp.Diff(wantDrift, gotDrift); diff != "" {
			t.Errorf("%s\ndrift (-want +got):\n%s", line, diff)
		}
	}
}

// TestOrderSharesStrings has that a string that is the same line after line has one memory, also where it is read by order.
func TestOrderSharesStrings(t *testing.T) {
	var ids []*byte
	r := order.NewReader(strings.NewReader(strings.Repeat(`{"type":"event","part":{"type":"text","text":"a"},"session_id":"a session","parent":null,"id":"an id"}`+"\n", 10)))
	for l, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, unsafe.StringData(l.(*order.Event).SessionID))
	}
	if n := len(ids); ids[n-1] != ids[n-2] || ids[n-1] != ids[n-3] {
		t.Errorf("the session's id has a memory for each line: %v", ids)
	}
}

// readLast reads a line twice, each time behind many that have an order, and returns it with its drift. The first one makes the tables
// of orders that no line has had before.
func readLast(t *testing.T, line string) (last order.Line, drift []string) {
	t.Helper()
	const before = 300 // more than a cursor leaves an order alone
	text := strings.Repeat(strings.Repeat(`{"type":"end"}`+"\n", before)+line+"\n", 2)
	r := order.NewReader(strings.NewReader(text))
	for l, err := range r.All() {
		if err != nil {
			t.Fatalf("%s\n%v", line, err)
		}
		last = l
	}
	for _, d := range r.Stats().Drift {
		drift = append(drift, fmt.Sprint(d.What, d.Path, d.Value, d.Count))
	}
	return last, drift
}
