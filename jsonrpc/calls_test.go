package jsonrpc_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/jsonrpc"
)

// line is a line of some protocol.
type line struct{ id, method string }

func (l line) GetMethod() string { return l.method }

func (l line) GetID() decoder.Raw {
	if l.id == "" {
		return nil
	}
	return decoder.Raw(l.id)
}

func TestMethod(t *testing.T) {
	type step struct {
		from       jsonrpc.Side
		id, method string
		want       string // the method; "-" for a response without a known request
	}
	for name, steps := range map[string][]step{
		"a request and its response": {
			{jsonrpc.Client, "1", "open", "open"},
			{jsonrpc.Server, "1", "", "open"},
			{jsonrpc.Server, "1", "", "-"},
		},
		"the same id in both directions": {
			{jsonrpc.Client, "1", "open", "open"},
			{jsonrpc.Server, "1", "ask", "ask"},
			{jsonrpc.Server, "1", "", "open"},
			{jsonrpc.Client, "1", "", "ask"},
		},
		"a side does not answer itself": {
			{jsonrpc.Client, "1", "open", "open"},
			{jsonrpc.Client, "1", "", "-"},
			{jsonrpc.Server, "1", "", "open"},
		},
		"answers in another order": {
			{jsonrpc.Client, "1", "a", "a"}, {jsonrpc.Client, "2", "b", "b"}, {jsonrpc.Client, `"1"`, "c", "c"},
			{jsonrpc.Server, `"1"`, "", "c"}, {jsonrpc.Server, "2", "", "b"}, {jsonrpc.Server, "1", "", "a"},
		},
		"numbers by value": {
			{jsonrpc.Client, "1", "a", "a"}, {jsonrpc.Server, "1.0", "", "a"},
			{jsonrpc.Client, "100", "a", "a"}, {jsonrpc.Server, "1E+2", "", "a"},
			{jsonrpc.Client, "-0", "a", "a"}, {jsonrpc.Server, "0.00e9", "", "a"},
			{jsonrpc.Client, "9007199254740993", "a", "a"}, {jsonrpc.Server, "9007199254740992", "", "-"},
			{jsonrpc.Client, "1e999999999999999999999", "a", "a"}, {jsonrpc.Server, "0.1e1000000000000000000000", "", "a"},
			{jsonrpc.Client, "-1.5", "a", "a"}, {jsonrpc.Server, "1.5", "", "-"}, {jsonrpc.Server, " -15e-1 ", "", "a"},
		},
		"texts by value": {
			{jsonrpc.Client, `"a"`, "a", "a"}, {jsonrpc.Server, `"\u0061"`, "", "a"},
			{jsonrpc.Client, `""`, "a", "a"}, {jsonrpc.Server, ` ""`, "", "a"},
			{jsonrpc.Client, `"1e0"`, "a", "a"}, {jsonrpc.Server, "1", "", "-"},
		},
		"no ids": {
			{jsonrpc.Client, "", "a", "a"}, {jsonrpc.Server, "", "", "-"},
			{jsonrpc.Client, "null", "a", "a"}, {jsonrpc.Server, "null", "", "-"},
			{jsonrpc.Client, "[1]", "a", "a"}, {jsonrpc.Server, "[1]", "", "-"},
		},
		"an id that is used again": {
			{jsonrpc.Client, "1", "a", "a"}, {jsonrpc.Client, "1.0", "b", "b"}, {jsonrpc.Server, "1", "", "b"}, {jsonrpc.Server, "1", "", "-"},
		},
		"too long": {
			{jsonrpc.Client, "1", strings.Repeat("a", 2000), strings.Repeat("a", 2000)}, {jsonrpc.Server, "1", "", "-"},
			{jsonrpc.Client, strings.Repeat("1", 2000), "a", "a"}, {jsonrpc.Server, strings.Repeat("1", 2000), "", "-"},
		},
	} {
		var calls jsonrpc.Calls
		for i, s := range steps {
			got, ok := calls.Method(s.from, line{s.id, s.method})
			if !ok {
				got = "-" + got
			}
			if got != s.want {
				t.Errorf("%s, step %d: %.40q, want %.40q", name, i+1, got, s.want)
			}
		}
	}
}

