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
// Every member is written with a comma before it, and End turns the first comma into the opening brace: no method asks
// whether it is the first. The notes of the record decide how a member stood on the line that the record was read from; a
// record without notes, the usual one, pays one comparison a member for them. Records that the spec gives an order are without
// an Object then: see plain.go.
//
// The three questions Required, Optional and Nullable write the key and return true if the caller is to write the value, and
// do all that is to be done themselves if not. Their set argument says whether the field has another value than an absent
// member would give. The methods named after a question and a type, RequiredString, ask and write the value: most members need no more.
//
// No method is inlined into generated code, which would be half as large again, and take a sixth more memory to compile: the records that
// most lines are made of do without an Object.
type Object struct {
	dst    []byte
	start  int        // dst[start] is the first comma, once there is one
	noted  *notes.Set // nil unless the record has notes about named members
	set    *notes.Set // for the unknown members
	odd    pending
	absent []string // fixed members that are not written, because the line had none
	err    error    // the first one; nothing that is written after it counts

	inlined string // the member whose object is to be spliced
	trusted bool   // raw texts are not checked
}

// pending is a member whose note has a text that may take the place of the value that is being written. The two are compared
// when the value is complete, which is when the next member begins.
type pending struct {
	note *notes.Note // nil: none
	from int         // where the member begins in dst, its comma
	at   int         // where the value begins
	set  bool
	rule rule
	reading
}

// rule says how a member behaves that is not set.
type rule uint8

const (
	required rule = iota // written with its zero value
	optional             // omitted
	nullable             // null
	defaults             // omitted, its value is the default
)

// Begin begins an object behind dst. extra has the record's notes and unknown members. It is called once, on a zero Object. (A
// function that returns one would have it copied, and read by the words that were just written, which the processor waits for.)
func (o *Object) Begin(dst []byte, extra notes.Extra, trusted bool) {
	x := extra.Set()
	o.dst, o.start, o.set, o.trusted = dst, len(dst), x, trusted
	if x != nil && len(x.Notes) > 0 {
		o.noted = x
	}
}

// Fixed writes a member whose value the spec fixes, given as `,"type":"assistant"`.
func (o *Object) Fixed(member string) {
	if o.noted != nil {
		o.fixedWithNotes(member)
		return
	}
	o.dst = append(o.dst, member...)
}

// Tag is Fixed for the tag of some of the unions of which the record is a case. If it is written through another one, isOwn is false, and
// the tag is written only if the line had it.
func (o *Object) Tag(member string, isOwn bool) {
	switch {
	case o.noted != nil && (isOwn || o.hasNote(member)):
		o.fixedWithNotes(member)
	case isOwn:
		o.dst = append(o.dst, member...)
	}
}

// hasNote reports whether there is a note about how a member stood on the line, given as `,"type":"assistant"`.
func (o *Object) hasNote(member string) bool {
	return o.noted.Find(o.keyName(member[:keyEnd(member)])) != nil
}

// Required asks for a member that stands on every line, given as `,"uuid":`.
func (o *Object) Required(key string, set bool) bool {
	if o.noted != nil {
		return o.ask(key, set, required)
	}
	o.dst = append(o.dst, key...)
	return true
}

// RequiredText is Required for a field whose zero value may have no text: what stood there in place of a value is written without it.
func (o *Object) RequiredText(key string, set bool) bool {
	if o.noted == nil || set {
		return o.Required(key, set)
	}
	n, alias := o.noted.About(o.keyName(key))
	if state(n) != notes.Odd || n.Near {
		return o.Required(key, set)
	}
	if o.odd.note != nil {
		o.settle(len(o.dst))
	}
	o.key(key, alias)
	o.take(appendText(o.dst, n.Text, o.trusted))
	return false
}

// Optional asks for a member that is left out if it is not set.
func (o *Object) Optional(key string, set bool) bool {
	if o.noted != nil {
		return o.ask(key, set, optional)
	}
	if set {
		o.dst = append(o.dst, key...)
	}
	return set
}

// Default is Optional for a field that holds a plain value, never a nil pointer: one that is not set may have to be written all
// the same, because its line spelled the default out.
func (o *Object) Default(key string, set bool) bool {
	if o.noted != nil {
		return o.ask(key, set, defaults)
	}
	if set {
		o.dst = append(o.dst, key...)
	}
	return set
}

// Nullable asks for a member that is null if it is not set.
func (o *Object) Nullable(key string, set bool) bool {
	if o.noted != nil || !set {
		return o.ask(key, set, nullable)
	}
	o.dst = append(o.dst, key...)
	return true
}

// RequiredString writes a member that stands on every line.
func (o *Object) RequiredString(key, v string) {
	if o.Required(key, v != "") {
		o.String(v)
	}
}

// RequiredInt writes a member that stands on every line.
func (o *Object) RequiredInt(key string, v int64) {
	if o.Required(key, v != 0) {
		o.Int(v)
	}
}

// RequiredBool writes a member that stands on every line.
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

