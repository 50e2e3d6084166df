package conformance_test

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/encoder"
	"github.com/ndwire/ndwire/internal/jsontest"
)

// result is a line with a field of most Go types.
type result struct {
	NumTurns     int                         `json:"num_turns"`
	TotalCostUSD float64                     `json:"total_cost_usd"`
	Result       *string                     `json:"result,omitempty"`
	SessionID    string                      `json:"session_id"`
	Usage        struct{ Input, Output int } `json:"usage"`
	Denials      []struct {
		Name, ID string
	} `json:"permission_denials"`
}

// both decodes a result with further members by ndwire and by encoding/json.
func both(t *testing.T, members string) (*ndwire.ResultMessage, error, result, error) {
	t.Helper()
	line := []byte(`{"type":"result","subtype":"success",` + members + `}`)
	var theirs result
	err2 := json.Unmarshal(line, &theirs)
	l, err := ndwire.UnmarshalLine(line)
	if err != nil {
		return nil, err, theirs, err2
	}
	out, err := l.AppendJSON(nil)
	if err != nil {
		t.Fatal(err)
	}
	// If encoding/json accepts the text, the values are equal.
	if err2 == nil && !strings.Contains(members, "-0") {
		if want, got := jsontest.Value(t, line), jsontest.Value(t, out); !equal(want, got) {
			t.Errorf("%s\nis written as\n%s", line, out)
		}
	}
	return l.(*ndwire.ResultMessage), nil, theirs, err2
}

func equal(a, b any) bool {
	x, err := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err == nil && err2 == nil && string(x) == string(y)
}

