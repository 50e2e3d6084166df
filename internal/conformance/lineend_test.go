package conformance_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
)

// TestLineEndsAnywhere checks that a line ends at its line feed, wherever that is. A recycled line is decoded before its end has been searched; the
// end of an owned line is searched first.
func TestLineEndsAnywhere(t *testing.T) {
	eachProtocol(t, anyProtocol.lineEnds)
}

func (p protocol[L]) lineEnds(t *testing.T) {
	const longest, most = 600, 8 // the length and the number of the lines that are cut at each byte
	seen := map[decoder.Kind]bool{}
	for _, line := range p.lines(t) {
		kind, err := p.peek([]byte(line))
		if err != nil || seen[kind] || len(line) > longest || len(seen) == most {
			continue
		}
		seen[kind] = true
		line = `{"x_later":[1,{"a":2}],` + line[1:]
		for _, text := range []string{line, strings.ReplaceAll(line, `,"`, `, "`)} {
			for i := range len(text) + 1 {
				for _, cut := range []string{"\n", " \r\n", "}\n", "[\n", "\"\n"} {
					p.sameEnds(t, []byte(text[:i]+cut+text[i:]+"\n"+line+"\n"))
				}
			}
		}
	}
	if len(seen) < 3 {
		t.Fatalf("lines of %d kinds", len(seen))
	}
}

// sameEnds compares recycled lines with owned ones.
func (p protocol[L]) sameEnds(t *testing.T, data []byte) {
	t.Helper()
	type seen struct {
		Raw, Err, Text string
		Pos            decoder.Pos
	}
	read := func(recycled bool) (all []seen) {
		r := p.reader(bytes.NewReader(data))
		loop := r.All()
		if recycled {
			loop = r.Recycled()
		}
		for l, err := range loop {
			s := seen{Raw: string(r.Raw()), Pos: r.Pos()}
			if err != nil {
				s.Err = err.Error()
			} else if text, err := l.AppendJSON(nil); err != nil {
				t.Error(err)
			} else {
				s.Text = string(text)
			}
			all = append(all, s)
		}
		return all
	}
	if want, got := read(false), read(true); !slices.Equal(want, got) {
		t.Fatalf("%q (-owned +recycled):\n%s", data, cmp.Diff(want, got))
	}
}
