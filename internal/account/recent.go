package account

// How many keys a Book knows for sure.
const (
	keepResponses = 1 << 20
	keepCounted   = 1 << 20
	keepSessions  = 1 << 14
)

// recent knows the values of the keys that were put or asked for last: at least the most recent keep keys, and at most 2*keep of them.
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
