package predict

import "fmt"

// Predictor is all that a cursor has learned. The zero value has learned nothing. K is a key as [Keys] has it.
type Predictor[K any] struct {
	Keys Keys[K]
	Tags Tags
}

// Forget drops all that has been learned, and keeps the memory. It takes time only for what has been learned: a Reader of a short file
// pays for its few lines.
func (p *Predictor[K]) Forget() {
	p.Keys.forget()
	p.Tags.forget()
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

// Enabled says whether anything is learned, and whether the line is compared with the usual keys of the spec.
var Enabled = true

// SelectNamed switches predictions "on" or "off"; "" leaves them as they are. It is not to be called while cursors are in use.
func SelectNamed(name string) error {
	switch name {
	case "", "on":
	case "off":
		Enabled = false
	default:
		return fmt.Errorf("predict: %s=%s: say on or off", Variable, name)
	}
	return nil
}
