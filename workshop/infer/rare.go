package infer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/workshop/draft"
)

// If few values of a place have some JSON type, that type is mentioned in the comment of the field and is not part of its type: readers keep such
// a value in Extra, and `drift` finds its line. Null never counts as rare: a member that was null once may be null.

// isRare reports whether n of all values are rare. A sample is small: a single value among many is rare, too.
func isRare(n, all int) bool { return draft.IsRare(int64(n), int64(all)) || n == 1 && all >= 100 }

// typeCount is the number of values of a place with a JSON type.
type typeCount struct {
	name string
	n    int
}

// typeCounts returns the JSON types of the values, except null, and the number of values of each.
func (p *place) typeCounts() [5]typeCount {
	objects := 0
	if p.object != nil {
		objects = max(1, p.count-p.nulls-p.texts.count-p.numbers.count-p.bools-p.arrays)
	}
	return [...]typeCount{{"string", p.texts.count}, {"number", p.numbers.count}, {"boolean", p.bools}, {"array", p.arrays}, {"object", objects}}
}

// jsonTypes returns the JSON types of the values, except null and rare types.
func (p *place) jsonTypes() []string {
	var list []string
	for _, t := range p.typeCounts() {
		if t.n > 0 && !isRare(t.n, p.count-p.nulls) {
			list = append(list, t.name)
		}
	}
	return list
}

// isFree reports whether the values are free-form JSON: objects, lists, and scalars of several types.
func (p *place) isFree() bool {
	types := p.jsonTypes()
	return len(types) > 3 && slices.Contains(types, "object") && slices.Contains(types, "array")
}

// rareTypes returns a text that names the rare JSON types of the values; "" if there are none.
func (p *place) rareTypes() string {
	if p.isFree() {
		return "" // json takes them
	}
	var list []string
	for _, t := range p.typeCounts() {
		if isRare(t.n, p.count-p.nulls) {
			list = append(list, fmt.Sprintf("%d of %d: %s", t.n, p.count, t.name))
		}
	}
	for word, n := range map[string]int{"no time": p.texts.count - p.texts.times, "no UUID": p.texts.count - p.texts.uuids} {
		if isRare(n, p.texts.count) {
			list = append(list, fmt.Sprintf("%d of %d: %s", n, p.count, word))
		}
	}
	if len(list) == 0 {
		return ""
	}
	return "left out as rare, " + strings.Join(list, ", ")
}

// areAll reports whether all texts have a form, except for rare ones. ofForm is the number of texts that have it.
func (t *texts) areAll(ofForm int) bool {
	return ofForm > 0 && (ofForm == t.count || isRare(t.count-ofForm, t.count))
}
