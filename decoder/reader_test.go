package decoder_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/genrt"
	"github.com/ndwire/ndwire/internal/alloc"
)

// seen has the results of one iteration of a loop.
type seen struct {
	Text string // of the line
	Raw  string
	Pos  decoder.Pos
	Err  string
}

func show(l line) string {
	switch m := l.(type) {
	case *note:
		return fmt.Sprintf("note %q %d", m.Text, m.N)
	case *event:
		return "event " + m.Subtype
	case *unknown:
		return "unknown " + m.Raw.String()
	}
	return "nil"
}

// ofLines compares Stats without Predictions.
var ofLines = cmpopts.IgnoreFields(decoder.Stats{}, "Predictions")

func collect(r *decoder.Reader[line], loop iter.Seq2[line, error]) []seen {
	var all []seen
	for l, err := range loop {
		s := seen{Text: show(l), Raw: string(r.Raw()), Pos: r.Pos()}
		if err != nil {
			s.Err = err.Error()
		}
		all = append(all, s)
	}
	return all
}

// readAll reads with every loop, and checks that all have the same result.
func readAll(t interface {
	Helper()
	Errorf(string, ...any)
}, in func() io.Reader, opts ...decoder.Option) ([]seen, decoder.Stats) {
	t.Helper()
	r := genrt.NewReader(codec, in(), opts...)
	want := collect(r, r.All())
	stats := r.Stats()
	for _, way := range []struct {
		name     string
		recycled bool
		opts     []decoder.Option
	}{
		{"recycled", true, nil},
		{"poisoned", true, []decoder.Option{decoder.Poison()}},
		{"workers", false, []decoder.Option{decoder.Workers(2)}},
		{"workers, recycled", true, []decoder.Option{decoder.Workers(3), decoder.Poison()}},
	} {
		r := genrt.NewReader(codec, in(), append(opts, way.opts...)...)
		loop := r.All()
		if way.recycled {
			loop = r.Recycled()
		}
		if diff := cmp.Diff(want, collect(r, loop)); diff != "" {
			t.Errorf("%s differs from all: %s", way.name, diff)
		}
		if diff := cmp.Diff(stats, r.Stats(), ofLines); diff != "" {
			t.Errorf("%s: stats differ: %s", way.name, diff)
		}
	}
	if _, ok := in().(decoder.Files); ok {
		return want, stats
	}
	text, err := io.ReadAll(in())
	if err != nil {
		return want, stats
	}
	// An input in memory that has the size of a buffer must not get into the pools.
	for _, size := range []int{len(text), max(len(text), 256<<10)} {
		memory := append(make([]byte, 0, size), text...)
		for name, more := range map[string][]decoder.Option{"": nil, "poisoned": {decoder.Poison()}, "workers": {decoder.Workers(2)}} {
			r := genrt.NewReader(codec, bytes.NewReader(memory), append(opts, more...)...)
			if diff := cmp.Diff(want, collect(r, r.Recycled())); diff != "" {
				t.Errorf("memory, %s: differs from all: %s", name, diff)
			}
			if diff := cmp.Diff(stats, r.Stats(), ofLines); diff != "" {
				t.Errorf("memory, %s: stats differ: %s", name, diff)
			}
			_ = r.Close()
		}
		other := genrt.NewReader(codec, strings.NewReader(strings.Repeat("x", 300<<10)))
		_, _ = other.Next() // it must not take the input's memory as its buffer
		if !bytes.Equal(memory, text) {
			t.Errorf("memory was written to")
		}
	}
	return want, stats
}

