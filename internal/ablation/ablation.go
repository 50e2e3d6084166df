// Package ablation switches off mechanisms that make decoding faster and change nothing else, so that tests run without them, too, and
// bench/ablation says what each of them saves.
package ablation

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Mechanisms are switches by their names: false is off.
type Mechanisms map[string]*bool

// SwitchOff switches off all of them by "off", or those that names has, with commas between them. "" leaves them as they are. It is not to be
// called while they are in use. An error says that variable, an environment variable, has another name in it.
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
			return fmt.Errorf("ndwire: %s=%s: say off, or which mechanisms to switch off: %s", variable, names,
				strings.Join(slices.Sorted(maps.Keys(m)), ","))
		}
		*on = false
	}
	return nil
}
