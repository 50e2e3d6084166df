package predict

// Predictor is all that a cursor has learned. The zero value has learned nothing. K is a key, as in [Keys].
type Predictor[K any] struct {
	Keys Keys[K]
	Tags Tags
	Counts
}

// LearnKey records that key came at a slot, as [Keys.Learn] does, and counts whether that was the predicted key.
func (p *Predictor[K]) LearnKey(slot, slots int, key, none *K) {
	if slot < len(p.Keys.Next) && p.Keys.Next[slot] == key {
		p.KeyHits++
		return
	}
	p.KeyMisses++
	p.Keys.Learn(slot, slots, key, none)
}

// Forget drops all that has been learned and counted, and keeps the memory. Its cost grows with what has been learned, not with the
// program's records: a Reader of a short file pays for its few lines only.
func (p *Predictor[K]) Forget() {
	p.Keys.forget()
	p.Tags.forget()
	p.Counts = Counts{}
}
