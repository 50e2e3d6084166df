package fieldtest

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Siblings tests records with a payload whose type is determined by the member beside it: each is read as it was written.
func Siblings(t *testing.T, records ...Value) {
	t.Helper()
	for _, r := range records {
		text, err := r.AppendJSON(nil)
		if err != nil {
			t.Errorf("%T: %v", r, err)
			continue
		}
		got := reflect.New(reflect.TypeOf(r).Elem()).Interface().(Value)
		if err := got.UnmarshalJSON(text); err != nil {
			t.Errorf("%v\n%s", err, text)
			continue
		}
		if d := cmp.Diff(r, got, sameText); d != "" {
			t.Errorf("%s\nreads as (-want +got):\n%s", text, d)
		}
		writes(t, "read back", got, string(text))
	}
}
