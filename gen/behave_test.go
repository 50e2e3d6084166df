package gen_test

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/gen/testdata/absenttags"
	"github.com/ndwire/ndwire/gen/testdata/alias"
	"github.com/ndwire/ndwire/gen/testdata/bare"
	"github.com/ndwire/ndwire/gen/testdata/binary"
	"github.com/ndwire/ndwire/gen/testdata/consts"
	"github.com/ndwire/ndwire/gen/testdata/decimals"
	"github.com/ndwire/ndwire/gen/testdata/defaults"
	"github.com/ndwire/ndwire/gen/testdata/docs"
	"github.com/ndwire/ndwire/gen/testdata/embed"
	"github.com/ndwire/ndwire/gen/testdata/encoded"
	"github.com/ndwire/ndwire/gen/testdata/enums"
	"github.com/ndwire/ndwire/gen/testdata/external"
	"github.com/ndwire/ndwire/gen/testdata/fallback"
	"github.com/ndwire/ndwire/gen/testdata/gofields"
	"github.com/ndwire/ndwire/gen/testdata/gotypes"
	"github.com/ndwire/ndwire/gen/testdata/has"
	"github.com/ndwire/ndwire/gen/testdata/imports"
	"github.com/ndwire/ndwire/gen/testdata/inline"
	"github.com/ndwire/ndwire/gen/testdata/intenums"
	"github.com/ndwire/ndwire/gen/testdata/kinds"
	"github.com/ndwire/ndwire/gen/testdata/lazy"
	"github.com/ndwire/ndwire/gen/testdata/leaves"
	"github.com/ndwire/ndwire/gen/testdata/limits"
	"github.com/ndwire/ndwire/gen/testdata/lists"
	"github.com/ndwire/ndwire/gen/testdata/nested"
	"github.com/ndwire/ndwire/gen/testdata/onward"
	"github.com/ndwire/ndwire/gen/testdata/openkinds"
	"github.com/ndwire/ndwire/gen/testdata/optional"
	"github.com/ndwire/ndwire/gen/testdata/order"
	"github.com/ndwire/ndwire/gen/testdata/paths"
	"github.com/ndwire/ndwire/gen/testdata/payloads"
	"github.com/ndwire/ndwire/gen/testdata/recursive"
	"github.com/ndwire/ndwire/gen/testdata/replay"
	"github.com/ndwire/ndwire/gen/testdata/results"
	"github.com/ndwire/ndwire/gen/testdata/roles"
	"github.com/ndwire/ndwire/gen/testdata/shared"
	"github.com/ndwire/ndwire/gen/testdata/shorthand"
	"github.com/ndwire/ndwire/gen/testdata/siblingimports"
	"github.com/ndwire/ndwire/gen/testdata/siblings"
	"github.com/ndwire/ndwire/gen/testdata/single"
	"github.com/ndwire/ndwire/gen/testdata/tagged"
	"github.com/ndwire/ndwire/gen/testdata/texttag"
	"github.com/ndwire/ndwire/gen/testdata/times"
	"github.com/ndwire/ndwire/gen/testdata/unionkind"
	"github.com/ndwire/ndwire/gen/testdata/unsigned"
	"github.com/ndwire/ndwire/gen/testdata/view"
	"github.com/ndwire/ndwire/gen/testdata/viewpaths"
	"github.com/ndwire/ndwire/gen/testdata/when"
	"github.com/ndwire/ndwire/gen/testdata/wide"
	"github.com/ndwire/ndwire/genrt"
	"github.com/ndwire/ndwire/internal/jsontest"
	"github.com/ndwire/ndwire/spec"
)

// protocol has the functions of the package of one case, without its type of lines.
type protocol struct {
	name              string
	unmarshal, borrow func([]byte) (decoder.Line, error)
	clone             func(decoder.Line) decoder.Line
	peek              func([]byte) (decoder.Kind, error)
	check             func([]byte) error
	recycled          func(input string) (recycledLines, error)
	drain             func(r io.Reader) error // reads recycled lines, and keeps none
	read              func(input string, opts ...decoder.Option) ([]decoder.Line, decoder.Stats, error)
}

