package conformance_test

import (
	"bytes"
	"fmt"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
)

// TestPathsOfUnknownMembers checks that an unknown member is reported where it stands, whatever members of its name stood elsewhere
// before: the paths of those are remembered.
func TestPathsOfUnknownMembers(t *testing.T) {
	eachProtocol(t, anyProtocol.unknownPaths)
}

func (p protocol[L]) unknownPaths(t *testing.T) {
	number, reported := 0, 0
	for _, line := range p.lines(t) {
		root := parseNode(t, line)
		const times = 4 // from the third one on, the keys are expected
		same := p.drift(withMembers(root, func() string { return laterKey }).append(t, nil), times)
		unlike := map[string]int64{}
		for path, n := range p.drift(withMembers(root, func() string { number++; return fmt.Sprint(laterKey, number) }).append(t, nil), 1) {
			unlike[numbered.ReplaceAllString(path, laterKey)] += times * n
		}
		if diff := cmp.Diff(unlike, same); diff != "" {
			t.Fatalf("names that no line had before, and one name (-,+):\n%s\n%s", diff, line)
		}
		reported += len(same)
	}
	if reported < 100 {
		t.Errorf("only %d paths", reported)
	}
}

var numbered = regexp.MustCompile(laterKey + `[0-9]+$`)

// withMembers is n with one more member in each object.
func withMembers(n *node, name func() string) *node {
	c := node{open: n.open, text: n.text, keys: n.keys[:len(n.keys):len(n.keys)]}
	for _, m := range n.members {
		c.members = append(c.members, withMembers(m, name))
	}
	if n.open == '{' {
		c.keys, c.members = append(c.keys, name()), append(c.members, &node{text: "1"})
	}
	return &c
}

// drift is how often there are unknown members in a line that comes several times, by their paths.
func (p protocol[L]) drift(line []byte, times int) map[string]int64 {
	r := p.reader(bytes.NewReader(bytes.Repeat(append(line, '\n'), times)))
	for range r.All() { // what is wrong with the line is all the same
	}
	paths := map[string]int64{}
	for _, d := range r.Stats().Drift {
		if d.What == decoder.UnknownField {
			paths[d.Path] += d.Count
		}
	}
	return paths
}
