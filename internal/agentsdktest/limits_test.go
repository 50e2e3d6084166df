package agentsdktest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/ballast"
)

func TestMaxElements(t *testing.T) {
	blocks := func(n int) string {
		return `{"type":"user","message":{"role":"user","content":[` + strings.TrimSuffix(strings.Repeat(`{"type":"text","text":"x"},`, n), ",") + `]},"uuid":"u"}`
	}
	usage := `{"type":"result","subtype":"success","permission_denials":[],"modelUsage":{"a":{},"b":{},"c":{},"d":{}}}`
	tools := `{"type":"system","subtype":"init","tools":["a","b"],"mcp_servers":[{"name":"x"},{"name":"y"}]}`
	raw := `{"type":"user","message":{"role":"user","content":"x"},"tool_use_result":[1,2,3,4,5,6],"more":[1,2,3,4,5,6]}`
	in := strings.Join([]string{blocks(3), blocks(4), usage, tools, raw, blocks(3)}, "\n")
	for name, opts := range map[string][]decoder.Option{"one": nil, "workers": {decoder.Workers(2)}} {
		r := ndwire.NewReader(strings.NewReader(in), append(opts, decoder.MaxElements(3))...)
		var got []string
		for l, err := range r.Recycled() {
			if e, ok := errors.AsType[*decoder.Error](err); ok {
				if !errors.Is(err, decoder.ErrElements) || l != nil {
					t.Errorf("%s: %v", name, err)
				}
				got = append(got, e.Path)
				continue
			}
			got = append(got, "good")
		}
		if want := "[good .message.content[3] .modelUsage.d .mcp_servers[1] good good]"; fmt.Sprint(got) != want {
			t.Errorf("%s: %v\nwant %s", name, got, want)
		}
		if s := r.Stats(); s.Bad != 3 || s.Reasons[decoder.ErrElements] != 3 {
			t.Errorf("%s: %+v", name, s)
		}
	}

	// The usual limit.
	most := blocks(1 << 20)
	if _, err := ndwire.BorrowLine([]byte(most)); err != nil {
		t.Error(err)
	}
	if _, err := ndwire.UnmarshalLine([]byte(strings.Replace(most, `[{`, `[{},{`, 1))); !errors.Is(err, decoder.ErrElements) {
		t.Error(err)
	}
	if err := ndwire.CheckLine([]byte(strings.Replace(most, `[{`, `[{},{`, 1))); !errors.Is(err, decoder.ErrElements) {
		t.Error(err)
	}
	r := ndwire.NewReader(strings.NewReader(strings.Replace(most, `[{`, `[{},{`, 1)), decoder.MaxElements(1<<20+1))
	if _, err := r.Next(); err != nil {
		t.Error(err)
	}
}

