package scan

// drifts is a bounded table of the drifts of the lines before: lines have the same few.
type drifts struct {
	all    map[Drift]*Drift
	recent [16]*Drift // those that came last
}

// of is the drift of this sort. The strings are such as stay as they are.
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
