package drift

// presence reports whether the presence of a member chooses a case and a null does not, and the number of objects with such a null. They would get
// another case if the type allowed null.
func (c *Comparer) presence(m *member) (chooses bool, nulls int64) {
	if m == nil {
		return false, 0
	}
	for _, q := range c.table.discriminators {
		if a := q.branches[m.name]; a != nil && a.notNull {
			chooses, nulls = true, nulls+a.nulls
		}
	}
	return chooses, nulls
}
