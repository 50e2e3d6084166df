package writing

import "github.com/ndwire/ndwire/internal/notes"

// Object writes one JSON object member by member. Generated code calls it in the order of the spec:
//
//	func (m *StatusMessage) appendWithNotes(dst []byte, trusted bool) ([]byte, error) {
//		var o genrt.Object
//		o.Begin(dst, genrt.Extra(m.Extra), trusted)
//		o.Fixed(`,"type":"system"`)
//		o.RequiredString(`,"uuid":`, m.UUID)
//		if o.Required(`,"tools":`, m.Tools != nil) {
//			o.Strings(m.Tools)
//		}
//		return o.End()
//	}
//
// Every member is written with a comma before it, and End replaces the first comma by the opening brace: no method checks whether its
// member is the first. The notes of the record say how a member stood on the line that the record was read from. Most records have no
// notes: then that takes one comparison a member, and a record for which the spec has an order is written without an Object, see
// plain.go.
//
// Required, Optional, Default and Nullable write the key and return true if the caller has to write the value; otherwise the member is
// complete, or left out. Their argument set says whether the field has another value than that of an absent member. The methods with a
// type in their name, such as RequiredString, also write the value: most members need no more.
//
// No method is inlined into generated code. Inlined, they would make that code 1.5 times as large, and compiling it would take a sixth
// more memory. Most lines consist of records that are written without an Object.
type Object struct {
	dst         []byte
	start       int        // offset of the first comma in dst
	notes       *notes.Set // the notes of the record; nil if it has none about named members
	extra       *notes.Set // has the unknown members; nil if the record has no set
	pending     pendingMember
	absentFixed []string // names of fixed members that are not written, because the line did not have them
	err         error    // the first error; what is written after it is dropped

	inlined string // the member whose object is to be spliced, see Inlined
	spliced []span // the members of other records, the last one first
	trusted bool   // raw texts are not checked
}

// Begin begins an object after dst. extra has the record's notes and unknown members. It is called once, on a zero Object. It does not
// return an Object, because the copy would read words that were just written in other widths, and the processor would stall.
func (o *Object) Begin(dst []byte, extra notes.Extra, trusted bool) {
	x := extra.Set()
	o.dst, o.start, o.extra, o.trusted = dst, len(dst), x, trusted
	if x != nil && len(x.Notes) > 0 {
		o.notes = x
	}
}

// Fixed writes a member whose value is fixed in the spec, given as `,"type":"assistant"`.
func (o *Object) Fixed(member string) {
	if o.notes != nil {
		o.fixedWithNotes(member)
		return
	}
	o.dst = append(o.dst, member...)
}

// Tag is Fixed for a tag that only some of the unions with this record have. isOwn is false if the record is written through another
// union: then the tag is written only if the line had it.
func (o *Object) Tag(member string, isOwn bool) {
	switch {
	case o.notes != nil && (isOwn || o.hasNote(member)):
		o.fixedWithNotes(member)
	case isOwn:
		o.dst = append(o.dst, member...)
	}
}

// Required begins a member that all lines have, given as `,"uuid":`.
func (o *Object) Required(key string, set bool) bool {
	if o.notes != nil {
		return o.writeKey(key, set, required)
	}
	o.dst = append(o.dst, key...)
	return true
}

// Optional begins a member that is left out if it is not set.
func (o *Object) Optional(key string, set bool) bool {
	if o.notes != nil {
		return o.writeKey(key, set, optional)
	}
	if set {
		o.dst = append(o.dst, key...)
	}
	return set
}

// Default is Optional for a field that has a value and is never a nil pointer. A default value is written if the line had it.
func (o *Object) Default(key string, set bool) bool {
	if o.notes != nil {
		return o.writeKey(key, set, defaults)
	}
	if set {
		o.dst = append(o.dst, key...)
	}
	return set
}

// Nullable begins a member that is null if it is not set.
func (o *Object) Nullable(key string, set bool) bool {
	if o.notes != nil || !set {
		return o.writeKey(key, set, nullable)
	}
	o.dst = append(o.dst, key...)
	return true
}

