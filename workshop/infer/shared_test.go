package infer_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestRareParts checks that kinds of one shape are one record, although a few objects of rare kinds have only a
// part of an object that all others have.
func TestRareParts(t *testing.T) {
	var lines strings.Builder
	n := 0
	line := func(times int, kind string, effects ...string) {
		for range times {
			var members []string
			for _, e := range effects {
				members = append(members, fmt.Sprintf(`"%s":{"dir":"%s","by":%d.5}`, e, []string{"up", "down"}[n%2], n%7))
			}
			fmt.Fprintf(&lines, `{"turn":%d,"event":{"roll":%d,"event_type":"%s","effects":{%s},"note":"a b %d"}}`+"\n", n, n%6, kind, strings.Join(members, ","), n)
			n++
		}
	}
	all := []string{"morale", "trust", "risk", "backlog"}
	for i, kind := range []string{"tech", "supply", "labor", "rules", "weather", "quality", "finance", "rival"} {
		line(4+i%4, kind, all...)
	}
	line(1, "tech")
	line(1, "rules")
	line(1, "finance", "trust")
	line(1, "probe", "trust", "risk")
	line(1, "probe", all...)
	line(2, "spike", "backlog", "morale")
	line(2, "fx_move", "trust")
	line(1, "credit", "trust", "risk")
	yaml := string(inferred("log", []byte(lines.String())))
	if strings.Contains(yaml, "Credit") || !strings.Contains(yaml, "EventType\n") || !strings.Contains(yaml, "morale?: ") {
		t.Errorf("kinds of one shape are apart:\n%s", yaml)
	}
}

// TestSamePayloads checks that the inputs of tools at two places are one type, if a rare one has only the members
// that are always there at the other place.
func TestSamePayloads(t *testing.T) {
	var lines strings.Builder
	for i := range 60 {
		input := []string{`"name":"Bash","input":{"command":"a b %d","why":"c d"}`, `"name":"Read","input":{"file":"/a/%d","limit":5,"offset":1,"pages":2}`, `"name":"Read","input":{"file":"/a/%d"}`, `"name":"Glob","input":{"pattern":"*%d*"}`}[i%4]
		fmt.Fprintf(&lines, `{"type":"call","id":%d,`+input+"}\n", i, i)
	}
	for i := range 8 {
		fmt.Fprintf(&lines, `{"type":"end","denied":[{"tool_name":"Bash","tool_input":{"command":"x y %d","why":"z"}},{"tool_name":"Read","tool_input":{"file":"/b/%d"}}]}`+"\n", i, i)
	}
	yaml := string(inferred("log", []byte(lines.String())))
	if strings.Count(yaml, "Read: ReadInput") != 1 || strings.Count(yaml, "    cases:\n") != 2 {
		t.Errorf("the inputs are apart:\n%s", yaml)
	}
}
