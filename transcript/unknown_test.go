package transcript_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/transcript"
)

// TestUnknownFiles checks that a file of an unknown protocol gives one error and no entry in every loop, and that the other files are read.
func TestUnknownFiles(t *testing.T) {
	const codex = `{"timestamp":"2026-01-02T03:04:05.006Z","type":"session_meta","payload":{"id":"s"}}` + "\n" +
		`{"timestamp":"2026-01-02T03:04:05.006Z","type":"response_item","payload":{}}` + "\n"
	const claude = `{"type":"user","uuid":"u","parentUuid":null,"isSidechain":false,"sessionId":"s","message":{"role":"user","content":"hi"}}` + "\n"
	folder := t.TempDir()
	var paths []string
	for _, f := range []struct{ name, text string }{
		{"a.jsonl", codex}, {"b.jsonl", claude + claude}, {"c.jsonl", "a,b\n1,2\n"}, {"d.jsonl", codex}, {"e.jsonl", ""}, {"f.jsonl", claude}, {"g.jsonl", codex},
	} {
		path := filepath.Join(folder, f.name)
		if err := os.WriteFile(path, []byte(f.text), 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	want := []string{"a ?a Codex rollout", "b", "b", "c ?text that is not JSON", "d ?a Codex rollout", "f", "g ?a Codex rollout"}
	short := func(path string) string { return strings.TrimSuffix(filepath.Base(path), ".jsonl") }
	loops := map[string]func(r *transcript.Reader, yield func(error)){
		"all": func(r *transcript.Reader, yield func(error)) {
			for _, err := range r.All() {
				yield(err)
			}
		},
		"recycled, left and begun again": func(r *transcript.Reader, yield func(error)) {
			for done := false; !done; {
				done = true
				for _, err := range r.Recycled() {
					yield(err)
					done = false
					break
				}
			}
		},
		"kinds": func(r *transcript.Reader, yield func(error)) {
			for _, err := range r.Kinds() {
				if _, e := r.Decode(); (e == nil) != (err == nil) {
					t.Errorf("the loop says %v, Decode %v", err, e)
				}
				yield(err)
			}
		},
		"next": func(r *transcript.Reader, yield func(error)) {
			for {
				_, err := r.Next()
				if err == io.EOF {
					return
				}
				yield(err)
			}
		},
	}
	for name, loop := range loops {
		for _, opts := range [][]decoder.Option{nil, {decoder.Workers(2)}, {decoder.Only("user")}, {decoder.Only("user"), decoder.Workers(2)}} {
			r, err := transcript.OpenWith(paths, opts...)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			loop(r, func(err error) {
				var unknown *transcript.UnknownError
				switch {
				case err == nil:
					got = append(got, short(r.Pos().File))
				case errors.As(err, &unknown):
					got = append(got, short(unknown.File)+" ?"+unknown.Detection.Hint)
					if r.Protocol() != "" || r.Pos().File != unknown.File {
						t.Errorf("%s: at %q the protocol is %q", unknown.File, r.Pos().File, r.Protocol())
					}
				default:
					t.Errorf("%s: %v", name, err)
				}
			})
			if !slices.Equal(got, want) {
				t.Errorf("%s, %d options: %q, want %q", name, len(opts), got, want)
			}
			if s := r.Stats(); s.Lines != 11 || s.Unknown != 6 || s.Bad != 2 {
				t.Errorf("%s: %d lines, %d unknown, %d bad", name, s.Lines, s.Unknown, s.Bad)
			}
			r.Close()
		}
	}
}

// TestUnopenedAfterUnknown checks that a file that cannot be opened is an error of its own behind a file of an unknown
// protocol, also if the options skip all lines of that, so that its error comes at its end.
func TestUnopenedAfterUnknown(t *testing.T) {
	folder := t.TempDir()
	unknown, gone := filepath.Join(folder, "unknown.jsonl"), filepath.Join(folder, "gone.jsonl")
	if err := os.WriteFile(unknown, []byte(`{"type":"session_meta","payload":{}}`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, opts := range [][]decoder.Option{nil, {decoder.Only("user")}, {decoder.Workers(2)}, {decoder.Only("user"), decoder.Workers(2)}} {
		r, err := transcript.OpenWith([]string{unknown, gone, unknown, gone, gone}, opts...)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for e, err := range r.All() {
			bad, ok := errors.AsType[*decoder.Error](err)
			if _, unknown := errors.AsType[*transcript.UnknownError](err); e != nil || unknown == ok || ok && bad.File != r.Pos().File {
				t.Errorf("%v, %v at %v", e, err, r.Pos())
			}
			got = append(got, r.Pos().File)
		}
		if want := []string{unknown, gone, unknown, gone, gone}; !slices.Equal(got, want) {
			t.Errorf("%d options: %q, want %q", len(opts), got, want)
		}
		if s := r.Stats(); s.Lines != 2 || s.Unknown != 2 || s.Bad != 3 {
			t.Errorf("%d options: %d lines, %d unknown, %d bad", len(opts), s.Lines, s.Unknown, s.Bad)
		}
		r.Close()
	}
}

// TestUnknownErrorText checks that the error names the known facts, and has no text that controls a terminal.
func TestUnknownErrorText(t *testing.T) {
	for text, want := range map[string]string{
		`{"type":"session_meta","payload":{}}`:  "transcript: the input: unknown protocol: it looks like a Codex rollout; to read it all the same, name a protocol and call its NewReader",
		`{"type":"brand\u001b\u202enew","a":1}`: `transcript: the input: unknown protocol: agentsdk, the nearest, knows 0 of 1 lines, no spec knows type brand\x1b\u202enew; to read it all the same, name a protocol and call its NewReader`,
	} {
		_, err := transcript.NewReader(strings.NewReader(text)).Next()
		if err == nil || err.Error() != want {
			t.Errorf("%s:\n%v, want\n%s", text, err, want)
		}
	}
}

func TestDetected(t *testing.T) {
	r := transcript.NewReader(strings.NewReader(`{"type":"keep_alive"}` + "\n"))
	if d := r.Detected(); d.Lines != 0 || d.Protocol != "" {
		t.Errorf("before the first line: %+v", d)
	}
	if _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	if d := r.Detected(); d.Protocol != transcript.AgentSDK || d.Lines != 1 || d.Confidence != 1 {
		t.Errorf("%+v", d)
	}
	given := transcript.AgentSDK.NewReader(strings.NewReader(`{"type":"keep_alive"}` + "\n"))
	if _, err := given.Next(); err != nil {
		t.Fatal(err)
	}
	if d := given.Detected(); d.Lines != 0 {
		t.Errorf("with a protocol that was given: %+v", d)
	}
}

// TestUnknownLinesAreValidated checks the counts of a file of an unknown protocol: a line is bad if it is not a JSON object, and otherwise of an
// unknown kind, also if a spec happens to have a kind of that name.
func TestUnknownLinesAreValidated(t *testing.T) {
	lines := []string{
		`{"type":"session_meta","payload":{}}`, `{"type":"event_msg","payload":{"a":1 "b":2}}`, `{"type":"event_msg","payload":{"a":01}}`,
		`{"type":"event_msg","payload":{}} x`, `{"type":"event_msg"`, `[1]`, `3`, ``, ` `, `{}`, `{"type":"result","payload":{"a":[tru]}}`,
		`{"type":"result","payload":{"a":[true]}}`, `{"type":"user","payload":{"message":3}}`, `{"type":"event_msg","payload":{}}`,
	}
	var blank, bad, good int64
	kinds := map[decoder.Kind]int64{}
	for _, line := range lines {
		var object map[string]any
		switch err := json.Unmarshal([]byte(line), &object); {
		case strings.TrimSpace(line) == "":
			blank++
		case err != nil:
			bad++
		default:
			good++
			kind, _ := object["type"].(string)
			kinds[decoder.Kind(kind)]++
		}
	}
	for _, opts := range [][]decoder.Option{nil, {decoder.Workers(2)}} {
		r := transcript.NewReader(strings.NewReader(strings.Join(lines, "\n")), opts...)
		for e, err := range r.All() {
			if unknown, ok := errors.AsType[*transcript.UnknownError](err); !ok || unknown.Detection.Hint != "a Codex rollout" {
				t.Errorf("entry %v, error %v", e, err)
			}
		}
		s := r.Stats()
		if s.Lines != int64(len(lines)) || s.Blank != blank || s.Bad != bad || s.Unknown != good {
			t.Errorf("%d lines, %d blank, %d bad, %d unknown; want %d, %d, %d, %d", s.Lines, s.Blank, s.Bad, s.Unknown, len(lines), blank, bad, good)
		}
		for kind, n := range kinds {
			if s.Kinds[kind].Lines != n {
				t.Errorf("%d lines of the kind %q, want %d", s.Kinds[kind].Lines, kind, n)
			}
		}
		if len(s.Kinds) != len(kinds) || len(s.Drift) > 0 {
			t.Errorf("kinds %v, want %v; drift %v", s.Kinds, kinds, s.Drift)
		}
	}
}

// rewrittenFiles is an input of two files: the first one is rewritten while it is read.
type rewrittenFiles struct {
	texts []string
	text  string
}

func (f *rewrittenFiles) NextFile() (decoder.File, error) {
	if len(f.texts) == 0 {
		return decoder.File{}, io.EOF
	}
	f.text, f.texts = f.texts[0], f.texts[1:]
	return decoder.File{Name: "live.jsonl", Complete: true}, nil
}

func (f *rewrittenFiles) Read(p []byte) (n int, err error) {
	if n = copy(p, f.text); n > 0 {
		f.text = f.text[n:]
		return n, nil
	}
	if len(f.texts) > 0 {
		return 0, &decoder.Error{File: "live.jsonl", Reason: decoder.ErrRewritten}
	}
	return 0, io.EOF
}

// TestUnknownFileRewritten checks that a program learns that a file is read again from its beginning, also if its protocol was
// unknown.
func TestUnknownFileRewritten(t *testing.T) {
	for _, opts := range [][]decoder.Option{nil, {decoder.Workers(2)}} {
		var got []string
		r := transcript.NewReader(&rewrittenFiles{texts: []string{`{"a":1}` + "\n", `{"type":"keep_alive"}` + "\n"}}, opts...)
		for _, err := range r.All() {
			switch _, unknown := errors.AsType[*transcript.UnknownError](err); {
			case unknown:
				got = append(got, "unknown")
			case errors.Is(err, decoder.ErrRewritten):
				got = append(got, "rewritten")
			default:
				got = append(got, string(r.Protocol()))
			}
		}
		if want := []string{"unknown", "rewritten", "agentsdk"}; !slices.Equal(got, want) {
			t.Errorf("%d options: %q, want %q", len(opts), got, want)
		}
	}
}