// recycledLines has the results of a Recycled loop.
type recycledLines struct {
	clones []decoder.Line
	kinds  []decoder.Kind
	stats  decoder.Stats
}

func protocolOf[L decoder.Line](name string, unmarshal, borrow func([]byte) (L, error), clone func(L) L,
	peek func([]byte) (decoder.Kind, error), check func([]byte) error,
	newReader func(io.Reader, ...decoder.Option) *decoder.Reader[L]) protocol {
	hide := func(f func([]byte) (L, error)) func([]byte) (decoder.Line, error) {
		return func(data []byte) (decoder.Line, error) {
			l, err := f(data)
			if err != nil {
				return nil, err
			}
			return l, nil
		}
	}
	recycled := func(input string) (left recycledLines, err error) {
		r := newReader(strings.NewReader(input), decoder.Poison())
		for l, err := range r.Recycled() {
			if err != nil {
				return left, err
			}
			left.clones = append(left.clones, clone(l))
			left.kinds = append(left.kinds, l.Kind())
		}
		left.stats = r.Stats()
		return left, nil
	}
	drain := func(r io.Reader) error {
		for _, err := range newReader(r).Recycled() {
			if err != nil {
				return err
			}
		}
		return nil
	}
	read := func(input string, opts ...decoder.Option) (list []decoder.Line, stats decoder.Stats, err error) {
		r := newReader(strings.NewReader(input), opts...)
		for l, err := range r.All() {
			if err != nil {
				return nil, stats, err
			}
			list = append(list, l)
		}
		return list, r.Stats(), nil
	}
	return protocol{name, hide(unmarshal), hide(borrow), func(l decoder.Line) decoder.Line { return clone(l.(L)) }, peek, check, recycled, drain, read}
}

