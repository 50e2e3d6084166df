package account

// A table is a map that only grows. Its entries are in chunks, in the order in which they were added: a log has tens of thousands of responses, and a
// map would copy each of them several times while it grows. The zero table is empty.
type table[V any] struct {
	chunks [][]tableEntry[V] // all but the last one are full

	// slots is a hash table with linear probing, whose length is a power of two. A slot has the upper half of a key's first word, and in its lower half
	// the number of the entry, from 1; 0 is an empty slot.
	slots []uint64
}

type tableEntry[V any] struct {
	key   key
	value V
}

const (
	chunkSize  = 256 // entries of a chunk
	firstSlots = 64
)

func (t *table[V]) len() int {
	if len(t.chunks) == 0 {
		return 0
	}
	return (len(t.chunks)-1)*chunkSize + len(t.chunks[len(t.chunks)-1])
}

// find returns a pointer to the value of k, valid until the next add; nil if there is none.
func (t *table[V]) find(k key) *V {
	if len(t.slots) == 0 {
		return nil
	}
	mask := uint64(len(t.slots) - 1)
	for i := k[0] & mask; t.slots[i] != 0; i = (i + 1) & mask {
		if slot := t.slots[i]; slot>>32 == k[0]>>32 {
			n := int(uint32(slot)) - 1
			if e := &t.chunks[n/chunkSize][n%chunkSize]; e.key == k {
				return &e.value
			}
		}
	}
	return nil
}

// add adds k, which the table does not have, and returns a pointer to its value, the zero one, valid until the next add.
func (t *table[V]) add(k key) *V {
	n := t.len()
	if 2*n >= len(t.slots) {
		t.grow(max(2*len(t.slots), firstSlots))
	}
	t.setSlot(k[0], n)
	last := len(t.chunks) - 1
	switch {
	case last < 0:
		t.chunks = append(t.chunks, nil) // small until it is full: most tables have few entries
	case len(t.chunks[last]) == chunkSize:
		t.chunks = append(t.chunks, make([]tableEntry[V], 0, chunkSize))
		last++
	}
	last = max(last, 0)
	t.chunks[last] = append(t.chunks[last], tableEntry[V]{key: k})
	return &t.chunks[last][n%chunkSize].value
}

// setSlot makes the slot of entry n, whose key begins with word.
func (t *table[V]) setSlot(word uint64, n int) {
	mask := uint64(len(t.slots) - 1)
	i := word & mask
	for t.slots[i] != 0 {
		i = (i + 1) & mask
	}
	t.slots[i] = word>>32<<32 | uint64(n+1)
}

// grow makes the slots anew, size of them.
func (t *table[V]) grow(size int) {
	t.slots = make([]uint64, size)
	n := 0
	for _, chunk := range t.chunks {
		for i := range chunk {
			t.setSlot(chunk[i].key[0], n)
			n++
		}
	}
}
