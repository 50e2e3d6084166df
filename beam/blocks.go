package ndwirebeam

import (
	"math"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
)

func init() { beam.RegisterType(reflect.TypeFor[span]()) }

// span is a restriction: the lines that begin in the bytes [From, To) of a file.
type span struct {
	From, To int64
	Whole    bool // it is read in one go
}

// blockSize is how many bytes are claimed at a time: few enough that a slow pipeline can be divided soon, enough to make little of what a
// block costs. partSize is what a file is divided into before the work begins. They are variables for tests.
var (
	blockSize int64 = 1 << 20
	partSize  int64 = 64 << 20
)

// maxArchiveParts bounds the parts of an archive. In zstd's each one goes from frame to frame to find its own.
const maxArchiveParts = 16

// parts divides a span. A last part that would be short belongs to that before.
func (s span) parts() (parts []span) {
	size := partSize
	if s.Whole {
		size = max(size, (s.To-s.From)/maxArchiveParts+1)
	}
	for s.To-s.From > size+size/4 {
		parts = append(parts, span{s.From, s.From + size, s.Whole})
		s.From += size
	}
	return append(parts, s)
}

// block is a claim: TryClaim says which bytes it was given.
type block struct{ from, to int64 }

// blocks is the tracker of a span. Work is claimed by the block, from one end to the other, and what is not claimed can be split off at any
// byte. What a claim gets is said by the tracker, since the end may have moved when it comes.
type blocks struct {
	rest span
	next int64 // of the block that is claimed next
}

func newBlocks(s span) *blocks { return &blocks{s, s.From} }

// TryClaim claims the next block, for a *block.
func (b *blocks) TryClaim(pos any) bool {
	if b.next >= b.rest.To {
		return false
	}
	claim := pos.(*block)
	claim.from, claim.to = b.next, b.rest.To
	if !b.rest.Whole {
		claim.to = min(claim.to, b.next+blockSize)
	}
	b.next = claim.to
	return true
}

func (b *blocks) GetError() error { return nil }

// TrySplit splits what is not claimed at a fraction of it. A span that is read in one go is given back as a whole, or not at all.
func (b *blocks) TrySplit(fraction float64) (primary, residual any, err error) {
	at := b.next
	if fraction > 0 {
		at += int64(math.Ceil(min(fraction, 1) * float64(b.rest.To-b.next)))
	}
	if at >= b.rest.To || b.rest.Whole && at > b.rest.From {
		return b.rest, nil, nil
	}
	residual = span{at, b.rest.To, b.rest.Whole}
	b.rest.To = at
	return b.rest, residual, nil
}

func (b *blocks) GetProgress() (done, remaining float64) {
	return float64(b.next - b.rest.From), float64(b.rest.To - b.next)
}

func (b *blocks) IsDone() bool { return b.next >= b.rest.To }

func (b *blocks) GetRestriction() any { return b.rest }

// IsBounded says that there is an end to the work.
func (b *blocks) IsBounded() bool { return true }
