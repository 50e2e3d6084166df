package account

// The least numbers of keys that a Book keeps.
const (
	keepResponses = 1 << 20
	keepCounted   = 1 << 20
	keepSessions  = 1 << 14
)

// The largest numbers of models, and of bytes of a name, that a Book keeps.
const (
	maxModels = 1 << 10
	maxName   = 1 << 10
)

// recent is a map of the most recently used keys: it has at least the last keep keys that get or put was called with, and at most 2*keep keys.
type recent[V any] struct {
	young, old map[key]V
}

func (r *recent[V]) get(k key, keep int) (V, bool) {
	v, ok := r.young[k]
	if !ok {
		if v, ok = r.old[k]; ok {
			r.put(k, v, keep)
		}
	}
	return v, ok
}

func (r *recent[V]) put(k key, v V, keep int) {
	if len(r.young) >= keep {
		if _, known := r.young[k]; !known {
			r.young, r.old = nil, r.young
		}
	}
	if r.young == nil {
		r.young = map[key]V{}
	}
	r.young[k] = v
}
