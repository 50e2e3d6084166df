package scan

// drifts is a bounded table of Drifts, by their content. Most lines that differ from the spec have the same few.
type drifts map[Drift]*Drift

// of returns the Drift with this content. The memory of path and value must never be used again for other text.
func (t *drifts) of(what What, path, value string) *Drift {
	d := Drift{what, path, value}
	known := (*t)[d]
	if known == nil {
		known = &Drift{what, path, value}
		if *t == nil || len(*t) >= maxNames {
			*t = make(drifts)
		}
		(*t)[d] = known
	}
	return known
}
