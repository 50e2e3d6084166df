package compare

import (
	"testing"

	"github.com/go-faster/jx"
	"github.com/mailru/easyjson"
	simd "github.com/minio/simdjson-go"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/bench/compare/easy"
	"github.com/ndwire/ndwire/bench/mirror"
)

// TestPolicies checks the table in README.md: whether the libraries check the grammar of skipped values, and their results for invalid UTF-8.
func TestPolicies(t *testing.T) {
	intoTags := func(unmarshal func([]byte, any) error) func(line string) (string, error) {
		return func(line string) (string, error) {
			var tags mirror.Tags
			err := unmarshal([]byte(line), &tags)
			return tags.Subtype, err
		}
	}
	tests := []struct {
		library string
		read    func(line string) (subtype string, err error)
		checked bool
		utf8    string // the result for "a\xffb"; "" if it is refused
	}{
		{"encoding-json", intoTags(mirror.Standard{}.Unmarshal), true, "a\ufffdb"},
		{"goccy", intoTags(Goccy{}.Unmarshal), true, "a\ufffdb"},
		{"segmentio", intoTags(Segmentio{}.Unmarshal), true, "a\ufffdb"},
		{"easyjson", func(line string) (string, error) {
			var tags easy.Tags
			err := easyjson.Unmarshal([]byte(line), &tags)
			return tags.Subtype, err
		}, true, "a\xffb"},
		{"jx", func(line string) (subtype string, err error) {
			d := jx.DecodeStr(line)
			err = d.Obj(func(d *jx.Decoder, key string) error {
				if key == "subtype" {
					subtype, err = d.Str()
					return err
				}
				return d.Skip()
			})
			return subtype, err
		}, true, "a\xffb"},
		{"simdjson-go", func(line string) (string, error) {
			if !simd.SupportedCPU() {
				t.Skip("simdjson-go does not run on this processor")
			}
			tape, err := simd.Parse([]byte(line), nil)
			if err != nil {
				return "", err
			}
			i := tape.Iter()
			e, err := i.FindElement(nil, "subtype")
			if err != nil {
				return "", err
			}
			return e.Iter.String()
		}, true, "a\xffb"},
		{"ndwire", func(line string) (string, error) {
			l, err := ndwire.UnmarshalLine([]byte(line))
			if err != nil {
				return "", err
			}
			if m, ok := l.(*ndwire.StatusMessage); ok {
				return m.SessionID, nil
			}
			return "", nil
		}, true, "a\ufffdb"},
	}
	for _, tt := range tests {
		t.Run(tt.library, func(t *testing.T) {
			_, err := tt.read(`{"type":"system","subtype":"status","status":null,"uuid":"u","session_id":"s","more":[1 2,{]}}`)
			if err == nil {
				t.Error("takes brackets that do not match")
			}
			_, err = tt.read(`{"type":"system","subtype":"status","status":null,"uuid":"u","session_id":"s","more":[1 2,tru]}`)
			if got := err != nil; got != tt.checked {
				t.Errorf("checks the grammar of what it jumps over: %t, want %t (%v)", got, tt.checked, err)
			}
			name := "subtype"
			line := `{"type":"system","subtype":"a` + "\xff" + `b"}`
			if tt.library == "ndwire" {
				name = "session_id"
				line = `{"type":"system","subtype":"status","status":null,"uuid":"u","session_id":"a` + "\xff" + `b"}`
			}
			got, err := tt.read(line)
			if err != nil {
				got = ""
			}
			if got != tt.utf8 {
				t.Errorf("%s is %q, want %q (%v)", name, got, tt.utf8, err)
			}
		})
	}
}
