package infer

import "slices"

// arrange puts the members of all records in the order of the objects, in which encoders then write them.
func (s *Sample) arrange() {
	for _, record := range s.root.records(nil) {
		record.arrange()
	}
	for _, p := range s.fieldObjects() {
		for _, record := range p.object.records(nil) {
			record.arrange()
		}
	}
}

// arrange puts members that earlier objects lack in front of the next one that they have, and not at the end. To arrange a record again changes
// nothing.
func (o *object) arrange() {
	list := make([]*member, 0, len(o.members))
	for _, m := range o.members {
		at := -1
		if m.before != nil {
			at = slices.IndexFunc(list, func(other *member) bool { return other.name == m.before.name })
		}
		if at < 0 {
			at = len(list)
		}
		list = slices.Insert(list, at, m)
	}
	o.members = list
}

// firstOf returns the first member of a list that the record has, nil if there is none.
func (o *object) firstOf(list []*member) *member {
	for _, m := range list {
		if mine := o.byName[m.name]; mine != nil {
			return mine
		}
	}
	return nil
}
