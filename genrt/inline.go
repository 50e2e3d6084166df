package genrt

// inlineDecoding calls each method that is to be inlined into generated code. Generated code imports no package of this module but genrt,
// and the compiler exports the body of another package's function with this package only if it has inlined a call of it here. Nobody calls
// inlineDecoding. The methods of Object are not to be inlined: writing.Object says why.

func inlineDecoding(c *Cursor, rec *Record) bool {
	new(Slab[Extra]).New(c.Memory())
	s := SeenOf(0)
	s.Add(c, 0)
	s.Set(c, 0)
	s.Mark(c, 0)
	c.Missed(0)
	return s.Has(0) && c.Text(0, 1) != nil && c.Enter(0, 0, rec) && c.TryClose(0, s) && c.Again() && c.IsObject(0) && c.Type(0) == JSONNull
}

var _ = inlineDecoding
