package alloc

import "github.com/ndwire/ndwire/internal/ablation"

// Variable is the environment variable whose value tests and benchmarks pass to SelectNamed.
const Variable = "NDWIRE_ALLOC"

// What shares memory. With one of these false, each value of that sort has memory of its own.
var (
	sharedSlabs  = true // values of one type
	sharedChunks = true // texts of owned lines
	sharedLists  = true // short lists of owned lines
)

var mechanisms = ablation.Mechanisms{"slabs": &sharedSlabs, "chunks": &sharedChunks, "lists": &sharedLists}

// SelectNamed switches sharing off: all of it for "off", or what names lists, separated by commas: slabs, chunks, lists. "" leaves it as it
// is. It must not be called while a Memory is in use.
func SelectNamed(names string) error { return mechanisms.SwitchOff(Variable, names) }
