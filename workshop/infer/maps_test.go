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