var protocols = []protocol{
	protocolOf("absenttags", absenttags.UnmarshalLine, absenttags.BorrowLine, absenttags.CloneLine, absenttags.Peek, absenttags.CheckLine, absenttags.NewReader),
	protocolOf("alias", alias.UnmarshalLine, alias.BorrowLine, alias.CloneLine, alias.Peek, alias.CheckLine, alias.NewReader),
	protocolOf("bare", bare.UnmarshalLine, bare.BorrowLine, bare.CloneLine, bare.Peek, bare.CheckLine, bare.NewReader),
	protocolOf("binary", binary.UnmarshalLine, binary.BorrowLine, binary.CloneLine, binary.Peek, binary.CheckLine, binary.NewReader),
	protocolOf("consts", consts.UnmarshalLine, consts.BorrowLine, consts.CloneLine, consts.Peek, consts.CheckLine, consts.NewReader),
	protocolOf("decimals", decimals.UnmarshalLine, decimals.BorrowLine, decimals.CloneLine, decimals.Peek, decimals.CheckLine, decimals.NewReader),
	protocolOf("defaults", defaults.UnmarshalLine, defaults.BorrowLine, defaults.CloneLine, defaults.Peek, defaults.CheckLine, defaults.NewReader),
	protocolOf("docs", docs.UnmarshalLine, docs.BorrowLine, docs.CloneLine, docs.Peek, docs.CheckLine, docs.NewReader),
	protocolOf("embed", embed.UnmarshalLine, embed.BorrowLine, embed.CloneLine, embed.Peek, embed.CheckLine, embed.NewReader),
	protocolOf("encoded", encoded.UnmarshalLine, encoded.BorrowLine, encoded.CloneLine, encoded.Peek, encoded.CheckLine, encoded.NewReader),
	protocolOf("enums", enums.UnmarshalLine, enums.BorrowLine, enums.CloneLine, enums.Peek, enums.CheckLine, enums.NewReader),
	protocolOf("external", external.UnmarshalLine, external.BorrowLine, external.CloneLine, external.Peek, external.CheckLine, external.NewReader),
	protocolOf("fallback", fallback.UnmarshalEntry, fallback.BorrowEntry, fallback.CloneEntry, fallback.Peek, fallback.CheckEntry, fallback.NewReader),
	protocolOf("gofields", gofields.UnmarshalLine, gofields.BorrowLine, gofields.CloneLine, gofields.Peek, gofields.CheckLine, gofields.NewReader),
	protocolOf("gotypes", gotypes.UnmarshalLine, gotypes.BorrowLine, gotypes.CloneLine, gotypes.Peek, gotypes.CheckLine, gotypes.NewReader),
	protocolOf("has", has.UnmarshalLine, has.BorrowLine, has.CloneLine, has.Peek, has.CheckLine, has.NewReader),
	protocolOf("imports", imports.UnmarshalLine, imports.BorrowLine, imports.CloneLine, imports.Peek, imports.CheckLine, imports.NewReader),
	protocolOf("inline", inline.UnmarshalLine, inline.BorrowLine, inline.CloneLine, inline.Peek, inline.CheckLine, inline.NewReader),
	protocolOf("intenums", intenums.UnmarshalLine, intenums.BorrowLine, intenums.CloneLine, intenums.Peek, intenums.CheckLine, intenums.NewReader),
	protocolOf("kinds", kinds.UnmarshalLine, kinds.BorrowLine, kinds.CloneLine, kinds.Peek, kinds.CheckLine, kinds.NewReader),
	protocolOf("lazy", lazy.UnmarshalLine, lazy.BorrowLine, lazy.CloneLine, lazy.Peek, lazy.CheckLine, lazy.NewReader),
	protocolOf("leaves", leaves.UnmarshalLine, leaves.BorrowLine, leaves.CloneLine, leaves.Peek, leaves.CheckLine, leaves.NewReader),
	protocolOf("limits", limits.UnmarshalLine, limits.BorrowLine, limits.CloneLine, limits.Peek, limits.CheckLine, limits.NewReader),
	protocolOf("lists", lists.UnmarshalLine, lists.BorrowLine, lists.CloneLine, lists.Peek, lists.CheckLine, lists.NewReader),
	protocolOf("nested", nested.UnmarshalLine, nested.BorrowLine, nested.CloneLine, nested.Peek, nested.CheckLine, nested.NewReader),
	protocolOf("onward", onward.UnmarshalLine, onward.BorrowLine, onward.CloneLine, onward.Peek, onward.CheckLine, onward.NewReader),
	protocolOf("openkinds", openkinds.UnmarshalLine, openkinds.BorrowLine, openkinds.CloneLine, openkinds.Peek, openkinds.CheckLine, openkinds.NewReader),
	protocolOf("optional", optional.UnmarshalLine, optional.BorrowLine, optional.CloneLine, optional.Peek, optional.CheckLine, optional.NewReader),
	protocolOf("order", order.UnmarshalLine, order.BorrowLine, order.CloneLine, order.Peek, order.CheckLine, order.NewReader),
	protocolOf("paths", paths.UnmarshalLine, paths.BorrowLine, paths.CloneLine, paths.Peek, paths.CheckLine, paths.NewReader),
	protocolOf("payloads", payloads.UnmarshalLine, payloads.BorrowLine, payloads.CloneLine, payloads.Peek, payloads.CheckLine, payloads.NewReader),
	protocolOf("recursive", recursive.UnmarshalLine, recursive.BorrowLine, recursive.CloneLine, recursive.Peek, recursive.CheckLine, recursive.NewReader),
	protocolOf("replay", replay.UnmarshalLine, replay.BorrowLine, replay.CloneLine, replay.Peek, replay.CheckLine, replay.NewReader),
	protocolOf("results", results.UnmarshalLine, results.BorrowLine, results.CloneLine, results.Peek, results.CheckLine, results.NewReader),
	protocolOf("roles", roles.UnmarshalLine, roles.BorrowLine, roles.CloneLine, roles.Peek, roles.CheckLine, roles.NewReader),
	protocolOf("shorthand", shorthand.UnmarshalLine, shorthand.BorrowLine, shorthand.CloneLine, shorthand.Peek, shorthand.CheckLine, shorthand.NewReader),
	protocolOf("single", single.UnmarshalLine, single.BorrowLine, single.CloneLine, single.Peek, single.CheckLine, single.NewReader),
	protocolOf("tagged", tagged.UnmarshalLine, tagged.BorrowLine, tagged.CloneLine, tagged.Peek, tagged.CheckLine, tagged.NewReader),
	protocolOf("texttag", texttag.UnmarshalLine, texttag.BorrowLine, texttag.CloneLine, texttag.Peek, texttag.CheckLine, texttag.NewReader),
	protocolOf("times", times.UnmarshalLine, times.BorrowLine, times.CloneLine, times.Peek, times.CheckLine, times.NewReader),
	protocolOf("unionkind", unionkind.UnmarshalLine, unionkind.BorrowLine, unionkind.CloneLine, unionkind.Peek, unionkind.CheckLine, unionkind.NewReader),
	protocolOf("shared", shared.UnmarshalLine, shared.BorrowLine, shared.CloneLine, shared.Peek, shared.CheckLine, shared.NewReader),
	protocolOf("siblingimports", siblingimports.UnmarshalLine, siblingimports.BorrowLine, siblingimports.CloneLine, siblingimports.Peek, siblingimports.CheckLine, siblingimports.NewReader),
	protocolOf("siblings", siblings.UnmarshalLine, siblings.BorrowLine, siblings.CloneLine, siblings.Peek, siblings.CheckLine, siblings.NewReader),
	protocolOf("unsigned", unsigned.UnmarshalLine, unsigned.BorrowLine, unsigned.CloneLine, unsigned.Peek, unsigned.CheckLine, unsigned.NewReader),
	protocolOf("view", view.UnmarshalLine, view.BorrowLine, view.CloneLine, view.Peek, view.CheckLine, view.NewReader),
	protocolOf("viewpaths", viewpaths.UnmarshalLine, viewpaths.BorrowLine, viewpaths.CloneLine, viewpaths.Peek, viewpaths.CheckLine, viewpaths.NewReader),
	protocolOf("when", when.UnmarshalLine, when.BorrowLine, when.CloneLine, when.Peek, when.CheckLine, when.NewReader),
	protocolOf("wide", wide.UnmarshalLine, wide.BorrowLine, wide.CloneLine, wide.Peek, wide.CheckLine, wide.NewReader),
}

