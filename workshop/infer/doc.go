// Package infer writes a spec for sample lines, in one pass with bounded memory.
//
// The lines become a tree of places. A place has the JSON types of its values, and statistics of their texts and numbers. An object keeps its
// first values ([maxWaiting]) until it is decided what it is: a union, whose tag chooses between kinds; a map; or a record, in which one member
// may be the tag of another one (a sibling). The kept values are then read, and later values at once. Each kind is an object of its own, which
// is decided in the same way, so that a tag below a tag is found. If the lines are one record around messages of several kinds, the tag of the
// messages is that of the lines. After the last line, objects of the same shape are merged, types get names, those
// near the line first, and the tree becomes a [draft.Spec].
//
//	s := infer.NewSample()
//	for line, err := range decoder.NewLines(r).Recycled() { s.Add(line) }
//	yaml := s.Spec("events").YAML()
package infer
