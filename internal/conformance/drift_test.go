package conformance_test

import (
	"bytes"
	"fmt"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
)

// TestPathsOfUnknownMembers checks that an unknown member is reported with its own path, also if members with the same name were at other paths
// before, which are remembered.
func TestPathsOfUnknownMembers(t *testing.T) {
	eachProtocol(t, anyProtocol.unknownPaths)
}

func (p protocol[L]) unknownPaths(t *testing.T) {
	number, reported := 0, 0
	for _, line := range p.lines(t) {
		root := jsontest.Parse(line)
		const times = 4 // from the third one on, the keys are expected
		same := p.drift(withMembers(root, func() string { return laterKey }).Append(nil), times)
		unlike := map[string]int64{}
		for path, n := range p.drift(withMembers(root, func() string { number++; return fmt.Sprint(laterKey, number) }).Append(nil), 1) {
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

// withMembers returns n with one more member in each object.
func withMembers(n *jsontest.Tree, name func() string) *jsontest.Tree {
	n = n.Clone()
	for _, n := range n.Containers() {
		if n.Open == '{' {
			n.Insert(len(n.Members), jsontest.Member{Key: `"` + name() + `"`, Value: &jsontest.Tree{Text: "1"}})
		}
	}
	return n
}

// drift returns how often unknown members are found in a line that is read several times, by their paths.
func (p protocol[L]) drift(line []byte, times int) map[string]int64 {
	r := p.reader(bytes.NewReader(bytes.Repeat(append(line, '\n'), times)))
	for range r.All() { // errors do not matter
	}
	paths := map[string]int64{}
	for _, d := range r.Stats().Drift {
		if d.What == decoder.UnknownField {
			paths[d.Path] += d.Count
		}
	}
	return paths
}