// isView reports whether a case is a view, which does not write its lines back.
func (p protocol) isView() bool { return p.name == "view" || p.name == "viewpaths" }

func (p protocol) lines(t testing.TB) []string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + p.name + "/lines.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(data)), "\n")
}

// TestProtocols checks that the list has all folders of cases.
func TestProtocols(t *testing.T) {
	var names []string
	for _, p := range protocols {
		names = append(names, p.name)
	}
	names = append(names, "noline", "m") // see TestNoLine, and the case imports
	slices.Sort(names)
	if diff := cmp.Diff(caseNames(t), names); diff != "" {
		t.Errorf("folders and packages (-folders +packages):\n%s", diff)
	}
}

// TestLines calls all functions of a protocol's package for the lines of its case.
func TestLines(t *testing.T) {
	for _, p := range protocols {
		t.Run(p.name, func(t *testing.T) {
			for _, line := range p.lines(t) {
				checkLine(t, p, line)
			}
		})
	}
}

// checkLine decodes a line by all functions and writes it back.
func checkLine(t jsontest.TB, p protocol, line string) {
	t.Helper()
	data := []byte(line)
	l, err := p.unmarshal(data)
	if err != nil {
		t.Fatalf("%s\nUnmarshal: %v", line, err)
	}
	encoded, err := l.AppendJSON([]byte("before"))
	if err != nil {
		t.Fatalf("%s\nAppendJSON: %v", line, err)
	}
	encoded, ok := bytes.CutPrefix(encoded, []byte("before"))
	if !ok {
		t.Fatalf("%s\nAppendJSON has written over what stood before: %s", line, encoded)
	}
	if !p.isView() {
		if diff := jsontest.Diff(t, line, encoded); diff != "" {
			t.Fatalf("%s\n%s\nis written differently (-read +written):\n%s", line, encoded, diff)
		}
	}

	// The line does not refer to data.
	for i := range data {
		data[i] = '#'
	}
	if again, err := l.AppendJSON(nil); err != nil || !bytes.Equal(again, encoded) {
		t.Fatalf("%s\nchanged with its line: %s, %v", line, again, err)
	}

	// A second decode into the same value has the result of a decode into a new one.
	dirty := p.clone(l)
	if err := dirty.(json.Unmarshaler).UnmarshalJSON([]byte(line)); err != nil {
		t.Fatalf("%s\nUnmarshalJSON: %v", line, err)
	}
	fresh := reflect.New(reflect.TypeOf(l).Elem()).Interface().(json.Unmarshaler)
	if err := fresh.UnmarshalJSON([]byte(line)); err != nil {
		t.Fatalf("%s\nUnmarshalJSON: %v", line, err)
	}
	if !reflect.DeepEqual(any(fresh), any(dirty)) {
		t.Fatalf("%s\na used value decodes differently:\n%s", line, cmp.Diff(fresh, dirty))
	}

	// A clone is equal to a borrowed line and shares no memory with it.
	data = []byte(line)
	borrowed, err := p.borrow(data)
	if err != nil {
		t.Fatalf("%s\nBorrow: %v", line, err)
	}
	if !reflect.DeepEqual(borrowed, l) {
		t.Fatalf("%s\nborrowed differently:\n%s", line, cmp.Diff(l, borrowed))
	}
	clone := p.clone(borrowed)
	for i := range data {
		data[i] = '#'
	}
	if !reflect.DeepEqual(clone, l) {
		t.Fatalf("%s\nthe clone is different:\n%s", line, cmp.Diff(l, clone))
	}
	if again, err := clone.AppendJSON(nil); err != nil || !bytes.Equal(again, encoded) {
		t.Fatalf("%s\nthe clone is written as %s, %v", line, again, err)
	}

	// Records with an order are written by other code if they have unknown members, with the same result.
	marked := p.clone(l)
	if x := reflect.ValueOf(marked).Elem().FieldByName("Extra"); p.name == "order" && x.IsValid() {
		x.Addr().Interface().(*decoder.Extra).Set("not in spec", decoder.Raw("1"))
		again, err := marked.AppendJSON(nil)
		if again = bytes.Replace(again, []byte(`,"not in spec":1`), nil, 1); err != nil || !bytes.Equal(again, encoded) {
			t.Fatalf("%s\nis written with an unknown member as\n%s, %v, without as\n%s", line, again, err, encoded)
		}
	}

	// The written line is decoded to the same value, and encoding/json writes the same.
	second, err := p.unmarshal(encoded)
	if err != nil {
		t.Fatalf("%s\nwhat was written cannot be read: %v", line, err)
	}
	if again, err := second.AppendJSON(nil); err != nil || !bytes.Equal(again, encoded) {
		t.Fatalf("%s\nwritten again:\n%s\n%s, %v", line, encoded, again, err)
	}
	std, err := json.Marshal(l)
	if err != nil {
		t.Fatalf("%s\njson.Marshal: %v", line, err)
	}
	if diff := jsontest.Diff(t, encoded, std); diff != "" {
		t.Fatalf("%s\njson.Marshal (-want +got):\n%s", line, diff)
	}
	if _, err := p.peek([]byte(line)); err != nil {
		t.Fatalf("%s\nPeek: %v", line, err)
	}
	_ = p.check([]byte(line))
}

