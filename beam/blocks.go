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
	Whole    bool // the lines are read as one block
}

// blockSize is how many bytes are claimed at a time: few, so that a slow pipeline can be split soon, and many compared to the fixed cost of a
// block. partSize is the size in bytes of the restrictions into which a file is divided before the work begins. They are variables for tests.
var (
	blockSize int64 = 1 << 20
	partSize  int64 = 64 << 20
)

// maxArchiveParts is the maximum number of parts of an archive. In a zstd archive, each part has to walk over all frames before it.
const maxArchiveParts = 16

// parts divides a span. If the last part would be short, it is joined to the one before.
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

// block is a claim: TryClaim sets it to the bytes that were claimed.
type block struct{ from, to int64 }

// blocks is the tracker of a span. Blocks are claimed from the beginning to the end, and what is not claimed can be split off at any
// byte. The tracker says how long a block is, since a split may have moved the end of the span just before the claim.
type blocks struct {
	rest span
	next int64 // offset of the block that is claimed next
}

func newBlocks(s span) *blocks { return &blocks{s, s.From} }

// TryClaim claims the next block. pos is a *block, which it sets.
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

// TrySplit splits what is not claimed, at a fraction of it. A span that is read as one block is split off as a whole, or not at all.
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

// IsBounded reports that the work is finite.
func (b *blocks) IsBounded() bool { return true }
