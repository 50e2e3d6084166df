package alloc

import "github.com/ndwire/ndwire/internal/ablation"

// Variable is the environment variable that SelectNamed is given in tests and benchmarks.
const Variable = "NDWIRE_ALLOC"

// What shares memory. Without one of these, each value has memory of its own.
var (
	sharedSlabs  = true // values of one type
	sharedChunks = true // texts of owned lines
	sharedLists  = true // short lists of owned lines
)

var mechanisms = ablation.Mechanisms{"slabs": &sharedSlabs, "chunks": &sharedChunks, "lists": &sharedLists}

// SelectNamed switches off what shares memory: all by "off", or slabs, chunks, lists, with commas between them. "" leaves it as it is. It is not
// to be called while a Memory is in use.
func SelectNamed(names string) error { return mechanisms.SwitchOff(Variable, names) }