// checkReuse decodes the second line into the value of the first one.
func checkReuse(t jsontest.TB, p protocol, first, second string) {
	t.Helper()
	used, err := p.unmarshal([]byte(first))
	if err != nil {
		t.Fatalf("%s: %v", first, err)
	}
	fresh := reflect.New(reflect.TypeOf(used).Elem()).Interface().(json.Unmarshaler)
	want, got := fresh.UnmarshalJSON([]byte(second)), used.(json.Unmarshaler).UnmarshalJSON([]byte(second))
	if (want == nil) != (got == nil) || !reflect.DeepEqual(any(fresh), any(used)) {
		t.Fatalf("%s\n%s\na used %T decodes differently (%v, %v):\n%s", first, second, used, want, got, cmp.Diff(fresh, used))
	}
}

// TestKinds compares Peek with Kind.
func TestKinds(t *testing.T) {
	for _, p := range protocols {
		for _, line := range p.lines(t) {
			l, err := p.unmarshal([]byte(line))
			if err != nil {
				t.Fatal(err)
			}
			kind, err := p.peek([]byte(line))
			if err != nil {
				t.Fatal(err)
			}
			if kind != l.Kind() {
				t.Errorf("%s: %s\nPeek says %q, Kind %q", p.name, line, kind, l.Kind())
			}
		}
	}
}

