package infer_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/spec"
)

// TestFreeForm checks that values of many JSON types become json, and objects whose members have ever new names become maps, while an object with many
// optional members stays a record.
func TestFreeForm(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("alpha bravo build cache check chunk client cluster color commit config count cursor delta depth device disk domain draft engine")
	var value func(depth int) string
	value = func(depth int) string {
		switch n := random.IntN(6); {
		case depth > 2 || n < 3:
			return []string{`1`, `"some text"`, `true`, `null`, `2.5`}[random.IntN(5)]
		case n == 3:
			return "[" + value(depth+1) + "," + value(depth+1) + "]"
		}
		return fmt.Sprintf(`{"%s_%s":%s,"%[2]s_%[1]s":%[4]s}`, words[random.IntN(20)], words[random.IntN(20)], value(depth+1), value(depth+1))
	}
	var lines strings.Builder
	for range 300 {
		var wide []string
		for _, word := range words {
			for _, end := range []string{"", "_id"} {
				if random.IntN(8) == 0 {
					wide = append(wide, fmt.Sprintf(`"%s":%d`, word+end, random.IntN(9)))
				}
			}
		}
		wide = append(wide, `"name":"some text"`)
		fmt.Fprintf(&lines, `{"type":"a","any":%s,"object":{"%s_%s":%s},"wide":{%s}}`+"\n", value(0), words[random.IntN(20)], words[random.IntN(20)], value(1), strings.Join(wide, ","))
	}
	yaml := inferred("log", []byte(lines.String()))
	if _, err := spec.Parse("spec.yaml", yaml); err != nil {
		t.Fatalf("%v\n%s", err, yaml)
	}
	for _, want := range []string{"\n      any: json ", "\n      object: map<string, json> ", "\n      wide: Wide\n"} {
		if !strings.Contains(string(yaml), want) {
			t.Errorf("no %q in\n%s", want, yaml)
		}
	}
	if n := strings.Count(string(yaml), "\n"); n > 80 {
		t.Errorf("%d lines", n)
	}
}

// TestBoolTag checks that true and false choose records that have little in common, and that they are a field where they do not.
func TestBoolTag(t *testing.T) {
	var divided, common strings.Builder
	for i := range 60 {
		maybe := ""
		for k := range 5 {
			if i>>(k+1)&1 == 1 {
				maybe += fmt.Sprintf(`"e%d":1,`, k)
			}
		}
		if i%2 == 0 {
			fmt.Fprintf(&divided, `{"type":"run","ok":true,"at_step":1,%s"path":"a b","size":3}`+"\n", strings.ReplaceAll(maybe, "e", "f"))
			fmt.Fprintf(&common, `{"type":"run","ok":true,"path":"a b","size":3,%s"p":1}`+"\n", maybe)
		} else {
			fmt.Fprintf(&divided, `{"type":"run","ok":false,"reason":"a b","code":3,%s"hint":"c d"}`+"\n", maybe)
			fmt.Fprintf(&common, `{"type":"run","ok":false,"path":"a b","size":3,%s"p":1}`+"\n", maybe)
		}
		for _, b := range []*strings.Builder{&divided, &common} {
			b.WriteString(`{"type":"stop","n":1}` + "\n")
		}
	}
	if yaml := inferred("log", []byte(divided.String())); !strings.Contains(string(yaml), "tag: ok") {
		t.Errorf("ok is no tag:\n%s", yaml)
	}
	if yaml := inferred("log", []byte(common.String())); strings.Contains(string(yaml), "tag: ok") {
		t.Errorf("ok is a tag:\n%s", yaml)
	}
}
