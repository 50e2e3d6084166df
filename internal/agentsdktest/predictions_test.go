package agentsdktest

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/predict"
)

// TestPredictionsAreCounted reads lines whose tag follows the message, and whose members are in another order than the spec's: tags and keys are
// learned, and one line of another case is a miss.
func TestPredictionsAreCounted(t *testing.T) {
	if !predict.LateTags || !predict.NextKeys {
		t.Skip("predictions are switched off")
	}
	const lines = 100
	var in strings.Builder
	for k := range lines {
		kind := "user"
		if k == lines-1 {
			kind = "assistant"
		}
		fmt.Fprintf(&in, `{"message":{"role":"user","content":"%d"},"session_id":"s","uuid":"u","type":"%s"}`+"\n", k, kind)
	}
	for name, opts := range map[string][]decoder.Option{"": nil, "workers": {decoder.Workers(2)}} {
		for way, loop := range map[string]func(r *decoder.Reader[ndwire.Line]){
			"All":      func(r *decoder.Reader[ndwire.Line]) { drain(r.All()) },
			"Recycled": func(r *decoder.Reader[ndwire.Line]) { drain(r.Recycled()) },
			"Next": func(r *decoder.Reader[ndwire.Line]) {
				for _, err := r.Next(); err != io.EOF; _, err = r.Next() {
				}
				r.Close()
			},
			"Batches": func(r *decoder.Reader[ndwire.Line]) {
				for b := range r.Batches() {
					b.Release()
				}
			},
		} {
			r := ndwire.NewReader(strings.NewReader(in.String()), opts...)
			loop(r)
			p := r.Stats().Predictions
			if p.Tags.Hits < lines/2 || p.Tags.Hits >= lines || p.Tags.Misses != 1 {
				t.Errorf("%s %s: the tags of %d lines: %+v, want most of them as hits, and 1 miss", way, name, lines, p.Tags)
			}
			if p.Keys.Hits < lines || p.Keys.Misses == 0 || p.Keys.Misses > lines {
				t.Errorf("%s %s: the keys of %d lines: %+v, want most of them as hits", way, name, lines, p.Keys)
			}
		}
	}
}

// TestUnknownKeysAreExpected checks that the keys of unknown members are learned like those of the spec.
func TestUnknownKeysAreExpected(t *testing.T) {
	if !predict.NextKeys {
		t.Skip("predictions are switched off")
	}
	const lines = 100
	text := `{"type":"keep_alive","new_number":1,"new_list":["a"],"new_text":"x","new_object":{"a":1},"an_old_one_that_fills_the_line":"` + strings.Repeat("y", 40) + `"}` + "\n"
	spaced := strings.NewReplacer(`,"new`, `, "new`, `:1,`, `: 1,`, `:[`, `: [`, `:"x`, `: "x`).Replace(text)
	r := ndwire.NewReader(strings.NewReader(strings.Repeat(text, lines) + strings.Repeat(spaced, lines)))
	for line, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		if got, err := line.AppendJSON(nil); err != nil || string(got)+"\n" != text { // it is written without spaces
			t.Fatalf("written as %s, %v", got, err)
		}
	}
	s := r.Stats()
	if p := s.Predictions.Keys; p.Hits < 2*4*(lines-3) || len(s.Drift) != 5 || s.Drift[0].Count != 2*lines {
		t.Errorf("%+v, drift %v", p, s.Drift)
	}
}

func drain[T any](lines func(yield func(T, error) bool)) {
	for range lines {
	}
}

// TestOrdersAreCounted compares the counts of compiled predictions with counts by hand. The spec's order of a user message is type, message,
// parent_tool_use_id, session_id, uuid, timestamp?, tool_use_result?, that of its message is role, content. The first two members of a line and the
// first one of a message are not predicted.
func TestOrdersAreCounted(t *testing.T) {
	if !predict.Compiled {
		t.Skip("predictions are switched off")
	}
	const begin = `{"type":"user","message":{"role":"user","content":"x"}`
	for _, test := range []struct {
		name, line string
		want       decoder.Accuracy
	}{
		{"in order", begin + `,"parent_tool_use_id":null,"session_id":"s","uuid":"u"}`, decoder.Accuracy{Hits: 4}},
		{"to the last optional one", begin + `,"parent_tool_use_id":null,"session_id":"s","uuid":"u","timestamp":"t","tool_use_result":1}`,
			decoder.Accuracy{Hits: 6}},
		{"without the last optional one", begin + `,"parent_tool_use_id":null,"session_id":"s","uuid":"u","timestamp":"t"}`, decoder.Accuracy{Hits: 5}},
		{"without an optional one", begin + `,"parent_tool_use_id":null,"session_id":"s","uuid":"u","tool_use_result":1}`,
			decoder.Accuracy{Hits: 4, Misses: 1}},
		{"a new member", begin + `,"parent_tool_use_id":null,"new":1,"session_id":"s","uuid":"u"}`, decoder.Accuracy{Hits: 3, Misses: 1}},
		{"two swapped", begin + `,"session_id":"s","parent_tool_use_id":null,"uuid":"u"}`, decoder.Accuracy{Hits: 1, Misses: 3}},
		{"a shorter line", begin + `,"parent_tool_use_id":null}`, decoder.Accuracy{Hits: 2}},
	} {
		const lines = 50
		for name, opts := range map[string][]decoder.Option{"": nil, "workers": {decoder.Workers(2)}, "strict": {decoder.Strict()}} {
			r := ndwire.NewReader(strings.NewReader(strings.Repeat(test.line+"\n", lines)), opts...)
			drain(r.All())
			want := decoder.Accuracy{Hits: lines * test.want.Hits, Misses: lines * test.want.Misses}
			if name == "strict" { // strict mode does not predict
				want = decoder.Accuracy{}
			}
			if got := r.Stats().Predictions.Order; got != want {
				t.Errorf("%s, %s: %+v, want %+v", test.name, name, got, want)
			}
		}
	}
}