func TestLines(t *testing.T) {
	const a, b = `{"type":"note","text":"a"}`, `{"type":"event","subtype":"stop"}`
	const noteA, eventB = `note "a" 0`, "event stop"
	at := func(line, offset, length int64) decoder.Pos {
		return decoder.Pos{Line: line, Offset: offset, Length: length}
	}
	tests := []struct {
		name, in string
		opts     []decoder.Option
		want     []seen
	}{
		{"nothing", "", nil, nil},
		{"only a BOM", "\xef\xbb\xbf", nil, nil},
		{"two lines", a + "\n" + b + "\n", nil, []seen{{noteA, a, at(1, 0, 26), ""}, {eventB, b, at(2, 27, 33), ""}}},
		{"no LF at the end", a + "\n" + b, nil, []seen{{noteA, a, at(1, 0, 26), ""}, {eventB, b, at(2, 27, 33), ""}}},
		{"CRLF", a + "\r\n" + b + "\r\n", nil, []seen{{noteA, a, at(1, 0, 26), ""}, {eventB, b, at(2, 28, 33), ""}}},
		{"a CR is not a line end", a + "\r" + b + "\n", nil,
			[]seen{{"nil", a + "\r" + b, at(1, 0, 60), "ndwire: 1:28: trailing data near \"te\\\",\\\"text\\\":\\\"a\\\"}\\r{\\\"type\\\":\\\"event\\\",\\\"subtype\""}}},
		{"U+2028 is none", "{\"type\":\"note\",\"text\":\"a\u2028b\"}\n", nil,
			[]seen{{`note "a\u2028b" 0`, "{\"type\":\"note\",\"text\":\"a\u2028b\"}", at(1, 0, 30), ""}}},
		{"blank lines count", "\n \t\r\n\r\n" + a + "\n\n", nil, []seen{{noteA, a, at(4, 7, 26), ""}}},
		{"BOM on any line", "\xef\xbb\xbf" + a + "\n\xef\xbb\xbf" + b + "\n", nil,
			[]seen{{noteA, "\xef\xbb\xbf" + a, at(1, 0, 29), ""}, {eventB, "\xef\xbb\xbf" + b, at(2, 30, 36), ""}}},
		{"NUL runs around a record", "\x00\x00\x00" + a + "\x00\x00\n" + b + "\n", nil,
			[]seen{{noteA, "\x00\x00\x00" + a + "\x00\x00", at(1, 0, 31), ""}, {eventB, b, at(2, 32, 33), ""}}},
		{"nothing but NUL bytes", a + "\n\x00\x00\n" + b, nil,
			[]seen{{noteA, a, at(1, 0, 26), ""}, {"nil", "\x00\x00", at(2, 27, 2), "ndwire: 2:1: NUL padding near \"\\x00\\x00\""}, {eventB, b, at(3, 30, 33), ""}}},
		{"cut in the middle", a[:20] + "\n" + b + "\n", nil,
			[]seen{{"nil", a[:20], at(1, 0, 20), "ndwire: 1:21: .text: truncated near `pe\":\"note\",\"text`"}, {eventB, b, at(2, 21, 33), ""}}},
		{"cut at the end", b + "\n" + a[:23], nil,
			[]seen{{eventB, b, at(1, 0, 33), ""}, {"nil", a[:23], at(2, 34, 23), "ndwire: 2:24: .text: incomplete at end of input: unexpected EOF near `:\"note\",\"text\":\"`"}}},
		{"cut, and padded", b + "\n" + a[:23] + "\x00\x00", nil,
			[]seen{{eventB, b, at(1, 0, 33), ""}, {"nil", a[:23] + "\x00\x00", at(2, 34, 25), "ndwire: 2:24: .text: truncated near `:\"note\",\"text\":\"`"}}},
		{"two records", `{"type":"note","text":""}` + b + "\n" + b, nil,
			[]seen{{"nil", `{"type":"note","text":""}` + b, at(1, 0, 58), "ndwire: 1:26: trailing data near `note\",\"text\":\"\"}{\"type\":\"event\",\"subtype`"}, {eventB, b, at(2, 59, 33), ""}}},
		{"no objects", "42\nnull\n[1]\n\"x\"\n", nil, []seen{
			{"nil", "42", at(1, 0, 2), "ndwire: 1:1: not an object near `42`"},
			{"nil", "null", at(2, 3, 4), "ndwire: 2:1: not an object near `null`"},
			{"nil", "[1]", at(3, 8, 3), "ndwire: 3:1: not an object near `[1]`"},
			{"nil", `"x"`, at(4, 12, 3), "ndwire: 4:1: not an object near `\"x\"`"}}},
		{"UTF-16 ends the input", "\xff\xfe{\x00\"\x00\n\x00" + a + "\n", nil,
			[]seen{{"nil", "", at(1, 0, 0), "ndwire: 1:1: UTF-16 file: convert it to UTF-8, with iconv -f UTF-16 -t UTF-8"}}},
		{"UTF-16, big end first", "\xfe\xff\x00{", nil,
			[]seen{{"nil", "", at(1, 0, 0), "ndwire: 1:1: UTF-16 file: convert it to UTF-8, with iconv -f UTF-16 -t UTF-8"}}},
		{"UTF-16 without a mark", "{\x00\"\x00t\x00", nil,
			[]seen{{"nil", "", at(1, 0, 0), "ndwire: 1:1: UTF-16 file: convert it to UTF-8, with iconv -f UTF-16 -t UTF-8"}}},
		{"gzip ends the input", "\x1f\x8b\x08\x00\n\n" + a + "\n", nil,
			[]seen{{"nil", "", at(1, 0, 0), "ndwire: 1:1: compressed file: these bytes are gzip: read them with source.Open, or through a gzip.Reader"}}},
		{"zstd", "\x28\xb5\x2f\xfd\n" + a, nil,
			[]seen{{"nil", "", at(1, 0, 0), "ndwire: 1:1: compressed file: these bytes are zstd: read them with source.Open, or through a zstd.Decoder"}}},
		{"zstd with a frame to skip first, as pzstd writes it", "\x50\x2a\x4d\x18\x04\x00\x00\x00abcd\n\x28\xb5\x2f\xfd\n" + a, nil,
			[]seen{{"nil", "", at(1, 0, 0), "ndwire: 1:1: compressed file: these bytes are zstd: read them with source.Open, or through a zstd.Decoder"}}},
		{"no gzip, but another control character", "\x1f\n" + a, nil,
			[]seen{{"nil", "\x1f", at(1, 0, 1), "ndwire: 1:1: syntax near \"\\x1f\""}, {noteA, a, at(2, 2, 26), ""}}},
		{"MaxLine", b + "\r\n" + a + "\n" + b + "\n" + a + "\r\n" + b, []decoder.Option{decoder.MaxLine(26)}, []seen{
			{"nil", "", at(1, 0, 33), "ndwire: 1:1: line too long: 33 bytes, the limit is 26 near `{\"type\":\"event\",\"subtype`"},
			{noteA, a, at(2, 35, 26), ""},
			{"nil", "", at(3, 62, 33), "ndwire: 3:1: line too long: 33 bytes, the limit is 26 near `{\"type\":\"event\",\"subtype`"},
			{noteA, a, at(4, 96, 26), ""},
			{"nil", "", at(5, 124, 33), "ndwire: 5:1: line too long: 33 bytes, the limit is 26 near `{\"type\":\"event\",\"subtype`"}}},
		{"MaxDepth", `{"type":"x","a":[[1]]}` + "\n" + `{"type":"x","a":[1]}`, []decoder.Option{decoder.MaxDepth(2)}, []seen{
			{"nil", `{"type":"x","a":[[1]]}`, at(1, 0, 22), "ndwire: 1:18: .a[0]: nested too deep near `\"type\":\"x\",\"a\":[[1]]}`"},
			{`unknown {"type":"x","a":[1]}`, `{"type":"x","a":[1]}`, at(2, 23, 20), ""}}},
		{"Only", a + "\n" + b + "\n" + `{"type":"new"}` + "\nx\n" + a[:20] + "\n" + b[:31], []decoder.Option{decoder.Only("event")}, []seen{
			{eventB, b, at(2, 27, 33), ""},
			{"nil", "x", at(4, 76, 1), "ndwire: 4:1: syntax near `x`"},
			{"nil", b[:31], at(6, 99, 31), "ndwire: 6:32: .subtype: incomplete at end of input: unexpected EOF near `,\"subtype\":\"stop`"}}},
		{"Only a subtype, cut before it", b[:17] + "\n" + b, []decoder.Option{decoder.Only("event/stop")}, []seen{
			{"nil", b[:17], at(1, 0, 17), "ndwire: 1:18: .[\"\"]: truncated near `\"type\":\"event\",\"`"},
			{eventB, b, at(2, 18, 33), ""}}},
		{"Except", a + "\n" + b + "\n", []decoder.Option{decoder.Except("event")}, []seen{{noteA, a, at(1, 0, 26), ""}}},
		{"Strict", a + "\n" + `{"type":"note","text":1}` + "\n", []decoder.Option{decoder.Strict()}, []seen{
			{noteA, a, at(1, 0, 26), ""},
			{"nil", `{"type":"note","text":1}`, at(2, 27, 24), "ndwire: 2:23: .text: wrong JSON type: number near `\":\"note\",\"text\":1}`"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, _ := readAll(t, func() io.Reader { return strings.NewReader(tt.in) }, tt.opts...)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			for name, cut := range map[string]func(io.Reader) io.Reader{"one byte": iotest.OneByteReader, "half": iotest.HalfReader, "data and error": iotest.DataErrReader} {
				cutGot, _ := readAll(t, func() io.Reader { return cut(strings.NewReader(tt.in)) }, tt.opts...)
				if diff := cmp.Diff(got, cutGot); diff != "" {
					t.Errorf("%s: %s", name, diff)
				}
			}
		})
	}
}

// chunks reads pieces of given lengths.
type chunks struct {
	data []byte
	cut  []int
	n    int
}

func (c *chunks) Read(p []byte) (int, error) {
	if len(c.data) == 0 {
		return 0, io.EOF
	}
	n := min(c.cut[c.n%len(c.cut)], len(c.data), len(p))
	c.n++
	copy(p, c.data[:n])
	c.data = c.data[n:]
	return n, nil
}

func TestAnyChunking(t *testing.T) {
	pieces := []string{`{"type":"note","text":"a\n"}`, `{"type":"event","subtype":"start","x":null}`, `{"type":"new","v":[1,2]}`, "{", `"`, "\x00", "\xef\xbb\xbf", " ",
		"\r", "\n", "\n", "\n", "\xff\xfe", strings.Repeat("é", 100), `{"type":"note","text":"` + strings.Repeat("y", 300<<10) + `"}`}
	rapid.Check(t, func(t *rapid.T) {
		in := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 12).Draw(t, "pieces"), "")
		cut := rapid.SliceOfN(rapid.SampledFrom([]int{1, 2, 3, 7, 100, 4 << 10, 200 << 10, 1 << 20}), 1, 6).Draw(t, "cut")
		if len(in) > 10_000 {
			cut = append(cut, 64<<10)
		}
		var opts []decoder.Option
		if limit := rapid.SampledFrom([]int64{0, 0, 30, 200, 1 << 20}).Draw(t, "limit"); limit > 0 {
			opts = append(opts, decoder.MaxLine(limit))
		}
		r := genrt.NewReader(codec, strings.NewReader(in), opts...)
		want := collect(r, r.All())
		got, stats := readAll(t, func() io.Reader { return &chunks{data: []byte(in), cut: cut} }, opts...)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
		// Compare positions and counts with the text.
		text := []byte(in)
		utf16 := len(got) > 0 && strings.Contains(got[0].Err, "UTF-16")
		if utf16 {
			return
		}
		for _, s := range got {
			from := s.Pos.Offset
			if n := int64(bytes.Count(text[:from], []byte("\n"))) + 1; n != s.Pos.Line || from > 0 && text[from-1] != '\n' {
				t.Fatalf("%v: line %d by counting", s.Pos, n)
			}
			if s.Raw != "" && s.Raw != string(text[from:from+s.Pos.Length]) {
				t.Fatalf("%v: Raw is not what stands there", s.Pos)
			}
		}
		physical := int64(bytes.Count(text, []byte("\n")))
		if len(text) > 0 && text[len(text)-1] != '\n' {
			physical++
		}
		if stats.Lines != physical || stats.Bytes != int64(len(text)) {
			t.Fatalf("%d lines, %d bytes; by counting %d, %d", stats.Lines, stats.Bytes, physical, len(text))
		}
		if n := int64(len(got)) + stats.Blank; n != stats.Lines {
			t.Fatalf("%d lines delivered or blank, of %d", n, stats.Lines)
		}
	})
}

