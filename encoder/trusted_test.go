package encoder_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/encoder"
	"github.com/ndwire/ndwire/genrt"
	"github.com/ndwire/ndwire/internal/notes"
)

// TestWriterTrusted writes records whose raw texts are not checked, in one buffer after the other.
func TestWriterTrusted(t *testing.T) {
	for _, tt := range []struct{ raw, want string }{
		{"}{", `{"a":1,"raw":}{,"u":1}`},
		{"[1,\n2]", `{"a":1,"raw":[1,2],"u":1}`},
		{"", `{"a":1,"raw":null,"u":1}`},
	} {
		var out bytes.Buffer
		w := encoder.NewWriter(&out, encoder.Trusted())
		for range 3 {
			for range 2 {
				if err := w.Write(rawField(tt.raw)); err != nil {
					t.Fatalf("%q: %v", tt.raw, err)
				}
			}
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
		}
		if want := strings.Repeat(tt.want+"\n", 6); out.String() != want {
			t.Errorf("%q: wrote %q, want %q", tt.raw, out.String(), want)
		}
	}
	if err := encoder.NewWriter(io.Discard).Write(rawField("}{")); !errors.Is(err, encoder.ErrInvalid) {
		t.Errorf("without Trusted: %v, want an error", err)
	}
}

// rawField is a record with a raw field and an unknown member.
type rawField string

func (f rawField) AppendJSON(dst []byte) ([]byte, error) { return f.append(dst, false) }

func (f rawField) AppendTrusted(dst []byte) ([]byte, error) { return f.append(dst, true) }

func (f rawField) append(dst []byte, trusted bool) ([]byte, error) {
	var o genrt.Object
	o.Begin(dst, notes.ExtraOf(&notes.Set{Unknown: []byte(`"u":1`)}), trusted)
	o.Fixed(`,"a":1`)
	if o.Required(`,"raw":`, f != "") {
		o.Raw([]byte(f))
	}
	return o.End()
}