// Inlined reports whether the members of the named field's object stood beside the record's own. If so, the caller splices the
// object instead of asking for the member.
func (o *Object) Inlined(name string) bool {
	if o.noted == nil {
		return false
	}
	n := o.noted.Find(name)
	if n == nil || n.State != notes.Inlined {
		return false
	}
	o.inlined = name
	return true
}

// Aliased reports whether a record's member was read under another name, and will be written so.
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
	o.odd.kind = kindUint
	o.dst = AppendUint(o.dst, v)
}

// Float writes a value. NaN and the infinities fail.
func (o *Object) Float(v float64) {
	o.odd.kind = kindFloat
	o.take(encoder.AppendFloat(o.dst, v))
}

// Decimal writes a number as it is spelled, and 0 for "". What is no number fails.
func (o *Object) Decimal(v string) {
	o.Decimals()
	o.take(AppendDecimal(o.dst, v))
}

// Time writes a time as RFC 3339 spells it. One that it has no text for fails.
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

// Marshaled writes the text that a value has of itself. respell is how the value of a text would be written.
func (o *Object) Marshaled(v encoding.TextMarshaler, respell func(text string) (usual string, ok bool)) {
	o.odd.respell = respell
	o.take(AppendMarshaled(o.dst, v))
}

// Bool writes a value.
func (o *Object) Bool(v bool) { o.dst = AppendBool(o.dst, v) }

// Raw writes JSON as it stands, null for an empty v. See AppendRaw.
func (o *Object) Raw(v []byte) { o.take(AppendRaw(o.dst, v, o.trusted)) }

// take takes over what was appended behind dst, unless that failed.
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

// Value takes over a value that another record wrote behind Bytes: o.Value(m.Message.appendJSON(o.Bytes(), trusted)). One that wrote
// nothing is null.
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

// Floats says of the value that Value has taken over that it may be a float, or have some: a union by JSON type with a variant for
// numbers. It decides how the value is compared with a note about it.
func (o *Object) Floats() { o.odd.kind = kindFloat }

// Unsigned says the same of numbers without a sign.
func (o *Object) Unsigned() { o.odd.kind = kindUint }

// Decimals says it of numbers that are kept as they are spelled.
func (o *Object) Decimals() { o.odd.kind = kindDecimal }

// Times says it of texts that are times.
func (o *Object) Times() { o.odd.respell = respellTime }

// Epochs says it of numbers of seconds since 1970.
func (o *Object) Epochs() { o.odd.kind = kindSeconds }

// MilliEpochs says it of numbers of milliseconds since 1970.
func (o *Object) MilliEpochs() { o.odd.kind = kindMilliseconds }

// Base64s says it of texts that are base64.
func (o *Object) Base64s() { o.odd.respell = respellBase64 }

// Respell says of the string that is to be written how the value of another text would be.
func (o *Object) Respell(respell func(text string) (usual string, ok bool)) { o.odd.respell = respell }

// Bytes is what has been written so far, for other records to append to.
func (o *Object) Bytes() []byte { return o.dst }

// BeginList begins a list as the value in hand; Elem comes before each of its elements.
func (o *Object) BeginList() { o.dst = append(o.dst, '[') }

// Elem begins an element of a list. No value ends with an opening bracket, so one at the end of what is written says that the
// element is the first.
func (o *Object) Elem() {
	if o.dst[len(o.dst)-1] != '[' {
		o.dst = append(o.dst, ',')
	}
}

// EndList ends a list.
func (o *Object) EndList() { o.dst = append(o.dst, ']') }

// BeginMap begins an object as the value in hand; Key comes before each of its values.
func (o *Object) BeginMap() { o.dst = append(o.dst, '{') }

// Key writes a key of a map.
func (o *Object) Key(k string) { o.dst = AppendKey(o.dst, k) }

// EndMap ends a map.
func (o *Object) EndMap() { o.dst = append(o.dst, '}') }

