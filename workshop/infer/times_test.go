package infer_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestNumbersThatAreTimes checks that numbers are times if the member's name or all of their values indicate it; a single odd number among many
// changes nothing, and is reported.
func TestNumbersThatAreTimes(t *testing.T) {
	const ms, s = int64(1767225600000), int64(1767225600)
	for _, c := range []struct {
		name       string
		first, odd string // the first of 200 increasing numbers; the last number
		want, told string
	}{
		{"completed", fmt.Sprint(ms), "", "time(ms)", ""},
		{"next", fmt.Sprint(ms), "", "time(ms)", ""},
		{"next", fmt.Sprint(ms), "12", "time(ms)", "left out as rare, 1 of 201: no time"},
		{"next", fmt.Sprint(ms), "1767225600000.5", "time(ms)", ""},
		{"order_id", fmt.Sprint(ms), "", "int64", ""},
		{"size", fmt.Sprint(3 * ms), "", "int64", ""},
		{"number", fmt.Sprint(s), "", "int", ""},
		{"number", fmt.Sprint(1<<31 - 199), "", "int64", ""}, // the last one is 1<<31
		{"created_at", fmt.Sprint(s), "", "time(s)", ""},
		{"created_at", fmt.Sprint(s), "0", "time(s)", ""},
		{"created_at", fmt.Sprint(s), "1.5", "time(s)", "left out as rare, 1 of 201: no time"},
		{"created_at", fmt.Sprint(s), "1767225600.25", "time(s)", ""},
		{"created_at", fmt.Sprint(ms), "1767225600000.25", "time(ms)", ""},
		{"stamp", fmt.Sprint(s), "", "time(s)", ""},
		{"stamp", "5", "", "int", ""},
		{"current_period_end", fmt.Sprint(s), "", "time(s)", ""},
		{"trialStart", fmt.Sprint(s), "", "time(s)", ""},
		{"byte_end", "5", "", "int", ""},
		{"append", fmt.Sprint(s), "", "int", ""},
		{"cost", "0", "0.5", "number", "a fraction: only 1 of 201"},
	} {
		var first int64
		fmt.Sscan(c.first, &first)
		var lines strings.Builder
		for i := range int64(200) {
			fmt.Fprintf(&lines, `{"type":"a","%s":%d}`+"\n", c.name, first+i)
		}
		if c.odd != "" {
			fmt.Fprintf(&lines, `{"type":"a","%s":%s}`+"\n", c.name, c.odd)
		}
		yaml := string(inferred("log", []byte(lines.String())))
		if !strings.Contains(types([]byte(yaml)), c.name+": "+c.want+"}") || c.told != "" && !strings.Contains(yaml, c.told) {
			t.Errorf("%s from %s, %q: want %s, %q:\n%s", c.name, c.first, c.odd, c.want, c.told, yaml)
		}
	}
}

// TestFewTimes checks that a name that says so makes a time of few numbers, also with the unit at its end.
func TestFewTimes(t *testing.T) {
	for _, c := range []struct{ member, want string }{
		{`"timestamp_ms":1767225600123`, "timestamp_ms: time(ms)"},
		{`"createdMs":1767225600123`, "createdMs: time(ms)"},
		{`"completed":1767225600`, "completed: time(s)"},
		{`"elapsed_ms":4000`, "elapsed_ms: int"},
		{`"items":1767225600`, "items: int"},
	} {
		if yaml := string(inferred("log", []byte(`{"type":"a",`+c.member+"}\n"))); !strings.Contains(yaml, c.want) {
			t.Errorf("%s: no %s in\n%s", c.member, c.want, yaml)
		}
	}
}
