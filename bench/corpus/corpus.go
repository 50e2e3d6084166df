// Package corpus makes the bytes that the benchmarks read: agent SDK streams, generated from a fixed seed, with the
// proportions of real ones.
//
// The corpus with a name and a size is the same on every machine: the generator uses PCG with a fixed seed and calculates with integers only. Where
// the system allows it, a corpus is read-only memory outside of the Go heap. So it costs the garbage collector nothing, and does not make
// collections rarer.
package corpus

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"github.com/ndwire/ndwire/transcript"
)

// The names of the corpora.
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
	Protocol transcript.Protocol // of the lines: that of the Agent SDK or of Claude Code
	Data     []byte              // read-only; every line ends in a newline
	ends     []byte              // for each line the offset after its newline, as four bytes
}

// of returns a corpus with a text of less than 4 GB; ends are the offsets after its lines.
func of(name string, protocol transcript.Protocol, text []byte, ends []int) *Corpus {
	index, seal := allocate(max(4*len(ends), 1))
	index = index[:0]
	for _, end := range ends {
		index = binary.LittleEndian.AppendUint32(index, uint32(end))
	}
	seal()
	return &Corpus{name, protocol, text, index}
}

// Len returns the number of lines.
func (c *Corpus) Len() int { return len(c.ends) / 4 }

// end returns the offset after the newline of line i.
func (c *Corpus) end(i int) int { return int(binary.LittleEndian.Uint32(c.ends[4*i:])) }

// Line returns line i without its newline.
func (c *Corpus) Line(i int) []byte {
	start := 0
	if i > 0 {
		start = c.end(i - 1)
	}
	end := c.end(i) - 1
	return c.Data[start:end:end]
}

// Generate returns the corpus with a name, with as many whole lines as fit into size bytes. It panics if Names does not have the name.
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
