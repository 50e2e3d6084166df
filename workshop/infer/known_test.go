package infer_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/spec"
)

// The logs of these tests have a known shape: each kind has members of its own, and some members are in all kinds.
type known struct {
	tag   string
	kinds []knownKind
}

type knownKind struct {
	literal string   // JSON
	own     []string // names of members
}

var words = []string{"open", "close", "move", "read", "write", "ping", "start", "stop", "tool_call", "session.end"}

func drawKnown(t *rapid.T) known {
	k := known{tag: rapid.SampledFrom([]string{"type", "kind", "event", "op", "action", "method"}).Draw(t, "tag")}
	numbers := k.tag == "op" && rapid.Bool().Draw(t, "numbers")
	n := rapid.IntRange(2, 6).Draw(t, "kinds")
	texts := rapid.Permutation(words).Draw(t, "texts")
	for i := range n {
		kind := knownKind{literal: strconv.Quote(texts[i])}
		if numbers {
			kind.literal = strconv.Itoa(i * 3)
		}
		for j := range rapid.IntRange(2, 4).Draw(t, "members") {
			kind.own = append(kind.own, fmt.Sprintf("m%c%d", 'a'+i, j))
		}
		k.kinds = append(k.kinds, kind)
	}
	return k
}

// members returns the members of an object of a kind, with random values, in random order.
func (k knownKind) members(t *rapid.T) []string {
	var list []string
	for _, name := range k.own {
		value := rapid.SampledFrom([]string{"1", "2.5", `"some text here"`, "true", `["x"]`}).Draw(t, "value")
		list = append(list, fmt.Sprintf("%q:%s", name, value))
	}
	return rapid.Permutation(list).Draw(t, "order")
}

// checked parses a spec, and fails if it has mistakes, or drift from its sample.
func checked(t *rapid.T, yaml []byte, log string) *spec.Model {
	m, err := spec.Parse("spec.yaml", yaml)
	if err != nil {
		t.Fatalf("%v\n%s", err, yaml)
	}
	noDrift(t, m, yaml, []byte(log))
	return m
}

// sameCases fails if the cases of a discriminator are not the kinds.
func sameCases(t *rapid.T, n *spec.Node, k known, yaml []byte) {
	var got, want []string
	for _, c := range n.Cases {
		got = append(got, c.Literal)
	}
	for _, kind := range k.kinds {
		want = append(want, kind.literal)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Fatalf("cases %v, want %v\n%s", got, want, yaml)
	}
}

// TestKnownTag checks that the tag of a log of known shape is found, that its kinds are the cases, and that each has a record with its
// members.
func TestKnownTag(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := drawKnown(t)
		var log strings.Builder
		for i := range len(k.kinds) * rapid.IntRange(3, 8).Draw(t, "rounds") {
			kind := k.kinds[i%len(k.kinds)]
			members := append(kind.members(t), fmt.Sprintf("%q:%s", k.tag, kind.literal), fmt.Sprintf(`"seq":%d`, i))
			log.WriteString("{" + strings.Join(rapid.Permutation(members).Draw(t, "line"), ",") + "}\n")
		}
		yaml := inferred("known", []byte(log.String()))
		m := checked(t, yaml, log.String())
		tree := m.Line.Tree
		if len(tree.Tag) != 1 || !slices.Equal(tree.Tag[0], []string{k.tag}) {
			t.Fatalf("tag %v, want %s\n%s", tree.Tag, k.tag, yaml)
		}
		sameCases(t, tree, k, yaml)
		for _, c := range tree.Cases {
			for _, kind := range k.kinds {
				if kind.literal == c.Literal && len(c.Target.Record.Fields) != len(kind.own)+1 {
					t.Fatalf("%s has %d fields, want %d\n%s", c.Target.Record.Name, len(c.Target.Record.Fields), len(kind.own)+1, yaml)
				}
			}
		}
	})
}

// TestKnownSibling checks that a payload whose kind a sibling chooses has the kinds as cases.
func TestKnownSibling(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := drawKnown(t)
		payload := rapid.SampledFrom([]string{"payload", "data", "params", "item"}).Draw(t, "payload")
		var log strings.Builder
		for i := range len(k.kinds) * rapid.IntRange(3, 8).Draw(t, "rounds") {
			kind := k.kinds[i%len(k.kinds)]
			members := []string{fmt.Sprintf("%q:%s", k.tag, kind.literal), fmt.Sprintf(`"seq":%d`, i), fmt.Sprintf("%q:{%s}", payload, strings.Join(kind.members(t), ","))}
			log.WriteString("{" + strings.Join(rapid.Permutation(members).Draw(t, "line"), ",") + "}\n")
		}
		yaml := inferred("known", []byte(log.String()))
		m := checked(t, yaml, log.String())
		if m.Line.Tree.Otherwise == nil {
			t.Fatalf("no record for all lines\n%s", yaml)
		}
		for _, f := range m.Line.Tree.Otherwise.Record.Fields {
			if f.Name == payload {
				if f.By != k.tag {
					t.Fatalf("the tag is %q, want %s\n%s", f.By, k.tag, yaml)
				}
				sameCases(t, f.Type.Union.Tree, k, yaml)
				return
			}
		}
		t.Fatalf("no field %s\n%s", payload, yaml)
	})
}

// TestKnownLevels checks that kinds below kinds are found, to three levels.
func TestKnownLevels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tags := []string{"type", "subtype", "phase"}[:rapid.IntRange(2, 3).Draw(t, "levels")]
		var kinds [][]string // the texts of the tags of each level
		var grow func(above []string)
		grow = func(above []string) {
			if len(above) == len(tags) {
				kinds = append(kinds, above)
				return
			}
			for _, word := range rapid.Permutation(words[:8]).Draw(t, "words")[:rapid.IntRange(2, 3).Draw(t, "n")] {
				grow(append(slices.Clone(above), word))
			}
		}
		grow(nil)
		var log strings.Builder
		for i := range len(kinds) * rapid.IntRange(4, 8).Draw(t, "rounds") {
			n := i % len(kinds)
			members := []string{fmt.Sprintf(`"seq":%d`, i), fmt.Sprintf(`"own%d":%d`, n, i), fmt.Sprintf(`"more%d":true`, n)}
			for level, tag := range tags {
				members = append(members, fmt.Sprintf("%q:%q", tag, kinds[n][level]))
			}
			log.WriteString("{" + strings.Join(members, ",") + "}\n")
		}
		yaml := inferred("known", []byte(log.String()))
		m := checked(t, yaml, log.String())
		leaves := 0
		var count func(n *spec.Node, level int)
		count = func(n *spec.Node, level int) {
			if len(n.Tag) != 1 || !slices.Contains(tags, n.Tag[0][0]) {
				t.Fatalf("level %d has the tag %v\n%s", level, n.Tag, yaml)
			}
			for _, c := range n.Cases {
				if c.Target.Node != nil {
					count(c.Target.Node, level+1)
				} else {
					leaves++
				}
			}
		}
		count(m.Line.Tree, 0)
		if leaves != len(kinds) {
			t.Fatalf("%d kinds, want %d\n%s\n%s", leaves, len(kinds), yaml, log.String())
		}
	})
}
