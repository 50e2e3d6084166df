// Package kept has what must not be done.
package kept

import (
	"bufio"
	"strings"

	"fine"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/transcript"
)

type store struct{ last string }

var global ndwire.Line

func lines(r *decoder.Reader[ndwire.Line], s *store, ch chan string) {
	var all []ndwire.Line
	byID := map[string]ndwire.Line{}
	for line, err := range r.Recycled() {
		if err != nil {
			continue
		}
		all = append(all, line) // want `a line of a Recycled loop is appended to all, which outlives the loop`
		global = line           // want `is assigned to global`
		m, ok := line.(*ndwire.Message)
		if !ok {
			continue
		}
		byID["x"] = m                           // want `is assigned to byID\["x"\]`
		byID[m.ID] = nil                        // want `becomes a key of byID`
		s.last = m.ID                           // want `is assigned to s.last`
		ch <- m.Text()                          // want `is sent on a channel`
		go func() { _ = m.ID }()                // want `is used by a goroutine`
		go func() { _ = strings.Clone(m.ID) }() // want `is used by a goroutine`
		id := strings.TrimSpace(m.ID)
		s.last = id // want `is assigned to s.last`
		raw := r.Raw()
		s.last, _, _ = strings.Cut(m.ID, "-") // want `is assigned to s.last`
		keep(raw)
	}
}

func keep([]byte) {}

func counts(r *decoder.Reader[ndwire.Line]) map[string]int {
	n := map[string]int{}
	texts := []string{}
	var inputs []decoder.Raw
	var blocks []ndwire.Block
	for m, err := range decoder.Of[*ndwire.Message](r.Recycled()) {
		if err != nil {
			continue
		}
		n[m.ID]++         // want `becomes a key of n`
		n[*m.Parent] += 2 // want `becomes a key of n`
		for _, b := range m.Blocks {
			texts = append(texts, b.Text)    // want `is appended to texts`
			inputs = append(inputs, b.Input) // want `is appended to inputs`
			blocks = append(blocks, b)       // want `is appended to blocks`
		}
		for b := range m.ToolUses() {
			texts = append(texts, b.Text) // want `is appended to texts`
		}
		pair := []string{m.ID, "x"}
		texts = append(texts, pair...) // want `is appended to texts`
	}
	return n
}

func switched(r *decoder.Reader[ndwire.Line]) (last *ndwire.Message) {
	for line := range r.Recycled() {
		switch m := line.(type) {
		case *ndwire.Message:
			last = m // want `is assigned to last`
		}
	}
	return last
}

func raws(r *decoder.Reader[ndwire.Line]) (all [][]byte) {
	for range r.Kinds() {
		all = append(all, r.Raw()) // want `the Raw of a line is appended to all`
	}
	return all
}

func borrowed(s *bufio.Scanner) (all []ndwire.Line) {
	for s.Scan() {
		line, err := ndwire.BorrowLine(s.Bytes())
		if err == nil {
			all = append(all, line) // want `a borrowed line is appended to all`
		}
	}
	return all
}

func entries(r *transcript.Reader) {
	var all []*transcript.Entry
	inputs := map[string]decoder.Raw{}
	for e, err := range r.Recycled() {
		if err != nil {
			continue
		}
		all = append(all, e) // want `is appended to all`
		fine.Last = e.Line   // want `is assigned to fine.Last`
		global = e.Line      // want `is assigned to global`
		for c := range e.ToolCalls() {
			inputs[c.Name] = c.Input // want `is assigned to inputs\[c.Name\]`
		}
	}
}

func batches(r *decoder.Reader[ndwire.Line], ch chan ndwire.Line) {
	var all []ndwire.Line
	for batch := range r.Batches() {
		var here []ndwire.Line
		for line := range batch.All() {
			here = append(here, line)
			all = append(all, line)         // want `a line of a Batch is appended to all, which outlives the batch`
			ch <- line                      // want `is sent on a channel`
			go func() { _ = line.Kind() }() // want `is used by a goroutine, which may run when the batch is released`
		}
		batch.Release()
	}
}

func batch(b *decoder.Batch[ndwire.Line]) {
	defer b.Release()
	for line := range b.All() {
		global = line // want `a line of a Batch is assigned to global, which outlives the batch`
	}
}
