// Package lawtest checks what must be true of every line, for the generated package of any protocol: the laws of a line, of its kind, and of who
// owns its memory. Each failure has the law and the line.
package lawtest

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/predict"
)

// Protocol has the functions of a generated package.
type Protocol[L decoder.Line] struct {
	Unmarshal, Borrow func([]byte) (L, error)
	Clone             func(L) L
	Check             func([]byte) error
	Peek              func([]byte) (decoder.Kind, error)
	NewReader         func(io.Reader, ...decoder.Option) *decoder.Reader[L]
	View              bool     // does not write back what it does not declare
	Tags              []string // the values of all tags, in JSON
}

// Run checks the lines of a file, which are JSON objects: each one alone, and then all of them with readers.
func (p Protocol[L]) Run(t *testing.T, path string) {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(data), "\n")
	var all []result
	for _, line := range lines {
		r, ok := p.line(t, line)
		if !ok {
			return // a reader would say the same again
		}
		all = append(all, r)
	}
	p.unpredicted(t, lines, all)
	p.readers(t, lines, all)
	p.edited(t, lines)
	p.changed(t, lines)
	p.nils(t, lines)
}

// result is what all ways of reading a line must agree on.
type result struct {
	kind decoder.Kind
	text string // as it is written
	bad  string // what a strict reader says
}

func (r result) String() string { return fmt.Sprintf("%q %s %s", r.kind, r.text, r.bad) }

// unpredicted checks that predictions change nothing.
func (p Protocol[L]) unpredicted(t *testing.T, lines []string, all []result) {
	t.Helper()
	for _, on := range []*bool{&predict.Compiled, &predict.NextKeys, &predict.LateTags, &predict.Prefixes, &predict.LineEnds} {
		defer func(was bool) { *on = was }(*on)
		*on = false
	}
	for i, line := range lines {
		l, err := p.Unmarshal([]byte(line))
		if err != nil {
			t.Errorf("law: predictions change nothing\nline: %s\nwithout: %v", line, err)
			return
		}
		got := resultOf(l)
		got.bad = fmt.Sprint(p.Check([]byte(line)))
		if got != all[i] {
			t.Errorf("law: predictions change nothing\nline: %s\nwith:    %v\nwithout: %v", line, all[i], got)
			return
		}
	}
}

// resultOf returns the kind and the text of a line.
func resultOf[L decoder.Line](l L) result {
	text, err := l.AppendJSON(nil)
	if err != nil {
		text = []byte(err.Error())
	}
	return result{kind: l.Kind(), text: string(text)}
}
