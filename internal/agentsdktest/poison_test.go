//go:build !purego

package agentsdktest

import (
	"strings"
	"testing"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
)

// TestPoison checks that a text which is kept beyond its line is overwritten before the next line, also with workers.
// Package decoder's own tests overwrite all memory that is given back, and do not notice if only the option does not.
func TestPoison(t *testing.T) {
	var in strings.Builder
	for n := range 5000 {
		text := strings.Repeat(string(rune('a'+n%26)), 40) + `\n` // with an escape, so that it is not part of the line
		in.WriteString(`{"type":"result","subtype":"success","result":"` + text + "\"}\n")
	}
	for name, opts := range map[string][]decoder.Option{"one": nil, "workers": {decoder.Workers(2)}} {
		kept, was := "", ""
		same := 0
		for line, err := range ndwire.NewReader(strings.NewReader(in.String()), append(opts, decoder.Poison())...).Recycled() {
			if err != nil {
				t.Fatal(err)
			}
			if kept != "" && kept == was {
				same++
			}
			kept = *line.(*ndwire.ResultMessage).Result
			was = strings.Clone(kept)
		}
		if same > 0 || was == "" {
			t.Errorf("%s: %d texts are not overwritten", name, same)
		}
	}
}
