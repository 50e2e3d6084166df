package contest

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/bench/corpus"
	"github.com/ndwire/ndwire/bench/mirror"
)

// TestOwned checks that a library which is compared as the owner of its strings does own them: the line is overwritten before the message is
// examined.
func TestOwned[L mirror.Library](t *testing.T) {
	for _, name := range corpus.Names() {
		c := corpus.Generate(name, 1<<18)
		for i := range c.Len() {
			line := bytes.Clone(c.Line(i))
			got, err := mirror.Unmarshal[L](line)
			if err != nil {
				t.Fatalf("%s line %d: %v", name, i+1, err)
			}
			want, err := mirror.Unmarshal[L](bytes.Clone(c.Line(i)))
			if err != nil {
				t.Fatalf("%s line %d: %v", name, i+1, err)
			}
			for at := range line {
				line[at] = '#'
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s line %d changes with its text (-want +got):\n%s", name, i+1, diff)
			}
		}
	}
}