// RequiredString writes a member that all lines have.
func (o *Object) RequiredString(key, v string) {
	if o.Required(key, v != "") {
		o.String(v)
	}
}

// RequiredInt writes a member that all lines have.
func (o *Object) RequiredInt(key string, v int64) {
	if o.Required(key, v != 0) {
		o.Int(v)
	}
}

// RequiredBool writes a member that all lines have.
func (o *Object) RequiredBool(key string, v bool) {
	if o.Required(key, v) {
		o.Bool(v)
	}
}

// OptionalString writes a member that is left out if it is nil.
func (o *Object) OptionalString(key string, v *string) {
	if o.Optional(key, v != nil) {
		o.String(*v)
	}
}

// NullableString writes a member that is null if it is nil.
func (o *Object) NullableString(key string, v *string) {
	if o.Nullable(key, v != nil) {
		o.String(*v)
	}
}

// DefaultString writes a member that is left out if it is "".
func (o *Object) DefaultString(key, v string) {
	if o.Default(key, v != "") {
		o.String(v)
	}
}

// DefaultBool writes a member that is left out if it is false.
func (o *Object) DefaultBool(key string, v bool) {
	if o.Default(key, v) {
		o.Bool(v)
	}
}

// Inlined reports whether the line had the members of the named field's object beside the record's own. If so, the caller splices the
// object instead of writing the member.
func (o *Object) Inlined(name string) bool {
	if o.notes == nil {
		return false
	}
	n := o.notes.Find(name)
	if n == nil || n.State != notes.Inlined {
		return false
	}
	o.inlined = name
	return true
}

// Aliased reports whether a record's member was read under another name, under which it will be written.
func Aliased(extra notes.Extra, name string) bool {
	x := extra.Set()
	return x != nil && x.FindAlias(name) != ""
}

// take makes dst what is written so far, unless appending to it failed.
func (o *Object) take(dst []byte, err error) {
	if err != nil {
		o.Fail(err)
		return
	}
	o.dst = dst
}

// Bytes returns what has been written so far, for other records to append to.
func (o *Object) Bytes() []byte { return o.dst }

// Fail makes End return err, with the path of the current member, unless there was an earlier error.
func (o *Object) Fail(err error) {
	if o.err == nil {
		o.err = inMember(o.dst[o.start:], err)
	}
}

// End writes the unknown members and ends the object. After an error it returns the dst of Begin.
func (o *Object) End() ([]byte, error) {
	if o.notes != nil {
		o.resolvePending(len(o.dst))
	}
	if o.err != nil {
		return o.dst[:o.start], o.err
	}
	for _, part := range o.spliced {
		o.dropRepeated(part)
	}
	dst := o.dst
	if o.extra != nil && len(o.extra.Unknown) > 0 {
		var err error
		if dst, err = o.appendUnknown(dst); err != nil {
			return dst[:o.start], err
		}
	}
	if len(dst) == o.start {
		return append(dst, '{', '}'), nil
	}
	dst[o.start] = '{'
	return append(dst, '}'), nil
}

// appendUnknown writes the unknown members. If a program may have set them, it leaves out those with the name of a member that is written
// already, which would replace that one when the text is read again. Those with the name of a member whose object was spliced would be read as
// that object: they are left out, too. So are those with the name of a fixed member that the line did not have: as a tag, such a member would
// make the object another record.
func (o *Object) appendUnknown(dst []byte) ([]byte, error) {
	end := len(dst)
	dst, err := appendMembers(dst, o.extra.Unknown, o.trusted)
	if err != nil || !o.extra.Edited() {
		return dst, err
	}
	written := make(map[string]bool)
	for _, name := range o.absentFixed {
		written[name] = true
	}
	for _, part := range o.spliced {
		if part.inlined != "" {
			written[part.inlined] = true
		}
	}
	walkMembers(dst[:end], o.start+1, func(name string, _, _, _ int) { written[name] = true })
	text := dst[end:]
	dst = dst[:end]
	walkMembers(text, 1, func(name string, from, _, to int) {
		if !written[name] {
			dst = append(append(dst, ','), text[from:to]...) // text is in the same memory, and the copy never overtakes from
		}
	})
	return dst, nil
}
