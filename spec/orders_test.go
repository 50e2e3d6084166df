package spec_test

import (
	"testing"

	"github.com/ndwire/ndwire/spec"
)

// TestOrderBesideFlattened checks that an order need not have a required member that is flattened, and that it cannot have one.
func TestOrderBesideFlattened(t *testing.T) {
	for order, want := range map[string]bool{"[type, text]": true, "[type, text, usage]": false, "[type]": false} {
		_, err := spec.Parse("a.yaml", []byte("ndwire: 1\nprotocol: a\npackage: a\nline: Line\nunions: {Line: {tag: type, cases: {a: A}}}\nrecords:\n  A:\n    order: "+order+
			"\n    fields:\n      text: string\n      usage: {type: Usage, inline: always}\n      more: {type: More, inline: accepted}\n  Usage: {fields: {n: int}}\n  More: {fields: {o: int}}\n"))
		if got := err == nil; got != want {
			t.Errorf("%s: %v", order, err)
		}
	}
}
