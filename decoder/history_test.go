package decoder_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/genrt"
)

// verdict has everything that a Reader reports about one line.
type verdict struct {
	Value string
	Raw   string
	Pos   decoder.Pos
	Error decoder.Error // without the cause, whose text is in Cause
	Cause string
	Place decoder.Checkpoint
}

func verdictOf(r *decoder.Reader[line], value string, err error) verdict {
	v := verdictIn(r, value, err)
	v.Place = r.Checkpoint()
	return v
}

// verdictIn returns the verdict on the current line of a Reader or a batch.
func verdictIn(in interface {
	Raw() []byte
	Pos() decoder.Pos
}, value string, err error) verdict {
	v := verdict{Value: value, Raw: string(in.Raw()), Pos: in.Pos()}
	if bad, ok := errors.AsType[*decoder.Error](err); ok {
		v.Error = *bad
		if v.Error.Err = nil; bad.Err != nil {
			v.Cause = bad.Err.Error()
		}
	} else if err != nil {
		v.Cause = "no *Error: " + err.Error()
	}
	return v
}

// valueOf returns the values of a line as a text that shares no memory with it.
func valueOf(l line) string {
	var extra decoder.Extra
	var name *string
	switch m := l.(type) {
	case *note:
		extra, name = m.Extra, m.Name
	case *event:
		extra = m.Extra
	case nil:
		return ""
	}
	text := fmt.Sprintf("%s, a %s", show(l), l.Kind())
	if name != nil {
		text += fmt.Sprintf(", name %q", *name)
	}
	for _, field := range []string{"type", "subtype", "text", "n", "name"} {
		text += fmt.Sprintf(", %s is %v %s", field, extra.State(field), extra.OddValue(field))
	}
	for key, v := range extra.All() {
		text += fmt.Sprintf(", %q: %s", key, v)
	}
	return text
}

// history draws an input: lines in some order, with some line ends.
func history(t *rapid.T, name string) string {
	texts := []string{
		`{"type":"note","text":"a","n":1}`, `{"type":"note","text":"a longer text with \"escapes\" \u00e9\n","n":2,"name":"b"}`, `{"n":3,"text":"the tag comes last","type":"note"}`,
		`{"type":"event","subtype":"start"}`, `{"type":"event","subtype":"stop","extra":[1,{"x":null}],"more":"é"}`, `{"type":"event","subtype":"new"}`,
		`{"type":"new","v":[1,2,{"type":"note"}]}`, `{"text":"no tag"}`, `{"type":7,"text":"x"}`, `{"type":"note","text":"first","type":"event","subtype":"stop"}`,
		`{"type":"note","text":7,"n":"wrong","name":null}`, `{"type":"note","n":1.5,"text":null}`, `{"type":"note","text":"\ud800","n":1e400}`, "{\"type\":\"note\",\"text\":\"\xff\"}",
		`{"typ\u0065":"note","text":"k"}`, `{"type":"note","text":"a","text":"b"}`, `{"type":"note","text":"a","deep":[[[[[1]]]]]}`,
		`{"type":"note","text":"cut`, `{"type":"note","text":tru}`, `{"type":"note","text":"a"`, `{"type":"note","text":"a"}}`, `{"type":"note","text":"a"} {"type":"event","subtype":"stop"}`,
		`{"type":"no{"type":"note","text":"glued"}`, `[1]`, "42", "x", `"`, "{", "", " ", "\t\r", "\x00\x00", "\x00{\"type\":\"note\",\"text\":\"padded\"}\x00\x00", "\xef\xbb\xbf{\"type\":\"note\",\"text\":\"marked\"}",
		`{"type":"note","text":"` + strings.Repeat("long ", 70_000) + `","n":4}`, `{"type":"new","v":"` + strings.Repeat("longer ", 100_000) + `"}`, `{"type":"note","text":"` + strings.Repeat("[", 2000),
	}
	var in strings.Builder
	for _, text := range rapid.SliceOfN(rapid.SampledFrom(texts), 0, 30).Draw(t, name) {
		in.WriteString(text)
		in.WriteString(rapid.SampledFrom([]string{"\n", "\n", "\n", "\r\n"}).Draw(t, "line end"))
	}
	in.WriteString(rapid.SampledFrom([]string{"", "", `{"type":"note","text":"no line end"}`, `{"type":"note","text":"no `, "\x00"}).Draw(t, "rest"))
	return in.String()
}

