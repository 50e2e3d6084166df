package infer

import (
	"fmt"
	"strings"

	"github.com/ndwire/ndwire/workshop/draft"
)

// A JSON type that hardly any value of a place has is told in the comment, and is no part of the type: readers keep such a value
// in Extra, and `drift` finds its line. Null is no such type: members that are null once can be null.

// isRare reports whether n of all values are rare. A sample is small: a single value among many is rare, too.
func isRare(n, all int) bool { return draft.IsRare(int64(n), int64(all)) || n == 1 && all >= 100 }

// typeCount is how many values of a place have a JSON type.
type typeCount struct {
	name string
	n    int
}

// typeCounts are the JSON types of the values, without null, and how many values have each.
func (p *place) typeCounts() [5]typeCount {
	objects := 0
	if p.object != nil {
		objects = max(1, p.count-p.nulls-p.texts.count-p.numbers.count-p.bools-p.arrays)
	}
	return [...]typeCount{{"string", p.texts.count}, {"number", p.numbers.count}, {"boolean", p.bools}, {"array", p.arrays}, {"object", objects}}
}

// jsonTypes are the JSON types of the values, without null and without those that are rare.
func (p *place) jsonTypes() []string {
	var list []string
	for _, t := range p.typeCounts() {
		if t.n > 0 && !isRare(t.n, p.count-p.nulls) {
			list = append(list, t.name)
		}
	}
	return list
}

// rareTypes says which JSON types of the values are rare, "" if none is.
func (p *place) rareTypes() string {
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

// areAll reports whether all texts are of a form, but for those that are rare.
func (t *texts) areAll(ofForm int) bool {
	return ofForm > 0 && (ofForm == t.count || isRare(t.count-ofForm, t.count))
}
