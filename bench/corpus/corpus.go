// Package corpus makes the bytes that the benchmarks read: agent SDK streams, generated from a fixed seed, with the
// proportions of real ones.
//
// A corpus of a name and a size is the same on every machine: the generator draws from PCG with a fixed seed and
// calculates in integers only. It lies outside of the Go heap where the system allows it, read-only, so that it neither
// adds to what the garbage collector has to mark nor delays a collection.
package corpus

import (
	"fmt"
	"maps"
	"slices"

	"github.com/ndwire/ndwire/transcript"
)

// The corpora, by what fills them.
const (
	Mixed = "mixed" // a day of sessions: tool results of all sizes, messages, stream events, one line of megabytes
	Tiny  = "tiny"  // token streaming: nearly all lines are stream events of some 280 bytes
	Bulky = "bulky" // file dumps: nearly all bytes lie in tool results of 20 KB and more
)

// Names lists the corpora.
func Names() []string { return slices.Sorted(maps.Keys(shapes)) }

// Corpus is a text of lines in memory.
type Corpus struct {
	Name     string
	Protocol transcript.Protocol // what the lines speak: the Agent SDK's protocol or Claude Code's
	Data     []byte              // read-only; every line ends in a newline
	ends     []int               // for each line the offset behind its newline
}

// Len is the number of lines.
func (c *Corpus) Len() int { return len(c.ends) }

// Line is line i without its newline.
func (c *Corpus) Line(i int) []byte {
	start := 0
	if i > 0 {
		start = c.ends[i-1]
	}
	end := c.ends[i] - 1
	return c.Data[start:end:end]
}

// Generate makes the corpus of a name, of as many whole lines as fit into size bytes. It panics on a name that is none of
// Names.
func Generate(name string, size int) *Corpus {
	shape, ok := shapes[name]
	if !ok {
		panic(fmt.Sprintf("corpus: unknown name %q, want one of %q", name, Names()))
	}
	memory, seal := allocate(size)
	m := newMaker(shape, memory)
	for !m.full {
		m.session()
	}
	seal()
	return &Corpus{Name: name, Protocol: transcript.AgentSDK, Data: m.out, ends: m.ends}
}
