package predict

import "github.com/ndwire/ndwire/internal/ablation"

// Variable is the environment variable whose value tests, benchmarks and the command pass to SelectNamed.
const Variable = "NDWIRE_PREDICT"

// The kinds of prediction. With one of these false, lines are decoded as if nothing of that kind were known.
var (
	Compiled = true // the line is compared with the keys in the spec's order
	NextKeys = true // Keys learns
	LateTags = true // Tags learns which tag belongs to a context
	Prefixes = true // Tags learns how objects begin
	LineEnds = true // a line is expected to be one record, and is decoded before its end has been searched
)

var mechanisms = ablation.Mechanisms{"compiled": &Compiled, "keys": &NextKeys, "tags": &LateTags, "prefixes": &Prefixes, "ends": &LineEnds}

// SelectNamed switches predictions off: all of them for "off", or those that names lists, separated by commas: compiled, keys, tags,
// prefixes, ends. "" leaves them as they are. It must not be called while cursors are in use.
func SelectNamed(names string) error { return mechanisms.SwitchOff(Variable, names) }