// TestFilters has lines of other kinds that begin like selected ones, and more beginnings than prefixes remembers.
func TestFilters(t *testing.T) {
	pieces := []string{
		`{"type":"note","text":"a"}`, `{"type":"note","text":"a\n","n":1,"more":[{"b":"]"}]}`, `{"type":"note","text":"b","type":"event","subtype":"stop"}`,
		`{"type":"event","subtype":"start","type":"note","text":"c"}`, `{"type":"event","subtype":"start"}`, `{"type":"event","subtype":"stop","subtype":"start"}`,
		`{"type":"event","subtype":"stop","x":{"y":[1,2,"}"]}}`, `{"type":"note"}`, `{"type":"note","text":7}`, `{"text":"d","type":"note"}`, `{ "type":"note","text":"e"}`,
		`{"type":"new","v":1}`, `{"type":"other"}`, `{"type":"third"}`, `{"type":"fourth"}`, `{"type":"\u006eote","text":"f"}`, `{"a":"` + strings.Repeat("x", 60) + `","type":"note"}`,
		`{"type":"note","text":"g"`, `{"type":"note","text":"g"}}`, `{"type":"note",}`, `{"type":"note"`, `[{"type":"note"}]`, `{"type":"note","text":"h"} {"type":"new"}`, "x", "", "\r",
	}
	filters := []decoder.Option{decoder.Only("note"), decoder.Only("event"), decoder.Only("event/stop", "note"), decoder.Except("note"), decoder.Except("event/start"),
		decoder.Only("new", "other", "third", "fourth", "note")}
	rapid.Check(t, func(t *rapid.T) {
		in := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 30).Draw(t, "pieces"), "\n")
		opts := []decoder.Option{rapid.SampledFrom(filters).Draw(t, "filter")}
		if limit := rapid.SampledFrom([]int64{0, 0, 40}).Draw(t, "limit"); limit > 0 {
			opts = append(opts, decoder.MaxLine(limit))
		}
		readAll(t, func() io.Reader { return strings.NewReader(in) }, opts...)
	})
}

