// Package corpus makes the bytes that the benchmarks read: agent SDK streams, generated from a fixed seed, with the
// proportions of real ones.
//
// A corpus of a name and a size is the same on every machine: the generator draws from PCG with a fixed seed and
// calculates in integers only. It lies outside of the Go heap where the system allows it, read-only, so that it neither
// adds to what the garbage collector has to mark nor changes when there is a collection.
package corpus

import (
	"encoding/binary"
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
	ends     []byte              // for each line the offset behind its newline, as four bytes
}

// of makes a corpus of a text and the offsets behind its lines, which are fewer than 4 GB.
func of(name string, protocol transcript.Protocol, text []byte, ends []int) *Corpus {
	index, seal := allocate(max(4*len(ends), 1))
	index = index[:0]
	for _, end := range ends {
		index = binary.LittleEndian.AppendUint32(index, uint32(end))
	}
	seal()
	return &Corpus{name, protocol, text, index}
}

// Len is the number of lines.
func (c *Corpus) Len() int { return len(c.ends) / 4 }

// end is the offset behind the newline of line i.
func (c *Corpus) end(i int) int { return int(binary.LittleEndian.Uint32(c.ends[4*i:])) }

// Line is line i without its newline.
func (c *Corpus) Line(i int) []byte {
	start := 0
	if i > 0 {
		start = c.end(i - 1)
	}
	end := c.end(i) - 1
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
	return of(name, transcript.AgentSDK, m.out, m.ends)
}
