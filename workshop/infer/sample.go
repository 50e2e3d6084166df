package infer

import "github.com/ndwire/ndwire/decoder"

// The limits that bound the memory of a sample, whatever its lines are.
const (
	maxWaiting         = 256      // objects that are kept until it is decided what they are
	maxWaitingBytes    = 1 << 20  // bytes of these, in one place
	maxAllWaitingBytes = 32 << 20 // bytes of these, in all places
	maxMembers         = 128      // of a record; an object with more of them is a map
	maxKinds           = 100      // values of a tag that are told apart
	maxValues          = 64       // texts that are counted, at one place
	maxText            = 64       // bytes of such a text
	allValues          = 200_000  // of these, at all places
	maxName            = 256      // bytes of the name of a member
	maxDepth           = 24       // below it nothing is looked at
	maxPlaces          = 50_000   // in all; what comes later is not looked at
	maxQuestions       = 3        // questions one below the other
)

// Sample collects statistics of lines. It is not safe for use by several goroutines.
type Sample struct {
	root   *object
	Lines  int // lines that were added, of any JSON type
	Others int // added lines that are not objects
	Bad    int // lines that are not JSON, and were not added; counted by the caller, for the comment of the spec

	waits   int // bytes that wait
	places  int
	values  int          // texts that are counted
	objects int          // that were read
	stack   []pair       // members of the objects that are being read
	merges  [][2]*object // that are under way
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
