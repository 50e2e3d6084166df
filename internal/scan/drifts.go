package scan

// drifts is a bounded table of Drifts, by their content. Most lines that differ from the spec have the same few.
type drifts struct {
	all    map[Drift]*Drift
	recent [16]*Drift // the latest ones, by a hash of their content
}

// of returns the Drift with this content. The memory of path and value must never be used again for other text.
func (t *drifts) of(what What, path, value string) *Drift {
	recent := &t.recent[(len(path)+5*len(value)+int(what))%len(t.recent)]
	if d := *recent; d != nil && d.What == what && d.Path == path && d.Value == value {
		return d
	}
	key := Drift{what, path, value}
	d := t.all[key]
	if d == nil {
		d = &Drift{what, path, value}
		if t.all == nil || len(t.all) >= maxNames {
			t.all = make(map[Drift]*Drift)
		}
		t.all[key] = d
	}
	*recent = d
	return d
}
