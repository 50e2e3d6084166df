package decoder_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/genrt"
	"github.com/ndwire/ndwire/internal/fingerprint"
	"pgregory.net/rapid"
)

// checkpointAt returns the correct checkpoint at an offset, computed from the whole text.
func checkpointAt(text string, offset int) decoder.Checkpoint {
	return decoder.Checkpoint{File: "f", Offset: int64(offset), Line: int64(1 + strings.Count(text[:offset], "\n")), ID: "id",
		Head: fingerprint.Of([]byte(text[:min(offset, fingerprint.Size)])),
		Tail: fingerprint.Of([]byte(text[max(offset-fingerprint.Size, 0):offset]))}
}

// TestCheckpoint checks that in all loops the checkpoint stands after the current line, and has the right hashes.
func TestCheckpoint(t *testing.T) {
	lines := rapid.SampledFrom([]string{
		`{"type":"note","text":"a"}`, `{"type":"event","subtype":"stop"}` + "\r", "", "\r", "  ", `{"type":"no`, "\x00\x00", "{}{}",
		`{"type":"note","text":"` + strings.Repeat("z", 801-25) + `"}`, `{"type":"note","text":"` + strings.Repeat("z", 801-25) + `"}` + "\r", // one too long
		`{"type":"note","text":"` + strings.Repeat("x", 700) + `"}`, `{"type":"note","text":"` + strings.Repeat("y", 3000) + `"}`,
	})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(lines, 1, 40).Draw(t, "lines"), "\n")
		text = strings.Repeat(text+"\n", rapid.SampledFrom([]int{1, 1, 1, 30}).Draw(t, "times"))
		if rapid.Bool().Draw(t, "no newline at the end") {
			text = text[:len(text)-1]
		}
		// Start at any line.
		start := 0
		if n := rapid.IntRange(0, 5).Draw(t, "start"); n > 0 {
			for range n {
				start += 1 + strings.IndexByte(text[start:], '\n')
			}
		}
		var opts []decoder.Option
		for _, o := range []decoder.Option{decoder.Workers(2), decoder.MaxLine(800), decoder.Only("note"), decoder.Poison()} {
			if rapid.Bool().Draw(t, "option") {
				opts = append(opts, o)
			}
		}
		begin := checkpointAt(text, start)
		var in io.Reader = strings.NewReader(text[start:])
		if rapid.Bool().Draw(t, "short reads") {
			in = iotest.HalfReader(iotest.OneByteReader(in))
		}
		file := decoder.File{Name: "f", ID: "id", Offset: begin.Offset, Line: begin.Line}
		if start > 0 {
			file.Before, file.Head = []byte(text[:start]), begin.Head
		}
		r := genrt.NewReader(codec, decoder.OneFile(file, in), opts...)
		if got := r.Checkpoint(); got != (decoder.Checkpoint{}) {
			t.Error("before the first line:", got)
		}
		always := rapid.Bool().Draw(t, "asked at every line")
		loop := r.All()
		if rapid.Bool().Draw(t, "recycled") {
			loop = r.Recycled()
		}
		for _, err := range loop {
			pos := r.Pos()
			end := int(pos.Offset + pos.Length)
			if end < len(text) && text[end] == '\r' {
				end++
			}
			if end < len(text) {
				end++
			} else if err != nil { // without a line end, the line may be incomplete
				end = int(pos.Offset)
			}
			if !always && !rapid.Bool().Draw(t, "asked") {
				continue
			}
			want := checkpointAt(text, end)
			if diff := cmp.Diff(want, r.Checkpoint()); diff != "" {
				t.Fatalf("line %v of %q from %d: %s", pos, text, start, diff)
			}
		}
		// At the end, only a line that may not be completely written follows the checkpoint.
		c := r.Checkpoint()
		want := checkpointAt(text, int(c.Offset))
		if diff := cmp.Diff(want, c); diff != "" {
			t.Errorf("at the end of %q from %d: %s", text, start, diff)
		}
		if rest := text[c.Offset:]; strings.Contains(rest, "\n") {
			t.Errorf("at the end, %q is not done", rest)
		}
		r.Close()
		if r.Checkpoint() != c {
			t.Error("Close changes the checkpoint")
		}
	})
}

