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
