package gen_test

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/gen/testdata/order"
	"github.com/ndwire/ndwire/gen/testdata/viewpaths"
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

// TestOrderAfterPredictedTags is TestOrder for records whose tag stands behind other members: the lines before, which begin as they do, let
// the Reader predict their tags.
func TestOrderAfterPredictedTags(t *testing.T) {
	var late []string
	for _, line := range (protocol{name: "order"}).lines(t) {
		if strings.HasPrefix(line, `{"a":`) {
			late = append(late, line)
		}
	}
	for _, usual := range late {
		before := ""
		// With texts before the tag that differ, so that it is not found where it was on the line before; and so many that they are
		// predicted again after a wrong prediction.
		for k := range 80 {
			before += strings.Replace(usual, `"text":"t"`, fmt.Sprintf(`"text":"t%d"`, k), 1) + "\n"
		}
		for _, line := range late {
			want, wantDrift := readBehind(t, "", strings.Replace(line, "{", "{ ", 1))
			got, gotDrift := readBehind(t, before, line)
			if !reflect.DeepEqual(want, got) {
				t.Errorf("%s\nbehind %s\nread by order (-want +got):\n%s", line, usual, cmp.Diff(want, got))
			}
			for _, d := range wantDrift {
				what, _, _ := strings.Cut(d, " times ")
				if !slices.ContainsFunc(gotDrift, func(got string) bool { return strings.HasPrefix(got, what+" times ") }) {
					t.Errorf("%s\nbehind %s\ndrift %s is missing in %s", line, usual, d, gotDrift)
				}
			}
		}
	}
}

// TestOrderInViews is TestOrder for a view, which jumps over members in its orders, and has orders of objects within records. Each line is
// read many times: what an order fails for is tried again after a while.
func TestOrderInViews(t *testing.T) {
	blanks := cmp.Transformer("withoutBlanks", func(raw decoder.Raw) string { return strings.ReplaceAll(string(raw), " ", "") })
	for _, line := range (protocol{name: "viewpaths"}).lines(t) {
		want := readView(t, strings.ReplaceAll(line, `{"`, `{ "`))
		got := readView(t, strings.Repeat(line+"\n", 100))
		for k := range got {
			if diff := cmp.Diff(want[0], got[k], blanks, cmpopts.IgnoreUnexported(decoder.Extra{})); diff != "" {
				t.Fatalf("%s\nread by order at line %d (-want +got):\n%s", line, k+1, diff)
			}
		}
		if len(got) != 100*len(want) {
			t.Errorf("%s\n%d lines are delivered, want %d", line, len(got), 100*len(want))
		}
	}
}

func readView(t *testing.T, lines string) (all []viewpaths.Line) {
	t.Helper()
	for l, err := range viewpaths.NewReader(strings.NewReader(lines)).All() {
		if err != nil {
			t.Fatalf("%s\n%v", lines, err)
		}
		all = append(all, l)
	}
	return all
}

// readLast reads a line twice, each time behind many that have an order, and returns it with its drift. The first one makes the tables
// of orders that no line has had before.
func readLast(t *testing.T, line string) (last order.Line, drift []string) {
	t.Helper()
	const before = 300 // more than a cursor leaves an order alone
	ends := strings.Repeat(`{"type":"end"}`+"\n", before)
	return readBehind(t, ends+line+"\n"+ends, line)
}

// readBehind reads a line behind others.
func readBehind(t *testing.T, before, line string) (last order.Line, drift []string) {
	t.Helper()
	r := order.NewReader(strings.NewReader(before + line + "\n"))
	for l, err := range r.All() {
		if err != nil {
			t.Fatalf("%s\n%v", line, err)
		}
		last = l
	}
	for _, d := range r.Stats().Drift {
		drift = append(drift, fmt.Sprint(d.What, d.Path, d.Value, " times ", d.Count))
	}
	if u, ok := last.(*order.UnknownLine); ok { // which has the white space, too
		u.Raw = bytes.Replace(u.Raw, []byte("{ "), []byte("{"), 1)
	}
	return last, drift
}
