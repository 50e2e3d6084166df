package predict

// Keys predicts the next key of a record: the one that came the last time behind the same member. K is a key, ready for comparing.
type Keys[K any] struct {
	Next    []*K    // by the slot of the member before; all of them are keys
	learned []int32 // the slots that have been learned
	none    *K      // for all others: equal to no key of a line
}

// Learn takes note that key came at a slot. There are so many slots; none is a key that no line has.
func (k *Keys[K]) Learn(slot, slots int, key, none *K) {
	if !NextKeys {
		return
	}
	k.none = none
	for len(k.Next) < slots {
		k.Next = append(k.Next, none)
	}
	if k.Next[slot] == none {
		k.learned = append(k.learned, int32(slot))
	}
	k.Next[slot] = key
}

func (k *Keys[K]) forget() {
	for _, slot := range k.learned {
		k.Next[slot] = k.none
	}
	k.learned = k.learned[:0]
}
