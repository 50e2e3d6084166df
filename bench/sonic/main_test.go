package main

import (
	"testing"

	"github.com/ndwire/ndwire/bench/contest"
	"github.com/ndwire/ndwire/bench/mirror"
)

func TestOwned(t *testing.T) {
	t.Run("sonic", contest.TestOwned[Sonic])
	t.Run("sonic-fastest", contest.TestOwned[SonicFastest])
}

// TestPolicy checks the properties of sonic in README.md: it checks only the brackets of skipped values, and keeps invalid UTF-8.
func TestPolicy(t *testing.T) {
	tests := []struct {
		name, line, subtype string
		bad                 bool
	}{
		{"brackets that do not match", `{"subtype":"s","more":[1 2,{]}}`, "", true},
		{"no grammar within them", `{"subtype":"s","more":[1 2,tru]}`, "s", false},
		{"not UTF-8", `{"subtype":"a` + "\xff" + `b"}`, "a\xffb", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var tags mirror.Tags
			err := Sonic{}.Unmarshal([]byte(tt.line), &tags)
			if (err != nil) != tt.bad || !tt.bad && tags.Subtype != tt.subtype {
				t.Errorf("got %q, %v", tags.Subtype, err)
			}
		})
	}
}
