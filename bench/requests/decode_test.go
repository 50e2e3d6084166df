package requests

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"
)

// entry is the type that a program without ndwire declares for the same lines.
type entry struct {
	Level        int      `json:"level"`
	Time         int64    `json:"time"`
	PID          int      `json:"pid"`
	Hostname     string   `json:"hostname"`
	Msg          string   `json:"msg"`
	Component    *string  `json:"component"`
	Duration     *float64 `json:"duration"`
	ResponseTime *int     `json:"responseTime"`
	Req          *struct {
		ID            int               `json:"id"`
		Method        string            `json:"method"`
		URL           string            `json:"url"`
		Query         json.RawMessage   `json:"query"`
		Params        json.RawMessage   `json:"params"`
		Headers       map[string]string `json:"headers"`
		RemoteAddress string            `json:"remoteAddress"`
		RemotePort    int               `json:"remotePort"`
	} `json:"req"`
	Res *struct {
		StatusCode int               `json:"statusCode"`
		Headers    map[string]string `json:"headers"`
	} `json:"res"`
	Err *struct {
		Type    string `json:"type"`
		Message string `json:"message"`
		Stack   string `json:"stack"`
	} `json:"err"`
}

func sample(tb testing.TB) []byte {
	data, err := os.ReadFile("requests.ndjson")
	if err != nil {
		tb.Fatal(err)
	}
	return bytes.Repeat(data, 200)
}

// BenchmarkOwned decodes lines that stay valid: by the generated package, and by encoding/json in two passes, of which the first one finds
// the kind.
func BenchmarkOwned(b *testing.B) {
	data := sample(b)
	b.Run("ndwire", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			for _, err := range NewReader(bytes.NewReader(data)).All() {
				if err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	b.Run("encoding-json", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			for line := range bytes.Lines(data) {
				var kind struct {
					Type string `json:"type"`
				}
				var e entry
				if json.Unmarshal(line, &kind) != nil || json.Unmarshal(line, &e) != nil {
					b.Fatal("a line was not decoded")
				}
			}
		}
	})
}

// TestSame checks that both decoders read the same values.
func TestSame(t *testing.T) {
	data := sample(t)
	rest := data
	for line, err := range NewReader(bytes.NewReader(data)).All() {
		if err != nil {
			t.Fatal(err)
		}
		one, behind, _ := bytes.Cut(rest, []byte("\n"))
		rest = behind
		var want entry
		if err := json.Unmarshal(one, &want); err != nil {
			t.Fatal(err)
		}
		got, ok := line.(*Entry)
		if !ok || got.Msg != want.Msg || got.Time.UnixMilli() != want.Time || (got.Req == nil) != (want.Req == nil) || got.Req != nil && got.Req.Headers["host"] != want.Req.Headers["host"] {
			t.Fatalf("%s\n%+v", one, line)
		}
	}
	if len(rest) > 0 {
		t.Errorf("%d bytes were not read", len(rest))
	}
}
