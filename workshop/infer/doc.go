// Package infer makes a spec of sample lines, in one pass with bounded memory.
//
// The lines become a tree of places: what stood at each member, by JSON type, and for texts and numbers what they look like. An object
// waits with its first [waiting] values until it is clear what it is: one that asks a tag for its kind, a map, or a record, of which one
// member's kind may be told by another member. These values are then read, and all later ones at once; each kind is an object of its own,
// which waits and asks in its turn, so that a tag below a tag is found in the same way. When the lines have ended, objects of the same shape
// become one, names are given from the line on, and the tree becomes a [draft.Spec].
//
//	s := infer.NewSample()
//	for line, err := range decoder.NewLines(r).Recycled() { s.Add(line) }
//	yaml := s.Spec("events").YAML()
package infer
