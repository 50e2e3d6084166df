package infer_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestWideRecord checks that one object with many members of several types is a record, since no other object says that the names change, and that
// one object whose values have one type, such as versions of packages, is a map.
func TestWideRecord(t *testing.T) {
	var repo, packages []string
	for a := range 9 {
		for b := range 9 {
			repo = append(repo, fmt.Sprintf(`"%c%c_url":"x"`, 'a'+a, 'k'+b), fmt.Sprintf(`"%c%c_count":3`, 'a'+a, 'k'+b))
			packages = append(packages, fmt.Sprintf(`"left%c%c":"^1.0.0"`, 'a'+a, 'k'+b))
		}
	}
	yaml := string(inferred("log", fmt.Appendf(nil, `{"type":"fork","repo":{%s},"packages":{%s}}`+"\n", strings.Join(repo[:100], ","), strings.Join(packages[:40], ","))))
	for _, want := range []string{"repo: Repo\n", "      ak_url: string\n      ak_count: int\n", "packages: map<string, string>"} {
		if !strings.Contains(yaml, want) {
			t.Errorf("no %q in\n%s", want, yaml)
		}
	}
}

// TestNumberedNames checks that short names with numbers that all objects have are members of a record, such as
// those of corners and percentiles, and that names that are numbers, or that change, are those of a map.
func TestNumberedNames(t *testing.T) {
	var lines strings.Builder
	for i := range 40 {
		fmt.Fprintf(&lines, `{"type":"seen","box":{"x1":%d,"y1":2,"x2":3,"y2":%d},"seats":{"s%d":"a b","s%d":"c d"},"codes":{"200":%d,"404":1}}`+"\n", i, i*7, i%9, 10+i%7, i)
		fmt.Fprintf(&lines, `{"type":"took","ms":{"p50":0.5,"p95":%d.25,"p99":7.5}}`+"\n", i)
	}
	yaml := string(inferred("log", []byte(lines.String())))
	for _, want := range []string{"box: Box\n", "Ms: {fields: {p50: number, p95: number, p99: number}}", "seats: map<string, string>", "codes: map<string, int>"} {
		if !strings.Contains(yaml, want) {
			t.Errorf("no %q in\n%s", want, yaml)
		}
	}
}
