package account

// A table is a map whose values stay where they are, so that they can be changed in place: a log has tens of thousands of responses, and a Go map of
// their values would copy each of them several times while it grows. The zero table is empty.
type table[V any] struct {
	index  map[key]uint32
	chunks [][]V // all but the last one are full
}

// chunkSize is the number of values of a chunk.
const chunkSize = 256

// find returns a pointer to the value of k, valid until the next add; nil if there is none.
func (t *table[V]) find(k key) *V {
	n, ok := t.index[k]
	if !ok {
		return nil
	}
	return &t.chunks[n/chunkSize][n%chunkSize]
}

// add adds k, which the table does not have, and returns a pointer to its value, the zero one, valid until the next add.
func (t *table[V]) add(k key) *V {
	if t.index == nil {
		t.index = map[key]uint32{}
	}
	n := len(t.index)
	t.index[k] = uint32(n)
	if n%chunkSize == 0 {
		var chunk []V // the first one grows: most tables have few values
		if n > 0 {
			chunk = make([]V, 0, chunkSize)
		}
		t.chunks = append(t.chunks, chunk)
	}
	last := &t.chunks[n/chunkSize]
	var zero V
	*last = append(*last, zero)
	return &(*last)[n%chunkSize]
}