// written returns the line that is written back.
func written(t *testing.T, l ndwire.Line) string {
	t.Helper()
	out, err := l.AppendJSON(nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func user(t *testing.T, text string) *ndwire.UserMessage {
	t.Helper()
	l, err := ndwire.UnmarshalLine([]byte(`{"type":"user","message":{"role":"user","content":"` + text + `"}}`))
	if err != nil {
		t.Fatal(err)
	}
	return l.(*ndwire.UserMessage)
}

const keepAlive = `{"type":"keep_alive"}`

// differences are the rows of docs/json.md.
var differences = map[string]func(t *testing.T) bool{
	"byte order mark before a record": func(t *testing.T) bool {
		_, err := ndwire.UnmarshalLine([]byte("\ufeff" + keepAlive))
		return err == nil && !json.Valid([]byte("\ufeff"+keepAlive))
	},
	"NUL bytes around a record": func(t *testing.T) bool {
		_, err := ndwire.UnmarshalLine([]byte("\x00" + keepAlive + "\x00"))
		_, err2 := ndwire.NewReader(strings.NewReader("\x00\x00\n")).Next()
		return err == nil && errors.Is(err2, decoder.ErrNUL) && !json.Valid([]byte(keepAlive+"\x00"))
	},
	"a value that is not an object": func(t *testing.T) bool {
		_, err := ndwire.UnmarshalLine([]byte("[1]"))
		raw, err2 := decoder.NewLines(strings.NewReader("[1]")).Next()
		return errors.Is(err, decoder.ErrNotObject) && err2 == nil && string(raw) == "[1]"
	},
	"null for a line": func(t *testing.T) bool {
		_, err := ndwire.UnmarshalLine([]byte("null"))
		return errors.Is(err, decoder.ErrNotObject) && json.Unmarshal([]byte("null"), new(result)) == nil
	},
	"nesting": func(t *testing.T) bool {
		nested := func(n int) []byte {
			return []byte(`{"type":"keep_alive","x":` + strings.Repeat("[", n-1) + strings.Repeat("]", n-1) + `}`)
		}
		_, err := ndwire.UnmarshalLine(nested(1000))
		_, err2 := ndwire.UnmarshalLine(nested(1001))
		return err == nil && errors.Is(err2, decoder.ErrTooDeep) && json.Valid(nested(10_000)) && !json.Valid(nested(10_001))
	},
	"elements": func(t *testing.T) bool {
		line := `{"type":"system","subtype":"init","tools":["a",` + strings.Repeat(`"a",`, 1<<20-1) + `"a"]}`
		_, err := ndwire.UnmarshalLine([]byte(line))
		_, err2 := ndwire.UnmarshalLine([]byte(strings.Replace(line, `"a",`, "", 1)))
		return errors.Is(err, decoder.ErrElements) && err2 == nil && json.Unmarshal([]byte(line), new(struct{ Tools []string })) == nil
	},
	"memory": func(t *testing.T) bool {
		line := []byte(`{"type":"system","subtype":"init","mcp_servers":[` + strings.Repeat(`{},`, 1<<18) + `{}]}`)
		_, err := ndwire.UnmarshalLine(line)
		return errors.Is(err, decoder.ErrMemory) && json.Unmarshal(line, new(struct{ Servers []struct{} })) == nil
	},

	"case of names": func(t *testing.T) bool {
		m, _, theirs, _ := both(t, `"Session_ID":"s"`)
		return m.SessionID == "" && m.Extra.Len() == 1 && theirs.SessionID == "s"
	},
	"unknown members": func(t *testing.T) bool {
		m, _, theirs, _ := both(t, `"new":[1]`)
		out, _ := json.Marshal(theirs)
		v, ok := m.Extra.Get("new")
		return ok && string(v) == "[1]" && strings.Contains(written(t, m), `"new":[1]`) && !strings.Contains(string(out), "new")
	},
	"member twice": func(t *testing.T) bool {
		m, _, theirs, _ := both(t, `"usage":{"input_tokens":1},"usage":{"output_tokens":2}`)
		json.Unmarshal([]byte(`{"usage":{"Input":1},"usage":{"Output":2}}`), &theirs)
		return m.Usage.InputTokens == 0 && m.Usage.OutputTokens == 2 && theirs.Usage.Input == 1 && theirs.Usage.Output == 2
	},
	"list twice": func(t *testing.T) bool {
		m, _, theirs, _ := both(t, `"permission_denials":[{"tool_name":"a"}],"permission_denials":[{"tool_use_id":"b"}]`)
		json.Unmarshal([]byte(`{"permission_denials":[{"Name":"a"}],"permission_denials":[{"ID":"b"}]}`), &theirs)
		return len(m.PermissionDenials) == 1 && m.PermissionDenials[0].ToolName == "" && theirs.Denials[0].Name == "a"
	},
	"value of another JSON type": func(t *testing.T) bool {
		m, err, _, err2 := both(t, `"session_id":7`)
		return err == nil && m.SessionID == "" && string(m.Extra.OddValue("session_id")) == "7" && err2 != nil
	},
	"null in a field without null": func(t *testing.T) bool {
		m, _, theirs, err := both(t, `"session_id":null`)
		return m.SessionID == "" && m.Extra.State("session_id") == decoder.IsNull && err == nil && theirs.SessionID == ""
	},
	"missing and empty": func(t *testing.T) bool {
		m, _, _, _ := both(t, `"session_id":"","permission_denials":[]`)
		out := written(t, m)
		return strings.Contains(out, `"session_id":""`) && strings.Contains(out, `"permission_denials":[]`) && !strings.Contains(out, "uuid")
	},

	"fraction or exponent in an integer": func(t *testing.T) bool {
		for text, want := range map[string]int{"1500.0": 1500, "3e0": 3, "585.6": 585} {
			m, err, _, err2 := both(t, `"num_turns":`+text)
			if err != nil || m.NumTurns != want || err2 == nil || !strings.Contains(written(t, m), text) {
				return false
			}
		}
		return true
	},
	"integer out of range": func(t *testing.T) bool {
		m, _, _, err2 := both(t, `"num_turns":1e30`)
		return m.NumTurns == math.MaxInt && err2 != nil && strings.Contains(written(t, m), `"num_turns":1e30`) &&
			errors.Is(ndwire.CheckLine([]byte(written(t, m))), decoder.ErrRange)
	},
	"float out of range": func(t *testing.T) bool {
		m, _, _, err2 := both(t, `"total_cost_usd":-1e400`)
		return m.TotalCostUSD == -math.MaxFloat64 && err2 != nil && strings.Contains(written(t, m), `"total_cost_usd":-1e400`) &&
			errors.Is(ndwire.CheckLine([]byte(written(t, m))), decoder.ErrRange)
	},
	"minus zero": func(t *testing.T) bool {
		m, _, theirs, _ := both(t, `"total_cost_usd":-0`)
		return m.TotalCostUSD == 0 && !math.Signbit(m.TotalCostUSD) && math.Signbit(theirs.TotalCostUSD) && strings.Contains(written(t, m), `"total_cost_usd":-0`)
	},
	"spelling of a number": func(t *testing.T) bool {
		m, _, theirs, _ := both(t, `"total_cost_usd":1.50`)
		out, _ := json.Marshal(theirs)
		return m.TotalCostUSD == 1.5 && strings.Contains(written(t, m), `"total_cost_usd":1.50`) && strings.Contains(string(out), `"total_cost_usd":1.5,`)
	},
	"large integers in Any": func(t *testing.T) bool {
		v, err := decoder.Raw(`9007199254740993`).Any()
		var theirs any
		json.Unmarshal([]byte(`9007199254740993`), &theirs)
		return err == nil && v == decoder.ExactNumber("9007199254740993") && theirs == 9007199254740992.0
	},
	"numbers out of range in Any": func(t *testing.T) bool {
		v, err := decoder.Raw(`1e400`).Any()
		return err == nil && v == decoder.ExactNumber("1e400") && json.Unmarshal([]byte(`1e400`), new(any)) != nil
	},

	"lone surrogates":   func(t *testing.T) bool { return replaced(t, `a\ud800b`, "a\ufffdb", decoder.ErrSurrogate) },
	"invalid UTF-8":     func(t *testing.T) bool { return replaced(t, "a\xff\xc3b", "a\ufffd\ufffdb", decoder.ErrUTF8) },
	"HTML in strings":   func(t *testing.T) bool { return unescaped(t, "<&>") },
	"U+2028 and U+2029": func(t *testing.T) bool { return unescaped(t, "\u2028\u2029") },

	"damage within a skipped line": func(t *testing.T) bool {
		line := []byte(`{"type":"keep_alive","x":{"a":1 "b":2}}`)
		kind, err := ndwire.Peek(line)
		_, err2 := ndwire.UnmarshalLine(line)
		return kind == ndwire.KindKeepAlive && err == nil && errors.Is(err2, decoder.ErrSyntax)
	},
}

func replaced(t *testing.T, text, want string, reason decoder.Reason) bool {
	m := user(t, text)
	out := written(t, m)
	r := ndwire.NewReader(strings.NewReader(out))
	for range r.All() {
	}
	var theirs string
	json.Unmarshal([]byte(`"`+text+`"`), &theirs)
	again, _ := json.Marshal(theirs)
	return m.Message.Content.Text == want && theirs == want && strings.Contains(out, text) && r.Stats().Replaced == 1 &&
		!strings.Contains(string(again), text) && errors.Is(ndwire.CheckLine([]byte(out)), reason)
}

func unescaped(t *testing.T, text string) bool {
	m := user(t, "")
	m.Message.Content.Text = text
	theirs, _ := json.Marshal(text)
	return strings.Contains(written(t, m), `"`+text+`"`) && !strings.Contains(string(theirs), text)
}

// The differences of the output.
func init() {
	raw := func(text string) (string, error) {
		m := &ndwire.AssistantMessage{WireToolInputs: decoder.Raw(text)}
		out, err := m.AppendJSON(nil)
		return string(out), err
	}
	differences["line feeds in raw texts"] = func(t *testing.T) bool {
		lines, err := raw("[1,\n\t2, 3]")
		spaced, err2 := raw("[1,  2]")
		theirs, _ := json.Marshal(json.RawMessage("[1,  2]"))
		return err == nil && err2 == nil && strings.Contains(lines, "[1,2,3]") && strings.Contains(spaced, "[1,  2]") && string(theirs) == "[1,2]"
	}
	differences["nesting of raw texts"] = func(t *testing.T) bool {
		deep := strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001)
		out, err := raw(deep)
		_, theirs := json.Marshal(json.RawMessage(deep))
		return err == nil && strings.Contains(out, deep) && theirs != nil
	}
	differences["empty raw text"] = func(t *testing.T) bool {
		out, err := decoder.Raw{}.AppendJSON(nil)
		_, err2 := new(ndwire.UnknownMessage).AppendJSON(nil)
		_, theirs := json.Marshal(json.RawMessage{})
		return err == nil && string(out) == "null" && errors.Is(err2, encoder.ErrInvalid) && theirs != nil
	}
	differences["nil record"] = func(t *testing.T) bool {
		_, err := (*ndwire.AssistantMessage)(nil).AppendJSON(nil)
		theirs, err2 := json.Marshal((*ndwire.AssistantMessage)(nil))
		return errors.Is(err, encoder.ErrNil) && err2 == nil && string(theirs) == "null"
	}
	differences["byte order mark in `WriteRaw`"] = func(t *testing.T) bool {
		var out strings.Builder
		w := encoder.NewWriter(&out)
		err := errors.Join(w.WriteRaw([]byte("\ufeff\x00"+keepAlive+"\x00")), w.Flush())
		return err == nil && out.String() == keepAlive+"\n"
	}
}

func TestDifferences(t *testing.T) {
	page, err := os.ReadFile("../../docs/json.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]bool{}
	for _, row := range regexp.MustCompile(`(?m)^\| ([^|]*) \|`).FindAllSubmatch(page, -1) {
		if name := string(row[1]); name != "what" {
			rows[name] = true
		}
	}
	for name := range rows {
		if differences[name] == nil {
			t.Errorf("docs/json.md has a row %q without a test", name)
		}
	}
	for name, holds := range differences {
		if !rows[name] {
			t.Errorf("docs/json.md has no row %q", name)
		}
		t.Run(name, func(t *testing.T) {
			if !holds(t) {
				t.Error("this is not so")
			}
		})
	}
}
