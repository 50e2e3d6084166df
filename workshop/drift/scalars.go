package drift

import "github.com/ndwire/ndwire/decoder"

// This file compares strings, numbers and bools with their types.

// scalar compares the string, number or bool at data[i:end], of JSON type t, with its type. It reports whether the type has such values.
func (w *walker) scalar(v *value, t jsonType, i, end int) (ok bool) {
	switch v.form {
	case text:
		return t == typeString
	case number:
		if ok = t == typeNumber; ok {
			w.number(v.limit, i, end)
		}
	case boolean:
		return t == typeBool
	case enumerated:
		if ok = t == typeString; ok {
			w.enumText(v.enum, i, end)
		}
	case numbered:
		if ok = t == typeNumber; ok {
			w.enumNumber(v.enum, i, end)
		}
	case moment:
		return t == typeString && isTime(w.text(i, end))
	case base64Text:
		return t == typeString && isBase64(w.text(i, end))
	case encoded:
		return t == typeString && w.encoded(v.elem, w.text(i, end))
	}
	return ok
}

// number reports the number at data[i:end] if its Go type cannot hold it.
func (w *walker) number(l limit, i, end int) {
	if x := l.misfit(w.data[i:end]); x != noMisfit {
		w.misfit(x, false, i, end)
	}
}

// enumText counts the text at data[i:end] as a value of an enum, or reports it.
func (w *walker) enumText(e *enum, i, end int) {
	name := w.text(i, end)
	if v := e.values[string(name)]; v != nil {
		v.count++
	} else if !e.spec.Open {
		w.found(w, decoder.UnknownEnum, gapKey{enum: e, tag: string(name)}, string(name), i, end)
	}
}

// enumNumber counts the number at data[i:end] as a value of an enum, or reports it.
func (w *walker) enumNumber(e *enum, i, end int) {
	name := wholeNumber(string(w.data[i:end]))
	x := signed.misfit(w.data[i:end])
	switch v := e.values[name]; {
	case v != nil:
		v.count++
	case x != noMisfit: // no value of the enum can be this number
		w.misfit(x, true, i, end)
	case !e.spec.Open:
		w.found(w, decoder.UnknownEnum, gapKey{enum: e, tag: name}, name, i, end)
	}
}

// misfit reports the number at data[i:end], which its Go type cannot hold.
func (w *walker) misfit(x misfit, refused bool, i, end int) {
	where := w.within
	where.misfit, where.refused = x, refused || x == outOfRange
	w.found(w, decoder.WrongType, where, x.String(), i, end)
}
