package decoder_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ndwire/ndwire/decoder"
)

// damagedFiles are the files of testdata that are small enough to be mutated.
func damagedFiles(f *testing.F) (all [][]byte) {
	files, err := filepath.Glob("../testdata/damaged/*.ndjson")
	if err != nil || len(files) == 0 {
		f.Fatal("no files:", err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		if len(data) < 4<<10 {
			all = append(all, data)
		}
	}
	return all
}

// FuzzReader checks that lines are those of bytes.Split, however the input is cut into reads, and that all loops have the same
// results.
func FuzzReader(f *testing.F) {
	for _, data := range damagedFiles(f) {
		f.Add(data, uint16(3), uint16(0), false)
		f.Add(data, uint16(1000), uint16(100), true)
	}
	f.Add([]byte("{\"type\":\"note\",\"text\":\"a\"}\v"), uint16(3), uint16(0), false) // not white space in JSON
	f.Fuzz(func(t *testing.T, in []byte, cut, limit uint16, salvage bool) {
		opts := []decoder.Option{decoder.MaxLine(int64(limit))}
		if salvage {
			opts = append(opts, decoder.Salvage())
		}
		got, stats := readAll(t, func() io.Reader { return &chunks{data: bytes.Clone(in), cut: []int{1, int(cut) + 1, 7}} }, opts...)
		if len(got) > 0 && strings.Contains(got[0].Err, "UTF-16") {
			return
		}
		lines := bytes.SplitAfter(in, []byte("\n"))
		if len(lines[len(lines)-1]) == 0 {
			lines = lines[:len(lines)-1]
		}
		if stats.Lines != int64(len(lines)) || stats.Bytes != int64(len(in)) {
			t.Fatalf("%d lines and %d bytes, want %d and %d\n%q", stats.Lines, stats.Bytes, len(lines), len(in), in)
		}
		delivered := map[int64]bool{}
		for _, s := range got {
			line := lines[s.Pos.Line-1]
			start := int64(0)
			for _, l := range lines[:s.Pos.Line-1] {
				start += int64(len(l))
			}
			delivered[s.Pos.Line] = true
			text := bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
			from := s.Pos.Offset - start
			if from < 0 || from+s.Pos.Length > int64(len(text)) || !s.Pos.Salvaged && !salvage && s.Pos.Length != int64(len(text)) {
				t.Fatalf("%+v is not line %q", s.Pos, line)
			}
			if want := string(text[from : from+s.Pos.Length]); s.Raw != want && !strings.Contains(s.Err, "too long") {
				t.Fatalf("Raw %q, want %q", s.Raw, want)
			}
			if record := strings.Trim(strings.ReplaceAll(s.Raw, "\xef\xbb\xbf", " "), "\x00 \t\r"); s.Err == "" && !json.Valid([]byte(record)) {
				t.Fatalf("%q is not JSON", s.Raw)
			}
		}
		for n, line := range lines {
			if padding.Replace(strings.ReplaceAll(string(line), "\t", "")) != "" && !delivered[int64(n)+1] {
				t.Fatalf("line %d, %q, is lost", n+1, line)
			}
			if object := bytes.Trim(line, " \t\r\n"); len(object) > 0 && object[0] == '{' && json.Valid(object) && (limit == 0 || len(line) < int(limit)) {
				for _, s := range got {
					if s.Pos.Line == int64(n)+1 && s.Err != "" && !strings.Contains(s.Err, string(decoder.ErrTooDeep)) {
						t.Fatalf("%q: %s", line, s.Err)
					}
				}
			}
		}
	})
}

// FuzzPeek checks that a peek returns what encoding/json finds.
func FuzzPeek(f *testing.F) {
	for _, in := range []string{`{"type":"note","text":"a"}`, `{"subtype":"stop","type":"event"}`, `{"x":{"type":"y"},"type":"n\u006fte","type":"z"}`, `{"type":7}`, `{"a":[{"b":"}"}],"type":""}`, `{}`, `[]`} {
		f.Add([]byte(in))
	}
	for _, data := range damagedFiles(f) {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		kind, err := peek(in)
		borrowed, err2 := codec.Borrow(in)
		if err2 == nil && (err != nil || borrowed.Kind() != kind) {
			if _, ok := borrowed.(*unknown); ok || err != nil {
				t.Fatalf("Peek %q, %v, but it is a %s\n%q", kind, err, borrowed.Kind(), in)
			}
		}
		if !json.Valid(in) || bytes.TrimSpace(in)[0] != '{' {
			if err == nil && err2 == nil && bytes.IndexByte(in, 0) < 0 && !bytes.Contains(in, []byte("\ufeff")) {
				t.Fatalf("it is taken: %q", in)
			}
			return
		}
		if errors.Is(err, decoder.ErrTooDeep) {
			return
		}
		var members map[string]any
		if err := json.Unmarshal(in, &members); err != nil {
			return // a number out of the range of encoding/json
		}
		typ, ok := members["type"].(string)
		sub, _ := members["subtype"].(string)
		want := decoder.Kind("")
		if part := strings.NewReplacer("~", "~0", "/", "~1"); ok {
			if want = decoder.Kind(part.Replace(typ)); typ != "note" && sub != "" {
				want += decoder.Kind("/" + part.Replace(sub))
			}
		}
		if err != nil || kind != want {
			t.Fatalf("%q, %v, want %q\n%q", kind, err, want, in)
		}
	})
}

