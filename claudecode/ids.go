package claudecode

import (
	"hash/maphash"
	"math/bits"
)

// ids is a set of uuids, with a few bits about each. It keeps a hash of 128 bits in place of the text.
//
// Entries are numbered in the order in which the uuids first occur, and stored in chunks; 64 hash tables with open addressing find
// them. Shards grow one at a time and by half, so that little memory is unused: an entry is 32 bytes and has at
// most 8 bytes of slots.
type ids struct {
	hasher
	chunks []*idChunk
	n      uint32 // entries
	shards [64]idShard
}

// hasher computes hashes of 128 bits: two of 64 bits with different seeds.
type hasher [2]maphash.Seed

type hash128 [2]uint64

type idChunk struct {
	hash [idChunkLen]hash128
	link [idChunkLen]uint32 // see idTag
	line [idChunkLen]uint32
	sum  [idChunkLen]uint32 // of what distinguishes lines with the same uuid
	tag  [idChunkLen]idTag
}

const idChunkLen = 1024

// idShard is a table of entry numbers plus 1; 0 is a free slot.
type idShard struct {
	slots []uint32
	used  int
}

// idTag describes the line that has a uuid or a tool call. The link of an entry is the number of another entry plus 1, or 0 for none. If no
// line has declared the entry, it is the first line that waits for it; if the entry waits for its parent, it is the next line that waits for the
// same parent; otherwise it is the parent.
type idTag uint32

const (
	idDeclared  idTag = 1 << 31 // there is such a line; otherwise it was only referred to
	idWaiting   idTag = 1 << 30 // for its parent
	idSidechain idTag = 1 << 29
	idMixed     idTag = 1 << 28 // of a call that occurs both within and outside sidechains
	idRole      idTag = 7 << 25
	idSession   idTag = 1<<25 - 1
)

// The roles of lines that the rule of sidechains distinguishes.
const (
	roleOther idTag = iota << 25
	roleUser
	roleAssistant
	roleResult     // a user line with results of tools
	roleFlatCall   // a tool call of the flat form
	roleFlatResult // its result
)

// idsFull is the maximum number of entries. Links and slots are a number plus 1.
const idsFull = 1<<32 - 2

func newHasher() hasher { return hasher{maphash.MakeSeed(), maphash.MakeSeed()} }

func (h hasher) hash(text string) hash128 {
	return hash128{maphash.String(h[0], text), maphash.String(h[1], text)}
}

// entry returns the chunk and the index of entry i.
func (s *ids) entry(i uint32) (c *idChunk, at uint32) { return s.chunks[i/idChunkLen], i % idChunkLen }

func (s *ids) tag(i uint32) idTag {
	c, at := s.entry(i)
	return c.tag[at]
}

// find returns the first entry of a uuid that accepts, -1 if there is none.
func (s *ids) find(h hash128, accept func(i uint32) bool) int64 {
	shard := &s.shards[h[0]%64]
	if len(shard.slots) == 0 {
		return -1
	}
	for at := shard.firstSlot(h); shard.slots[at] != 0; at = shard.after(at) {
		i := shard.slots[at] - 1
		if c, k := s.entry(i); c.hash[k] == h && accept(i) {
			return int64(i)
		}
	}
	return -1
}

// append adds an entry that find does not find.
func (s *ids) append(h hash128) (uint32, bool) {
	if s.n >= idsFull {
		return 0, false
	}
	if s.n%idChunkLen == 0 {
		s.chunks = append(s.chunks, new(idChunk))
	}
	i := s.n
	s.n++
	c, at := s.entry(i)
	c.hash[at] = h
	return i, true
}

// insert adds an entry that find finds.
func (s *ids) insert(h hash128) (uint32, bool) {
	i, ok := s.append(h)
	if !ok {
		return 0, false
	}
	shard := &s.shards[h[0]%64]
	if shard.used*4 >= len(shard.slots)*3 {
		old := shard.slots
		shard.slots = make([]uint32, max(16, len(old)*3/2))
		for _, v := range old {
			if v != 0 {
				c, at := s.entry(v - 1)
				shard.put(c.hash[at], v)
			}
		}
	}
	shard.put(h, i+1)
	shard.used++
	return i, true
}

func (t *idShard) put(h hash128, v uint32) {
	at := t.firstSlot(h)
	for t.slots[at] != 0 {
		at = t.after(at)
	}
	t.slots[at] = v
}

// firstSlot returns the slot at which the search for a hash begins. The other half of the hash selects the shard.
func (t *idShard) firstSlot(h hash128) uint64 {
	at, _ := bits.Mul64(h[1], uint64(len(t.slots)))
	return at
}

func (t *idShard) after(at uint64) uint64 {
	if at++; at == uint64(len(t.slots)) {
		return 0
	}
	return at
}
