// Package infer writes a spec for sample lines, in one pass with bounded memory.
//
//	s := infer.NewSample()
//	for line, err := range decoder.NewLines(r).Recycled() { s.Add(line) }
//	yaml := s.Spec("events").YAML()
package infer

// The lines become a tree of places (read.go, places.go). A place has the JSON types of its values, and statistics of their texts and numbers
// (texts.go, numbers.go). An object keeps its first values ([maxWaiting]) until it is decided what it is (decide.go): a union, whose tag chooses
// between kinds (also external.go, shared.go); a map (maps.go); or a record, in which one member may be the tag of another one (siblings.go). The
// kept values are then read, and later values at once. Each kind is an object of its own, which is decided in the same way, so that a tag below a
// tag is found. If the lines are one record around messages of several kinds, the tag of the messages is that of the lines (envelope.go).
//
// After the last line, objects of the same shape are merged (unify.go), types get names, those near the line first (name.go), and the tree
// becomes a [draft.Spec] (spec.go).