// TestReaders checks the counts of readers by the kinds of the lines, and the lines that Only and Except deliver.
func TestReaders(t *testing.T) {
	for _, p := range protocols {
		if p.isView() { // it delivers only the kinds of its spec
			continue
		}
		input := strings.Join(p.lines(t), "\n")
		all, stats, err := p.read(input)
		if err != nil {
			t.Fatal(p.name, err)
		}
		want, unknown := map[decoder.Kind]int{}, int64(0)
		bare := bareKinds(t, p.name)
		for _, l := range all {
			want[l.Kind()]++
			if r := reflect.TypeOf(l).Elem(); r.NumField() == 1 && r.Field(0).Name == "Raw" && !bare(l.Kind()) {
				unknown++
			}
		}
		if stats.Unknown != unknown {
			t.Errorf("%s: %d unknown lines are counted, %d are not in the spec", p.name, stats.Unknown, unknown)
		}
		for kind, n := range want {
			if got := stats.Kinds[kind].Lines; got != int64(n) {
				t.Errorf("%s: %d lines of the kind %q, want %d", p.name, got, kind, n)
			}
			only, _, err := p.read(input, decoder.Only(kind))
			if err != nil {
				t.Fatal(p.name, err)
			}
			for _, l := range only {
				if !l.Kind().In(kind) {
					t.Errorf("%s: Only(%q) delivers %q", p.name, kind, l.Kind())
				}
			}
			for other, m := range want {
				if other != kind && other.In(kind) {
					n += m
				}
			}
			if len(only) != n {
				t.Errorf("%s: Only(%q) delivers %d lines, want %d", p.name, kind, len(only), n)
			}
		}
	}
}

// TestDamageWithoutTag checks that loops with a filter report a damaged line if no tag stands before the damage: the tag may have been in the
// part that is lost, also where a line without a tag has a kind.
func TestDamageWithoutTag(t *testing.T) {
	for _, p := range protocols {
		without, err := p.peek([]byte("{}"))
		if err != nil {
			t.Fatal(p.name, err)
		}
		for _, o := range []decoder.Option{decoder.Only("no kind of a spec"), decoder.Except(without)} {
			for _, line := range []string{"no JSON", "[1]", "{", `{"no member":1,"cut`} {
				if _, _, err := p.read(line, o); err == nil {
					t.Errorf("%s: no error for %s, where lines without a tag are %q", p.name, line, without)
				}
			}
		}
	}
}

