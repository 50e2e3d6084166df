package infer

import "github.com/ndwire/ndwire/decoder"

// The limits that bound the memory of a sample, whatever its lines are.
const (
	waiting     = 256      // objects that are kept until it is decided what they are
	waitingSize = 1 << 20  // bytes of these, in one place
	allWaiting  = 32 << 20 // bytes of these, in all places
	maxMembers  = 128      // of a record; an object with more of them is a map
	maxKinds    = 100      // values of a tag that are told apart
	maxValues   = 64       // texts that are counted, at one place
	maxText     = 64       // bytes of such a text
	allValues   = 200_000  // of these, at all places
	maxName     = 256      // bytes of the name of a member
	maxDepth    = 24       // below it nothing is looked at
	maxPlaces   = 50_000   // in all; what comes later is not looked at
	maxAsks     = 3        // questions one below the other
)

// Sample collects what is to be known of lines. It is not for several goroutines.
type Sample struct {
	root   *object
	Lines  int // that were added, of any JSON type
	Others int // of these, that are no objects
	Bad    int // lines that were not added because they are no JSON: for the comment, counted by the caller

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

// Add takes in one line, which is valid JSON. Nothing of it is kept that is not copied.
func (s *Sample) Add(line decoder.Raw) {
	s.Lines++
	if len(line) == 0 || line[0] != '{' {
		s.Others++
		return
	}
	s.readObject(s.root, line, 0)
}
