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

// TestPredictionsAreCounted has lines whose tag stands behind a message that says which it is, and whose members have an order of their own:
// both are learned, and one line of another sort is a miss.
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

// TestUnknownKeysAreExpected has lines of a newer program: the keys of their new members are learned as those of the spec are.
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
		if got, err := line.AppendJSON(nil); err != nil || string(got)+"\n" != text { // which is without spaces, whatever stood there
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
