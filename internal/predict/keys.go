package predict

// Keys predicts the next key of a record: the one that followed the same member the last time. K is a key in a form made for comparing.
type Keys[K any] struct {
	Next    []*K    // the predicted key of each slot, which is a member of a record; never nil
	learned []int32 // the slots that have a key of a line
	none    *K      // what all other slots have: it is equal to no key of a line
}

// Learn records that key came at a slot. slots is the number of slots in the program, and none is a key that no line has.
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