// hostile returns lines of about n bytes that may make a decoder slow, or take much memory.
var hostile = []struct {
	name string
	line func(n int) string
}{
	{"a long string", func(n int) string { return user(`"` + strings.Repeat("x", n) + `"`) }},
	{"short escapes", func(n int) string { return user(`"` + strings.Repeat(`\n`, n/2) + `"`) }},
	{"escaped quotes", func(n int) string { return user(`"` + strings.Repeat(`\"`, n/2) + `"`) }},
	{"backslashes", func(n int) string { return user(`"` + strings.Repeat(`\\`, n/2) + `"`) }},
	{"characters escaped", func(n int) string { return user(`"` + strings.Repeat(`\u00e9`, n/6) + `"`) }},
	{"lone surrogates", func(n int) string { return user(`"` + strings.Repeat(`\ud83d`, n/6) + `"`) }},
	{"bytes that are not text", func(n int) string { return user(`"` + strings.Repeat("\xff", n) + `"`) }},
	{"strings that are not text", func(n int) string { return user(`[` + repeat(`{"type":"text","text":"\ud83d"}`, n) + `]`) }},
	{"lone surrogates in unknown members", func(n int) string { return `{"type":"keep_alive",` + repeat(`"x":"\ud83d"`, n) + `}` }},
	{"unknown members", func(n int) string { return `{"type":"keep_alive",` + numbered(`"x%d":1`, n) + `}` }},
	{"one unknown member again and again", func(n int) string { return `{"type":"keep_alive",` + repeat(`"x":1`, n) + `}` }},
	{"one member again and again", func(n int) string {
		return `{"type":"user","message":{"role":"user","content":""},` + repeat(`"uuid":"x"`, n) + `}`
	}},
	{"one list again and again", func(n int) string {
		return `{"type":"user","message":{"role":"user",` + repeat(`"content":[{"type":"text"},{"type":"new"}]`, n) + `}}`
	}},
	{"one odd member again and again", func(n int) string { return user(`""`)[:len(user(`""`))-1] + `,` + repeat(`"uuid":1`, n) + `}` }},
	{"members of wrong types", func(n int) string { return user(`[` + repeat(`{"type":"text","text":7}`, n) + `]`) }},
	{"keys of a map", func(n int) string {
		return `{"type":"result","subtype":"success","modelUsage":{` + numbered(`"m%d":{}`, n) + `}}`
	}},
	{"a tag again and again", func(n int) string { return `{` + repeat(`"type":"user","type":"assistant"`, n) + `}` }},
	{"blocks", func(n int) string { return user(`[` + repeat(`{"type":"text"}`, n) + `]`) }},
	{"empty blocks", func(n int) string { return user(`[` + repeat(`{}`, n) + `]`) }},
	{"blocks that are none", func(n int) string { return user(`[` + repeat(`1`, n) + `]`) }},
	{"blocks with the tag at the end", func(n int) string {
		return user(`[` + repeat(`{"text":"`+strings.Repeat("x", 100)+`","type":"text"}`, n) + `]`)
	}},
	{"brackets", func(n int) string {
		return `{"type":"keep_alive","x":[` + repeat(strings.Repeat("[", 500)+strings.Repeat("]", 500), n) + `]}`
	}},
	{"braces", func(n int) string {
		return `{"type":"keep_alive","x":[` + repeat(strings.Repeat(`{"":`, 500)+"1"+strings.Repeat("}", 500), n) + `]}`
	}},
	{"late tags at each level", func(n int) string {
		const levels = 200
		pad := strings.Repeat("x", n/levels)
		return user(`[` + strings.Repeat(`{"tool_use_id":"`+pad+`","content":[`, levels) + strings.Repeat(`],"type":"tool_result"}`, levels) + `]`)
	}},
	{"late tags at each level, twice", func(n int) string {
		const levels = 200
		pad := strings.Repeat("x", n/levels)
		return user(`[` + strings.Repeat(`{"type":"text","tool_use_id":"`+pad+`","content":[`, levels) + strings.Repeat(`],"type":"tool_result"}`, levels) + `]`)
	}},
	{"digits", func(n int) string {
		return `{"type":"result","subtype":"success","num_turns":` + strings.Repeat("7", n) + `}`
	}},
	{"digits of a fraction", func(n int) string {
		return `{"type":"result","subtype":"success","total_cost_usd":0.` + strings.Repeat("7", n) + `}`
	}},
	{"white space", func(n int) string { return user(`[` + strings.Repeat(" ", n) + `]`) }},
	{"an unknown line", func(n int) string { return `{"type":"new","x":[` + repeat(`{"type":"user"}`, n) + `]}` }},
}

func user(content string) string {
	return `{"type":"user","message":{"role":"user","content":` + content + `},"parent_tool_use_id":null,"session_id":"s"}`
}

// repeat returns as many copies as fit into n bytes, separated by commas.
func repeat(s string, n int) string {
	return strings.TrimSuffix(strings.Repeat(s+",", max(n/(len(s)+1), 1)), ",")
}

