package writing

import (
	"bytes"
	"slices"

	"github.com/ndwire/ndwire/encoder"
)

// Splice makes the members of an object that was appended to Bytes members of this one: o.Splice(m.Request.appendJSON(o.Bytes(),
// trusted)).
func (o *Object) Splice(dst []byte, err error) {
	end := len(o.dst)
	inner := dst[min(end, len(dst)):]
	if err == nil && (len(inner) < 2 || inner[0] != '{' || inner[len(inner)-1] != '}') {
		err = Conflict("a record that is not an object cannot have its members beside another's: give it its full form")
	}
	if err != nil {
		if e, ok := err.(*encoder.Error); ok && e.Reason == encoder.ErrNil && e.Path == "." { // the member is nil, not the record around it
			err = inMember([]byte(`,"`+o.inlined+`":`), err)
		}
		o.Fail(err)
		return
	}
	if len(inner) == 2 {
		dst = dst[:end]
	} else {
		inner[0] = ','
		dst = dst[:len(dst)-1]
	}
	o.dst = dst
	o.resolvePending(end)
	n := len(inner) - 1
	if n == 1 {
		n = 0
	}
	if n > 0 || o.inlined != "" {
		o.spliced = append([]span{{len(o.dst) - n, len(o.dst), o.inlined}}, o.spliced...)
	}
	o.inlined = ""
}

// maxSearched is the number of keys that are searched in the whole object, one by one. For more, it would take quadratic time.
const maxSearched = 16

// span is a part of dst: the members of another record.
type span struct {
	from, to int
	inlined  string // the name of the member whose object they are, which is not written itself; "" if they always stand beside the others
}

// dropRepeated leaves out the members in a part of dst, which are those of another record, whose names are also names of the record's own members: a
// program has set them in the Extra of the other record, and they would replace the own ones when the text is read again. So would a member with
// the name of the one whose object the other record is: it would be read as that object.
func (o *Object) dropRepeated(part span) {
	before, after := o.dst[o.start:part.from], o.dst[part.to:]
	repeated, keys := false, 0
	walkKeys(o.dst[:part.to], part.from+1, func(key []byte) {
		keys++
		repeated = repeated || keys > maxSearched || isKey(key, part.inlined) || bytes.Contains(before, key) || bytes.Contains(after, key)
	})
	if !repeated { // neither there nor in a value there
		return
	}
	own := make(map[string]bool)
	if part.inlined != "" {
		own[part.inlined] = true
	}
	note := func(name string, _, _, _ int) { own[name] = true }
	walkMembers(before, 1, note)
	walkMembers(after, 1, note)
	var kept []byte
	walkMembers(o.dst[:part.to], part.from+1, func(name string, from, _, to int) {
		if !own[name] {
			kept = append(append(kept, ','), o.dst[from:to]...)
		}
	})
	o.dst = slices.Replace(o.dst, part.from, part.to, kept...)
}

// isKey reports whether key, as it is spelled, may be that of the member with a name that is not empty.
func isKey(key []byte, name string) bool {
	return name != "" && (string(key[1:len(key)-1]) == name || bytes.IndexByte(key, '\\') >= 0)
}

// walkKeys calls visit with each key, as it is spelled, of the members from offset i on, which are separated by commas without white space.
func walkKeys(b []byte, i int, visit func(key []byte)) {
	for i < len(b) {
		end := skipString(b, i)
		if end < 0 {
			return
		}
		visit(b[i:end])
		if end = skipValue(b, end+1); end < 0 {
			return
		}
		i = end + 1
	}
}
