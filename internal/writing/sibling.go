package writing

import (
	"github.com/ndwire/ndwire/internal/notes"
	"github.com/ndwire/ndwire/internal/scan"
)

// Sibling writes the tag of the member that comes next, given as `,"kind":` and the literal of that member's case: "" if it has none, and
// scan.UnknownSibling if the case does not say it. Then the tag is written as it was read.
func (o *Object) Sibling(key, literal string) {
	var n *notes.Note
	alias := ""
	if o.noted != nil {
		if o.odd.note != nil {
			o.settle(len(o.dst))
		}
		n, alias = o.noted.About(o.keyName(key))
	}
	isKnown := literal != "" && literal != scan.UnknownSibling
	switch s := state(n); {
	case s == notes.Deleted, s == notes.Absent && !isKnown:
	case s == notes.Odd && (!isKnown || same([]byte(literal), n.Text, reading{kind: kindFloat})):
		o.key(key, alias)
		o.take(appendText(o.dst, n.Text, o.trusted))
	case isKnown:
		o.key(key, alias)
		o.dst = append(o.dst, literal...)
	case literal != "" && !o.sets(key):
		o.Fail(Conflict("the payload does not say its tag, and none was read: set the member " + key[1:len(key)-1] + " in Extra"))
	}
}

// sets reports whether there is an unknown member of the name of key.
func (o *Object) sets(key string) bool {
	if o.set == nil {
		return false
	}
	name, ok := unquote([]byte(key[1 : len(key)-1]))
	if !ok {
		return false
	}
	all, ok := members(append(append([]byte{'{'}, o.set.Unknown...), '}'))
	return ok && all[name] != nil
}