func numbered(format string, n int) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// TestMemoryIsAFewTimesTheLine checks that a value with two bytes of text takes a few dozen bytes of memory, and that the memory for a line is
// bounded by a multiple of its length.
func TestMemoryIsAFewTimesTheLine(t *testing.T) {
	const kept, allocated = 20, 96
	memory := func() (inUse, total float64) {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc) - float64(ballast.Size()), float64(m.TotalAlloc)
	}
	var hold ballast.Hold // so that it does not count as memory of the line
	hold.Add(1 << 20)
	for _, h := range hostile {
		line := []byte(h.line(1 << 20))
		inUse, total := memory()
		l, err := ndwire.UnmarshalLine(line)
		inUse2, total2 := memory()
		if err != nil && !errors.Is(err, decoder.ErrMemory) {
			t.Errorf("%s: %v", h.name, err)
			continue
		}
		size := float64(len(line))
		if k, a := (inUse2-inUse)/size, (total2-total)/size; k > kept || a > allocated {
			t.Errorf("%s: %.1f times the length of the line is in use, and %.1f times was allocated; want at most %d and %d", h.name, k, a, kept, allocated)
		}
		runtime.KeepAlive(l)
		runtime.KeepAlive(line)
	}
	runtime.KeepAlive(&hold)
}

// empty are lines of n bytes whose values take far more memory than their texts.
var empty = map[string]func(n int) string{
	"list": func(n int) string {
		return `{"type":"control_request","request":{"subtype":"can_use_tool","permission_suggestions":[` + repeat(`{}`, n) + `]}}`
	},
	"map": func(n int) string {
		return `{"type":"control_request","request":{"subtype":"initialize","agents":{` + numbered(`"%d":{}`, n) + `}}}`
	},
	"cases": func(n int) string { return user(`[` + repeat(`{"type":"text"}`, n) + `]`) },
	"members": func(n int) string {
		return `{"type":"assistant",` + repeat(`"context_usage":{}`, n) + `,"uuid":"u"}`
	},
}

// TestMaxMemory checks that a line whose values take too much memory is bad, in all loops at the same place, whatever the lines before it are.
func TestMaxMemory(t *testing.T) {
	for name, line := range empty {
		good, bad := line(10_000), line(3_000_000)
		if _, err := ndwire.UnmarshalLine([]byte(good)); err != nil {
			t.Errorf("%s of 10 KB: %v", name, err)
		}
		_, err := ndwire.UnmarshalLine([]byte(bad))
		want, ok := errors.AsType[*decoder.Error](err)
		if !ok || want.Reason != decoder.ErrMemory {
			t.Errorf("%s of 3 MB: %v", name, err)
			continue
		}
		if err := ndwire.CheckLine([]byte(bad)); !errors.Is(err, decoder.ErrMemory) {
			t.Errorf("%s: CheckLine: %v", name, err)
		}
		if _, err := ndwire.NewReader(strings.NewReader(bad), decoder.MaxMemory(1<<30)).Next(); err != nil {
			t.Errorf("%s with a larger limit: %v", name, err)
		}
		if _, err := ndwire.NewReader(strings.NewReader(good), decoder.MaxMemory(10_000)).Next(); !errors.Is(err, decoder.ErrMemory) {
			t.Errorf("%s with a smaller limit: %v", name, err)
		}
		in := strings.Repeat(good+"\n"+bad+"\n", 3)
		for _, opts := range [][]decoder.Option{nil, {decoder.Workers(2)}, {decoder.Poison()}} {
			check := func(loop string, lines iter.Seq2[ndwire.Line, error]) {
				n := 0
				for _, err := range lines {
					if n++; n%2 == 1 && err == nil {
						continue
					}
					if e, ok := errors.AsType[*decoder.Error](err); !ok || n%2 == 1 || e.Reason != want.Reason || e.Path != want.Path || e.Offset-e.Start != want.Offset {
						t.Errorf("%s, %s, line %d: %v, want %v", name, loop, n, err, want)
					}
				}
				if n != 6 {
					t.Errorf("%s, %s: %d lines", name, loop, n)
				}
			}
			r := func() *decoder.Reader[ndwire.Line] { return ndwire.NewReader(strings.NewReader(in), opts...) }
			check("All", r().All())
			check("Recycled", r().Recycled())
			check("Batches", func(yield func(ndwire.Line, error) bool) {
				for batch := range r().Batches() {
					for line, err := range batch.All() {
						if !yield(line, err) {
							return
						}
					}
					batch.Release()
				}
			})
		}
	}
}

