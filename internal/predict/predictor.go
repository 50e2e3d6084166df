package predict

import "github.com/ndwire/ndwire/internal/ablation"

// Predictor is all that a cursor has learned. The zero value has learned nothing. K is a key as [Keys] has it.
type Predictor[K any] struct {
	Keys Keys[K]
	Tags Tags
	Counts
}

// LearnKey takes note that key came at a slot, as that of Keys does, and counts whether it was to be expected.
func (p *Predictor[K]) LearnKey(slot, slots int, key, none *K) {
	if slot < len(p.Keys.Next) && p.Keys.Next[slot] == key {
		p.KeyHits++
		return
	}
	p.KeyMisses++
	p.Keys.Learn(slot, slots, key, none)
}

// Forget drops all that has been learned and counted, and keeps the memory. It takes time only for what has been learned: a Reader of a short file
// pays for its few lines.
func (p *Predictor[K]) Forget() {
	p.Keys.forget()
	p.Tags.forget()
	p.Counts = Counts{}
}

// Learned reports what has been learned, for tests: how many keys, prefixes and tags.
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

// Variable is the environment variable that SelectNamed is given in tests, benchmarks and the command.
const Variable = "NDWIRE_PREDICT"

// What is predicted. Without one of these, lines of its kind are decoded as if nothing had been learned, or nothing were usual.
var (
	Compiled = true // the line is compared with the usual keys of the spec
	NextKeys = true // Keys learns
	LateTags = true // Tags learns which tag comes with a context
	Prefixes = true // Tags learns how the objects begin
	LineEnds = true // a line is taken for one record, and its end is not looked for before the record is read
)

var mechanisms = ablation.Mechanisms{"compiled": &Compiled, "keys": &NextKeys, "tags": &LateTags, "prefixes": &Prefixes, "ends": &LineEnds}

// SelectNamed switches predictions off: all of them by "off", or those that names has, with commas between them: compiled, keys, tags,
// prefixes, ends. "" leaves them as they are. It is not to be called while cursors are in use.
func SelectNamed(names string) error { return mechanisms.SwitchOff(Variable, names) }
