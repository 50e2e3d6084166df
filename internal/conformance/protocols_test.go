package conformance_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/acp"
	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
	"github.com/ndwire/ndwire/internal/scan"
	"github.com/ndwire/ndwire/mcp"
	"github.com/ndwire/ndwire/openclaw"
	"github.com/ndwire/ndwire/openclaw/provider"
	"github.com/ndwire/ndwire/rustyclaw"
	"github.com/ndwire/ndwire/usage"
)

// protocol has the functions of a protocol's package.
type protocol[L decoder.Line] struct {
	seeds     string // folder of lines in testdata
	spec      string // file in spec
	scan      func(*scan.Cursor, int) (L, int)
	unmarshal func([]byte) (L, error)
	borrow    func([]byte) (L, error)
	clone     func(L) L
	check     func([]byte) error
	peek      func([]byte) (decoder.Kind, error)
	reader    func(io.Reader, ...decoder.Option) *decoder.Reader[L]
}

var (
	agentSDK = protocol[ndwire.Line]{"agentsdk", "agentsdk.yaml", func(c *scan.Cursor, i int) (ndwire.Line, int) {
		var a ndwire.AnyLine
		i = ndwire.Plumbing.Scan(c, i, &a)
		return a.Line, i
	}, ndwire.UnmarshalLine, ndwire.BorrowLine, ndwire.CloneLine, ndwire.CheckLine, ndwire.Peek, ndwire.NewReader}
	rusty = protocol[rustyclaw.Line]{"rustyclaw", "rustyclaw.yaml", func(c *scan.Cursor, i int) (rustyclaw.Line, int) {
		var a rustyclaw.AnyLine
		i = rustyclaw.Plumbing.Scan(c, i, &a)
		return a.Line, i
	}, rustyclaw.UnmarshalLine, rustyclaw.BorrowLine, rustyclaw.CloneLine, rustyclaw.CheckLine, rustyclaw.Peek, rustyclaw.NewReader}
	claw = protocol[openclaw.Line]{"openclaw", "openclaw.yaml", func(c *scan.Cursor, i int) (openclaw.Line, int) {
		var a openclaw.AnyLine
		i = openclaw.Plumbing.Scan(c, i, &a)
		return a.Line, i
	}, openclaw.UnmarshalLine, openclaw.BorrowLine, openclaw.CloneLine, openclaw.CheckLine, openclaw.Peek, openclaw.NewReader}
	transcript = protocol[claudecode.Line]{"claudecode", "claudecode.yaml", func(c *scan.Cursor, i int) (claudecode.Line, int) {
		var a claudecode.AnyLine
		i = claudecode.Plumbing.Scan(c, i, &a)
		return a.Line, i
	}, claudecode.UnmarshalLine, claudecode.BorrowLine, claudecode.CloneLine, claudecode.CheckLine, claudecode.Peek, claudecode.NewReader}
	models = protocol[provider.Line]{"", "provider.yaml", func(c *scan.Cursor, i int) (provider.Line, int) {
		var a provider.AnyLine
		i = provider.Plumbing.Scan(c, i, &a)
		return a.Line, i
	}, provider.UnmarshalLine, provider.BorrowLine, provider.CloneLine, provider.CheckLine, provider.Peek, provider.NewReader}
	tokens = protocol[usage.Line]{"", "usage.yaml", func(c *scan.Cursor, i int) (usage.Line, int) {
		var a usage.AnyLine
		i = usage.Plumbing.Scan(c, i, &a)
		return a.Line, i
	}, usage.UnmarshalLine, usage.BorrowLine, usage.CloneLine, usage.CheckLine, usage.Peek, usage.NewReader}
	tools = protocol[mcp.Line]{"mcp", "mcp.yaml", func(c *scan.Cursor, i int) (mcp.Line, int) {
		var a mcp.AnyLine
		i = mcp.Plumbing.Scan(c, i, &a)
		return a.Line, i
	}, mcp.UnmarshalLine, mcp.BorrowLine, mcp.CloneLine, mcp.CheckLine, mcp.Peek, mcp.NewReader}
	agents = protocol[acp.Line]{"acp", "acp.yaml", func(c *scan.Cursor, i int) (acp.Line, int) {
		var a acp.AnyLine
		i = acp.Plumbing.Scan(c, i, &a)
		return a.Line, i
	}, acp.UnmarshalLine, acp.BorrowLine, acp.CloneLine, acp.CheckLine, acp.Peek, acp.NewReader}
)

// anyProtocol is a protocol with any type of lines.
type anyProtocol interface {
	allocations(*testing.T)
	workers(*testing.T)
	poison(*testing.T)
	yours(*testing.T)
	workerAllocations(*testing.T)
	lineEnds(*testing.T)
	unknownPaths(*testing.T)
	mutated(*testing.T)
}

func eachProtocol(t *testing.T, check func(anyProtocol, *testing.T)) {
	for name, p := range map[string]anyProtocol{"agentsdk": agentSDK, "rustyclaw": rusty, "openclaw": claw, "claudecode": transcript, "mcp": tools, "acp": agents} {
		t.Run(name, func(t *testing.T) { check(p, t) })
	}
}

func FuzzAgentSDK(f *testing.F)   { agentSDK.fuzz(f) }
func FuzzRustyClaw(f *testing.F)  { rusty.fuzz(f) }
func FuzzOpenClaw(f *testing.F)   { claw.fuzz(f) }
func FuzzClaudeCode(f *testing.F) { transcript.fuzz(f) }
func FuzzProvider(f *testing.F)   { models.fuzz(f) }
func FuzzMCP(f *testing.F)        { tools.fuzz(f) }
func FuzzACP(f *testing.F)        { agents.fuzz(f) }