func TestDeliversBeforeReading(t *testing.T) {
	for name, opts := range map[string][]decoder.Option{"": nil, "workers": {decoder.Workers(2)}, "unordered": {decoder.Workers(2), decoder.Unordered()}} {
		t.Run(name, func(t *testing.T) {
			pr, pw := io.Pipe()
			answer := make(chan int)
			go func() {
				for i := range 20 {
					fmt.Fprintf(pw, `{"type":"note","n":%d}`+"\n", i)
					if got := <-answer; got != i {
						t.Errorf("answer %d to %d", got, i)
					}
				}
				pw.Close()
			}()
			r := genrt.NewReader(codec, pr, opts...)
			n := 0
			for l, err := range r.Recycled() {
				if err != nil {
					t.Fatal(err)
				}
				answer <- l.(*note).N
				n++
			}
			if n != 20 {
				t.Errorf("%d lines", n)
			}
		})
	}
}

func TestInputErrors(t *testing.T) {
	broken := errors.New("broken")
	a := `{"type":"note"}` + "\n"
	for name, opts := range map[string][]decoder.Option{"": nil, "workers": {decoder.Workers(2)}} {
		t.Run(name, func(t *testing.T) {
			r := genrt.NewReader(codec, io.MultiReader(strings.NewReader(a+a+`{"type":`), iotest.ErrReader(broken)), opts...)
			got := collect(r, r.All())
			if len(got) != 3 || got[2].Err != "broken" || got[2].Raw != "" || got[2].Text != "nil" {
				t.Errorf("%+v", got)
			}
			if _, err := r.Next(); err != broken {
				t.Errorf("again: %v", err)
			}
			if s := r.Stats(); s.Lines != 2 || s.Bad != 0 {
				t.Errorf("%+v", s)
			}
			r = genrt.NewReader(codec, iotest.TimeoutReader(&chunks{data: []byte(a + a), cut: []int{len(a)}}), opts...)
			got = collect(r, r.All())
			if len(got) != 2 || got[1].Err != iotest.ErrTimeout.Error() {
				t.Errorf("%+v", got)
			}
			r = genrt.NewReader(codec, idle{}, opts...)
			if _, err := r.Next(); err != io.ErrNoProgress {
				t.Error(err)
			}
			r.Close()
		})
	}
}