// FuzzRaw checks that Any returns what encoding/json returns, except for numbers that would be rounded.
func FuzzRaw(f *testing.F) {
	for _, in := range []string{`null`, `[1,2.5e-3,"a\ud83d\u00e9",{"a":null,"a":true},-0,9007199254740993,1e400]`, `{"":{"\ud800":[[]]}}`, "\"\xff\xc3\xa9\"", ` {"a" : 1 } `, `[1,]`, `01`} {
		f.Add([]byte(in))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		raw := decoder.Raw(in)
		got, err := raw.Any()
		if (err == nil) != json.Valid(in) && !tooDeep(in) {
			t.Fatalf("Any: %v, but encoding/json says %v\n%q", err, json.Valid(in), in)
		}
		raw.Type()
		raw.Text()
		raw.Get("a", "b")
		for k, v := range raw.Members() {
			raw.Get(k)
			v.Any()
		}
		for _, v := range raw.Elements() {
			v.Text()
		}
		if err != nil || tooDeep(in) {
			return
		}
		var want any
		d := json.NewDecoder(bytes.NewReader(in))
		d.UseNumber()
		if err := d.Decode(&want); err != nil {
			t.Fatal(err)
		}
		if got, want := plain(got), plain(want); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q (-want +got):\n%s", in, cmp.Diff(want, got))
		}
		if text, ok := raw.Text(); ok != (raw.Type() == decoder.String) || ok && text != got {
			t.Fatalf("Text %q, %v\n%q", text, ok, in)
		}
	})
}

// tooDeep reports whether in may be nested deeper than encoding/json allows.
func tooDeep(in []byte) bool { return bytes.Count(in, []byte("["))+bytes.Count(in, []byte("{")) > 9000 }

// plain converts exact numbers of both types, and float64s, to the same form.
func plain(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			v[k] = plain(v[k])
		}
	case []any:
		for k := range v {
			v[k] = plain(v[k])
		}
	case float64:
		return v
	case decoder.ExactNumber:
		return number(string(v))
	case json.Number:
		return number(string(v))
	}
	return v
}

// number returns a float64, or the text if no float64 is exact.
func number(text string) any {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || !strings.ContainsAny(text, ".eE") && math.Abs(f) >= 1<<53 && text != strconv.FormatFloat(f, 'f', 0, 64) {
		return text
	}
	return f
}
