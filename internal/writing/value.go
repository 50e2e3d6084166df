package writing

import (
	"encoding"
	"time"

	"github.com/ndwire/ndwire/encoder"
	"github.com/ndwire/ndwire/internal/scan"
)

// This file writes the value of the member that the caller has begun. The methods without a value say how its type reads texts and numbers, for
// the comparison with a note.

// String writes a value.
func (o *Object) String(v string) { o.dst = encoder.AppendString(o.dst, v) }

// Int writes a value.
func (o *Object) Int(v int64) { o.dst = AppendInt(o.dst, v) }

// Uint writes a value.
func (o *Object) Uint(v uint64) {
	o.pending.addKind(kindUint)
	o.dst = AppendUint(o.dst, v)
}

// Float writes a value. NaN and the infinities are errors.
func (o *Object) Float(v float64) {
	o.pending.addKind(kindFloat)
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
	o.pending.addKind(kindOfTime(kindSeconds, v))
	o.dst = AppendSeconds(o.dst, v)
}

// Milliseconds writes a time as a number of milliseconds since 1970.
func (o *Object) Milliseconds(v time.Time) {
	o.pending.addKind(kindOfTime(kindMilliseconds, v))
	o.dst = AppendMilliseconds(o.dst, v)
}

// kindOfTime returns the kind of a time that is written as a number of kind k.
func kindOfTime(k numberKind, v time.Time) numberKind {
	if v.IsZero() {
		k |= kindZeroTime
	}
	return k
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

// At says that the methods below are about the numbers at a depth, and at all depths below until it is called again: 0 is the value itself, 1 are the
// elements of a list or map.
func (o *Object) At(depth int) { o.pending.below(depth) }

// Floats says that numbers in the value that Value has taken over may be floats, as in a union by JSON type with a variant for numbers.
// Like the methods below, it determines how the value is compared with a note about it.
func (o *Object) Floats() { o.pending.addKind(kindFloat) }

// Integers says that numbers may be integers, besides the numbers that other methods announce.
func (o *Object) Integers() { o.pending.addKind(kindInt) }

// Unsigned says that numbers may be integers without a sign.
func (o *Object) Unsigned() { o.pending.addKind(kindUint) }

// Decimals says that numbers may be kept as they are spelled.
func (o *Object) Decimals() { o.pending.addKind(kindDecimal) }

// Times says that strings may be times.
func (o *Object) Times() { o.pending.addRespell(respellTime) }

// Epochs says that numbers may be seconds since 1970.
func (o *Object) Epochs() { o.pending.addKind(kindSeconds | kindZeroTime) }

// MilliEpochs says that numbers may be milliseconds since 1970.
func (o *Object) MilliEpochs() { o.pending.addKind(kindMilliseconds | kindZeroTime) }

// Base64s says that strings may be base64.
func (o *Object) Base64s() { o.pending.addRespell(respellBase64) }

// NilElements says that elements of a list or map can be nil: see fieldType.nilElements.
func (o *Object) NilElements(depth int, t scan.JSONType) { o.pending.nilElements(depth, t) }

// Respell adds a function that returns the canonical text for the value of another text.
func (o *Object) Respell(respell func(text string) (canonical string, ok bool)) {
	o.pending.addRespell(respell)
}
