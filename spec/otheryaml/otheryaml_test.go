package otheryaml

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	other "github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"
)

func TestSpecs(t *testing.T) {
	for _, pattern := range []string{"../*.yaml", "../../gen/testdata/*/*.yaml", "../../bench/requests/*.yaml"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no specs at %s: %v", pattern, err)
		}
		for _, file := range files {
			if filepath.Base(filepath.Dir(file)) == "bad" { // mistakes
				continue
			}
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var want, got any
			if err := yaml.Unmarshal(data, &want); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			if err := other.Unmarshal(data, &got); err != nil {
				t.Errorf("%s: %v", file, err)
				continue
			}
			if diff := cmp.Diff(plain(want), plain(got)); diff != "" {
				t.Errorf("%s (-package spec's library +the other one):\n%s", file, diff)
			}
		}
	}
}

// TestPlain checks that different data are told apart: numbers from texts, and null from what is absent.
func TestPlain(t *testing.T) {
	for _, x := range [][2]any{{1, "1"}, {true, "true"}, {nil, ""}, {map[string]any{"a": nil}, map[string]any{}}, {[]any{1}, 1}} {
		if cmp.Equal(plain(x[0]), plain(x[1])) {
			t.Errorf("%v and %v are the same", x[0], x[1])
		}
	}
}

// plain converts YAML data to types that both libraries have. Keys are texts: one of the libraries has no others, and leaves numbers as they are
// spelled.
func plain(x any) any {
	switch x := x.(type) {
	case map[string]any:
		m := map[string]any{}
		for k, v := range x {
			m[key(k)] = plain(v)
		}
		return m
	case map[any]any:
		m := map[string]any{}
		for k, v := range x {
			if k == nil {
				k = "null"
			}
			m[key(fmt.Sprint(k))] = plain(v)
		}
		return m
	case []any:
		all := []any{}
		for _, v := range x {
			all = append(all, plain(v))
		}
		return all
	case int, int64, uint64:
		return number(fmt.Sprint(x))
	case float64:
		return number(fmt.Sprint(x))
	case time.Time: // of YAML 1.1; a text in YAML 1.2
		return x.Format(time.DateOnly)
	}
	return x
}

// key returns a key in one spelling if it is that of a number with a fraction or an exponent.
func key(text string) string {
	if f, err := strconv.ParseFloat(text, 64); err == nil && strings.ContainsAny(text, ".eE") {
		return fmt.Sprint(f)
	}
	return text
}

// number returns a number of any type as Go prints it.
type number string
