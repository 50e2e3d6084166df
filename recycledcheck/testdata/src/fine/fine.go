// Package fine has what can be done.
package fine

import (
	"bufio"
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/transcript"
)

var Last ndwire.Line

type total struct{ tokens int }

func (t *total) add(m *ndwire.Message) { t.tokens += m.Tokens }

func lines(r *decoder.Reader[ndwire.Line], ch chan string) {
	var all []ndwire.Line
	var kind decoder.Kind
	var failed error
	kinds := map[decoder.Kind]int{}
	ids := map[string]int{}
	var sum total
	var text strings.Builder
	var bytes []byte
	joined := ""
	for line, err := range r.Recycled() {
		if err != nil {
			failed = err
			continue
		}
		kind = line.Kind()
		kinds[line.Kind()]++
		all = append(all, ndwire.CloneLine(line))
		m, ok := line.(*ndwire.Message)
		if !ok {
			continue
		}
		if len(all) > 9 {
			m = m.Clone()
			all = append(all, m)
			continue
		}
		all = append(all, m.Clone())
		ids[strings.Clone(m.ID)]++
		ch <- fmt.Sprint(m.ID)
		text.WriteString(m.ID)
		bytes = append(bytes, m.ID...)
		bytes = append(bytes, r.Raw()...)
		joined += m.ID
		joined = string(r.Raw())
		sum.tokens += m.Tokens
		sum.add(m)
		var here []string
		here = append(here, m.ID)
		inner := map[string]bool{m.ID: true}
		inner[m.Text()] = true
		id := m.ID
		id = strings.TrimSpace(id)
		c := m.Clone()
		go func() { _ = c.ID }()
		go keep(strings.Clone(m.ID))
		_ = here
		_ = m.ID
	}
	_, _, _ = kind, failed, joined
}

func keep(string) {}

var word = regexp.MustCompile("[a-z]+")

// numbers has functions whose results would point to the line if the elements did.
func numbers(r *decoder.Reader[ndwire.Line]) {
	var kept, all, place []int
	var places [][]int
	var upper []byte
	var repeated, kind string
	sum, at := 0, 0
	for m, err := range decoder.Of[*ndwire.Message](r.Recycled()) {
		if err != nil {
			continue
		}
		kept = slices.Clone(m.Counts)
		all = slices.Concat(all, m.Counts)
		all = slices.Sorted(slices.Values(m.Counts))
		all = slices.AppendSeq(all, maps.Values(m.ByID))
		copy(all, m.Counts)
		sum += max(m.Tokens, len(m.ID))
		at = slices.Index(m.Names, "x")
		place = word.FindStringIndex(m.ID)
		places = word.FindAllIndex(m.Blocks[0].Input, -1)
		upper = bytes.ToUpper(m.Blocks[0].Input)
		repeated = strings.Repeat(m.ID, 2)
		kind = m.Kind().String()
	}
	_, _, _, _, _, _, _, _ = kept, place, places, upper, repeated, sum, at, kind
}

func all(r *decoder.Reader[ndwire.Line]) (kept []ndwire.Line, byID map[string]*ndwire.Message) {
	for line, err := range r.All() {
		if err == nil {
			kept = append(kept, line)
			m := line.(*ndwire.Message)
			byID[m.ID] = m
		}
	}
	return kept, byID
}

func borrowed(texts [][]byte, s *bufio.Scanner) (all []ndwire.Line) {
	for _, text := range texts { // which stay as they are
		if line, err := ndwire.BorrowLine(text); err == nil {
			all = append(all, line)
		}
	}
	for s.Scan() {
		if line, err := ndwire.UnmarshalLine(s.Bytes()); err == nil {
			all = append(all, line)
		}
	}
	return all
}

func entries(r *transcript.Reader) {
	models := map[string]int{}
	sessions := map[string]string{}
	var texts []string
	var inputs []decoder.Raw
	for e, err := range r.Recycled() {
		if err != nil {
			continue
		}
		models[e.Model()]++
		sessions[e.Session] = e.Model()
		for c := range e.ToolCalls() {
			models[c.Name]++
			inputs = append(inputs, c.Input.Clone())
		}
		for t := range e.ToolResults() {
			texts = append(texts, t.Text)
		}
	}
}

func batches(r *decoder.Reader[ndwire.Line], queue chan *decoder.Batch[ndwire.Line]) {
	var all []ndwire.Line
	count := 0
	for batch := range r.Batches() {
		var here []ndwire.Line
		for line := range batch.All() {
			here = append(here, line)
			all = append(all, ndwire.CloneLine(line))
		}
		count += len(here)
		batch.Release()
	}
	for batch := range r.Batches() {
		go func() {
			defer batch.Release()
			last := ndwire.Line(nil)
			for line := range batch.All() {
				last = line
			}
			_ = last.Kind()
		}()
	}
	for batch := range r.Batches() { // is never released: its lines are for good
		for line := range batch.All() {
			all = append(all, line)
		}
		queue <- batch
	}
}
