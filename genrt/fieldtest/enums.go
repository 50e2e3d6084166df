package fieldtest

import (
	"fmt"
	"reflect"
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
	var other E
	if v := reflect.ValueOf(&other).Elem(); v.Kind() == reflect.String {
		v.SetString("a value of a later version")
	} else {
		v.SetInt(-1 << 31)
	}
	if known, _ := isKnown(other); known {
		t.Errorf("%T: %v is known", other, other)
	}
}

func isKnown(e any) (known, typed bool) {
	k, typed := e.(interface{ Known() bool })
	return typed && k.Known(), typed
}
