package conformance_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/internal/jsontest"
	"github.com/ndwire/ndwire/internal/scan"
)

// The result for a line depends only on its bytes and the options. A cursor remembers earlier lines for its predictions, so that these tests compare
// its results with those of two other cursors: a new one, and one without predictions.

// decoded has everything that a cursor returns for a line.
type decoded struct {
	value    any // nil if the line is bad
	text     string
	code     scan.Code
	at       int
	drift    []*scan.Drift
	findings []scan.Finding
	replaced int
}

// decode decodes a line. The result is valid until c decodes another line.
func (p protocol[L]) decode(c *scan.Cursor, line []byte, o *scan.Options, exact bool) (s decoded, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("panic: %v", x)
		}
	}()
	c.Reset(line, o)
	if exact {
		c.BeExact()
	}
	var l L
	for {
		var i int
		l, i = p.scan(c, c.Start())
		c.End(i)
		if !c.Retry() {
			break
		}
	}
	s.code, s.at = c.Err()
	s.findings = c.Findings()
	if s.code != 0 {
		return s, nil // a bad line has no other results
	}
	s.value, s.drift, s.replaced = l, c.Drift(), c.Replaced()
	text, err := l.AppendJSON(nil)
	if s.text = string(text); err != nil { // a view skips text that cannot be written
		s.text = err.Error()
	}
	return s, nil
}

// differs returns the difference between the results of two cursors, "" if there is none.
func (s *decoded) differs(other *decoded) string {
	switch {
	case s.text != other.text:
		return cmp.Diff(s.text, other.text)
	case !reflect.DeepEqual(s.value, other.value):
		return fmt.Sprintf("%T and %T are not equal, but written as the same text: %s", s.value, other.value, s.text)
	case s.code != other.code || s.at != other.at || s.replaced != other.replaced:
		return fmt.Sprintf("error %d at %d, %d replaced; and error %d at %d, %d replaced", s.code, s.at, s.replaced, other.code, other.at, other.replaced)
	case !slices.Equal(s.drift, other.drift):
		return cmp.Diff(s.drift, other.drift)
	case !slices.Equal(s.findings, other.findings):
		return cmp.Diff(s.findings, other.findings)
	}
	return ""
}

// historyOptions are the options with which lines are decoded.
var historyOptions = []scan.Options{
	{},
	{Drift: true},
	{Borrow: true, Strict: true},
	{Drift: true, Borrow: true, Recycle: true},
	{Drift: true, NoExtra: true, Borrow: true, Recycle: true},
	{Drift: true, Strict: true, Borrow: true, Recycle: true},
	{Drift: true, Borrow: true, Recycle: true, Batch: true},
	{Drift: true, MaxElements: 3, MaxDepth: 6},
	{Drift: true, MaxMemory: 600},
}

// history compares the results of one cursor, which decodes all lines in turn, with those of cursors without a history.
func (p protocol[L]) history(t testing.TB, lines [][]byte, o scan.Options) {
	t.Helper()
	n, what := p.contradiction(lines, o)
	if n < 0 {
		return
	}
	lines = lines[:n+1]
	for size := n; size > 0; size /= 2 { // remove earlier lines that are not needed for the difference
		for from := 0; from+size < len(lines); {
			fewer := slices.Delete(slices.Clone(lines), from, from+size)
			if k, how := p.contradiction(fewer, o); k == len(fewer)-1 {
				lines, what = fewer, how
			} else {
				from += size
			}
		}
	}
	t.Fatalf("with %+v, the last of %d lines differs %s\n%s", o, len(lines), what, bytes.Join(lines, []byte("\n")))
}

// contradiction returns the first line for which a cursor with a history and one without differ, and the difference; -1 if there is none.
func (p protocol[L]) contradiction(lines [][]byte, o scan.Options) (n int, what string) {
	c := new(scan.Cursor)
	for n, line := range lines {
		got, err := p.decode(c, line, &o, false)
		if err != nil {
			return n, "with a history: " + err.Error()
		}
		for k, how := range []string{"to a new cursor: ", "to an exact one: "} {
			want, err := p.decode(new(scan.Cursor), line, &o, k == 1)
			if err != nil {
				return n, how + err.Error()
			}
			if what := want.differs(&got); what != "" {
				return n, how + what
			}
		}
	}
	return -1, ""
}

