package infer_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestSettings checks that a member that is the same throughout a session is no tag, although members of newer versions of a program come with some of its
// values only, and that it is one if its values alternate.
func TestSettings(t *testing.T) {
	contexts := []string{`{"effort":"high","turn":1,"zone":"a b","date":"c d"}`, `{"effort":"low","cwd":"/a","policy":"b c","notes":"d e"}`}
	limits := []string{`{"plan_type":"pro","id":"x y","name":"z z"}`, `{"plan_type":"free","credits":7,"since":"z z"}`}
	for _, alternate := range []bool{false, true} {
		var lines strings.Builder
		for i := range 120 {
			session := i / 60
			if alternate {
				session = i % 2
			}
			fmt.Fprintf(&lines, `{"type":"context","payload":%s}`+"\n"+`{"type":"usage","payload":{"words":%d,"limits":%s}}`+"\n", contexts[session], i, limits[session])
		}
		yaml := string(inferred("log", []byte(lines.String())))
		for _, tag := range []string{"tag: effort\n", "tag: plan_type\n"} {
			if strings.Contains(yaml, tag) != alternate {
				t.Errorf("alternate: %v; %s:\n%s", alternate, tag, yaml)
			}
		}
	}
}

// TestVersionsInNames checks that an object whose only member has the name of a model is a map, although models have other members.
func TestVersionsInNames(t *testing.T) {
	var lines strings.Builder
	for i := range 60 {
		model := []string{
			`"glyph-5.4-mini":{"requests":1,"usage":{"in":1}}`, `"sonata-4.6":{"requests":1,"usage":{"in":2},"cost":7,"detail":{"x":1}}`,
			`"glyph-5-mini":{"requests":2}`, `"glyph-5.4":{"usage":{"in":3},"requests":2}`,
		}[i%4]
		fmt.Fprintf(&lines, `{"type":"end","models":{%s}}`+"\n"+`{"type":"start","text":"f g"}`+"\n", model)
	}
	if yaml := string(inferred("log", []byte(lines.String()))); !strings.Contains(yaml, `models: "map<string, Model>"`) {
		t.Error(yaml)
	}
}