type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

// TestKindsAtLineEnds checks the positions of lines in a loop over Kinds, where a peek finds the ends of most lines.
func TestKindsAtLineEnds(t *testing.T) {
	records := []string{`{"type":"note","text":"a"}`, `{"type": "note", "text": "b"}`, `{"type":"event","subtype":"stop"}`, "", `{"type":"note","text":"c"} `, `{"type":"note"}` + " \t \t", "x"}
	ends := []string{"\n", "\r\n", "\r\r\n", "\n\r\n"}
	var in strings.Builder
	for i := range 3 * len(records) * len(ends) {
		in.WriteString(records[i%len(records)] + ends[i%7%len(ends)])
	}
	r := genrt.NewReader(codec, strings.NewReader(in.String()))
	want := collect(r, r.All())
	for name, input := range map[string]io.Reader{
		"memory":       strings.NewReader(in.String()),
		"byte by byte": iotest.OneByteReader(strings.NewReader(in.String())),
	} {
		r := genrt.NewReader(codec, input)
		n := 0
		for _, err := range r.Kinds() {
			if n == len(want) {
				t.Fatalf("%s: more than %d lines", name, n)
			}
			if w := want[n]; r.Pos() != w.Pos || string(r.Raw()) != w.Raw || (err != nil) != (w.Err != "") {
				t.Errorf("%s: %v, %q, %v, want %+v", name, r.Pos(), r.Raw(), err, w)
			}
			n++
		}
		if n != len(want) {
			t.Errorf("%s: %d lines, want %d", name, n, len(want))
		}
	}
}

