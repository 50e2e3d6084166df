package alloc

import "github.com/ndwire/ndwire/internal/ablation"

// Variable is the environment variable whose value tests and benchmarks pass to SelectNamed.
const Variable = "NDWIRE_ALLOC"

const (
	// slabLen is the number of values that share an allocation: a record that a program keeps also keeps its neighbours, and all that they
	// point to. The runtime's sizes of allocations fit 15 values better than 14 or 16: on tiny, owned lines take 2.5 % less memory than with 16.
	slabLen = 15
	// slabLine is the length in bytes from which on a line's values do not share memory: what a neighbour points to would be too much.
	slabLine = 1 << 10
)

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
