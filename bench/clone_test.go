package bench

import (
	"bytes"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/bench/corpus"
)

// liveHeap returns the size of the live heap.
func liveHeap() uint64 {
	runtime.GC()
	runtime.GC() // frees the values that pools have dropped
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestCloneIsTight checks that a clone takes little more memory than its values, and keeps nothing of its line.
func TestCloneIsTight(t *testing.T) {
	c := corpus.Generate("bulky", 8<<20)
	before := liveHeap()
	var kept []ndwire.Line
	for line, err := range ndwire.NewReader(bytes.NewReader(c.Data)).Recycled() {
		if err != nil {
			t.Fatal(err)
		}
		kept = append(kept, ndwire.CloneLine(line))
	}
	grown := liveHeap() - before
	text := 0
	for _, line := range kept {
		out, err := line.AppendJSON(nil)
		if err != nil {
			t.Fatal(err)
		}
		text += len(out)
	}
	// Strings without escapes and keys are shorter than the text of the line; records and rounding take some KB.
	if most := uint64(text)*11/10 + uint64(len(kept))*2<<10; grown > most {
		t.Errorf("%d clones of %d bytes of text take %d bytes, want %d at most", len(kept), text, grown, most)
	}
	runtime.KeepAlive(kept)
}

// TestKeptIDs checks that a kept id does not keep other texts of its line in memory.
func TestKeptIDs(t *testing.T) {
	c := corpus.Generate("bulky", 32<<20)
	before := liveHeap()
	var ids []string
	for line, err := range ndwire.NewReader(bytes.NewReader(c.Data)).All() {
		if err != nil {
			t.Fatal(err)
		}
		switch m := line.(type) {
		case *ndwire.AssistantMessage:
			ids = append(ids, m.UUID)
		case *ndwire.UserMessage:
			ids = append(ids, m.UUID)
		}
	}
	// Short strings of a few lines share a chunk.
	if grown, most := liveHeap()-before, uint64(len(ids))*1<<10+1<<20; grown > most {
		t.Errorf("%d ids of %d MB take %d bytes, want %d at most", len(ids), len(c.Data)>>20, grown, most)
	}
	runtime.KeepAlive(ids)
}

// TestLongLineIsForgotten checks that a Reader releases the memory of one long line when shorter ones follow, also that of a kind that does not occur
// again.
func TestLongLineIsForgotten(t *testing.T) {
	block := `,{"type":"text","text":"` + strings.Repeat(`a few words\n`, 50) + `"}`
	blocks := `{"type":"user","message":{"role":"user","content":[` + strings.Repeat(block, 9<<20/len(block))[1:] + `]},"session_id":"s"}`
	text := `{"type":"result","subtype":"success","result":"` + strings.Repeat(`a few words\n`, 9<<20/13) + `"}`
	// The long line takes a buffer of 16 MB, which is released after four times as many bytes.
	mixed := corpus.Generate("mixed", 8<<20)
	users := strings.Repeat(`{"type":"user","message":{"role":"user","content":"a few words"},"session_id":"s"}`+"\n", 900_000)
	for _, test := range []struct {
		name        string
		long, short []byte
		lines       int // after which everything is released
		inMemory    bool
	}{
		{"blocks", []byte(blocks + "\n"), bytes.Repeat(mixed.Data, 9), 9*mixed.Len() - 100, false},
		{"text", []byte(text + "\n"), []byte(users), 890_000, false},
		{"text in memory", []byte(text + "\n"), []byte(users), 890_000, true},
	} {
		for _, recycled := range []bool{false, true} {
			all := slices.Concat(test.long, test.short)
			var input io.Reader = bytes.NewReader(all)
			before := liveHeap()
			if !test.inMemory {
				input = &twoParts{bytes.Clone(test.long), test.short}
			}
			r := ndwire.NewReader(input)
			loop := r.All()
			if recycled {
				loop = r.Recycled()
			}
			n := 0
			for _, err := range loop {
				if err != nil {
					t.Fatal(err)
				}
				if n++; n == test.lines {
					most := before + 8<<20
					if !recycled {
						most += 28 << 20 // the address space of the ballast
					}
					if now := liveHeap(); now > most {
						t.Errorf("%s, recycled %v: %d bytes are kept", test.name, recycled, int64(now)-int64(before))
					}
					break
				}
			}
			if n < test.lines {
				t.Fatalf("%s: %d lines", test.name, n)
			}
			r.Close()
			runtime.KeepAlive(all)
		}
	}
}

// twoParts is an input of two texts that does not keep the bytes that were read.
type twoParts [2][]byte

func (p *twoParts) Read(b []byte) (int, error) {
	if len(p[0]) == 0 {
		p[0], p[1] = p[1], nil
	}
	n := copy(b, p[0])
	p[0] = p[0][n:]
	return n, nil
}
