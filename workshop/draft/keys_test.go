package draft

import "testing"

func TestCaseKey(t *testing.T) {
	for text, want := range map[string]string{"start": "start", "otherwise": `"otherwise"`, "absent": `"absent"`, "yes": `"yes"`, "a b": `"a b"`} {
		if got := CaseKey(text); got != want {
			t.Errorf("CaseKey(%q) = %s, want %s", text, got, want)
		}
	}
}
