package genrt

// The compiler hands on the body of a function of another package only if it has inlined a call of it in this one. Generated code imports
// no other package than this, so that each method that is to be inlined there is called here once. Nobody calls this function. Methods of
// Object are not to be inlined: see there.

func inlineDecoding(c *Cursor, rec *Record) bool {
	new(Slab[Extra]).New(c.Memory())
	s := SeenOf(0)
	s.Add(c, 0)
	s.Set(c, 0)
	s.Mark(c, 0)
	return s.Has(0) && c.Text(0, 1) != nil && c.Enter(0, 0, rec) && c.IsEnd(0) && c.Again() && c.IsObject(0) && c.Type(0) == JSONNull
}

var _ = inlineDecoding
