package gen_test

import (
	"bytes"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/gen"
	"github.com/ndwire/ndwire/gen/testdata/order"
	"github.com/ndwire/ndwire/gen/testdata/viewpaths"
	"github.com/ndwire/ndwire/spec"
)

// TestOrder compares lines that are decoded by an order with the same lines with white space after their braces, which are decoded member by member.
// Lines before them make the reader predict the order.
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

// TestDefaultOrder checks that a spec without any order has the same code as one that declares the order of declaration for each record.
func TestDefaultOrder(t *testing.T) {
	const text = `
ndwire: 1
protocol: test
package: test
line: Line
unions:
  Line: {tag: type, cases: {call: Call, tree: Tree, end: {has: {error: Failure}, otherwise: End}}}
  Input: {cases: {read: Read, write: {to: Write, go: Write}}}
records:
  Call:ORDER(type, id, name, input, base)
    fields: {id: string, "note?": string, input: {type: Input, by: name}, base: int}
  Read:ORDER(path)
    fields: {path: string}
  Write:ORDER(path, text)
    fields: {path: string, "mode?": int, text: string}
  Tree:ORDER(type, label, child)
    fields: {label: string, child: Tree | null}
  Failure:ORDER(type, error)
    fields: {error: string}
  End:ORDER(type)
    fields: {"error?": string}
`
	order := regexp.MustCompile(`ORDER\((.*)\)`)
	code := func(text string) map[string]string {
		m, err := spec.Parse("test.yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		files, err := gen.Generate(m)
		if err != nil {
			t.Fatal(err)
		}
		all := map[string]string{}
		for _, f := range files {
			all[f.Name] = string(f.Data)
		}
		return all
	}
	got, want := code(order.ReplaceAllString(text, "")), code(order.ReplaceAllString(text, "\n    order: [$1]"))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("without orders (-want +got):\n%s", diff)
	}
	if first := code(strings.Replace(order.ReplaceAllString(text, ""), "  End:", "  End:\n    order: [type]", 1)); cmp.Equal(first, got) {
		t.Error("with one order, records without one have the same code as before")
	}
}

// TestOrderAfterPredictedTags is TestOrder for records whose tag follows other members: the Reader learns the tags from lines with the same
// beginning.
func TestOrderAfterPredictedTags(t *testing.T) {
	var late []string
	for _, line := range (protocol{name: "order"}).lines(t) {
		if strings.HasPrefix(line, `{"a":`) {
			late = append(late, line)
		}
	}
	for _, usual := range late {
		before := ""
		// The texts before the tag differ, so that it is at another offset than on the line before. The lines are enough for a new prediction after a
		// miss.
		for k := range 80 {
			before += strings.Replace(usual, `"text":"t"`, fmt.Sprintf(`"text":"t%d"`, k), 1) + "\n"
		}
		for _, line := range late {
			want, wantDrift := readAfter(t, "", strings.Replace(line, "{", "{ ", 1))
			got, gotDrift := readAfter(t, before, line)
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

// TestOrderInViews is TestOrder for a view, which skips members in its orders, and has orders of nested objects. Each line is read many times, since
// an order is not used for some objects after a miss.
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

// readLast reads a line twice, each time after many lines with an order, and returns the second result and its drift.
func readLast(t *testing.T, line string) (last order.Line, drift []string) {
	t.Helper()
	const before = 300 // more than the objects without predictions after a miss
	ends := strings.Repeat(`{"type":"end"}`+"\n", before)
	return readAfter(t, ends+line+"\n"+ends, line)
}

// readAfter reads a line after others.
func readAfter(t *testing.T, before, line string) (last order.Line, drift []string) {
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
	if u, ok := last.(*order.UnknownLine); ok { // its text has the white space
		u.Raw = bytes.Replace(u.Raw, []byte("{ "), []byte("{"), 1)
	}
	return last, drift
}