// TestKindsCountsAsAll checks that a loop that decodes each line counts the same lines for kinds and as bad as one that decodes by itself.
func TestKindsCountsAsAll(t *testing.T) {
	pieces := []string{`{"type":"note","text":"a"}`, `{"type":"note","n":0x}`, `{"type":"note","text":"\q"}`, `{"type":"event","subtype":"start","a":[1 2]}`,
		`{"type":"event","subtype":"start"}`, `{"type":"new","v":1}`, `{"type":"new","v":tru}`, `{"type":"note","text":"b"}{"type":"new","v":01}`, "x", ""}
	rapid.Check(t, func(t *rapid.T) {
		in := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 30).Draw(t, "pieces"), "\n")
		var opts []decoder.Option
		for _, o := range []decoder.Option{decoder.Strict(), decoder.Salvage(), decoder.Only("note", "new"), decoder.Workers(2)} {
			if rapid.Bool().Draw(t, "option") {
				opts = append(opts, o)
			}
		}
		all := genrt.NewReader(codec, strings.NewReader(in), opts...)
		for range all.All() {
		}
		kinds := genrt.NewReader(codec, strings.NewReader(in), opts...)
		for range kinds.Kinds() {
			kinds.Decode()
		}
		if diff := cmp.Diff(all.Stats(), kinds.Stats(), ofLines); diff != "" {
			t.Fatalf("(-All +Kinds): %s", diff)
		}
	})
}

