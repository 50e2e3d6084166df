package gen_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/gen/testdata/results"
)

// TestDecodeResult decodes results by method: known methods give their types, others give the text.
func TestDecodeResult(t *testing.T) {
	unknown := func(raw string) results.Result { return &results.UnknownResult{Raw: decoder.Raw(raw)} }
	for _, c := range []struct {
		method, result string
		want           results.Result
	}{
		{"open", `{"handle":3}`, &results.Opened{Handle: 3}},
		{"reopen", ` {"handle":3} `, &results.Opened{Handle: 3}},
		{"", `{}`, &results.Empty{}},
		{"list", `{"kind":"more","cursor":"c"}`, &results.More{Cursor: "c"}},
		{"list", `{"items":[{"type":"text","text":"a"}]}`, &results.List{Items: []results.Item{&results.Text{Text: "a"}}}},
		{"look", `{"url":"u","type":"image"}`, &results.Image{URL: "u"}},
		{"look", `{"type":"sound"}`, unknown(`{"type":"sound"}`)},
		{"ping", `{"type":"image"}`, unknown(`{"type":"image"}`)},
		{"ping", `[1]`, unknown(`[1]`)},
		{"Open", `"text"`, unknown(`"text"`)},
		{"opens", ` 1.50 `, unknown(`1.50`)},
		{"open", ``, nil},
		{"nobody", ``, nil},
	} {
		m := &results.Response{}
		if c.result != "" {
			m.Result = decoder.Raw(c.result)
		}
		got, err := m.DecodeResult(c.method)
		if err != nil {
			t.Errorf("%s %s: %v", c.method, c.result, err)
		} else if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s %s (-want +got):\n%s", c.method, c.result, d)
		}
	}
}

// TestDecodeResultErrors checks results that a method cannot have.
func TestDecodeResultErrors(t *testing.T) {
	for _, c := range []struct {
		method, result string
		want           decoder.Reason
	}{
		{"open", `null`, decoder.ErrNotObject},
		{"open", `[{"handle":3}]`, decoder.ErrNotObject},
		{"list", `"more"`, decoder.ErrNotObject},
		{"look", `7`, decoder.ErrNotObject},
		{"open", `{"handle":3}{}`, decoder.ErrTrailing},
		{"open", `{"handle":`, decoder.ErrTruncated},
		{"nobody", `[1`, decoder.ErrTruncated},
	} {
		got, err := (&results.Response{Result: decoder.Raw(c.result)}).DecodeResult(c.method)
		e, ok := errors.AsType[*decoder.Error](err)
		if !ok || e.Reason != c.want || got != nil {
			t.Errorf("%s %s: %v, %v, want %v", c.method, c.result, got, err, c.want)
		}
	}
}

// TestCheckResult checks that CheckResult returns the errors of strict readers.
func TestCheckResult(t *testing.T) {
	for _, c := range []struct{ method, result, want string }{
		{"open", `{"handle":3}`, ""},
		{"ping", `[1]`, ""},
		{"nobody", `[1]`, ""},
		{"open", `{"handle":"3","more":true}`, ".handle .more"},
		{"list", `{"items":[{"type":"sound"}]}`, ".items[0]"},
		{"list", `{"kind":"more"}`, "."},
		{"look", `{"type":"sound"}`, "."},
		{"open", `[]`, "."},
		{"nobody", `[1`, ".[0]"},
		{"open", ``, "."}, // the Result of a response with null
		{"nobody", ``, ""},
	} {
		var paths []string
		if err := results.CheckResult(c.method, []byte(c.result)); err != nil {
			for _, err := range err.(interface{ Unwrap() []error }).Unwrap() {
				e, _ := errors.AsType[*decoder.Error](err)
				paths = append(paths, e.Path)
			}
		}
		if got := strings.Join(paths, " "); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.method, c.result, got, c.want)
		}
	}
}

// TestGetRaw checks getters of type json.
func TestGetRaw(t *testing.T) {
	for line, want := range map[string]string{
		`{"id":1,"method":"open"}`:    "1 open",
		`{"method":"closed"}`:         " closed",
		`{"result":{},"id":"\u0061"}`: `"\u0061" `,
		`{"id":null,"result":{}}`:     " ",
		`{"other":1,"id":[1, 2]}`:     "[1, 2] ",
		`{"other":1}`:                 " ",
	} {
		l, err := results.UnmarshalLine([]byte(line))
		if err != nil {
			t.Error(err)
			continue
		}
		if got := l.GetID().String() + " " + l.GetMethod(); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

// TestSetResult sets results, the last of which cannot be written.
func TestSetResult(t *testing.T) {
	m := &results.Response{ID: decoder.Raw("1")}
	for _, c := range []struct {
		set  results.Result
		want string
	}{
		{&results.Opened{Handle: 3, Item: &results.Text{Text: "a"}}, `{"id":1,"result":{"handle":3,"item":{"type":"text","text":"a"}}}`},
		{&results.Circle{Radius: 1}, `{"id":1,"result":{"radius":1}}`},
		{&results.Opened{Shape: &results.Circle{Radius: 1}}, `{"id":1,"result":{"handle":0,"shape":{"type":"circle","radius":1}}}`},
		{&results.Image{URL: "u"}, `{"id":1,"result":{"type":"image","url":"u"}}`},
		{&results.UnknownResult{Raw: decoder.Raw("[1]")}, `{"id":1,"result":[1]}`},
		{nil, `{"id":1,"result":null}`},
		{&results.More{Cursor: "c"}, `{"id":1,"result":{"kind":"more","cursor":"c"}}`},
	} {
		if err := m.SetResult(c.set); err != nil {
			t.Error(err)
		}
		if text, err := m.AppendJSON(nil); err != nil || string(text) != c.want {
			t.Errorf("%s, %v, want %s", text, err, c.want)
		}
	}
	err := m.SetResult(&results.UnknownResult{Raw: decoder.Raw("[1")})
	if err == nil || !strings.Contains(string(m.Result), "more") {
		t.Errorf("%v, the result is %s", err, m.Result)
	}
}
