package decoder_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/genrt"
	"pgregory.net/rapid"
)

// turn describes one iteration of a loop over salvaged lines: "KIND@OFFSET+LENGTH*" (the star for Salvaged), or "REASON@OFFSET+LENGTH
// of PATH at COLUMN".
func turn(r *decoder.Reader[line], l line, err error) string {
	p := r.Pos()
	if err != nil {
		e, ok := errors.AsType[*decoder.Error](err)
		if !ok {
			return err.Error()
		}
		return fmt.Sprintf("%s@%d+%d of %s at %d", e.Reason, p.Offset, p.Length, e.Path, e.Offset-e.Start+1)
	}
	star := ""
	if p.Salvaged {
		star = "*"
	}
	return fmt.Sprintf("%s@%d+%d%s", l.Kind(), p.Offset, p.Length, star)
}

func TestSalvage(t *testing.T) {
	const a, b = `{"type":"note","text":"a"}`, `{"type":"event","subtype":"stop"}` // 26 and 33 bytes
	tests := []struct {
		name, in string
		want     []string
	}{
		{"nothing is wrong", a + "\n" + b, []string{"note@0+26", "event/stop@27+33"}},
		{"two records", a + b + "\n" + b, []string{"note@0+26*", "event/stop@26+33*", "event/stop@60+33"}},
		{"three, with white space", a + " " + b + "\t" + a + " \r\n", []string{"note@0+26*", "event/stop@27+33*", "note@61+26*"}},
		{"two with NUL bytes between", a + "\x00\x00" + b + "\x00\n", []string{"note@0+26*", "event/stop@28+33*"}},
		{"two with a BOM between", a + "\xef\xbb\xbf" + b + "\n", []string{"note@0+26*", "event/stop@29+33*"}},
		{"glued in a key", a[:18] + b + "\n", []string{"truncated@0+18 of .te at 19", "event/stop@18+33*"}},
		{"glued in a string", a[:24] + b + "\n", []string{"truncated@0+24 of .text at 25", "event/stop@24+33*"}},
		{"glued behind a colon", a[:22] + b + "\n", []string{"truncated@0+22 of .text at 23", "event/stop@22+33*"}},
		{"glued in an escape", `{"type":"note","text":"a\u00` + b + "\n", []string{"truncated@0+28 of .text at 29", "event/stop@28+33*"}},
		{"glued in a list", `{"type":"x","v":[1,[` + b + "\n", []string{"truncated@0+20 of .v[1][0] at 21", "event/stop@20+33*"}},
		{"glued behind a colon, and another record", a[:22] + b + a + "\n", []string{"truncated@0+22 of .text at 23", "event/stop@22+33*", "note@55+26*"}},
		{"two stubs", a[:24] + b[:17] + a + "\n", []string{"syntax@0+41 of .text at 27", "note@41+26*"}},
		{"stub at the end", a + b[:20] + "\n", []string{"note@0+26*", "truncated@26+20 of .sub at 47"}},
		{"stub at the end of the input", a + b[:20], []string{"note@0+26*", "incomplete at end of input@26+20 of .sub at 47"}},
		{"stub at the end, padded", a + b[:20] + "\x00", []string{"note@0+26*", "truncated@26+20 of .sub at 47"}},
		{"behind a log prefix", "12:00:01 [info] out: " + a + "\n", []string{"not an object@0+20 of . at 1", "note@21+26*"}},
		{"behind a number", "12 " + a + "\n", []string{"not an object@0+2 of . at 1", "note@3+26*"}},
		{"before other text", a + " x\n", []string{"note@0+26*", "syntax@27+1 of . at 28"}},
		{"between other text", "x " + a + " y\n", []string{"syntax@0+1 of . at 1", "note@2+26*", "syntax@29+1 of . at 30"}},
		{"an array that is cut", "[" + a + "," + b + ",\n", []string{"truncated@0+1 of .[0] at 2", "note@1+26*", "syntax@27+1 of . at 28", "event/stop@28+33*", "syntax@61+1 of . at 62"}},
		{"an array that is whole", "[" + a + "]\n", []string{"not an object@0+28 of . at 1"}},
		{"a record, and an array that is whole", b + "[" + a + "]\n", []string{"event/stop@0+33*", "not an object@33+28 of . at 34"}},
		{"what has no kind is not a record", `error: {"message":"x"}` + "\n", []string{"syntax@0+22 of . at 1"}},
		{"but the first one is", `{"message":"x"}` + b + "\n", []string{"@0+15*", "event/stop@15+33*"}},
		{"an unknown kind is one", `out: {"type":"new"}` + "\n", []string{"syntax@0+4 of . at 1", "new@5+14*"}},
		// Objects within a record that is cut off.
		{"a part of a cut record", `{"type":"x","v":{"type":"note","text":""},"w` + "\n", []string{"truncated@0+44 of .w at 45"}},
		{"a part at its end", `{"type":"x","v":{"type":"block","text":""}` + "\n", []string{"truncated@0+42 of .v at 43"}},
		{"a part at its end that may still grow", `{"type":"x","v":{"type":"note","text":""}`, []string{"incomplete at end of input@0+41 of .v at 42"}},
		{"a part of a damaged record", `{"type":"x","n":tru,"v":{"type":"note","text":""},"w":1}` + "\n", []string{"syntax@0+56 of .n at 20"}},
		{"a part at the end of a damaged record", `{"type":"x","n":tru,"v":{"type":"note","text":""}}` + "\n", []string{"syntax@0+50 of .n at 20"}},
		{"text that looks like a record", `{"type":"note","text":"{\"type\":\"note\"}` + "\n", []string{"truncated@0+42 of .text at 43"}},
		{"a cut string that ends in a brace", `{"type":"note","text":"a}` + "\n", []string{"truncated@0+25 of .text at 26"}},
		{"too deep", `{"a":` + strings.Repeat(`[`, 2000) + a + "\n", []string{"nested too deep@0+2031 of .a" + strings.Repeat("[0]", 998) + "[0] at 1005"}},
		{"NUL bytes alone", "\x00\x00\n" + a, []string{"NUL padding@0+2 of  at 1", "note@3+26"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, cut := range []func(io.Reader) io.Reader{iotest.OneByteReader, iotest.DataErrReader} {
				for _, opts := range [][]decoder.Option{nil, {decoder.Workers(2)}, {decoder.Poison()}} {
					opts = append(opts, decoder.Salvage())
					all := map[string]func(r *decoder.Reader[line]) (got []string){
						"All": func(r *decoder.Reader[line]) (got []string) {
							for l, err := range r.All() {
								got = append(got, turn(r, l, err))
								checkPart(t, r, tt.in, err)
							}
							return got
						},
						"Recycled": func(r *decoder.Reader[line]) (got []string) {
							for l, err := range r.Recycled() {
								got = append(got, turn(r, l, err))
								checkPart(t, r, tt.in, err)
							}
							return got
						},
						"Next": func(r *decoder.Reader[line]) (got []string) {
							for {
								l, err := r.Next()
								if err == io.EOF {
									return got
								}
								got = append(got, turn(r, l, err))
							}
						},
						"one loop for each turn": func(r *decoder.Reader[line]) (got []string) {
							for n := 0; n >= 0; {
								was := n
								loop := r.All()
								if n&1 != 0 {
									loop = r.Recycled()
								}
								for l, err := range loop {
									got = append(got, turn(r, l, err))
									n++
									break
								}
								if n == was {
									break
								}
							}
							return got
						},
					}
					for name, loop := range all {
						r := genrt.NewReader(codec, cut(strings.NewReader(tt.in)), opts...)
						if diff := cmp.Diff(tt.want, loop(r)); diff != "" {
							t.Errorf("%s: %s", name, diff)
						}
						s := r.Stats()
						lines := strings.Count(strings.TrimSuffix(tt.in, "\n"), "\n") + 1
						if s.Lines != int64(lines) || s.Bytes != int64(len(tt.in)) {
							t.Errorf("%s: %d lines and %d bytes, want %d and %d", name, s.Lines, s.Bytes, lines, len(tt.in))
						}
						bad := 0
						for _, w := range tt.want {
							if strings.Contains(w, " of ") {
								bad++
							}
						}
						if s.Bad != int64(bad) {
							t.Errorf("%s: %d bad, want %d", name, s.Bad, bad)
						}
					}
				}
			}
		})
	}
}

