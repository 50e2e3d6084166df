package scan_test

import (
	"testing"

	"github.com/ndwire/ndwire/internal/scan"
)

// TestSameLiteral compares values with literals: a number is the same in any spelling.
func TestSameLiteral(t *testing.T) {
	for _, tt := range []struct {
		value, literal string
		want           bool
	}{
		{"0", "0", true},
		{"-0", "0", true},
		{"-0.0", "0", true},
		{"0e9", "0", true},
		{"1.0", "1", true},
		{"10e-1", "1", true},
		{"-1", "1", false},
		{"9007199254740993", "9007199254740992", false},
		{`"0"`, "0", false},
		{"0", `"0"`, false},
		{`"\u0061"`, `"a"`, true},
		{"null", "null", true},
		{"", "null", false},
	} {
		if got := scan.SameLiteral([]byte(tt.value), tt.literal); got != tt.want {
			t.Errorf("%s is %s: %v, want %v", tt.value, tt.literal, got, tt.want)
		}
	}
}