// TestMethodOfNoLine checks that a bad line, which readers give as nil, answers nothing.
func TestMethodOfNoLine(t *testing.T) {
	var calls jsonrpc.Calls
	calls.Method(jsonrpc.Client, line{"1", "a"})
	if method, ok := calls.Method(jsonrpc.Server, nil); method != "" || ok || calls.Open() != 1 {
		t.Errorf("%q, %v, %d open, want nothing, and 1 open", method, ok, calls.Open())
	}
}

// TestLimit sends more requests than are remembered.
func TestLimit(t *testing.T) {
	calls := jsonrpc.Calls{Limit: 3}
	for i := range 5 {
		calls.Method(jsonrpc.Side(i%2), line{fmt.Sprint(i), "m"})
	}
	calls.Method(jsonrpc.Client, line{"4", "again"})
	if calls.Open() != 3 || calls.Forgotten() != 3 {
		t.Errorf("%d are open, %d forgotten, want 3 and 3", calls.Open(), calls.Forgotten())
	}
	for i, want := range []string{"", "", "m", "m", "again"} {
		if got, ok := calls.Method(jsonrpc.Side(1-i%2), line{id: fmt.Sprint(i)}); got != want || ok != (want != "") {
			t.Errorf("%d: %q, %v, want %q", i, got, ok, want)
		}
	}
	if calls.Open() != 0 || calls.Forgotten() != 3 {
		t.Errorf("%d are open, %d forgotten, want 0 and 3", calls.Open(), calls.Forgotten())
	}
}

// TestDefaultLimit sends requests without responses, beyond the default limit.
func TestDefaultLimit(t *testing.T) {
	var calls jsonrpc.Calls
	for i := range jsonrpc.DefaultLimit + 7 {
		calls.Method(jsonrpc.Client, line{fmt.Sprint(i), "m"})
	}
	if calls.Open() != jsonrpc.DefaultLimit || calls.Forgotten() != 7 {
		t.Errorf("%d are open, %d forgotten, want %d and 7", calls.Open(), calls.Forgotten(), jsonrpc.DefaultLimit)
	}
}

// TestCallsAgainstList compares Calls with a list of all open requests.
func TestCallsAgainstList(t *testing.T) {
	spellings := [][]string{{"1", "1.0", "1e0", "10e-1"}, {`"1"`, `"\u0031"`}, {"10", "1e1", "1E+01"}, {"0.5", "5e-1"}, {"0", "-0", "0e5"}}
	rapid.Check(t, func(t *rapid.T) {
		type open struct {
			from jsonrpc.Side
			id   int
			name string
		}
		calls := jsonrpc.Calls{Limit: rapid.IntRange(1, 6).Draw(t, "limit")}
		var list []open
		forgotten := int64(0)
		for i := range rapid.IntRange(0, 40).Draw(t, "lines") {
			from, id := jsonrpc.Side(rapid.IntRange(0, 1).Draw(t, "from")), rapid.IntRange(0, len(spellings)-1).Draw(t, "id")
			raw := rapid.SampledFrom(spellings[id]).Draw(t, "spelling")
			sender, name := from, fmt.Sprint("m", i)
			if rapid.Bool().Draw(t, "response") {
				sender, name = 1-from, ""
			}
			k := slices.IndexFunc(list, func(o open) bool { return o.from == sender && o.id == id })
			want, wantOK := name, true
			if k >= 0 {
				if name == "" {
					want = list[k].name
				} else {
					forgotten++
				}
				list = slices.Delete(list, k, k+1)
			} else if name == "" {
				wantOK = false
			}
			if name != "" {
				if len(list) == calls.Limit {
					list = list[1:]
					forgotten++
				}
				list = append(list, open{from, id, name})
			}
			got, ok := calls.Method(from, line{raw, name})
			if got != want || ok != wantOK || calls.Open() != len(list) || calls.Forgotten() != forgotten {
				t.Fatalf("%s %q: %q, %v, %d open, %d forgotten, want %q, %v, %d, %d", raw, name, got, ok, calls.Open(), calls.Forgotten(),
					want, wantOK, len(list), forgotten)
			}
		}
	})
}
