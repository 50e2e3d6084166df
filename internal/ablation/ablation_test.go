package ablation_test

import (
	"strings"
	"testing"

	"github.com/ndwire/ndwire/internal/ablation"
)

func TestSwitchOff(t *testing.T) {
	for _, tt := range []struct {
		names string
		want  [3]bool // a, b and c are on
		err   string
	}{
		{names: "", want: [3]bool{true, true, true}},
		{names: "off"},
		{names: "b", want: [3]bool{true, false, true}},
		{names: "c,a", want: [3]bool{false, true, false}},
		{names: "a,a", want: [3]bool{false, true, true}},
		{names: "on", want: [3]bool{true, true, true}, err: "NAME=on: say off, or which mechanisms to switch off: a,b,c"},
		{names: "a,B", want: [3]bool{false, true, true}, err: "NAME=a,B"},
		{names: "a, b", want: [3]bool{false, true, true}, err: "NAME=a, b"},
		{names: "b,off", want: [3]bool{true, false, true}, err: "NAME=b,off"},
		{names: ",", want: [3]bool{true, true, true}, err: "NAME=,"},
	} {
		on := [3]bool{true, true, true}
		m := ablation.Mechanisms{"a": &on[0], "b": &on[1], "c": &on[2]}
		err := m.SwitchOff("NAME", tt.names)
		switch {
		case (err != nil) != (tt.err != ""), err != nil && !strings.Contains(err.Error(), tt.err):
			t.Errorf("%q: %v, want an error with %q", tt.names, err, tt.err)
		case on != tt.want:
			t.Errorf("%q: on are %t, want %t", tt.names, on, tt.want)
		}
	}
}

// TestSwitchOffStays checks that no other call switches a mechanism on again.
func TestSwitchOffStays(t *testing.T) {
	on := [2]bool{true, true}
	m := ablation.Mechanisms{"a": &on[0], "b": &on[1]}
	for _, names := range []string{"a", "", "b"} {
		if err := m.SwitchOff("NAME", names); err != nil {
			t.Fatal(err)
		}
	}
	if on != [2]bool{} {
		t.Errorf("on are %t, want none", on)
	}
}
