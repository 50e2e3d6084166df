package infer_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestSameMembersOfKinds checks that members of one name in several kinds of a union agree: zeros are numbers if other kinds have fractions, but many
// integers are not, and words that hardly come again in one kind are no enum in the other.
func TestSameMembersOfKinds(t *testing.T) {
	streams := strings.Fields("orders users carts visits items prices stores taxes shops refunds")
	var lines strings.Builder
	for i, stream := range streams {
		fmt.Fprintf(&lines, `{"type":"schema","stream":"%s","keys":["id"]}`+"\n", stream)
		for j := range 6 {
			fmt.Fprintf(&lines, `{"type":"record","stream":"%s","took":%d.25,"left":%d.5,"price":%d.50,"level":"%s"}`+"\n", stream, i, i, j, []string{"low", "high"}[j%2])
		}
		fmt.Fprintf(&lines, `{"type":"skip","took":0,"left":%d,"price":%d,"why":["a b"]}`+"\n"+`{"type":"skip","took":0,"left":%d,"price":%d,"why":[]}`+"\n"+`{"type":"skip","took":0,"left":3,"price":0,"why":[]}`+"\n", i+1, i, i+2, i)
	}
	yaml := string(inferred("log", []byte(lines.String())))
	for _, want := range []string{
		"      stream: string\n      took: number\n      left: number\n      price: decimal\n      level: Level\n",
		"  Skip:  # 30\n    fields:\n      took: number\n      left: int\n      price: decimal\n",
	} {
		if !strings.Contains(yaml, want) {
			t.Errorf("no %q in\n%s", want, yaml)
		}
	}
}

// TestRareTextsOfEnums checks that a text that is no word is left out of an enum, and mentioned.
func TestRareTextsOfEnums(t *testing.T) {
	lines := strings.Repeat(`{"type":"a","level":"low"}`+"\n"+`{"type":"a","level":"high"}`+"\n", 60) + `{"type":"a","level":"not known!"}` + "\n"
	yaml := string(inferred("log", []byte(lines)))
	if want := "level: Level}}  # 121; left out as rare, 1 of 121: no word\n"; !strings.Contains(yaml, want) || strings.Contains(yaml, "not known") {
		t.Errorf("no %q in\n%s", want, yaml)
	}
}

// TestExternalsOfKinds checks that lists of several kinds have one external union, also where all elements of a kind have the same name, and that results
// with other members under one name stay apart.
func TestExternalsOfKinds(t *testing.T) {
	lines := strings.Repeat(`{"type":"start","next":[{"step":{"n":1}},{"options":{"args":["a"]}},{"done":{}}]}
{"type":"plan","goal":"a b","next":[{"target":{"label":"a b"}}]}
{"type":"build","took":3,"next":[{"step":{"n":2}},{"target":{"label":"c d"}}]}
`, 10)
	yaml := string(inferred("log", []byte(lines)))
	for _, want := range []string{
		"  Next:  # 60\n    external:\n", "step: Step        # 20 of 60\n", "target: Target    # 20 of 60\n",
		"Start: {fields: {next: \"Next[]\"}}", "Plan: {fields: {goal: string, next: \"Next[]\"}}", "Build: {fields: {took: int, next: \"Next[]\"}}",
	} {
		if !strings.Contains(yaml, want) {
			t.Errorf("no %q in\n%s", want, yaml)
		}
	}
	lines = strings.Repeat(`{"type":"read","result":{"success":{"text":"a b","lines":3,"name":"c d"}}}
{"type":"write","path":"/a","result":{"success":{"bytes":3,"mode":7,"sync":true}}}
{"type":"write","path":"/a","result":{"failure":{"message":"a b"}}}
`, 10)
	yaml = string(inferred("log", []byte(lines)))
	if !strings.Contains(yaml, "external:") || strings.Contains(yaml, "lines?: int") {
		t.Errorf("results of reading and writing are one type:\n%s", yaml)
	}
}
