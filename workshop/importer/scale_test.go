package importer

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// bigSchema returns a schema with many alternatives of a line, each a definition with members of its own, and one with as many words.
func bigSchema(alternatives int) []byte {
	var refs, defs strings.Builder
	for n := range alternatives {
		fmt.Fprintf(&refs, `{"$ref": "#/$defs/R%d"},`, n)
		fmt.Fprintf(&defs, `"R%d": {"type": "object", "properties": {"type": {"const": "k%d"}, "m%d": {"type": "integer"}}, "required": ["type", "m%d"]},`, n, n, n, n)
	}
	var words []string
	for n := range alternatives {
		words = append(words, fmt.Sprintf(`"w%d"`, n))
	}
	word := `"Word": {"type": "object", "properties": {"type": {"const": "word"}, "text": {"enum": [` + strings.Join(words, ",") + `]}}, "required": ["type", "text"]}`
	return []byte(`{"oneOf": [` + refs.String() + `{"$ref": "#/$defs/Word"}], "$defs": {` + defs.String() + word + `}}`)
}

// TestBigSchema imports schemas with ten times as many alternatives. What is allocated shows steps that look at all alternatives for each of them.
func TestBigSchema(t *testing.T) {
	allocated := func(alternatives int) uint64 {
		data := bigSchema(alternatives)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		s, err := Import("big", data, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if n := len(s.Records); n != alternatives+1 {
			t.Fatalf("%d records, want %d", n, alternatives+1)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	few, many := allocated(200), allocated(2000)
	if many > 16*few {
		t.Errorf("2000 alternatives take %d MB, 200 alternatives %d MB: want about 10 times as much", many>>20, few>>20)
	}
}

// TestSharedParts checks that parts that others have in common are expanded once: 2^60 times would take too long.
func TestSharedParts(t *testing.T) {
	var b strings.Builder
	const levels = 60
	for k := range levels {
		fmt.Fprintf(&b, `"P%d":{"allOf":[{"$ref":"#/$defs/P%d"},{"$ref":"#/$defs/P%d"}]},`, k, k+1, k+1)
	}
	fmt.Fprintf(&b, `"P%d":{"type":"object","properties":{"a":{"type":"string"}}}`, levels)
	d, err := Import("parts", []byte(`{"$ref":"#/$defs/P0","$defs":{`+b.String()+"}}"), Options{})
	if err != nil || len(d.Records) != 1 || len(d.Records[0].Fields) != 1 {
		t.Errorf("%v\n%s", err, d.YAML())
	}
}
