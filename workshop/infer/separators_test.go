package infer_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/spec"
)

// snakeName is the name of a member of several words with underscores between them, in JSON.
var snakeName = regexp.MustCompile(`"[a-z]+(_[a-z]+)+":`)

// TestSeparators checks that a spec has as many declarations and fields if the words of the members' names have spaces between them instead of
// underscores.
func TestSeparators(t *testing.T) {
	for name, data := range samples(t) {
		spaced := snakeName.ReplaceAllStringFunc(string(data), func(name string) string {
			if words := strings.ReplaceAll(name, "_", " "); !strings.Contains(string(data), words) {
				return words
			}
			return name
		})
		if a, b := sizesOf(t, inferred(name, data)), sizesOf(t, inferred(name, []byte(spaced))); a != b {
			t.Errorf("%s: %+v, with spaces in names %+v\n%s", name, a, b, inferred(name, []byte(spaced)))
		}
	}
}

// sizes is the number of declarations of a spec.
type sizes struct{ records, fields, unions, enums int }

func sizesOf(t *testing.T, yaml []byte) (s sizes) {
	t.Helper()
	m, err := spec.Parse("spec.yaml", yaml)
	if err != nil {
		t.Fatalf("%v\n%s", err, yaml)
	}
	for _, r := range m.Records {
		s.fields += len(r.Fields)
	}
	s.records, s.unions, s.enums = len(m.Records), len(m.Unions), len(m.Enums)
	return s
}