// TestCheckpointOfUnknownBeginning checks the Head of a Reader that begins within a file and does not know its first
// bytes: that of the checkpoint it began with, if the input has it.
func TestCheckpointOfUnknownBeginning(t *testing.T) {
	for _, head := range []string{"", fingerprint.Of([]byte("{}"))} {
		for _, before := range []string{"", "x\n"} {
			r := decoder.NewLines(decoder.OneFile(decoder.File{Name: "f", Offset: 100, Line: 7, Head: head, Before: []byte(before)}, strings.NewReader("{}\n")))
			if _, err := r.Next(); err != nil {
				t.Fatal(err)
			}
			want := decoder.Checkpoint{File: "f", Offset: 103, Line: 8, Head: head, Tail: fingerprint.Of([]byte(before + "{}\n"))}
			if got := r.Checkpoint(); got != want {
				t.Errorf("%+v, want %+v", got, want)
			}
		}
	}
}

// TestCheckpointOfFiles checks that the checkpoint is in the current file, and at the end in the last one.
func TestCheckpointOfFiles(t *testing.T) {
	want := []decoder.Checkpoint{
		{File: "a", Offset: 3, Line: 2, ID: "1", Head: fingerprint.Of([]byte("{}\n")), Tail: fingerprint.Of([]byte("{}\n"))},
		{File: "a", Offset: 5, Line: 2, ID: "1", Head: fingerprint.Of([]byte("{}\n{}")), Tail: fingerprint.Of([]byte("{}\n{}"))},
		{File: "b", Offset: 3, Line: 2, ID: "2", Head: fingerprint.Of([]byte("{}\n")), Tail: fingerprint.Of([]byte("{}\n"))},
		{File: "c", Line: 1, ID: "3"},
	}
	for name, opts := range map[string][]decoder.Option{"": nil, "workers": {decoder.Workers(2)}} {
		for loopName, loop := range map[string]func(*decoder.Reader[decoder.Raw]) iter.Seq2[decoder.Raw, error]{
			"All": (*decoder.Reader[decoder.Raw]).All, "Recycled": (*decoder.Reader[decoder.Raw]).Recycled,
		} {
			in := &someFiles{files: []decoder.File{{Name: "a", ID: "1"}, {Name: "b", ID: "2"}, {Name: "c", ID: "3"}}, texts: []string{"{}\n{}", "{}\n", ""}}
			r := decoder.NewLines(in, opts...)
			var got []decoder.Checkpoint
			for _, err := range loop(r) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, r.Checkpoint())
			}
			if diff := cmp.Diff(want, append(got, r.Checkpoint())); diff != "" {
				t.Errorf("%s %s: %s", loopName, name, diff)
			}
		}
	}
}

type someFiles struct {
	files []decoder.File
	texts []string
	cur   io.Reader
}

func (f *someFiles) NextFile() (decoder.File, error) {
	if len(f.files) == 0 {
		return decoder.File{}, io.EOF
	}
	file := f.files[0]
	f.cur, f.files, f.texts = strings.NewReader(f.texts[0]), f.files[1:], f.texts[1:]
	return file, nil
}

func (f *someFiles) Read(p []byte) (int, error) { return f.cur.Read(p) }

// TestCheckpointAfterFailure checks that a failing input does not move the checkpoint past the line that it cuts.
func TestCheckpointAfterFailure(t *testing.T) {
	fail := errors.New("disk")
	for _, opts := range [][]decoder.Option{nil, {decoder.Workers(2)}} {
		r := decoder.NewLines(io.MultiReader(strings.NewReader("1\n2\n3"), iotest.ErrReader(fail)), opts...)
		var last error
		for _, err := range r.All() {
			last = err
		}
		if c := r.Checkpoint(); last != fail || c.Offset != 4 || c.Line != 3 || c.Tail != fingerprint.Of([]byte("1\n2\n")) {
			t.Errorf("%v, %+v", last, c)
		}
	}
}

