package decoder_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/genrt"
)

func TestErrorText(t *testing.T) {
	for _, tt := range []struct {
		e    decoder.Error
		want string
	}{
		{decoder.Error{File: "a.jsonl", Line: 3, Offset: 110, Start: 100, Path: ".x", Reason: decoder.ErrType, Err: errors.New("string"), Near: "`x`"},
			"a.jsonl:3:11: .x: wrong JSON type: string near `x`"},
		{decoder.Error{File: "a.jsonl", Reason: decoder.ErrArchive, Err: io.ErrUnexpectedEOF}, "a.jsonl: damaged archive: unexpected EOF"},
		{decoder.Error{Line: 3, Reason: decoder.ErrSyntax}, "ndwire: 3:1: syntax"},
		{decoder.Error{Offset: 4, Reason: decoder.ErrSyntax}, "ndwire: column 5: syntax"},
	} {
		if got := tt.e.Error(); got != tt.want {
			t.Errorf("%s\nwant %s", got, tt.want)
		}
	}
}

func TestErrorIs(t *testing.T) {
	var err error = fmt.Errorf("wrapped: %w", &decoder.Error{File: "a", Line: 3, Reason: decoder.ErrIncomplete, Err: io.ErrUnexpectedEOF})
	if !errors.Is(err, decoder.ErrIncomplete) || !errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, decoder.ErrSyntax) {
		t.Error("Is")
	}
	if e, ok := errors.AsType[*decoder.Error](err); !ok || e.Line != 3 {
		t.Error("AsType")
	}
	if errors.Is(&decoder.Error{Reason: decoder.ErrSyntax}, io.EOF) {
		t.Error("an error without a cause has one")
	}
}

// TestEndsFile checks which errors are about a file: after them, and after no others, the rest of it is not read.
func TestEndsFile(t *testing.T) {
	const good = "{\"type\":\"note\"}\n"
	for text, want := range map[string]bool{
		good:                   false,
		"{\"type\":\n":         false,
		"[1]\n":                false,
		"\x00\x00\n":           false,
		"\xff\xfe{\x00\"\x00":  true,
		"\x1f\x8b\x08\x00\x00": true,
		"\x28\xb5\x2f\xfd\x00": true,
	} {
		ended, lines := false, 0
		for _, err := range genrt.NewReader(codec, strings.NewReader(text+"\n"+good)).All() {
			if e, ok := errors.AsType[*decoder.Error](err); ok && e.EndsFile() {
				ended = true
			}
			if err == nil {
				lines++
			}
		}
		if ended != want || ended != (lines == 0) {
			t.Errorf("%q: the file has ended: %v, with %d lines after it", text, ended, lines)
		}
	}
	for _, e := range []*decoder.Error{
		{Reason: decoder.ErrUnreadable},
		{Reason: decoder.ErrArchive, Err: io.ErrUnexpectedEOF},
		{Reason: decoder.ErrIncomplete, Err: fmt.Errorf("cut: %w", decoder.ErrArchive)},
	} {
		if !e.EndsFile() {
			t.Errorf("%v does not end its file", e)
		}
	}
}

func TestExcerpt(t *testing.T) {
	for _, tt := range []struct{ in, near string }{
		{"{\"a\":\x01}", "\"{\\\"a\\\":\\x01}\""},
		{`{"a":"` + strings.Repeat("é", 50) + `",}`, "`" + strings.Repeat("é", 7) + "\",}`"},
		{`{` + strings.Repeat("é", 50), "`{" + strings.Repeat("é", 12) + "`"},
		{"{`", "\"{`\""},
	} {
		_, err := codec.Unmarshal([]byte(tt.in))
		e, ok := err.(*decoder.Error)
		if !ok {
			t.Fatalf("%q: %v", tt.in, err)
		}
		if e.Near != tt.near {
			t.Errorf("%q: near %s, want %s", tt.in, e.Near, tt.near)
		}
	}
}

func TestKind(t *testing.T) {
	for k, want := range map[decoder.Kind]bool{"system": true, "system/init": true, "systemx": false, "sys": false, "": false} {
		if k.In("system") != want {
			t.Error(k)
		}
	}
	if typ, sub := decoder.Kind("a/b/c").Cut(); typ != "a" || sub != "b/c" {
		t.Error(typ, sub)
	}
	if typ, sub := decoder.Kind("a").Cut(); typ != "a" || sub != "" {
		t.Error(typ, sub)
	}
	for p, want := range map[decoder.Pos]string{{File: "f", Line: 3}: "f:3", {Line: 4}: "line 4"} {
		if p.String() != want {
			t.Error(p)
		}
	}
}
