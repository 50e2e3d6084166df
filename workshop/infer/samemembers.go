package infer

import "slices"

// Members of the same name in several kinds of a union have the same meaning, as a rule. What one kind says little about, another kind knows.

// sameMembers returns the members of the records of a union, by their names: those whose values have one JSON type, apart from null.
func (o *object) sameMembers(json string) (groups [][]*member) {
	at := map[string]int{}
	for _, record := range o.records(nil) {
		for _, m := range record.members {
			if !slices.Equal(m.jsonTypes(), []string{json}) {
				continue
			}
			i, ok := at[m.name]
			if !ok {
				i = len(groups)
				at[m.name] = i
				groups = append(groups, nil)
			}
			groups[i] = append(groups[i], m)
		}
	}
	return groups
}

// agreeOnNumbers makes numbers of integers that are few, or zero, if the same member has fractions in other kinds: the duration of a test that was skipped
// is 0, and that of others 0.17. So do amounts with two decimals.
func (o *object) agreeOnNumbers() {
	for _, group := range o.sameMembers("number") {
		fractional := slices.ContainsFunc(group, func(m *member) bool { return m.numbers.fractions > 0 && !isRare(m.numbers.fractions, m.numbers.count) })
		decimal := slices.ContainsFunc(group, func(m *member) bool { return m.numbers.padded })
		for _, m := range group {
			if n := &m.numbers; n.fractions > 0 || n.count-n.zeros < minIntegers {
				n.fractional, n.decimal = fractional, decimal
			}
		}
	}
}

// minIntegers is the number of integers other than zero from which on they are no fractions by chance.
const minIntegers = 20