// TestMemoryOfRecycledLines checks that a Reader of recycled lines keeps little, whatever lines there were.
func TestMemoryOfRecycledLines(t *testing.T) {
	const most = 40 << 20
	for name, line := range empty {
		one := []byte(line(300_000) + "\n" + line(2_000_000) + "\n")
		for _, opts := range [][]decoder.Option{nil, {decoder.MaxMemory(24 << 20)}} {
			var readers []io.Reader
			for range 12 {
				readers = append(readers, bytes.NewReader(one))
			}
			r := ndwire.NewReader(io.MultiReader(readers...), opts...)
			n := 0
			for range r.Recycled() {
				if n++; n == 23 {
					var m runtime.MemStats
					runtime.GC()
					runtime.ReadMemStats(&m)
					if used := int64(m.HeapAlloc) - int64(ballast.Size()); used > most {
						t.Errorf("%s: %d MB are in use", name, used>>20)
					}
				}
			}
		}
	}
}

// TestMemoryOfLinesReadAhead checks that workers do not fill the memory with the values of hostile lines.
func TestMemoryOfLinesReadAhead(t *testing.T) {
	const most = 110 << 20
	line := []byte(user(`[`+repeat(`null`, 2_000_000)+`]`) + "\n") // their values take 17 MB
	for name, loop := range map[string]func(r *decoder.Reader[ndwire.Line], line func()){
		"Recycled": func(r *decoder.Reader[ndwire.Line], line func()) {
			for range r.Recycled() {
				line()
			}
		},
		"Batches": func(r *decoder.Reader[ndwire.Line], line func()) {
			for batch := range r.Batches() {
				line()
				batch.Release()
			}
		},
	} {
		var readers []io.Reader
		for range 30 {
			readers = append(readers, bytes.NewReader(line))
		}
		n := 0
		loop(ndwire.NewReader(io.MultiReader(readers...), decoder.Workers(3)), func() {
			if n++; n%10 == 0 {
				time.Sleep(100 * time.Millisecond) // the workers decode what they may
				var m runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&m)
				if used := int64(m.HeapAlloc) - int64(ballast.Size()); used > most {
					t.Errorf("%s: %d MB are in use at line %d", name, used>>20, n)
				}
			}
		})
		if n != 30 {
			t.Errorf("%s: %d lines", name, n)
		}
	}
}

// TestNestedTries checks that recursive records for which the compiled prediction fails at the last member of each level are decoded in linear
// time.
func TestNestedTries(t *testing.T) {
	const levels = 300
	line := `{"type":"user","message":{"role":"user","content":[` +
		strings.Repeat(`{"tool_use_id":"t","type":"tool_result","content":[`, levels) + `{"type":"text","text":"x"}` + strings.Repeat(`],"more":1}`, levels) +
		`]},"parent_tool_use_id":null,"session_id":"s","uuid":"u"}`
	// If each level were decoded twice, the innermost one would be decoded 2^300 times.
	if _, err := ndwire.UnmarshalLine([]byte(line)); err != nil {
		t.Error(err)
	}
}

// TestNULAlone checks that the functions for single lines say of NUL bytes what a Reader says.
func TestNULAlone(t *testing.T) {
	for _, line := range []string{"\x00", " \x00\x00 ", "\xef\xbb\xbf\x00"} {
		_, err := ndwire.UnmarshalLine([]byte(line))
		_, peeked := ndwire.Peek([]byte(line))
		r := ndwire.NewReader(strings.NewReader("{}\n" + line))
		r.Next()
		_, read := r.Next()
		for _, err := range []error{read, err, peeked, ndwire.CheckLine([]byte(line))} {
			if !errors.Is(err, decoder.ErrNUL) || errors.Is(err, decoder.ErrTruncated) {
				t.Errorf("%q: %v", line, err)
			}
		}
	}
	if _, err := ndwire.UnmarshalLine([]byte(" ")); !errors.Is(err, decoder.ErrTruncated) {
		t.Errorf("an empty line: %v", err)
	}
}