// TestHistory checks that the verdict on a line depends on its bytes and the options alone: not on how the input is cut into reads, on which
// goroutine decodes, on the loop, or on what the Reader's memory was used for before.
func TestHistory(t *testing.T) {
	options := map[string]decoder.Option{"salvage": decoder.Salvage(), "strict": decoder.Strict(), "limit": decoder.MaxLine(400_000), "depth": decoder.MaxDepth(4),
		"only": decoder.Only("note", "new"), "except": decoder.Except("event/stop"), "no extra": decoder.NoExtra(), "elements": decoder.MaxElements(2), "memory": decoder.MaxMemory(300)}
	names := []string{"depth", "elements", "except", "limit", "no extra", "only", "salvage", "strict"}
	rapid.Check(t, func(t *rapid.T) {
		in := history(t, "lines")
		var opts []decoder.Option
		chosen := rapid.SliceOfNDistinct(rapid.SampledFrom(names), 0, 3, rapid.ID).Draw(t, "options")
		for _, name := range chosen {
			opts = append(opts, options[name])
		}
		runtime.GC() // two collections empty the pools
		runtime.GC()
		want, stats := verdicts(genrt.NewReader(codec, strings.NewReader(in), opts...), 0)

		if rapid.Bool().Draw(t, "used memory") {
			other := genrt.NewReader(codec, strings.NewReader(history(t, "lines before")), decoder.Workers(rapid.IntRange(1, 3).Draw(t, "workers before")))
			for range other.Recycled() {
			}
			codec.Unmarshal([]byte(history(t, "a text before")))
		} else {
			runtime.GC()
			runtime.GC()
		}
		more := opts
		if n := rapid.IntRange(0, 4).Draw(t, "workers"); n > 0 {
			more = append(more, decoder.Workers(n))
		}
		if rapid.Bool().Draw(t, "poison") {
			more = append(more, decoder.Poison())
		}
		var r io.Reader = bytes.NewReader([]byte(in))
		if rapid.IntRange(0, 3).Draw(t, "in memory") > 0 {
			cut := rapid.SliceOfN(rapid.SampledFrom([]int{1, 2, 7, 40, 1000, 100_000, 1 << 20}), 1, 6).Draw(t, "cut")
			r = &chunks{data: []byte(in), cut: append(cut, 50_000)}
		}
		way := rapid.IntRange(0, 4).Draw(t, "way")
		if way == 3 && slices.Contains(chosen, "salvage") {
			way = 0 // a peek sees less damage
		}
		got, stats2 := verdicts(genrt.NewReader(codec, r, more...), way)
		if way == 3 {
			for n := range min(len(got), len(want)) {
				if got[n].Value == "peek" { // what is wrong is said in the order in which a peek finds it
					if want[n].Error.Reason == "" {
						t.Fatalf("line %d: a peek says %s", n, got[n].Error.Reason)
					}
					got[n].Value, got[n].Error, got[n].Cause = want[n].Value, want[n].Error, want[n].Cause
				}
			}
			stats2 = stats
		}
		for n := range min(len(want), len(got)) {
			if way == 4 { // it is after the batch, see TestBatchCheckpoints
				want[n].Place = decoder.Checkpoint{}
			}
			if want[n] != got[n] {
				t.Fatalf("line %d (-alone +now): %s", n, cmp.Diff(want[n], got[n]))
			}
		}
		if len(want) != len(got) {
			t.Fatalf("%d lines, and alone %d", len(got), len(want))
		}
		if diff := cmp.Diff(stats, stats2, ofLines); diff != "" {
			t.Fatalf("statistics (-alone +now): %s", diff)
		}
	})
}

// verdicts returns the verdicts of one of the five ways of reading.
func verdicts(r *decoder.Reader[line], way int) (all []verdict, stats decoder.Stats) {
	say := func(l line, err error) { all = append(all, verdictOf(r, valueOf(l), err)) }
	switch way {
	case 0:
		for l, err := range r.All() {
			say(l, err)
		}
	case 1:
		for l, err := range r.Recycled() {
			say(l, err)
		}
	case 4:
		for batch, err := range r.Batches() {
			if err != nil {
				say(nil, err)
				break
			}
			for l, err := range batch.All() {
				all = append(all, verdictIn(batch, valueOf(l), err))
			}
			batch.Release()
		}
	case 2:
		for l, err := r.Next(); err != io.EOF; l, err = r.Next() {
			say(l, err)
		}
	case 3:
		for kind, err := range r.Kinds() {
			if err != nil {
				all = append(all, verdictOf(r, "peek", err))
				continue
			}
			l, err := r.Decode()
			say(l, err)
			if err == nil && l.Kind() != kind {
				all[len(all)-1].Value += fmt.Sprintf(", but a peek says %q", kind)
			}
		}
	}
	return all, r.Stats()
}
