package gcs

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	ndwirebeam "github.com/ndwire/ndwire/beam"
	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
)

func TestMain(m *testing.M) { ptest.Main(m) }

// bucket is a server with the calls of the Google Cloud Storage API that are used: list, attributes, ranges.
func bucket(t *testing.T, objects map[string]string) (ranges func() []string) {
	asked := make(chan string, 1000)
	attributes := func(name string) map[string]any {
		return map[string]any{"kind": "storage#object", "name": name, "bucket": "logs", "size": strconv.Itoa(len(objects[name]))}
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		const api = "/storage/v1/b/logs/o"
		name, isAPI := strings.CutPrefix(strings.TrimPrefix(r.URL.Path, "/"), strings.TrimPrefix(api, "/"))
		switch {
		case isAPI && name == "":
			var items []any
			for name := range objects {
				if strings.HasPrefix(name, r.URL.Query().Get("prefix")) {
					items = append(items, attributes(name))
				}
			}
			json.NewEncoder(w).Encode(map[string]any{"kind": "storage#objects", "items": items})
		case isAPI && r.URL.Query().Get("alt") != "media":
			json.NewEncoder(w).Encode(attributes(strings.TrimPrefix(name, "/")))
		default:
			name = strings.TrimPrefix(strings.TrimPrefix(name, "/"), "logs/")
			asked <- name + " " + r.Header.Get("Range")
			http.ServeContent(w, r, path.Base(name), time.Time{}, strings.NewReader(objects[name]))
		}
	}))
	t.Cleanup(server.Close)
	t.Setenv("STORAGE_EMULATOR_HOST", server.URL)
	return func() (list []string) {
		for len(asked) > 0 {
			list = append(list, <-asked)
		}
		return list
	}
}

// TestRead checks that objects are opened at the offset at which a part begins.
func TestRead(t *testing.T) {
	text, err := os.ReadFile("../../testdata/claudecode/session.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat(string(text), 90<<20/len(text)+1)
	ranges := bucket(t, map[string]string{"2026/a.jsonl": string(text), "2026/b/long.jsonl": long, "2025/c.jsonl": "{}"})
	var want int64
	for _, log := range []string{string(text), long} {
		r := claudecode.NewReader(strings.NewReader(log), decoder.Only("nothing"))
		for range r.Recycled() {
		}
		want += r.Stats().Lines
	}
	p, s := beam.NewPipelineWithRoot()
	lines, bad := ndwirebeam.Read(s, "gs://logs/2026/**/*.jsonl", ndwirebeam.ClaudeCode, ndwirebeam.Only("nothing"))
	passert.Empty(s, bad)
	passert.Empty(s, lines)
	result := ptest.RunAndValidate(t, p)
	var got int64
	for _, c := range result.Metrics().Query(func(r beam.MetricResult) bool { return r.Name() == "lines" }).Counters() {
		got += c.Result()
	}
	if got != want {
		t.Errorf("%d lines, want %d", got, want)
	}
	list := ranges()
	if len(list) < 4 || len(list) > 8 {
		t.Errorf("the server was asked for %d ranges: %q", len(list), list)
	}
	if middle := fmt.Sprintf("2026/b/long.jsonl bytes=%d-", 64<<20-1); !strings.Contains(strings.Join(list, "\n"), middle) {
		t.Errorf("nobody has asked for %s: %q", middle, list)
	}
}
