package encoder

import (
	"bytes"
	"encoding/json"
	"io"
	"testing"
)

func compactWithJSON(w io.Writer, b []byte) error {
	var buf bytes.Buffer
	if err := json.Compact(&buf, b); err != nil {
		return err
	}
	_, err := buf.WriteTo(w)
	return err
}

func TestAppendRaw(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"", "null"},
		{`{"b": 1}`, `{"b": 1}`},
		{"{\n  \"b\": [1, 2],\r\n\t\"c d\": \"e \\n f\"\n}\n", `{"b":[1,2],"c d":"e \n f"}`},
	} {
		got, err := AppendRaw([]byte("#"), []byte(tt.in))
		if err != nil || string(got) != "#"+tt.want {
			t.Errorf("AppendRaw(%q) = %s, %v, want #%s", tt.in, got, err, tt.want)
		}
	}
	for _, in := range []string{"a\nb", "{\"a\":1\n\"b\":2}", "\n", "1\n2", "\"a\nb\""} {
		if got, err := AppendRaw([]byte("#"), []byte(in)); err == nil || string(got) != "#" {
			t.Errorf("AppendRaw(%q) = %s without an error", in, got)
		}
	}
}
