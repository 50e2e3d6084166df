// Package rpctest tests the packages of JSON-RPC protocols with the recorded lines of both sides of a session.
package rpctest

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/jsonrpc"
	"github.com/ndwire/ndwire/spec"
)

// Line is a line of a protocol.
type Line interface {
	decoder.Line
	jsonrpc.Line
}

// Response is a line with a result, U.
type Response[U any] interface {
	Line
	DecodeResult(method string) (U, error)
	SetResult(U) error
}

// Protocol is a generated package. The lines of its sessions are in testdata/NAME, client.ndjson and server.ndjson, and its spec is
// spec/NAME.yaml, both next to the folder in which the test runs.
type Protocol[L Line, U any] struct {
	Name        string
	Unmarshal   func([]byte) (L, error)
	Check       func([]byte) error
	Peek        func([]byte) (decoder.Kind, error)
	CheckResult func(method string, data []byte) error
	Results     string // METHOD:TYPE of all results, sorted, separated by spaces
}

// Run reads and writes each line, and the result of each response by the method of its request. It fails if a line has something that the spec does not
// have, or if a kind has no line.
func Run[L Line, U any](t *testing.T, p Protocol[L, U]) {
	t.Helper()
	lines := p.session(t)
	kinds := map[decoder.Kind]bool{}
	for _, s := range lines {
		kinds[p.line(t, s.text)] = true
	}
	m, err := spec.Load("../spec/" + p.Name + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	// An unknown method has a kind of its own, or one below the kind of its family.
	open := map[string]bool{"other": true}
	for _, k := range m.Kinds {
		if k.Family != nil {
			open[k.Family.Value] = true
		}
	}
	for _, k := range m.Kinds {
		if !kinds[decoder.Kind(k.Value)] && !open[k.Value] {
			t.Errorf("there is no line of the kind %s", k.Value)
		}
	}
	p.results(t, lines)
}

type sent struct {
	from jsonrpc.Side
	text []byte
}

func (p Protocol[L, U]) session(t *testing.T) (lines []sent) {
	t.Helper()
	for side, name := range []string{"client", "server"} {
		data, err := os.ReadFile("../testdata/" + p.Name + "/" + name + ".ndjson")
		if err != nil {
			t.Fatal(err)
		}
		for text := range bytes.Lines(data) {
			lines = append(lines, sent{jsonrpc.Side(side), bytes.TrimSpace(text)})
		}
	}
	return lines
}

// line reads and writes a line, and returns its kind.
func (p Protocol[L, U]) line(t *testing.T, data []byte) decoder.Kind {
	t.Helper()
	if err := p.Check(data); err != nil {
		t.Errorf("%s\n%v", data, err)
	}
	line, err := p.Unmarshal(data)
	if err != nil {
		t.Fatalf("%s\n%v", data, err)
	}
	kind, err := p.Peek(data)
	if err != nil || kind != line.Kind() {
		t.Errorf("%s\nPeek says %q, %v, the line %q", data, kind, err, line.Kind())
	}
	text, err := line.AppendJSON(nil)
	if d := cmp.Diff(value(t, data), value(t, text)); err != nil || d != "" {
		t.Errorf("%s\n%v; is written differently (-read +written):\n%s", data, err, d)
	}
	again, err := p.Unmarshal(text)
	if d := cmp.Diff(line, again); err != nil || d != "" {
		t.Errorf("%s\n%v; reads differently (-first +second):\n%s", text, err, d)
	}
	return kind
}

// results decodes the results. It reads the requests of both sides before the responses.
func (p Protocol[L, U]) results(t *testing.T, lines []sent) {
	t.Helper()
	var calls jsonrpc.Calls
	types := map[string]bool{}
	for _, wantMethod := range []bool{true, false} {
		for _, s := range lines {
			line, err := p.Unmarshal(s.text)
			if err != nil || (line.GetMethod() != "") != wantMethod {
				continue
			}
			method, ok := calls.Method(s.from, line)
			m, is := any(line).(Response[U])
			if !is {
				continue
			}
			if !ok {
				t.Errorf("%s: there was no request", s.text)
				continue
			}
			types[method+":"+p.result(t, method, s.text, m)] = true
		}
	}
	if calls.Open() != 0 || calls.Forgotten() != 0 {
		t.Errorf("%d requests have not been answered, %d are forgotten", calls.Open(), calls.Forgotten())
	}
	if d := cmp.Diff(strings.Fields(p.Results), slices.Sorted(maps.Keys(types))); d != "" {
		t.Errorf("results (-want +got):\n%s", d)
	}
}

// result decodes a result and sets it again, and returns the name of its type.
func (p Protocol[L, U]) result(t *testing.T, method string, data []byte, m Response[U]) string {
	t.Helper()
	result, err := m.DecodeResult(method)
	if err == nil {
		raw, _ := decoder.Raw(data).Get("result")
		err = p.CheckResult(method, raw)
	}
	if err == nil {
		err = m.SetResult(result)
	}
	text, writeErr := m.AppendJSON(nil)
	if err != nil || writeErr != nil {
		t.Errorf("%s: %v, %v\n%s", method, err, writeErr, data)
		return ""
	}
	if d := cmp.Diff(value(t, data), value(t, text)); d != "" {
		t.Errorf("%s: the result is written differently (-read +written):\n%s", method, d)
	}
	_, name, _ := strings.Cut(fmt.Sprintf("%T", result), ".")
	return name
}

// value returns a JSON value as a Go value. Numbers that a float64 cannot hold keep their spelling.
func value(t *testing.T, text []byte) any {
	t.Helper()
	v, err := decoder.Raw(text).Any()
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}
