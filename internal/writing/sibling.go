package writing

import (
	"github.com/ndwire/ndwire/internal/notes"
	"github.com/ndwire/ndwire/internal/scan"
)

// Sibling writes the tag of the member that comes next. key is given as `,"kind":`, and literal is the tag of that member's case: "" if
// the member has none, and scan.UnknownSibling if its type does not determine it. Then the tag is written as it was read.
func (o *Object) Sibling(key, literal string) {
	var n *notes.Note
	alias := ""
	if o.notes != nil {
		if o.pending.note != nil {
			o.resolvePending(len(o.dst))
		}
		n, alias = o.notes.About(o.keyName(key))
	}
	isKnown := literal != "" && literal != scan.UnknownSibling
	switch s := state(n); {
	case s == notes.Deleted, s == notes.Absent && !isKnown:
	case s == notes.Odd && (!isKnown || readsSame([]byte(literal), n.Text, fieldType{kinds: uint64(kindFloat)})):
		o.key(key, alias)
		o.take(appendText(o.dst, n.Text, o.trusted))
	case isKnown:
		o.key(key, alias)
		o.dst = append(o.dst, literal...)
	case literal != "" && !o.hasUnknown(key):
		o.Fail(Conflict("the payload does not say its tag, and none was read: set the member " + key[1:len(key)-1] + " in Extra"))
	}
}

// hasUnknown reports whether there is an unknown member with the name in key.
func (o *Object) hasUnknown(key string) bool {
	if o.extra == nil {
		return false
	}
	name, ok := unquote([]byte(key[1 : len(key)-1]))
	if !ok {
		return false
	}
	all, ok := members(append(append([]byte{'{'}, o.extra.Unknown...), '}'))
	return ok && all[name] != nil
}