// TestCheckpointOfLongLine checks that a line over the limit without a line end counts as not completely written, however long it is.
func TestCheckpointOfLongLine(t *testing.T) {
	for n := 8; n < 20; n++ {
		for _, end := range []string{"", "\r"} {
			for _, opts := range [][]decoder.Option{{decoder.MaxLine(7)}, {decoder.MaxLine(7), decoder.Workers(2)}} {
				text := "short\n" + strings.Repeat("x", n) + end
				r := genrt.NewReader(codec, strings.NewReader(text), opts...)
				for range r.All() {
				}
				if c, want := r.Checkpoint(), (decoder.Checkpoint{Offset: 6, Line: 2}); c.Offset != want.Offset || c.Line != want.Line || c.Tail != fingerprint.Of([]byte("short\n")) {
					t.Errorf("%q: %+v, want %+v", text, c, want)
				}
			}
		}
	}
}

// TestCheckpointWithinLine checks that a reader can go on after each segment of a damaged line.
func TestCheckpointWithinLine(t *testing.T) {
	const a, b = `{"type":"note","text":"a"}`, `{"type":"event","subtype":"stop"}`
	parts := func(r *decoder.Reader[line]) (all []seen, at []decoder.Checkpoint) {
		for l, err := range r.All() {
			s := seen{Text: show(l), Raw: string(r.Raw()), Pos: r.Pos()}
			s.Pos.Salvaged = false // the rest of a line may be a whole record
			if err != nil {
				s.Err = "bad"
			}
			all, at = append(all, s), append(at, r.Checkpoint())
		}
		return all, at
	}
	for _, text := range []string{a + b + "\n" + a, a + " " + b + " " + a + "\r\n" + b + "\n", `{"type":"no` + a + "\n" + b, "  warning: " + a + b, a + b + `{"type":`} {
		for _, opts := range [][]decoder.Option{{decoder.Salvage()}, {decoder.Salvage(), decoder.Workers(2)}, {decoder.Salvage(), decoder.Poison()}} {
			all, at := parts(genrt.NewReader(codec, strings.NewReader(text), opts...))
			for i, c := range at {
				if want := fingerprint.Of([]byte(text[:c.Offset])); c.Tail != want {
					t.Errorf("%q: %+v behind line %d, want %s", text, c, i, want)
				}
				want := all[i+1:]
				if all[i].Err != "" && int(all[i].Pos.Offset+all[i].Pos.Length) == len(text) {
					want = all[i:] // the last line may be incomplete
				}
				file := decoder.File{Offset: c.Offset, Line: c.Line}
				got, _ := parts(genrt.NewReader(codec, decoder.OneFile(file, strings.NewReader(text[c.Offset:])), opts...))
				if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("%q from %+v: %s", text, c, diff)
				}
			}
		}
	}
}

// TestCheckpointOfPoisonedLines checks that the hashes are those of the line, even if Poison has overwritten it since.
func TestCheckpointOfPoisonedLines(t *testing.T) {
	pieces := []string{`{"type":"note","text":"a"}`, `{"type":"event","subtype":"start","x":{}}`, `{"type":"no`, "{", "\x00", " ", "\n", "\n", "\n", "\r\n", `x `, strings.Repeat("long ", 100)}
	rapid.Check(t, func(t *rapid.T) {
		in := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 40).Draw(t, "pieces"), "")
		asks := rapid.SliceOfN(rapid.Bool(), 40, 40).Draw(t, "asks")
		var opts []decoder.Option
		for _, o := range []decoder.Option{decoder.Salvage(), decoder.Workers(2), decoder.MaxLine(100), decoder.Except("event")} {
			if rapid.Bool().Draw(t, "option") {
				opts = append(opts, o)
			}
		}
		loops := []func(r *decoder.Reader[line]) iter.Seq[error]{
			func(r *decoder.Reader[line]) iter.Seq[error] { return errorsOf(r.All()) },
			func(r *decoder.Reader[line]) iter.Seq[error] { return errorsOf(r.Recycled()) },
			func(r *decoder.Reader[line]) iter.Seq[error] { return errorsOf(r.Kinds()) },
		}
		loop := rapid.SampledFrom(loops).Draw(t, "loop")
		places := func(opts ...decoder.Option) (all []decoder.Checkpoint) {
			r := genrt.NewReader(codec, &chunks{data: []byte(in), cut: []int{7, 300}}, opts...)
			n := 0
			for range loop(r) {
				if asks[n%len(asks)] {
					all = append(all, r.Checkpoint())
				}
				n++
			}
			return append(all, r.Checkpoint())
		}
		if diff := cmp.Diff(places(opts...), places(append(opts, decoder.Poison())...)); diff != "" {
			t.Fatalf("%q (-plain +poisoned): %s", in, diff)
		}
	})
}