// fuzz checks lines by [protocol.line].
func (p protocol[L]) fuzz(f *testing.F) {
	n := 0
	err := filepath.WalkDir(filepath.Join("../../testdata", p.seeds), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".ndjson" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for line := range bytes.Lines(data) {
			if line = bytes.TrimSpace(line); len(line) < 4<<10 {
				f.Add(line)
				n++
			}
		}
		return nil
	})
	if err != nil || n == 0 {
		f.Fatalf("%d seeds: %v", n, err)
	}
	for _, x := range texts {
		if len(x.text) < 1000 {
			f.Add([]byte(`{"type":` + x.text + `,"message":{"role":"user","content":` + x.text + `}}`))
		}
	}
	f.Fuzz(p.line)
}

// line checks a line with encoding/json: a JSON object is decoded by all functions alike, and written back as the same value; any other text is an
// error.
func (p protocol[L]) line(t *testing.T, line []byte) {
	object := json.Valid(line) && bytes.TrimLeft(line, " \t\r\n")[0] == '{'
	l, err := p.unmarshal(line)
	if errors.Is(err, decoder.ErrTooDeep) {
		return
	}
	mark := bytes.HasPrefix(line, []byte("\xef\xbb\xbf")) || bytes.IndexByte(line, 0) >= 0 // allowed around a record
	if (err == nil) != object && !mark {
		t.Fatalf("decoding: %v, but an object is %v\n%q", err, object, line)
	}
	checked := p.check(line)
	borrowed, err2 := p.borrow(line)
	kind, err3 := p.peek(line)
	p.read(t, line)
	if err != nil {
		if checked == nil || err2 == nil {
			t.Fatalf("%v, but checked and borrowed it is %v, %v\n%q", err, checked, err2, line)
		}
		return
	}
	out, err := l.AppendJSON(nil)
	if err != nil {
		t.Fatalf("AppendJSON: %v\n%q", err, line)
	}
	if object {
		if d := jsontest.Diff(t, line, out); d != "" {
			t.Fatalf("%q\nis written as\n%q\n(-want +got):\n%s", line, out, d)
		}
	}
	if object { // a space disables compiled predictions
		spaced, err := p.unmarshal(bytes.Replace(line, []byte("{"), []byte("{ "), 1))
		if err != nil {
			t.Fatalf("with a space: %v\n%q", err, line)
		}
		if got, err := spaced.AppendJSON(nil); err != nil || jsontest.Diff(t, out, got) != "" {
			t.Fatalf("%q\nis with a space\n%q, and without\n%q, %v", line, got, out, err)
		}
	}
	again, err := p.unmarshal(out)
	if err != nil {
		t.Fatalf("%q\nwas written, and is bad: %v", out, err)
	}
	if err2 != nil || err3 != nil || kind != l.Kind() {
		t.Fatalf("borrowed %v; Peek %q, %v, Kind %q\n%q", err2, kind, err3, l.Kind(), line)
	}
	for name, l := range map[string]L{"a second time": again, "as a clone": p.clone(l), "borrowed": borrowed} {
		if got, err := l.AppendJSON(nil); err != nil || !bytes.Equal(got, out) {
			t.Fatalf("%q\n%s is\n%q, %v", out, name, got, err)
		}
	}
}

// read checks that a Reader has the same results with and without workers, and when it peeks at each line first.
func (p protocol[L]) read(t *testing.T, data []byte) {
	var first []string
	for k, opts := range [][]decoder.Option{nil, {decoder.Workers(2)}, {decoder.Poison()}, {decoder.Except("no such kind")}} {
		var all []string
		r := p.reader(bytes.NewReader(data), append(opts, decoder.Salvage())...)
		loop := r.All()
		if k > 0 {
			loop = r.Recycled()
		}
		for l, err := range loop {
			s := r.Pos().String()
			if err != nil {
				s += err.Error()
			} else if out, err := l.AppendJSON(nil); err != nil {
				t.Fatalf("%v\n%q", err, data)
			} else {
				s += string(out)
			}
			all = append(all, s)
		}
		if k == 0 {
			first = all
		} else if !reflect.DeepEqual(first, all) {
			t.Fatalf("%q\n(-all +options %d):\n%s", data, k, cmp.Diff(first, all))
		}
	}
}

// TestLinesOfOtherProtocols checks that the decoder of one protocol reads the lines of another one without a panic or a loss.
func TestLinesOfOtherProtocols(t *testing.T) {
	files, err := filepath.Glob("../../testdata/*/*.ndjson")
	if err != nil || len(files) < 10 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for line := range bytes.Lines(data) {
			if line = bytes.TrimSpace(line); n > 60 || len(line) > 8<<10 {
				continue
			}
			n++
			agentSDK.line(t, line)
			rusty.line(t, line)
			claw.line(t, line)
			transcript.line(t, line)
			models.line(t, line)
			tools.line(t, line)
			agents.line(t, line)
		}
	}
}

// TestFinds checks lines that fuzzing has found, which earlier versions read wrong.
func TestFinds(t *testing.T) {
	for _, line := range []string{
		`{"type":"assistant","subtype":"0"}`, // a tag that the record does not have
	} {
		agentSDK.line(t, []byte(line))
		rusty.line(t, []byte(line))
		claw.line(t, []byte(line))
		transcript.line(t, []byte(line))
		models.line(t, []byte(line))
		tools.line(t, []byte(line))
		agents.line(t, []byte(line))
	}
}