func TestNextAndKinds(t *testing.T) {
	in := `{"type":"note","text":"a"}` + "\n" + `{"type":"event","subtype":"stop","new":1}` + "\nx\n" + `{"type":"note","text":1,"n":0x}` + "\n" + `{"type":"z"}` + "\n"
	for name, opts := range map[string][]decoder.Option{"": nil, "workers": {decoder.Workers(2)}} {
		t.Run(name, func(t *testing.T) {
			r := genrt.NewReader(codec, strings.NewReader(in), opts...)
			if _, err := r.Decode(); err == nil {
				t.Error("Decode without a line")
			}
			l, err := r.Next()
			if show(l) != `note "a" 0` || err != nil {
				t.Error(show(l), err)
			}
			var got []string
			for k, err := range r.Kinds() { // continues after Next
				_, bad := errors.AsType[*decoder.Error](err)
				l, err := r.Decode()
				r.Decode()
				got = append(got, fmt.Sprintf("%s %t %s %t", k, bad, show(l), err != nil))
			}
			want := []string{"event/stop false event stop false", " true nil true", "note false nil true", `z false unknown {"type":"z"} false`}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
			if _, err := r.Next(); err != io.EOF {
				t.Error(err)
			}
			s := r.Stats()
			if s.Bad != 2 || s.Reasons[decoder.ErrSyntax] != 2 || s.Unknown != 1 || len(s.Drift) != 2 {
				t.Errorf("%+v", s)
			}
		})
	}
}

// files is an input of several files.
type files struct {
	list []decoder.File
	data []string
	errs []error // from Read at the end of a file
	cur  io.Reader
}

func (f *files) NextFile() (decoder.File, error) {
	if len(f.list) == 0 {
		return decoder.File{}, io.EOF
	}
	var end error
	if len(f.errs) > 0 {
		end, f.errs = f.errs[0], f.errs[1:]
	}
	f.cur = strings.NewReader(f.data[0])
	if end != nil {
		f.cur = io.MultiReader(f.cur, iotest.ErrReader(end))
	}
	file := f.list[0]
	f.list, f.data = f.list[1:], f.data[1:]
	if file.Name == "missing" {
		return file, &decoder.Error{File: "missing", Reason: decoder.ErrArchive, Err: errors.New("no header")}
	}
	return file, nil
}

func (f *files) Read(p []byte) (int, error) { return f.cur.Read(p) }

func TestFiles(t *testing.T) {
	const n = `{"type":"note","text":""}`
	cut := &decoder.Error{Reason: decoder.ErrIncomplete, Err: fmt.Errorf("gzip: %w", io.ErrUnexpectedEOF)}
	in := func() io.Reader {
		return &files{
			list: []decoder.File{{Name: "a"}, {Name: "b", Line: 7, Offset: 1000}, {Name: "empty"}, {Name: "utf16"}, {Name: "missing"}, {Name: "d"}, {Name: "e"}, {Name: "f"}},
			data: []string{n + "\n" + n[:9], n + "\n" + n + "\n", "", "\xff\xfe{\x00\n\x00x\n", "", n + "\n" + n[:9], n + "\n" + n, "x\n"},
			errs: []error{nil, nil, nil, nil, nil, cut, cut, nil},
		}
	}
	got, s := readAll(t, in)
	var text []string
	for _, g := range got {
		text = append(text, fmt.Sprintf("%s+%d %s %s", g.Pos, g.Pos.Offset, g.Text, g.Err))
	}
	want := []string{
		`a:1+0 note "" 0 `,
		"a:2+26 nil a:2:10: .type: incomplete at end of input: unexpected EOF near `{\"type\":\"`",
		`b:7+1000 note "" 0 `,
		`b:8+1026 note "" 0 `,
		"utf16:1+0 nil utf16:1:1: UTF-16 file: convert it to UTF-8, with iconv -f UTF-16 -t UTF-8",
		"missing:0+0 nil missing: damaged archive: no header",
		`d:1+0 note "" 0 `,
		"d:2+26 nil d:2:10: .type: incomplete at end of input: gzip: unexpected EOF near `{\"type\":\"`",
		`e:1+0 note "" 0 `,
		`e:2+26 note "" 0 `,
		"e:2+51 nil e:2:1: incomplete at end of input: gzip: unexpected EOF",
		"f:1+0 nil f:1:1: syntax near `x`",
	}
	if diff := cmp.Diff(want, text); diff != "" {
		t.Error(diff)
	}
	if s.Bad != 6 || s.Reasons[decoder.ErrIncomplete] != 3 {
		t.Errorf("%+v", s)
	}
}

