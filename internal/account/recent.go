package account

// The least numbers of keys that a Book keeps.
const (
	keepResponses = 1 << 20
	keepCounted   = 1 << 20
	keepSessions  = 1 << 14
)

// recent is a map of the most recently used keys: it has at least the last keep keys that get or add was called with, and at most 2*keep keys.
type recent[V any] struct{ young, old *table[V] }

// get returns a pointer to the value of k, nil if there is none. It is valid until the next call of get or add.
func (r *recent[V]) get(k key, keep int) *V {
	if r.young == nil {
		return nil
	}
	if v := r.young.find(k); v != nil {
		return v
	}
	if r.old == nil {
		return nil
	}
	v := r.old.find(k)
	if v == nil {
		return nil
	}
	young := r.add(k, keep)
	*young = *v
	return young
}

// add adds k, which young does not have, and returns a pointer to its value, the zero one. It is valid until the next call of get or add.
func (r *recent[V]) add(k key, keep int) *V {
	if r.young == nil {
		r.young = new(table[V])
	} else if len(r.young.index) >= keep {
		r.young, r.old = new(table[V]), r.young
	}
	return r.young.add(k)
}
