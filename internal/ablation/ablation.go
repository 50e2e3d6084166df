// Package ablation switches off mechanisms that make decoding faster and change nothing else, so that tests can run without them, and
// bench/ablation can measure what each of them saves.
package ablation

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Mechanisms has switches by their names: false is off.
type Mechanisms map[string]*bool

// SwitchOff switches off all mechanisms for "off", or those in names, separated by commas. "" changes nothing. It must not be called
// while they are in use. variable is the environment variable that names came from, for the text of an error.
func (m Mechanisms) SwitchOff(variable, names string) error {
	switch names {
	case "":
		return nil
	case "off":
		for _, on := range m {
			*on = false
		}
		return nil
	}
	for name := range strings.SplitSeq(names, ",") {
		on := m[name]
		if on == nil {
			return fmt.Errorf("%s=%s: say off, or which mechanisms to switch off: %s", variable, names,
				strings.Join(slices.Sorted(maps.Keys(m)), ","))
		}
		*on = false
	}
	return nil
}