// bareKinds returns a function that reports whether a kind is that of a case without a record.
func bareKinds(t *testing.T, name string) func(decoder.Kind) bool {
	m, err := spec.Load("testdata/" + name + "/spec.yaml")
	if err != nil {
		t.Fatal(err)
	}
	type leaf struct {
		*spec.Target
		family decoder.Kind
	}
	var list []leaf
	var walk func(n *spec.Node, family decoder.Kind)
	walk = func(n *spec.Node, family decoder.Kind) {
		targets := []*spec.Target{n.Otherwise, n.Absent}
		for _, c := range n.Cases {
			targets = append(targets, &c.Target)
		}
		for _, target := range targets {
			switch {
			case target == nil:
			case target.Node != nil && target.Kind == nil:
				walk(target.Node, "")
			case target.Node != nil:
				walk(target.Node, decoder.Kind(target.Kind.Value))
			case target.Bare:
				list = append(list, leaf{target, family})
			}
		}
	}
	walk(m.Line.Tree, "")
	return func(k decoder.Kind) bool {
		return slices.ContainsFunc(list, func(l leaf) bool {
			return string(k) == l.Kind.Value || l.Open && genrt.IsPart(k, l.family)
		})
	}
}

// TestRecycled checks that clones of recycled lines do not change when the memory is overwritten, and that their kinds need no clone.
func TestRecycled(t *testing.T) {
	for _, p := range protocols {
		if p.isView() {
			continue // it delivers only some lines
		}
		lines := p.lines(t)
		left, err := p.recycled(strings.Join(lines, "\n"))
		if err != nil {
			t.Fatalf("%s: %v", p.name, err)
		}
		if len(left.clones) != len(lines) {
			t.Fatalf("%s: %d lines of %d", p.name, len(left.clones), len(lines))
		}
		counts := map[decoder.Kind]int64{}
		for i, clone := range left.clones {
			want, err := p.unmarshal([]byte(lines[i]))
			if err != nil {
				t.Fatal(err)
			}
			counts[want.Kind()]++
			if left.kinds[i] != want.Kind() {
				t.Errorf("%s: %s\nthe kind has become %q", p.name, lines[i], left.kinds[i])
			}
			if !reflect.DeepEqual(clone, want) {
				t.Errorf("%s: %s\nthe clone is different (-want +got):\n%s", p.name, lines[i], cmp.Diff(want, clone))
			}
		}
		for kind, n := range counts {
			if got := left.stats.Kinds[kind].Lines; got != n {
				t.Errorf("%s: %d lines of kind %q are counted, not %d", p.name, got, kind, n)
			}
		}
	}
}

// TestRecycledIsFlat reads the lines of every protocol again and again: lines like those before take no more memory.
func TestRecycledIsFlat(t *testing.T) {
	const passes = 500
	for _, p := range protocols {
		pass := []byte(strings.Join(p.lines(t), "\n") + "\n")
		var heap [passes + 1]uint64
		in := &repeated{text: pass, passes: passes, before: func(n int) {
			if n == 100 || n == passes {
				runtime.GC()
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				heap[n] = m.HeapAlloc
			}
		}}
		if err := p.drain(in); err != nil {
			t.Fatal(err)
		}
		if more := int64(heap[passes]) - int64(heap[100]); more > 40*int64(len(p.lines(t)))+20<<10 {
			t.Errorf("%s: %d bytes more after %d more passes over %d lines", p.name, more, passes-100, len(p.lines(t)))
		}
	}
}

// repeated is a text that is read a number of times. before is called before each pass, and at the end.
type repeated struct {
	text   []byte
	passes int
	before func(pass int)

	pass, at int
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.at == 0 {
		r.before(r.pass)
		if r.pass == r.passes {
			return 0, io.EOF
		}
	}
	n := copy(p, r.text[r.at:])
	if r.at += n; r.at == len(r.text) {
		r.at, r.pass = 0, r.pass+1
	}
	return n, nil
}

// TestNoBadLines checks that a line that is cut at any byte is an error.
func TestNoBadLines(t *testing.T) {
	for _, p := range protocols {
		for _, line := range p.lines(t) {
			for i := range len(line) {
				if l, err := p.unmarshal([]byte(line[:i])); err == nil {
					t.Fatalf("%s: %q decodes to %v", p.name, line[:i], l)
				}
			}
		}
	}
}