// checkPart checks that Raw is the text at Pos, and that an error says how many bytes are skipped.
func checkPart(t *testing.T, r *decoder.Reader[line], in string, err error) {
	t.Helper()
	p := r.Pos()
	if got, want := string(r.Raw()), in[p.Offset:p.Offset+p.Length]; got != want {
		t.Errorf("Raw %q, at its place stands %q", got, want)
	}
	if e, ok := errors.AsType[*decoder.Error](err); ok {
		if e.Reason == decoder.ErrIncomplete && !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%v is not io.ErrUnexpectedEOF", err)
		}
		if p.Length < e.Length && e.Err == nil {
			t.Errorf("%v does not say what is skipped", err)
		}
	}
}

func TestSalvageKindsAndFilters(t *testing.T) {
	const a, b = `{"type":"note","text":"a"}`, `{"type":"event","subtype":"stop"}`
	in := a + b + "\n" + a[:18] + b + "\n" + b[:20] + a + "\n" + `{"type":"new"}` + a + "\n" + b + "\n"
	for name, opts := range map[string][]decoder.Option{"one": nil, "workers": {decoder.Workers(2)}} {
		t.Run(name, func(t *testing.T) {
			r := genrt.NewReader(codec, strings.NewReader(in), append(opts, decoder.Salvage())...)
			var got []string
			for k, err := range r.Kinds() {
				l, again := r.Decode()
				if again == nil && l.Kind() != k {
					t.Errorf("Decode gives %s", l.Kind())
				}
				got = append(got, fmt.Sprint(k, " ", err != nil, " ", again != nil, " ", r.Pos().Offset))
				if e, ok := errors.AsType[*decoder.Error](again); ok && !strings.HasPrefix(in[e.Start:], in[:1]) {
					t.Errorf("%+v", e)
				}
			}
			want := []string{"note false false 0", "event/stop false false 26", " true true 60", "event/stop false false 78", " true true 112", "note false false 132",
				"new false false 159", "note false false 173", "event/stop false false 200"}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}

			// A range is reported if its kind is selected, or cannot be read.
			r = genrt.NewReader(codec, strings.NewReader(in), append(opts, decoder.Salvage(), decoder.Only("note"))...)
			got = nil
			for l, err := range r.All() {
				got = append(got, turn(r, l, err))
			}
			want = []string{"note@0+26*", "truncated@60+18 of .te at 19", "note@132+26*", "note@173+26*"}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
			if s := r.Stats(); s.Lines != 5 || s.Skipped != 5 || s.Bad != 1 || s.Bytes != int64(len(in)) || s.Kinds["note"].Lines != 3 {
				t.Errorf("%+v", s)
			}
		})
	}
	// A line that is only peeked at is not searched, if the peek accepts it.
	accepted := `{"type":"event","subtype":"stop","x":{"text":"cut ` + a + a + `"}}` + "\n"
	for _, tt := range []struct {
		opts []decoder.Option
		want []string
	}{
		{nil, []string{"truncated@0+49 of .x.text at 50", "note@50+26*", "note@76+26*", "truncated@102+3 of . at 106"}},
		{[]decoder.Option{decoder.Only("note")}, nil},
		{[]decoder.Option{decoder.Except("event")}, nil},
	} {
		r := genrt.NewReader(codec, strings.NewReader(accepted), append(tt.opts, decoder.Salvage())...)
		var got []string
		for l, err := range r.All() {
			got = append(got, turn(r, l, err))
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Error(diff)
		}
	}
	// Raw lines have no kinds: whole objects are delivered, unless they are within an object that is cut off.
	r := decoder.NewLines(strings.NewReader(`x={"a":1} {"b":2}`+"\n"+`{"a":{"b":1}`+"\n"), decoder.Salvage())
	var got []string
	for l, err := range r.All() {
		got = append(got, fmt.Sprint(l, err != nil))
	}
	if diff := cmp.Diff([]string{" true", `{"a":1} false`, `{"b":2} false`, " true"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestSalvageAtEveryCut checks that a record that follows a cut one without a line end is delivered, wherever the other is cut.
func TestSalvageAtEveryCut(t *testing.T) {
	stub := `{"type":"note", "text":"a \"\u00e9\\ é{", "n": -1.5e+3, "v":[true,null,[],{"w":{}},"x"] ,"":"}]"}`
	for _, whole := range []string{`{"type":"event","subtype":"stop"}`, ` { "subtype" : "start" , "v":{"type":"note"}, "type":"event"} `} {
		for cut := range len(stub) + 1 {
			in := stub[:cut] + whole + "\n" + stub + "\n"
			r := genrt.NewReader(codec, strings.NewReader(in), decoder.Salvage())
			var records []string
			next := int64(0)
			for l, err := range r.All() {
				if err == nil {
					records = append(records, show(l))
				}
				if r.Pos().Offset < next {
					t.Errorf("%s: a part at %d, after %d", in, r.Pos().Offset, next)
				}
				next = r.Pos().Offset + r.Pos().Length
			}
			want := 2
			if cut == len(stub) {
				want = 3
			}
			if len(records) != want || !strings.HasPrefix(records[len(records)-2], "event st") {
				t.Errorf("cut at %d: %q gives %q", cut, in, records)
			}
		}
	}
}

// padding is what may stand around a record, and between records.
var padding = strings.NewReplacer("\xef\xbb\xbf", "", "\x00", "", " ", "", "\r", "", "\n", "")

// TestSalvageLosesNothing checks that the segments of a line are the whole line without padding, in order.
func TestSalvageLosesNothing(t *testing.T) {
	pieces := []string{`{"type":"note","text":"a\n"}`, `{"type":"event","subtype":"start","x":null}`, `{"type":"new","v":[1,2,{"type":"note"}]}`, `{"type":"no`, "{", "}", "[", "]", ",",
		":", `"`, "\x00", "\xef\xbb\xbf", " ", "\r", "\n", "\n", `{"`, `{"a":`, `tru`, "12", `\`}
	rapid.Check(t, func(t *rapid.T) {
		in := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 20).Draw(t, "pieces"), "")
		got, stats := readAll(t, func() io.Reader { return iotest.HalfReader(strings.NewReader(in)) }, decoder.Salvage())
		if len(got) > 0 && strings.Contains(got[0].Err, "UTF-16") {
			return
		}
		var rest []byte
		at := int64(0)
		for _, s := range got {
			if s.Pos.Offset < at {
				t.Fatalf("%v+%d comes behind %d", s.Pos, s.Pos.Offset, at)
			}
			rest = append(rest, in[at:s.Pos.Offset]...)
			at = s.Pos.Offset + s.Pos.Length
			if s.Raw != in[s.Pos.Offset:at] {
				t.Fatalf("%v: Raw %q", s.Pos, s.Raw)
			}
			if n := int64(strings.Count(in[:s.Pos.Offset], "\n")) + 1; n != s.Pos.Line {
				t.Fatalf("line %d, by counting %d", s.Pos.Line, n)
			}
			if s.Pos.Salvaged && s.Err != "" {
				t.Fatalf("a salvaged record is bad: %s", s.Err)
			}
		}
		rest = append(rest, in[at:]...)
		if left := padding.Replace(string(rest)); left != "" {
			t.Fatalf("%q was not delivered", left)
		}
		plain, _ := readAll(t, func() io.Reader { return strings.NewReader(in) })
		good := func(all []seen) (n int) {
			for _, s := range all {
				if s.Err == "" && !s.Pos.Salvaged {
					n++
				}
			}
			return n
		}
		if good(plain) != good(got) || stats.Bytes != int64(len(in)) {
			t.Fatalf("%d lines are whole, without Salvage %d", good(got), good(plain))
		}
	})
}

// TestSalvageAndCheckpoint checks that a reader that goes on at a checkpoint of another one has the same results.
func TestSalvageAndCheckpoint(t *testing.T) {
	pieces := []string{`{"type":"note","text":"a"}`, `{"type":"event","subtype":"start","x":{}}`, `{"type":"no`, `[{"type":"note"}]`, "{", "}", "[", ",", `"`, "\x00", " ", "\n", "\n", "\r\n", `x `, `{"a":`, "12"}
	// The rest of a line, if it is one segment, is delivered with the padding around it.
	turn := func(r *decoder.Reader[line], err error) string {
		return fmt.Sprintf("%d %q %v", r.Pos().Line, bytes.Trim(r.Raw(), "\x00 \r"), err == nil)
	}
	rapid.Check(t, func(t *rapid.T) {
		in := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 15).Draw(t, "pieces"), "")
		opts := []decoder.Option{decoder.Salvage()}
		if rapid.Bool().Draw(t, "workers") {
			opts = append(opts, decoder.Workers(2))
		}
		r := genrt.NewReader(codec, strings.NewReader(in), opts...)
		var all []string
		var places []decoder.Checkpoint
		for _, err := range r.All() {
			all = append(all, turn(r, err))
			places = append(places, r.Checkpoint())
		}
		if len(all) > 0 && strings.Contains(all[0], `""`) {
			return // UTF-16
		}
		for n, p := range places {
			again := genrt.NewReader(codec, decoder.OneFile(decoder.File{Offset: p.Offset, Line: p.Line}, strings.NewReader(in[p.Offset:])), decoder.Salvage())
			var rest []string
			for _, err := range again.All() {
				rest = append(rest, turn(again, err))
			}
			want := all[n+1:]
			if p.Offset == places[len(places)-1].Offset && len(rest) > 0 && rest[0] == all[len(all)-1] {
				want = all[len(all)-1:] // an incomplete end is read again
			}
			if len(want) > 0 || len(rest) > 0 {
				if diff := cmp.Diff(want, rest); diff != "" {
					t.Fatalf("%q from %+v on: %s", in, p, diff)
				}
			}
		}
	})
}

// beginnings are texts that look like beginnings of records; a test repeats one of them as a line.
var beginnings = map[string]string{"braces": "{", "openings": `{"`, "stubs": `{"type":"note","text":"`, "deep": `{"a":`, "lists": `[{"a":`,
	"records": `{}`, "in braces": `{"a":{"type":"note"}`}

// TestSalvageIsBounded salvages lines with up to a million beginnings of records: the search ends after some of them.
func TestSalvageIsBounded(t *testing.T) {
	for name, text := range beginnings {
		if n := salvaged(strings.Repeat(text, 4<<20/len(text))); n > 130 {
			t.Errorf("%s: %d parts", name, n)
		}
	}
}

// salvaged counts the lines and errors that salvaging a line gives.
func salvaged(line string) (n int) {
	for range genrt.NewReader(codec, strings.NewReader(line+"\n"), decoder.Salvage()).All() {
		n++
	}
	return n
}
