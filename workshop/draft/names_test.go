package draft

import "testing"

// TestTypeNames checks that types get the names that are wished, except those that the generator makes and those that YAML would not read as texts.
func TestTypeNames(t *testing.T) {
	for wish, want := range map[string]string{
		"checkpoint": "Checkpoint", "check_box": "CheckBox", "peeking": "Peeking", "cloned": "Cloned", "kindness": "Kindness", "anyone": "Anyone", "borrow": "Borrow",
		"check_line": "TheCheckLine", "peek": "ThePeek", "clone": "TheClone", "clone_item": "TheCloneItem", "any_item": "TheAnyItem", "unknown": "TheUnknown",
		"kind_2": "TheKind2", "unmarshal_line": "TheUnmarshalLine", "true": "TrueRecord",
	} {
		if got := new(TypeNames).Take(wish); got != want {
			t.Errorf("%s: the name is %s, want %s", wish, got, want)
		}
	}
}
