package infer_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/infer"
)

// hostile are logs of n lines for which a Sample remembers as much as possible.
var hostile = []struct {
	name string
	n    int
	line func(i int) string
}{
	{"members", 2_000, func(i int) string {
		return "{" + repeat(100, func(j int) string { return fmt.Sprintf(`"m%d_x%d":%d`, i, j, j) }) + "}"
	}},
	{"objects in members", 2_000, func(i int) string {
		return `{"type":"a","o":{` + repeat(50, func(j int) string { return fmt.Sprintf(`"m%d_x%d":{"a":{"b%d":"c"}}`, i, j, i) }) + "}}"
	}},
	{"kinds", 20_000, func(i int) string {
		return fmt.Sprintf(`{"type":"kind%cx%d","a%d":1,"b":{"c%d":[{"d%d":"e"}]}}`, 'a'+i%26, i, i, i, i)
	}},
	{"kinds within kinds", 20_000, func(i int) string {
		return fmt.Sprintf(`{"type":"k%c","subtype":"s%c","event":"e%c","m%d":"x","data":{"type":"t%c","n%d":{"o%d":[1]}}}`, 'a'+i%26, 'a'+i/26%26, 'a'+i/676%26, i%600, 'a'+i%25, i%5000, i)
	}},
	{"values of many members", 64, func(i int) string {
		return "{" + repeat(100, func(g int) string {
			return fmt.Sprintf(`"g%c%c":{`, 'a'+g%20, 'a'+g/20) + repeat(100, func(j int) string { return fmt.Sprintf(`"c%c%c":"%064d"`, 'a'+j%20, 'a'+j/20, i) }) + "}"
		}) + "}"
	}},
	{"places", 15, func(i int) string {
		return fmt.Sprintf(`{"type":"t%c%c","o":{`, 'a'+i%20, 'a'+i/20) + repeat(40, func(g int) string {
			return fmt.Sprintf(`"g%c%c":{`, 'a'+g%20, 'a'+g/20) + repeat(100, func(j int) string { return fmt.Sprintf(`"c%c%c":{"x":{"y":1}}`, 'a'+j%20, 'a'+j/20) }) + "}"
		}) + "}}"
	}},
	{"values", 2_000, func(i int) string {
		return "{" + repeat(100, func(j int) string { return fmt.Sprintf(`"m%d":"value %064d"`, j, i) }) + "}"
	}},
	{"names", 300, func(i int) string { return fmt.Sprintf(`{"type":"a","%d%s":1}`, i, strings.Repeat("n", 100_000)) }},
	{"depth", 50, func(i int) string { return strings.Repeat(`{"a":[`, 400) + "1" + strings.Repeat("]}", 400) }},
	{"length", 3, func(i int) string {
		return `{"a":{"b":{"c":{"d":{"e":[` + repeat(200_000, func(j int) string { return fmt.Sprintf(`{"x":%d}`, j) }) + "]}}}}}"
	}},
	{"strings of JSON", 2_000, func(i int) string {
		return fmt.Sprintf(`{"type":"a","s":"{\"k%d\":{\"a\":\"{\\\"b%d\\\":1}\"}}"}`, i, i)
	}},
}

func repeat(n int, part func(j int) string) string {
	var b strings.Builder
	for j := range n {
		if j > 0 {
			b.WriteByte(',')
		}
		b.WriteString(part(j))
	}
	return b.String()
}

// TestBounded checks that a Sample takes at most 64 MB besides the current line, for logs of any length, and that it has a spec at the end.
func TestBounded(t *testing.T) {
	for _, test := range hostile {
		t.Run(test.name, func(t *testing.T) {
			before := heap()
			s := infer.NewSample()
			check := func(when string) {
				if grown := heap() - before; grown > 64<<20 {
					t.Errorf("%s, %d MB are kept of %d lines", when, grown>>20, test.n)
				}
			}
			for i := range test.n {
				s.Add(decoder.Raw(test.line(i)))
			}
			check("behind the last line")
			d := s.Spec("hostile")
			check("when all is decided")
			runtime.KeepAlive(s)
			if _, err := spec.Parse("spec.yaml", d.YAML()); err != nil {
				t.Error(err)
			}
		})
	}
}

// heap returns the size of the live heap.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestDeepTypes checks that the spec loads where lists or maps nest deeper than the types of a spec.
func TestDeepTypes(t *testing.T) {
	for _, line := range []string{
		`{"type":"a","d":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + `}`,
		`{"type":"a","d":` + strings.Repeat(`{"k%[1]d":[`, 12) + `1` + strings.Repeat("]}", 12) + `}`,
		`{"type":"a","d":` + strings.Repeat(`{"k%[1]d":`, 30) + `1` + strings.Repeat("}", 30) + `}`,
	} {
		s := infer.NewSample()
		for i := range 200 {
			text := line
			if strings.Contains(line, "%") {
				text = fmt.Sprintf(line, i)
			}
			s.Add([]byte(text))
		}
		if _, err := spec.Parse("a.yaml", s.Spec("a").YAML()); err != nil {
			t.Errorf("%.40s: %v", line, err)
		}
	}
}