// Splice makes the members of an object that was written behind Bytes members of this one: o.Splice(m.Request.appendJSON(o.Bytes(), trusted)).
func (o *Object) Splice(dst []byte, err error) {
	end := len(o.dst)
	inner := dst[min(end, len(dst)):]
	if err == nil && (len(inner) < 2 || inner[0] != '{' || inner[len(inner)-1] != '}') {
		err = Conflict("a record that is not an object cannot have its members beside another's: give it its full form")
	}
	if err != nil {
		if e, ok := err.(*encoder.Error); ok && e.Reason == encoder.ErrNil && e.Path == "." { // it is the member that is nil, not the record around it
			err = within([]byte(`,"`+o.inlined+`":`), err)
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
	o.settle(end)
}

// Fail makes End return err, unless an earlier one is in the way. The member in hand is named in it.
func (o *Object) Fail(err error) {
	if o.err == nil {
		o.err = within(o.dst[o.start:], err)
	}
}

// End writes the unknown members and ends the object. After an error it returns what Begin was given.
func (o *Object) End() ([]byte, error) {
	if o.noted != nil {
		o.settle(len(o.dst))
	}
	if o.err != nil {
		return o.dst[:o.start], o.err
	}
	dst := o.dst
	if o.set != nil && len(o.set.Unknown) > 0 {
		var err error
		if dst, err = o.appendOthers(dst); err != nil {
			return dst[:o.start], err
		}
	}
	if len(dst) == o.start {
		return append(dst, '{', '}'), nil
	}
	dst[o.start] = '{'
	return append(dst, '}'), nil
}

// appendOthers writes the unknown members. Where a program may have set them, one of a name that the object has already is not written:
// read again, it would take the place of the other. Neither is one of a tag that the line had none of: it would make another record of it.
func (o *Object) appendOthers(dst []byte) ([]byte, error) {
	end := len(dst)
	dst, err := appendMembers(dst, o.set.Unknown, o.trusted)
	if err != nil || !o.set.Edited {
		return dst, err
	}
	written := make(map[string]bool)
	for _, name := range o.absent {
		written[name] = true
	}
	walkMembers(dst[:end], o.start+1, func(name string, _, _, _ int) { written[name] = true })
	text := dst[end:]
	dst = dst[:end]
	walkMembers(text, 1, func(name string, from, _, to int) {
		if !written[name] {
			dst = append(append(dst, ','), text[from:to]...) // never beyond from
		}
	})
	return dst, nil
}

// fixedWithNotes is Fixed for a record with notes. A program cannot change the member, so a note about it always holds.
func (o *Object) fixedWithNotes(member string) {
	if o.odd.note != nil {
		o.settle(len(o.dst))
	}
	colon := keyEnd(member)
	key := member[:colon]
	n, alias := o.noted.About(o.keyName(key))
	switch state(n) {
	case notes.Absent:
		o.absent = append(o.absent, o.keyName(key))
	case notes.IsNull:
		o.key(key, alias)
		o.dst = append(o.dst, "null"...)
	case notes.Odd:
		o.key(key, alias)
		o.take(appendText(o.dst, n.Text, o.trusted))
	default:
		o.key(key, alias)
		o.dst = append(o.dst, member[colon:]...)
	}
}

// ask is what Required, Optional, Default and Nullable do for a record with notes, and Nullable for a null.
func (o *Object) ask(key string, set bool, r rule) bool {
	if o.noted == nil {
		o.dst = append(append(o.dst, key...), "null"...)
		return false
	}
	if o.odd.note != nil {
		o.settle(len(o.dst))
	}
	if o.noted.Lacks(len(key) - len(`,"":`)) {
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
	n, alias := o.noted.About(o.keyName(key))
	s := state(n)
	if s == notes.Deleted {
		return false
	}
	if s == notes.Odd && (set || n.Near && (r == required || r == defaults) || r == required && !isContainer(n.Text)) {
		// The value decides, which the caller has.
		o.key(key, alias)
		o.odd = pending{note: n, from: from, at: len(o.dst), set: set, rule: r}
		return true
	}
	if set {
		o.key(key, alias)
		return true
	}
	switch {
	case s == notes.Odd && !n.Near:
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

// key writes the key of a member, `,"uuid":`, or the one that it was read under.
func (o *Object) key(key, alias string) {
	if alias != "" {
		o.dst = append(encoder.AppendString(append(o.dst, ','), alias), ':')
		return
	}
	o.dst = append(o.dst, key...)
}

// settle compares the pending member's value, dst[at:end], with the text that it was read from. If nothing has changed, the
// text takes the value's place.
func (o *Object) settle(end int) {
	p := o.odd
	if p.note == nil {
		return
	}
	o.odd = pending{}
	if o.err != nil {
		return
	}
	usual := o.dst[p.at:end]
	keep := false
	switch {
	case !p.set && !p.note.Near && p.respell != nil: // a text that is none of the field's values
		keep = true
	case typeOf(usual) == typeOf(p.note.Text):
		keep = same(usual, p.note.Text, p.reading)
	case !p.set:
		keep = true
	case p.rule == required:
		keep = isZero(usual) && p.kind != kindSeconds && p.kind != kindMilliseconds // 0 is not their zero value
	}
	switch {
	case keep:
		o.replace(p.at, end, p.note.Text)
	case !p.set && p.rule == defaults:
		o.dst = slices.Delete(o.dst, p.from, end)
	}
}

// replace puts a text from the line in the place of dst[at:end].
func (o *Object) replace(at, end int, text []byte) {
	rest := slices.Clone(o.dst[end:]) // what was spliced: usually nothing
	o.dst = o.dst[:at]
	o.take(appendText(o.dst, text, o.trusted))
	o.dst = append(o.dst, rest...)
}

// state is how a member is to be written. An odd one without a text says nothing.
func state(n *notes.Note) notes.State {
	if n == nil || n.State == notes.Odd && len(n.Text) == 0 {
		return notes.Usual
	}
	return n.State
}

// keyEnd is the offset behind the colon of a member `,"type":"assistant"`.
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

// keyName is the name in a key `,"uuid":`.
func (o *Object) keyName(key string) string {
	name := key[2 : len(key)-2]
	if o.noted.Lengths == 0 && strings.IndexByte(name, '\\') >= 0 {
		name, _ = unquote([]byte(key[1 : len(key)-1]))
	}
	return name
}
