package writing

import (
	"encoding"
	"slices"
	"strings"
	"time"

	"github.com/ndwire/ndwire/encoder"
	"github.com/ndwire/ndwire/internal/notes"
)

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

// pendingMember is a member with a note whose text may replace the value that is being written. The two are compared when the value is
// complete, that is when the next member begins.
type pendingMember struct {
	note  *notes.Note // nil: no member is pending
	from  int         // offset of the member in dst, that of its comma
	at    int         // offset of the value in dst
	isSet bool
	rule  rule
	fieldType
}

// rule says how a field that is not set is written.
type rule uint8

const (
	required rule = iota // its zero value
	optional             // left out
	nullable             // null
	defaults             // left out: its value is the default
)

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

// hasNote reports whether there is a note about a member, given as `,"type":"assistant"`.
func (o *Object) hasNote(member string) bool {
	return o.notes.Find(o.keyName(member[:keyEnd(member)])) != nil
}

// Required begins a member that all lines have, given as `,"uuid":`.
func (o *Object) Required(key string, set bool) bool {
	if o.notes != nil {
		return o.writeKey(key, set, required)
	}
	o.dst = append(o.dst, key...)
	return true
}

// RequiredText is Required for a field whose zero value may have no text. If the line had a value of another type, that value is written
// and the result is false.
func (o *Object) RequiredText(key string, set bool) bool {
	if o.notes == nil || set {
		return o.Required(key, set)
	}
	n, alias := o.notes.About(o.keyName(key))
	if state(n) != notes.Odd || n.Respelled {
		return o.Required(key, set)
	}
	if o.pending.note != nil {
		o.resolvePending(len(o.dst))
	}
	o.key(key, alias)
	o.take(appendText(o.dst, n.Text, o.trusted))
	return false
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

// String writes a value.
func (o *Object) String(v string) { o.dst = encoder.AppendString(o.dst, v) }

// Int writes a value.
func (o *Object) Int(v int64) { o.dst = AppendInt(o.dst, v) }

// Uint writes a value.
func (o *Object) Uint(v uint64) {
	o.pending.kind |= kindUint
	o.dst = AppendUint(o.dst, v)
}

// Float writes a value. NaN and the infinities are errors.
func (o *Object) Float(v float64) {
	o.pending.kind |= kindFloat
	o.take(encoder.AppendFloat(o.dst, v))
}

// Decimal writes a number as it is spelled, and 0 for "". A text that is not a number is an error.
func (o *Object) Decimal(v string) {
	o.Decimals()
	o.take(AppendDecimal(o.dst, v))
}

// Time writes a time in RFC 3339. A time that RFC 3339 cannot express is an error.
func (o *Object) Time(v time.Time) {
	o.Times()
	o.take(AppendTime(o.dst, v))
}

// Seconds writes a time as a number of seconds since 1970.
func (o *Object) Seconds(v time.Time) {
	o.Epochs()
	o.dst = AppendSeconds(o.dst, v)
}

// Milliseconds writes a time as a number of milliseconds since 1970.
func (o *Object) Milliseconds(v time.Time) {
	o.MilliEpochs()
	o.dst = AppendMilliseconds(o.dst, v)
}

// Base64 writes bytes in base64, "" for a nil v.
func (o *Object) Base64(v []byte) {
	o.Base64s()
	o.dst = AppendBase64(o.dst, v)
}

// Marshaled writes the text that v.MarshalText returns. respell returns the canonical text for the value of another text.
func (o *Object) Marshaled(v encoding.TextMarshaler, respell func(text string) (canonical string, ok bool)) {
	o.pending.addRespell(respell)
	o.take(AppendMarshaled(o.dst, v))
}

// Bool writes a value.
func (o *Object) Bool(v bool) { o.dst = AppendBool(o.dst, v) }

// Raw writes JSON as it stands, null for an empty v. See AppendRaw.
func (o *Object) Raw(v []byte) { o.take(AppendRaw(o.dst, v, o.trusted)) }

// take makes dst what is written so far, unless appending to it failed.
func (o *Object) take(dst []byte, err error) {
	if err != nil {
		o.Fail(err)
		return
	}
	o.dst = dst
}

// Strings writes a list, [] for a nil one.
func (o *Object) Strings(v []string) { o.dst = AppendStrings(o.dst, v) }

// Ints writes a list, [] for a nil one.
func (o *Object) Ints(v []int) { o.dst = AppendInts(o.dst, v) }

// Value takes over a value that another record appended to Bytes: o.Value(m.Message.appendJSON(o.Bytes(), trusted)). If nothing was
// appended, the value is null.
func (o *Object) Value(dst []byte, err error) {
	if err != nil {
		o.Fail(err)
		return
	}
	if len(dst) == len(o.dst) {
		dst = append(dst, "null"...)
	}
	o.dst = dst
}

// Floats says that numbers in the value that Value has taken over may be floats, as in a union by JSON type with a variant for numbers.
// Like the methods below, it determines how the value is compared with a note about it.
func (o *Object) Floats() { o.pending.kind |= kindFloat }

// Integers says that numbers may be integers, besides the numbers that other methods announce.
func (o *Object) Integers() { o.pending.kind |= kindInt }

// Unsigned says that numbers may be integers without a sign.
func (o *Object) Unsigned() { o.pending.kind |= kindUint }

// Decimals says that numbers may be kept as they are spelled.
func (o *Object) Decimals() { o.pending.kind |= kindDecimal }

// Times says that strings may be times.
func (o *Object) Times() { o.pending.addRespell(respellTime) }

// Epochs says that numbers may be seconds since 1970.
func (o *Object) Epochs() { o.pending.kind |= kindSeconds }

// MilliEpochs says that numbers may be milliseconds since 1970.
func (o *Object) MilliEpochs() { o.pending.kind |= kindMilliseconds }

// Base64s says that strings may be base64.
func (o *Object) Base64s() { o.pending.addRespell(respellBase64) }

// Respell adds a function that returns the canonical text for the value of another text.
func (o *Object) Respell(respell func(text string) (canonical string, ok bool)) {
	o.pending.addRespell(respell)
}

// Bytes returns what has been written so far, for other records to append to.
func (o *Object) Bytes() []byte { return o.dst }

// BeginList begins a list as the value of the member; Elem comes before each of its elements.
func (o *Object) BeginList() { o.dst = append(o.dst, '[') }

// Elem begins an element of a list. No value ends with an opening bracket, so if dst ends with one, the element is the first.
func (o *Object) Elem() {
	if o.dst[len(o.dst)-1] != '[' {
		o.dst = append(o.dst, ',')
	}
}

// EndList ends a list.
func (o *Object) EndList() { o.dst = append(o.dst, ']') }

// BeginMap begins a map as the value of the member; Key comes before each of its values.
func (o *Object) BeginMap() { o.dst = append(o.dst, '{') }

// Key writes a key of a map.
func (o *Object) Key(k string) { o.dst = AppendKey(o.dst, k) }

// EndMap ends a map.
func (o *Object) EndMap() { o.dst = append(o.dst, '}') }

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
// already, which would replace that one when the text is read again. It also leaves out those with the name of a fixed member that the
// line did not have: as a tag, such a member would make the object another record.
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

// fixedWithNotes is Fixed for a record with notes. A program cannot change the member: a note about it is valid if it was read.
func (o *Object) fixedWithNotes(member string) {
	if o.pending.note != nil {
		o.resolvePending(len(o.dst))
	}
	colon := keyEnd(member)
	key := member[:colon]
	n, alias := o.notes.About(o.keyName(key))
	switch s := state(n); {
	case s != notes.Usual && n.Made:
		o.key(key, alias)
		o.dst = append(o.dst, member[colon:]...)
	case s == notes.Absent:
		o.absentFixed = append(o.absentFixed, o.keyName(key))
	case s == notes.IsNull:
		o.key(key, alias)
		o.dst = append(o.dst, "null"...)
	case s == notes.Odd:
		o.key(key, alias)
		o.take(appendText(o.dst, n.Text, o.trusted))
	default:
		o.key(key, alias)
		o.dst = append(o.dst, member[colon:]...)
	}
}

// writeKey does what Required, Optional, Default and Nullable do for a record with notes, and what Nullable does for a null.
func (o *Object) writeKey(key string, set bool, r rule) bool {
	if o.notes == nil {
		o.dst = append(append(o.dst, key...), "null"...)
		return false
	}
	if o.pending.note != nil {
		o.resolvePending(len(o.dst))
	}
	if o.notes.Lacks(len(key) - len(`,"":`)) {
		switch {
		case set, r == required:
			o.dst = append(o.dst, key...)
			return true
		case r == nullable:
			o.dst = append(append(o.dst, key...), "null"...)
		}
		return false
	}
	from := len(o.dst)
	n, alias := o.notes.About(o.keyName(key))
	s := state(n)
	if s == notes.Deleted {
		return false
	}
	if s == notes.Odd && (set || n.Respelled && (r == required || r == defaults) || r == required && !isContainer(n.Text)) {
		// Whether the note is valid depends on the value, which the caller writes.
		o.key(key, alias)
		o.pending = pendingMember{note: n, from: from, at: len(o.dst), isSet: set, rule: r}
		return true
	}
	if set {
		o.key(key, alias)
		return true
	}
	switch {
	case s == notes.Odd && !n.Respelled:
		o.key(key, alias)
		o.take(appendText(o.dst, n.Text, o.trusted))
		return false
	case s == notes.IsNull:
		o.key(key, alias)
		o.dst = append(o.dst, "null"...)
		return false
	case s == notes.Absent:
		return false
	case s == notes.Present && r == defaults, r == required:
		o.key(key, alias)
		return true
	case r == nullable:
		o.key(key, alias)
		o.dst = append(o.dst, "null"...)
	}
	return false
}

// key writes the key of a member, given as `,"uuid":`, or the key under which it was read.
func (o *Object) key(key, alias string) {
	if alias != "" {
		o.dst = append(encoder.AppendString(append(o.dst, ','), alias), ':')
		return
	}
	o.dst = append(o.dst, key...)
}

// resolvePending compares the value of the pending member, dst[at:end], with the text from which it was read. If that text still has the
// value, it replaces what is written.
func (o *Object) resolvePending(end int) {
	p := o.pending
	if p.note == nil {
		return
	}
	o.pending = pendingMember{}
	if o.err != nil {
		return
	}
	canonical := o.dst[p.at:end]
	keep := false
	switch {
	case !p.isSet && !p.note.Respelled && p.respell != nil: // the text is not one of the field's type
		keep = true
	case typeOf(canonical) == typeOf(p.note.Text):
		keep = readsSame(canonical, p.note.Text, p.fieldType)
	case !p.isSet:
		keep = true
	case p.rule == required:
		keep = isZero(canonical) && p.kind&(kindSeconds|kindMilliseconds) == 0 // 0 is not their zero value
	}
	switch {
	case keep:
		o.replace(p.at, end, p.note.Text)
	case !p.isSet && p.rule == defaults:
		o.dst = slices.Delete(o.dst, p.from, end)
	}
}

// replace replaces dst[at:end] by a text from the line.
func (o *Object) replace(at, end int, text []byte) {
	rest := slices.Clone(o.dst[end:]) // members that were spliced; mostly none
	o.dst = o.dst[:at]
	o.take(appendText(o.dst, text, o.trusted))
	o.dst = append(o.dst, rest...)
}

// state returns the state of the member with note n. A note with the state Odd and without a text has no effect.
func state(n *notes.Note) notes.State {
	if n == nil || n.State == notes.Odd && len(n.Text) == 0 {
		return notes.Usual
	}
	return n.State
}

// keyEnd returns the offset after the colon of a member, given as `,"type":"assistant"`.
func keyEnd(member string) int {
	for i := 2; i < len(member); i++ {
		switch member[i] {
		case '\\':
			i++
		case '"':
			return i + 2
		}
	}
	return len(member)
}

// keyName returns the name in a key, given as `,"uuid":`.
func (o *Object) keyName(key string) string {
	name := key[2 : len(key)-2]
	if o.notes.Lengths == 0 && strings.IndexByte(name, '\\') >= 0 {
		name, _ = unquote([]byte(key[1 : len(key)-1]))
	}
	return name
}
