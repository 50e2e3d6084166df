// Package kept has what must not be done.
package kept

import (
	"bufio"
	"bytes"
	"cmp"
	"html"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
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

var (
	word     = regexp.MustCompile("[a-z]+")
	replacer = strings.NewReplacer("a", "b")
)

// parts has functions whose results point to their arguments, always or for some arguments.
func parts(r *decoder.Reader[ndwire.Line]) {
	var last, first string
	var texts []string
	var number decoder.ExactNumber
	blocks := make([]ndwire.Block, 100)
	byName := map[string]string{}
	for m, err := range decoder.Of[*ndwire.Message](r.Recycled()) {
		if err != nil {
			continue
		}
		last = max(last, m.ID)                    // want `is assigned to last`
		first = cmp.Or(first, m.ID)               // want `is assigned to first`
		last = strings.ToLower(m.ID)              // want `is assigned to last`
		last = strings.ReplaceAll(m.ID, "-", "")  // want `is assigned to last`
		last = strings.Join([]string{m.ID}, ", ") // want `is assigned to last`
		last = replacer.Replace(m.ID)             // want `is assigned to last`
		last = word.FindString(m.ID)              // want `is assigned to last`
		last = path.Base(m.ID)                    // want `is assigned to last`
		last = filepath.Base(m.ID)                // want `is assigned to last`
		last = html.UnescapeString(m.ID)          // want `is assigned to last`
		last, _ = strconv.Unquote(m.ID)           // want `is assigned to last`
		last = m.Cost.String()                    // want `is assigned to last`
		last = string(bytes.TrimSpace(m.Blocks[0].Input))
		number = m.Cost                               // want `is assigned to number`
		texts = slices.Clone(m.Names)                 // want `is assigned to texts`
		texts = slices.Concat(texts, m.Names)         // want `is assigned to texts`
		texts = slices.Sorted(maps.Keys(m.Labels))    // want `is assigned to texts`
		blocks = slices.Clone(m.Blocks)               // want `is assigned to blocks`
		go func(n []string) {}(slices.Clone(m.Names)) // want `is used by a goroutine`
		copy(blocks, m.Blocks)                        // want `is copied to blocks`
		copy(blocks[10:], m.Blocks)                   // want `is copied to blocks\[10:\]`
		maps.Copy(byName, m.Labels)                   // want `is copied to byName`
		byName = maps.Clone(m.Labels)                 // want `is assigned to byName`
		for name := range maps.Keys(m.Labels) {
			texts = append(texts, name) // want `is appended to texts`
		}
		for s := range strings.SplitSeq(m.ID, "-") {
			texts = append(texts, s) // want `is appended to texts`
		}
	}
	_, _, _ = last, first, number
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
