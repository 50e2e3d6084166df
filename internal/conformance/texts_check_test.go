package conformance_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/kernel"
)

func name(text string) string {
	if len(text) > 30 {
		return text[:30] + "..."
	}
	return text
}

// TestTexts checks the verdict on every text, alone on a line and as an unknown member of a line, with the kernels of every level.
func TestTexts(t *testing.T) {
	seen := map[string]bool{}
	for _, x := range texts {
		if seen[x.text] {
			t.Errorf("%q stands here twice", name(x.text))
		}
		seen[x.text] = true
		choice, chosen := choices[x.text]
		if chosen != (x.is == open) {
			t.Errorf("%q: open texts need a choice, others have none", name(x.text))
		}
		wantLine := x.is == valid || chosen && !strings.Contains(choice.is, " ")
		wantMember := wantLine && !choice.whole

		for _, level := range kernel.Levels() {
			restore := kernel.Force(level)
			i := kernel.Space([]byte(x.text), 0)
			end, fault := kernel.Valid([]byte(x.text), i, 1000)
			good := fault == kernel.NoFault && kernel.Space([]byte(x.text), end) == len(x.text)
			if good != wantMember {
				t.Errorf("%q: kernels of level %v: %v", name(x.text), level, good)
			}
			restore()
		}

		raw, err := decoder.NewLines(strings.NewReader(oneLine(x.text))).Next()
		if (err == nil) != wantLine {
			t.Errorf("%q on a line: %v", name(x.text), err)
		}
		if err == nil {
			checkValue(t, x.text, raw, choice.is)
		}
		if chosen && err != nil && !errors.Is(err, decoder.Reason(choice.is)) {
			t.Errorf("%q on a line: %v, want %s", name(x.text), err, choice.is)
		}
		if raw := decoder.Raw(x.text); !choice.whole && len(x.text) < 10_000 {
			if _, err := raw.Any(); (err == nil) != wantLine {
				t.Errorf("%q: Any: %v", name(x.text), err)
			}
		}

		line := []byte(`{"type":"keep_alive","x":` + x.text + `}`)
		l, err := ndwire.UnmarshalLine(line)
		if (err == nil) != wantMember {
			t.Errorf("%q as a member: %v", name(x.text), err)
		}
		if (ndwire.CheckLine(line) == nil) || wantMember != onlyFindings(ndwire.CheckLine(line)) {
			t.Errorf("%q as a member: CheckLine: %v", name(x.text), ndwire.CheckLine(line))
		}
		if err == nil {
			v, ok := l.(*ndwire.KeepAlive).Extra.Get("x")
			if !ok {
				t.Errorf("%q as a member is lost", name(x.text))
			}
			checkValue(t, x.text, v, choice.is)
		}

		// encoding/json has the same verdict, except for open texts.
		if x.is != open && json.Valid([]byte(x.text)) != (x.is == valid) {
			t.Errorf("%q: encoding/json thinks otherwise", name(x.text))
		}
	}
	if len(texts) < 200 {
		t.Errorf("only %d texts", len(texts))
	}
	for text := range choices {
		if !seen[text] {
			t.Errorf("there is a choice for %q, but no such text", name(text))
		}
	}
}

// oneLine returns text without line ends.
func oneLine(text string) string { return strings.ReplaceAll(text, "\n", " ") }

// onlyFindings reports whether all errors of CheckLine are those that strict mode has for good JSON.
func onlyFindings(err error) bool {
	for _, bad := range []error{decoder.ErrSyntax, decoder.ErrTruncated, decoder.ErrTrailing, decoder.ErrTooDeep, decoder.ErrNotObject} {
		if errors.Is(err, bad) {
			return false
		}
	}
	return errors.Is(err, decoder.ErrUnknown)
}

// checkValue compares a value with that of encoding/json, or with our choice for an open text.
func checkValue(t *testing.T, text string, raw decoder.Raw, choice string) {
	t.Helper()
	v, err := raw.Any()
	if err != nil {
		t.Errorf("%q: Any: %v", name(text), err)
		return
	}
	var got bytes.Buffer
	enc := json.NewEncoder(&got)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		t.Errorf("%q: %v", name(text), err)
		return
	}
	if choice == "" {
		var v any
		if err := json.Unmarshal([]byte(oneLine(text)), &v); err != nil {
			t.Errorf("%q: %v", name(text), err)
			return
		}
		var want bytes.Buffer
		enc := json.NewEncoder(&want)
		enc.SetEscapeHTML(false)
		enc.Encode(v)
		choice = strings.TrimSpace(want.String())
	}
	if strings.TrimSpace(got.String()) != choice {
		t.Errorf("%q: %s, want %s", name(text), got.String(), choice)
	}
}
