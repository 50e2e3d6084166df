package jsonrpc

import (
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/decoder"
)

// TestNumbersByValue compares ids as rational numbers.
func TestNumbersByValue(t *testing.T) {
	number := rapid.Custom(func(t *rapid.T) string {
		text := rapid.StringMatching(`-?(0|[1-9][0-9]{0,2})(\.[0-9]{1,3})?([eE][+-]?[0-9])?`).Draw(t, "number")
		return strings.Repeat(" ", rapid.IntRange(0, 1).Draw(t, "space")) + text
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := number.Draw(t, "a"), number.Draw(t, "b")
		x, okA := new(big.Rat).SetString(strings.TrimSpace(a))
		if okA && rapid.Bool().Draw(t, "same") { // random numbers are rarely equal
			b = x.FloatString(12) + "e+0"
		}
		y, okB := new(big.Rat).SetString(strings.TrimSpace(b))
		idA, isA := idOf(decoder.Raw(a))
		idB, isB := idOf(decoder.Raw(b))
		if !okA || !okB || !isA || !isB {
			t.Fatalf("%q, %q: no numbers", a, b)
		}
		if same := x.Cmp(y) == 0; same != (idA == idB) {
			t.Fatalf("%q is %s, %q is %s; their values are the same: %v", a, idA, b, idB, same)
		}
	})
}
