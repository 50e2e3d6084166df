package infer_test

import (
	"strings"
	"testing"

	"github.com/ndwire/ndwire/gen"
	"github.com/ndwire/ndwire/spec"
)

// TestNames checks names of types: of kinds whose texts differ only in case, of records around one value that says its type, and of members whose names YAML
// would not read as a text.
func TestNames(t *testing.T) {
	for _, test := range []struct {
		lines []string
		want  []string
	}{
		{
			[]string{`{"ph":"B","ts":1,"name":"a b"}`, `{"ph":"b","ts":2,"id":"x y"}`, `{"ph":"X","ts":3,"dur":4}`, `{"ph":"E","ts":5}`, `{"ph":"e","ts":6,"id":"x y","bp":"c d"}`},
			[]string{"b: {to: PhLowerB, go: LowerB}", "B: {to: PhUpperB, go: UpperB}", "X: PhX", "e: {to: PhLowerE, go: LowerE}", "PhUpperE:"},
		},
		{
			[]string{`{"op":"insert","_id":{"$oid":"6491"},"at":{"$date":"2026-01-02T03:04:05Z"},"doc":{"n":{"$numberLong":"1"}}}`, `{"op":"delete","_id":{"$oid":"6492"},"count":{"$numberLong":"12"}}`},
			[]string{"_id: Oid", "Oid: {fields: {$oid: string}}", "at: Date", `"n": NumberLong`, "count: NumberLong"},
		},
		{
			[]string{`{"op":"move","doc":{"n":{"a":1,"b":"c d"},"on":{"x":1.5,"z":"c d"}}}`, `{"op":"stop","doc":{"k":"a b"}}`},
			[]string{`"n": MoveDocN`, `"on": MoveDocOn`},
		},
		{ // a type of many members, of which few are elements of a list
			[]string{
				`{"kind":"ask","owner":{"login":"a b","no":1},"user":{"login":"a b","no":1},"sender":{"login":"c d","no":2},"author":{"login":"e f","no":3},"reviewers":[{"login":"a b","no":1}]}`,
				`{"kind":"say","owner":{"login":"a b","no":1},"user":{"login":"c d","no":1},"sender":{"login":"c d","no":2},"by":{"login":"e f","no":3},"text":"x y"}`,
				`{"kind":"end","owner":{"login":"a b","no":1},"user":{"login":"c d","no":1},"sender":{"login":"c d","no":2}}`,
			},
			[]string{"owner: User", "reviewers: User[]", "User: {fields: {login: string,"},
		},
		{
			[]string{
				`{"kind":"ask","from":{"zip":"a b","no":1},"home":{"zip":"a b","no":1},"work":{"zip":"c d","no":2},"other":{"zip":"e f","no":3}}`,
				`{"kind":"say","from":{"zip":"a b","no":1},"home":{"zip":"c d","no":1},"work":{"zip":"c d","no":2},"via":{"zip":"e f","no":3},"text":"x y"}`,
				`{"kind":"end","from":{"zip":"a b","no":1},"home":{"zip":"c d","no":1},"work":{"zip":"c d","no":2},"stops":[{"zip":"a b","no":1}]}`,
			},
			[]string{"stops: From[]"},
		},
		{ // a type whose objects have a list of such objects, and a tag with one value
			[]string{
				`{"kind":"built","report":{"type":"diagnostic","text":"a b","children":[{"type":"diagnostic","text":"c d","children":[]},{"type":"diagnostic","text":"e f","children":[]}]}}`,
				`{"kind":"built","report":{"type":"diagnostic","text":"a b","children":[{"type":"diagnostic","text":"c d","children":[]}]}}`,
				`{"kind":"end","ok":true}`,
			},
			[]string{"report: Report", "children: Report[]"},
		},
	} {
		yaml := inferred("log", []byte(strings.Repeat(strings.Join(test.lines, "\n")+"\n", 20)))
		for _, want := range test.want {
			if !strings.Contains(string(yaml), want) {
				t.Errorf("no %s in\n%s", want, yaml)
			}
		}
		m, err := spec.Parse("spec.yaml", yaml)
		if err != nil {
			t.Fatalf("%v\n%s", err, yaml)
		}
		if _, err := gen.Generate(m); err != nil {
			t.Errorf("%v\n%s", err, yaml)
		}
	}
}
