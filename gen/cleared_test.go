package gen_test

import (
	"testing"

	"github.com/ndwire/ndwire/gen/testdata/absenttags"
	"github.com/ndwire/ndwire/internal/jsontest"
)

// TestClearedTags clears the tags of lines that were read. The lines are written with the value of the tag, however the tag was spelled, so that they
// are read as the same case again.
func TestClearedTags(t *testing.T) {
	tests := []struct{ name, line, want string }{
		{"usual", `{"type":"numbers","n":1}`, `{"type":"numbers","n":1}`},
		{"respelled", `{"type":"numbers","n":1.0}`, `{"type":"numbers","n":1.0}`},
		{"with an exponent", `{"type":"numbers","n":10e-1}`, `{"type":"numbers","n":10e-1}`},
		{"nested", `{"type":"numbers","p":{"n":1}}`, `{"type":"numbers","n":1,"p":{}}`},
		{"nested and respelled", `{"type":"numbers","p":{"n":1.0}}`, `{"type":"numbers","n":1,"p":{}}`},
	}
	for _, tt := range tests {
		line, err := absenttags.UnmarshalLine([]byte(tt.line))
		if err != nil {
			t.Fatal(err)
		}
		m := line.(*absenttags.Numbers)
		m.N = nil
		if m.P != nil {
			m.P.N = nil
		}
		got, err := m.AppendJSON(nil)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if d := jsontest.Diff(t, tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, d)
		}
		read, err := absenttags.UnmarshalLine(got)
		if err != nil || read.Kind() != absenttags.KindNumbersN1 || m.Kind() != absenttags.KindNumbersN1 {
			t.Errorf("%s: kind %s before writing, %v, %v after it", tt.name, m.Kind(), read, err)
		}
	}
}