// seedLines returns lines of a protocol: those of testdata, and samples that are generated from the spec.
func (p protocol[L]) seedLines(t testing.TB) (lines [][]byte) {
	if p.seeds != "" {
		err := filepath.WalkDir(filepath.Join("../../testdata", p.seeds), func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".ndjson" {
				return err
			}
			data, err := os.ReadFile(path)
			for line := range bytes.Lines(data) {
				if line = bytes.TrimSpace(line); len(line) > 0 && len(line) < 4<<10 {
					lines = append(lines, line)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range samples(t, p.spec) {
		if len(line) < 4<<10 {
			lines = append(lines, []byte(line))
		}
	}
	if p.spec == "usage.yaml" {
		lines = append(lines, agentSDK.seedLines(t)...)
	}
	return append(lines, ownLines...)
}

// ownLines have forms that are rare in the seeds: lists of blocks of several cases, and tags as the last members.
var ownLines = func() (lines [][]byte) {
	for _, s := range []string{
		`{"type":"user","message":{"role":"user","content":[{"content":[{"type":"text","text":"x"}],"type":"tool_result","tool_use_id":"t"}]}}`,
		`{"type":"user","message":{"role":"user","content":[{"content":[{"type":"text","text":"x"}],"tool_use_id":"t","is_error":null}]}}`,
		`{"type":"user","message":{"role":"user","content":[{"tool_use_id":"t","type":"tool_result","content":[{"type":"text","text":"a"},{"text":"b","type":"text"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"aGk="}}],"is_error":true}]},"parent_tool_use_id":null,"session_id":"s","uuid":"u"}`,
		`{"type":"assistant","message":{"model":"m","id":"i","type":"message","role":"assistant","content":[{"type":"text","text":"a"},{"type":"tool_use","id":"t","name":"Bash","input":{"command":"ls"}},{"thinking":"b","signature":"s","type":"thinking"}],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"cache_creation_input_tokens":2,"cache_read_input_tokens":3,"output_tokens":4,"service_tier":"standard"}},"parent_tool_use_id":null,"session_id":"s","uuid":"u"}`,
		`{"parentUuid":null,"isSidechain":false,"userType":"external","cwd":"/w","sessionId":"s","version":"2.0.0","gitBranch":"","message":{"role":"user","content":[{"tool_use_id":"t","type":"tool_result","content":"x"}]},"type":"user","uuid":"u","timestamp":"2026-01-01T00:00:00.000Z"}`,
		`{"parentUuid":"p","isSidechain":false,"userType":"external","cwd":"/w","sessionId":"s","version":"2.0.0","gitBranch":"","message":{"model":"m","id":"i","type":"message","role":"assistant","content":[{"type":"text","text":"a"}],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":4}},"requestId":"r","type":"assistant","uuid":"u","timestamp":"2026-01-01T00:00:00.000Z"}`,
		`{"session_id":"s","message":{"role":"user","content":[{"type":"text","text":"a"}]},"uuid":"u","type":"user"}`,
		`{"type":"message","id":"a","parentId":null,"timestamp":"2026-01-01T00:00:00.000Z","message":{"role":"toolResult","content":[{"type":"text","text":"x"},{"data":"aGk=","mimeType":"image/png","type":"image"}],"toolCallId":"t","toolName":"read","isError":false,"timestamp":1}}`,
		`{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}},"session_id":"s","parent_tool_use_id":null,"uuid":"u"}`,
	} {
		lines = append(lines, []byte(s))
	}
	return lines
}()

// historian generates sequences of lines.
type historian struct {
	*rand.Rand
	seeds [][]byte
}

// lines returns lines as a log could have them: runs of one line with different values, and sometimes an odd line.
func (h *historian) lines() (lines [][]byte) {
	kinds := make([]*jsontest.Tree, 1+h.IntN(3))
	for k := range kinds {
		kinds[k] = h.seed()
		for range h.IntN(3) { // differences that all lines of this log share
			h.mutate(kinds[k])
		}
	}
	style := h.IntN(4) // 0 and 1: compact
	for range 1 + h.IntN(4) {
		usual := kinds[h.IntN(len(kinds))]
		for range h.IntN(24) {
			lines = append(lines, h.write(usual, style))
		}
		for range 1 + h.IntN(5) {
			odd := usual.Clone()
			for range 1 + h.IntN(3) {
				h.mutate(odd)
			}
			line := h.write(odd, style)
			if h.IntN(3) == 0 {
				line = h.damage(line)
			}
			for range 1 + h.IntN(2) {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// linesWith returns generated lines, mixed with those of a text.
func (h *historian) linesWith(text []byte) [][]byte {
	lines := h.lines()
	for line := range bytes.SplitSeq(text, []byte("\n")) {
		if len(line) > 0 {
			lines = slices.Insert(lines, h.IntN(len(lines)+1), line)
		}
	}
	return lines
}

// damage changes one byte, or cuts the line.
func (h *historian) damage(line []byte) []byte {
	if len(line) == 0 {
		return line
	}
	line = bytes.Clone(line)
	at := h.IntN(len(line))
	const odd = "\x00\x01\t {}[]\",:\\\"xe0-\x7f\x80\xff\r"
	switch h.IntN(4) {
	case 0:
		return line[:at]
	case 1:
		line[at] = odd[h.IntN(len(odd))]
	case 2:
		line = append(line[:at], line[at+1:]...)
	default:
		line = append(line[:at], append([]byte{odd[h.IntN(len(odd))]}, line[at:]...)...)
	}
	return line
}

// spacing returns white space for [jsontest.Tree.AppendSpaced]: none in style 0 and 1, a space after each colon and comma in style 2, some anywhere
// in style 3.
func (h *historian) spacing(style int) func(separated bool) string {
	return func(separated bool) string {
		if style == 2 && separated || style == 3 && h.IntN(8) == 0 {
			return string(" \t"[h.IntN(6)/5])
		}
		return ""
	}
}

func (h *historian) write(n *jsontest.Tree, style int) []byte {
	return n.AppendSpaced(nil, h.spacing(style))
}

// seed returns the value of one of the seeds.
func (h *historian) seed() *jsontest.Tree {
	return jsontest.Parse(string(h.seeds[h.IntN(len(h.seeds))]))
}

// odd returns one of the odd values.
func (h *historian) odd() *jsontest.Tree { return jsontest.Parse(oddValues[h.IntN(len(oddValues))]) }

// oddValues are values that no member expects.
var oddValues = []string{`null`, `null`, `null`, `""`, `0`, `false`, `true`, `{}`, `[]`, `"text"`, `12`, `1.5`, `-0`, `1e3`, `9223372036854775808`, `{"a":[1]}`, `[null]`, `[[{"type":"text"}]]`,
	`"\ud800"`, "\"\xff\"", `"\u0074ool_result"`, `"assistant"`, `"user"`, `"tool_result"`, `"system"`}

// mutate changes one object or array of n: its order, its members, or how they are spelled.
func (h *historian) mutate(n *jsontest.Tree) {
	all := n.Containers()
	if len(all) == 0 {
		return
	}
	b := all[h.IntN(len(all))]
	if len(b.Members) == 0 || h.IntN(8) == 0 {
		m := jsontest.Member{Key: `"unknown` + fmt.Sprint(h.IntN(3)) + `"`, Value: h.odd()}
		b.Insert(h.IntN(2)*len(b.Members), m)
		return
	}
	k := h.IntN(len(b.Members))
	if h.IntN(3) == 0 { // a tag
		for i, m := range b.Members {
			if m.Key == `"type"` || m.Key == `"subtype"` || m.Key == `"role"` {
				k = i
			}
		}
	}
	m := &b.Members[k]
	switch h.IntN(10) {
	case 0:
		h.Shuffle(len(b.Members), func(i, j int) { b.Members[i], b.Members[j] = b.Members[j], b.Members[i] })
	case 1: // to the end
		last := *m
		b.Delete(k)
		b.Insert(len(b.Members), last)
	case 2: // to the beginning
		first := *m
		b.Delete(k)
		b.Insert(0, first)
	case 3:
		b.Delete(k)
	case 4:
		m.Value = h.odd()
	case 5: // twice, with the same value or another
		again := jsontest.Member{Key: m.Key, Value: m.Value.Clone()}
		switch h.IntN(3) {
		case 0:
			again.Value = h.odd()
		case 1:
			h.mutate(again.Value)
		}
		b.Insert(len(b.Members), again)
	case 6: // an escape in the key
		if len(m.Key) > 2 && m.Key[1] != '\\' {
			m.Key = fmt.Sprintf(`"\u%04x%s`, m.Key[1], m.Key[2:])
		}
	case 7: // an escape in the value
		if len(m.Value.Text) > 2 && m.Value.Text[0] == '"' && m.Value.Text[1] < 0x80 && m.Value.Text[1] != '\\' {
			m.Value.Text = fmt.Sprintf(`"\u%04x%s`, m.Value.Text[1], m.Value.Text[2:])
		}
	case 8: // an object or array of another line
		other := h.seed().Containers()
		if len(other) > 0 {
			m.Value = other[h.IntN(len(other))]
		}
	case 9: // the value of a member of this name in another line
		for range 8 {
			for _, o := range h.seed().Containers() {
				for _, x := range o.Members {
					if x.Key == m.Key && h.IntN(2) == 0 {
						m.Value = x.Value
						return
					}
				}
			}
		}
	}
}

func FuzzHistoryAgentSDK(f *testing.F)   { agentSDK.fuzzHistory(f) }
func FuzzHistoryRustyClaw(f *testing.F)  { rusty.fuzzHistory(f) }
func FuzzHistoryOpenClaw(f *testing.F)   { claw.fuzzHistory(f) }
func FuzzHistoryClaudeCode(f *testing.F) { transcript.fuzzHistory(f) }
func FuzzHistoryProvider(f *testing.F)   { models.fuzzHistory(f) }
func FuzzHistoryUsage(f *testing.F)      { tokens.fuzzHistory(f) }
func FuzzHistoryMCP(f *testing.F)        { tools.fuzzHistory(f) }
func FuzzHistoryACP(f *testing.F)        { agents.fuzzHistory(f) }

func (p protocol[L]) fuzzHistory(f *testing.F) {
	seeds := p.seedLines(f)
	for n := range uint64(100) {
		f.Add(n, n%uint64(len(historyOptions)), []byte(nil))
	}
	f.Add(uint64(0), uint64(0), []byte(`{"type":"user"}`))
	f.Fuzz(func(t *testing.T, seed, option uint64, more []byte) {
		h := historian{rand.New(rand.NewPCG(seed, 1)), seeds}
		p.history(t, h.linesWith(more), historyOptions[option%uint64(len(historyOptions))])
	})
}

// TestHistories checks sequences of lines whose last line depended on the others in earlier versions of the code.
func TestHistories(t *testing.T) {
	for _, lines := range [][]string{
		{ // a prediction for a block without a tag, and a note for its last member
			`20 {"type":"user","message":{"role":"user","content":[{"content":[{"type":"text","text":"x"}],"type":"tool_result","tool_use_id":"t"}]}}`,
			`1 {"type":"user","message":{"role":"user","content":[{"content":[{"type":"text","text":"x"}],"tool_use_id":"t","is_error":null}]}}`,
		},
		{ // too many elements before the damage, for one of the records that it could be
			`1 {"type":"agent_end","messages":[{"role":"user"},{"role":"user"},{"role":"user"},{"role":"user"}],"a" {},"type":7}`,
		},
		{ // the members of the line before, for a line that is too short for the kernel
			`1 {"memories":[{"path":"u","scope":"p"}],"uuid":"u","mode":"m","subtype":"memory_recall","type":"system","session_id":"s"}`,
			"1 {\"memories\": [{\"scope\": \"p\", \"path\":\t\"u\"}], \"uuid\": \"u\",\t\"mode\": \"m\", \"subtype\": \"memory_recall\", \"type\": null,\t\"session_id\": \"s\"}",
		},
	} {
		var all [][]byte
		for _, line := range lines {
			n, line, _ := strings.Cut(line, " ")
			times, err := strconv.Atoi(n)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, slices.Repeat([][]byte{[]byte(line)}, times)...)
		}
		for _, o := range historyOptions {
			agentSDK.history(t, all, o)
			rusty.history(t, all, o)
			claw.history(t, all, o)
			transcript.history(t, all, o)
			models.history(t, all, o)
			tokens.history(t, all, o)
			tools.history(t, all, o)
			agents.history(t, all, o)
		}
	}
}

// TestHistoriesOfRealLogs checks sequences of lines of real logs, some of them changed or damaged, as FuzzHistory does.
func TestHistoriesOfRealLogs(t *testing.T) {
	files, err := filepath.Glob("../../../shared/real/*/*")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("there are no real logs here")
	}
	const most, longest = 150, 16 << 10 // lines of a file, bytes of a line
	lines := 0
	for n, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			continue // a folder
		}
		var seeds [][]byte
		for line := range bytes.Lines(data) {
			if line = bytes.TrimSpace(line); len(line) > 0 && len(line) < longest && len(seeds) < most {
				seeds = append(seeds, line)
			}
		}
		h, all := historian{rand.New(rand.NewPCG(uint64(n), 3)), seeds}, slices.Clone(seeds)
		for range len(seeds) / 8 {
			odd := h.seed()
			h.mutate(odd)
			line := h.write(odd, 0)
			if h.IntN(3) == 0 {
				line = h.damage(line)
			}
			all = slices.Insert(all, h.IntN(len(all)+1), line)
		}
		lines += len(all)
		o := historyOptions[n%len(historyOptions)]
		switch filepath.Base(filepath.Dir(name)) {
		case "agent-sdk-stream":
			agentSDK.history(t, all, o)
		case "openclaw-pi":
			claw.history(t, all, o)
		case "rusty-claw":
			rusty.history(t, all, o)
		default:
			transcript.history(t, all, o)
		}
		tokens.history(t, all, o)
	}
	t.Logf("%d lines of %d files", lines, len(files))
}