func TestPoison(t *testing.T) {
	skipWithoutUnsafe(t)
	in := `{"type":"note","text":"aaaaaaaaaaaa"}` + "\n" + `{"type":"note","text":"b\nbbbbbbbbbbb"}` + "\n" + `{"type":"note","text":"c"}` + "\n"
	r := genrt.NewReader(codec, strings.NewReader(in), decoder.Poison())
	var texts, were []string
	var raws [][]byte
	for l, err := range r.Recycled() {
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, l.(*note).Text)
		were = append(were, strings.Clone(l.(*note).Text))
		raws = append(raws, r.Raw())
		// The next line may have reused some of the memory of a text.
		if n := len(texts); n > 1 && (strings.HasPrefix(texts[n-2], were[n-2][:3]) || !strings.HasSuffix(texts[n-2], "###")) {
			t.Errorf("line %d was kept and reads %q", n-1, texts[n-2])
		}
		if n := len(raws); n > 1 && !bytes.HasPrefix(raws[n-2], []byte("####")) {
			t.Errorf("line %d was kept and reads %q", n-1, raws[n-2])
		}
	}
	r = genrt.NewReader(codec, strings.NewReader(in), decoder.Poison())
	texts = nil
	for l := range r.All() {
		texts = append(texts, l.(*note).Text)
	}
	if want := []string{"aaaaaaaaaaaa", "b\nbbbbbbbbbbb", "c"}; !slices.Equal(texts, want) {
		t.Errorf("%q", texts)
	}
}

func TestNewLines(t *testing.T) {
	in := "\xef\xbb\xbf 1 \n[2]\nx\n{\"a\":null}\r\nnull\n"
	r := decoder.NewLines(strings.NewReader(in))
	var got []string
	for l, err := range r.All() {
		got = append(got, fmt.Sprint(l, err != nil))
		if err == nil && cap(l) != len(l) {
			t.Error("capacity")
		}
	}
	want := []string{"1 false", "[2] false", " true", `{"a":null} false`, "null false"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if s := r.Stats(); s.Lines != 5 || s.Bad != 1 || len(s.Kinds) != 0 {
		t.Errorf("%+v", s)
	}
}

func TestOf(t *testing.T) {
	in := `{"type":"note","text":"a"}` + "\n" + `{"type":"event"}` + "\nx\n" + `{"type":"note","text":"b"}` + "\n"
	var got []string
	for m, err := range decoder.Of[*note](genrt.NewReader(codec, strings.NewReader(in)).All()) {
		if err != nil {
			got = append(got, "error")
			continue
		}
		got = append(got, m.Text)
	}
	if want := []string{"a", "error", "b"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func ExampleNewLines() {
	in := strings.NewReader(`{"type":"a","n":1}` + "\n" + `{"type":"b","n":2}` + "\n" + `{"type":` + "\n")
	for line, err := range decoder.NewLines(in).Recycled() {
		if err != nil {
			fmt.Fprintln(os.Stdout, err)
			continue
		}
		n, _ := line.Get("n")
		fmt.Println(n)
	}
	// Output:
	// 1
	// 2
	// ndwire: 3:9: .type: truncated near `{"type":`
}

// skipWithoutUnsafe skips a test of recycled strings where the build tag purego makes all strings copies.
func skipWithoutUnsafe(t *testing.T) {
	t.Helper()
	b := []byte("a")
	s := alloc.Alias(b)
	if b[0] = 'b'; s != "b" {
		t.Skip("without unsafe no string is recycled")
	}
}

func TestRecycledAllocatesLittle(t *testing.T) {
	skipWithoutUnsafe(t)
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	in := strings.Repeat(`{"type":"note","text":"some \"text\", with escapes","n":12,"name":"x"}`+"\n", 2000)
	read := func() {
		r := genrt.NewReader(codec, strings.NewReader(in))
		for _, err := range r.Recycled() {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	read()
	// The record is one allocation for each line.
	if n := testing.AllocsPerRun(5, read); n > 2000+100 {
		t.Errorf("%v allocations for 2000 lines", n)
	}
}
