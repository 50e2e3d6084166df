package infer

import "github.com/ndwire/ndwire/decoder"

// The limits that bound the memory of a sample, whatever its lines are.
const (
	maxWaiting         = 256      // values that an undecided object keeps
	maxWaitingBytes    = 1 << 20  // bytes of the values that an undecided object keeps
	maxAllWaitingBytes = 32 << 20 // bytes of the values that all undecided objects keep
	maxMembers         = 128      // of a record; an object with more of them is a map
	maxKinds           = 100      // kinds of one tag; all other values of the tag share one kind
	maxValues          = 64       // texts that are counted, at one place
	maxText            = 64       // bytes of a text that is counted
	allValues          = 200_000  // texts that are counted, at all places
	maxName            = 256      // bytes of the name of a member
	maxDepth           = 24       // levels of a line that are examined
	maxPlaces          = 50_000   // places in all; values at later places are not examined
	maxTags            = 3        // levels of nested tags
)

// Sample collects statistics of lines. It is not safe for use by several goroutines.
type Sample struct {
	root   *object
	Lines  int // lines that were added, of any JSON type
	Others int // added lines that are not objects
	Bad    int // lines that were not added, because they are not JSON, or too long; counted by the caller, for the comment of the spec

	message string // the member of lines that are one record which may be an envelope around its values; "" if there is none

	waits   int // bytes of the values that all undecided objects keep
	places  int
	values  int          // number of texts that are counted, at all places
	objects int          // number of objects that were read
	stack   []pair       // members of the objects that are being read
	merges  [][2]*object // pairs of objects that are still to be merged
}

// NewSample returns a sample without lines.
func NewSample() *Sample {
	s := &Sample{}
	s.root = s.newObject(0)
	s.root.line = true
	return s
}

// Add adds one line, which must be valid JSON. It keeps only copies.
func (s *Sample) Add(line decoder.Raw) {
	s.Lines++
	if len(line) == 0 || line[0] != '{' {
		s.Others++
		return
	}
	s.readObject(s.root, line, 0)
}