func errorsOf[V any](loop iter.Seq2[V, error]) iter.Seq[error] {
	return func(yield func(error) bool) {
		for _, err := range loop {
			if !yield(err) {
				return
			}
		}
	}
}

func ExampleReader_Checkpoint() {
	in := decoder.OneFile(decoder.File{Name: "session.jsonl"}, strings.NewReader("{}\n{}\n"))
	r := decoder.NewLines(in)
	for _, err := range r.All() {
		if err != nil {
			fmt.Println(err)
			continue
		}
		stored, err := json.Marshal(r.Checkpoint()) // after the line was processed
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(string(stored))
	}
	// Output:
	// {"file":"session.jsonl","offset":3,"line":2,"id":"","head":"3-a68d90c7f78b5822836dbc798b0b8205","tail":"3-a68d90c7f78b5822836dbc798b0b8205"}
	// {"file":"session.jsonl","offset":6,"line":3,"id":"","head":"6-5d66bd0bcc3c64bf6f3362efaebecdbd","tail":"6-5d66bd0bcc3c64bf6f3362efaebecdbd"}
}

// TestCheckpointOfLastLine checks where a checkpoint stands at a last line without a line end: before a line that the loop has found to be bad. A Kinds
// loop only peeks, unless it decodes the line.
func TestCheckpointOfLastLine(t *testing.T) {
	const first = `{"type":"note","text":"a"}` + "\n"
	for _, c := range []struct {
		line              string
		all, strict, peek int // 1 if the checkpoint stands after the line: of loops that decode, of Strict ones, of Kinds
	}{
		{`{"type":"note","text":"a"}`, 1, 1, 1},
		{`{"type":"note","text":"a","new":1}`, 1, 0, 1},
		{`{"type":"note","text":"a","new":tru}`, 0, 0, 1},
		{`{"type":"note","text":"a","new":`, 0, 0, 0},
		{`{"type":"note","text":"a`, 0, 0, 0},
	} {
		for name, loop := range map[string]func(r *decoder.Reader[line]) int{
			"All":      func(r *decoder.Reader[line]) int { forEach(r.All()); return c.all },
			"Recycled": func(r *decoder.Reader[line]) int { forEach(r.Recycled()); return c.all },
			"Kinds":    func(r *decoder.Reader[line]) int { forEach(r.Kinds()); return c.peek },
			"Decode": func(r *decoder.Reader[line]) int {
				for range r.Kinds() {
					r.Decode()
				}
				return c.all
			},
			"Checkpoint before Decode": func(r *decoder.Reader[line]) int {
				for range r.Kinds() {
					r.Checkpoint()
					r.Decode()
				}
				return c.all
			},
		} {
			for n := range 8 {
				strict := n&1 != 0
				var opts []decoder.Option
				if strict {
					opts = append(opts, decoder.Strict())
				}
				if n&2 != 0 {
					opts = append(opts, decoder.Workers(2))
				}
				if n&4 != 0 {
					opts = append(opts, decoder.Poison())
				}
				text := first + c.line
				r := genrt.NewReader(codec, decoder.OneFile(decoder.File{Name: "f", ID: "id"}, strings.NewReader(text)), opts...)
				after := loop(r)
				if strict && name != "Kinds" {
					after = c.strict
				}
				if got, want := r.Checkpoint(), checkpointAt(text, len(first)+after*len(c.line)); got != want {
					t.Errorf("%s, strict %v, options %d: the checkpoint is %+v, want %+v: %s", name, strict, n, got, want, c.line)
				}
			}
		}
	}
}

func forEach[V any](loop iter.Seq2[V, error]) {
	for range loop {
	}
}
