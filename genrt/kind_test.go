package genrt_test

import (
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/genrt"
)

func TestIsPart(t *testing.T) {
	for _, tt := range []struct {
		k, family decoder.Kind
		want      bool
	}{
		{"a/b", "a", true},
		{"a/b~1c", "a", true},
		{"a/b/c", "a/b", true},
		{"a", "", true},
		{"a/b/c", "a", false},
		{"a", "a", false},
		{"ab", "a", false},
		{"b/a", "a", false},
		{"a/b", "", false},
		{"", "", false},
		{"", "a", false},
	} {
		if got := genrt.IsPart(tt.k, tt.family); got != tt.want {
			t.Errorf("IsPart(%q, %q) = %t", tt.k, tt.family, got)
		}
	}
}

func TestSubKind(t *testing.T) {
	for tag, want := range map[string]decoder.Kind{
		`"b"`:      "a/b",
		`"\u0062"`: "a/b",
		`"b/c"`:    "a/b~1c",
		`"é"`:      "a/é",
		"\"\x7f\"": "a/\x7f",
		`""`:       "a",
		`1`:        "a",
		`null`:     "a",
		``:         "a",
	} {
		if got := genrt.SubKind("a", decoder.Raw(tag)); got != want {
			t.Errorf("SubKind of %s is %q, want %q", tag, got, want)
		}
	}
}
