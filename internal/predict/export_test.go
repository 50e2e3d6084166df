package predict

// Learned returns how many keys, prefixes and tags have been learned.
func (p *Predictor[K]) Learned() (keys, prefixes, tags int) {
	for k := range p.Tags.prefixes {
		if x := &p.Tags.prefixes[k]; len(x.first)+len(x.rest) > 0 || x.seen != 0 {
			prefixes++
		}
	}
	for k := range p.Tags.entries {
		if p.Tags.entries[k] != (entry{}) {
			tags++
		}
	}
	return len(p.Keys.learned), prefixes, tags
}
