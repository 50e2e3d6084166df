package fieldtest

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"
)

// Enum tests the constants of an enum: each has its value, and Known is true for these values only. Constants without a Go type have no Known.
func Enum[E ~string | ~int](t *testing.T, constants map[string]E) {
	t.Helper()
	for want, e := range constants {
		if got := fmt.Sprint(e); got != want {
			t.Errorf("%T: the constant for %q is %q", e, want, got)
		}
		if known, typed := isKnown(e); typed && !known {
			t.Errorf("%T: %q is not known", e, want)
		}
	}
	other := otherThan(slices.Collect(maps.Values(constants)))
	if known, _ := isKnown(other); known {
		t.Errorf("%T: %v is known", other, other)
	}
}

// otherThan returns a value that is not in a list.
func otherThan[E ~string | ~int](list []E) (other E) {
	v := reflect.ValueOf(&other).Elem()
	for n := -1 << 31; other == *new(E) || slices.Contains(list, other); n++ {
		if v.Kind() == reflect.String {
			v.SetString(fmt.Sprint("a value of a later version, ", n))
		} else {
			v.SetInt(int64(n))
		}
	}
	return other
}

func isKnown(e any) (known, typed bool) {
	k, typed := e.(interface{ Known() bool })
	return typed && k.Known(), typed
}
