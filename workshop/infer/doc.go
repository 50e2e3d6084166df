// Package infer writes a spec for sample lines, in one pass with bounded memory.
//
//	s := infer.NewSample()
//	for line, err := range decoder.NewLines(r).Recycled() { s.Add(line) }
//	yaml := s.Spec("events").YAML()
package infer

// The lines become a tree of places (read.go, pairs.go, places.go). A place has the JSON types of its values, and statistics of their texts and
// numbers (texts.go, forms.go, numbers.go). An object keeps its first values ([maxWaiting]) until it is decided what it is (decide.go): a union,
// whose tag chooses between kinds; a map (maps.go); or a record. The kept values are then read, and later values at once. Each kind is an object of
// its own, which is decided in the same way, so that a tag below a tag is found.
//
// A decision looks at all members of the kept values (survey.go), and asks how much the value of one says about the presence of the others
// (gain.go). The tag can be a member (tag.go, tagname.go), the presence of one (presence.go), the name around a value (external.go), or a member
// next to the value (siblings.go). If the lines are one record around messages of several kinds, the tag of the messages is that of the lines
// (envelope.go).
//
// After the last line, objects of the same shape are merged (unify.go, alike.go, similar.go, merge.go, walk.go, shared.go), and members of one
// name in several kinds agree (samemembers.go). Types get names, those near the line first (name.go, unionnames.go), from the members in which
// they stand (label.go, words.go, shapenames.go) and from the values of tags (casenames.go). The tree becomes a [draft.Spec] (spec.go, types.go,
// enums.go), in which records that begin alike embed a group (groups.go). Values of a type that is rare at their place are left out throughout
// (rare.go).
