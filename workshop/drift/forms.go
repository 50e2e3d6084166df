package drift

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/spelling"
)

// This file has the forms that need more than the JSON type of a value: texts with a format, and external unions.

// isTime reports whether a text is an RFC 3339 time.
func isTime(text []byte) bool {
	_, _, ok := spelling.ParseTime(text)
	return ok
}

// isBase64 reports whether a text is base64 in the standard alphabet, with or without padding.
func isBase64(text []byte) bool {
	_, _, ok := spelling.DecodeBase64(text, func(n int) []byte { return make([]byte, n) })
	return ok
}

// wholeNumber returns a JSON number as an int writes it, "" for a fraction. Numbers beyond the range of an int64 saturate.
func wholeNumber(text string) string {
	if f, _ := strconv.ParseFloat(text, 64); f != math.Trunc(f) {
		return ""
	}
	n, _ := kernel.Truncate([]byte(text))
	return strconv.FormatInt(n, 10)
}

// encoded compares the JSON in a string. It reports whether the string contains JSON of the expected type.
func (w *walker) encoded(v *value, text []byte) bool {
	t := decoder.Raw(text).Type()
	if !json.Valid(text) || v.form != byType && v.form != anything && (t == decoder.Array) != (v.form == array) || t == decoder.Null {
		return false
	}
	isCase := t == decoder.String && (v.form == external && v.union.tree.node.Adjacent == nil || // a case without members
		v.form == object && v.rec.spec.Shorthand != "") // the short form of a record
	if t != decoder.Array && t != decoder.Object && v.form != byType && v.form != anything && !isCase {
		return false
	}
	inner := walker{table: w.table, data: append(bytes.Clone(text), ' '), path: append(w.path, "|fromjson"), names: map[int]map[string]int{}, within: w.within, holders: w.holders}
	base, is := len(inner.path), true
	i := inner.space(0)
	// In a list or map with an element of another type, nothing is reported: the string as a whole is of a wrong type. A union by JSON type takes
	// any value.
	inner.found = func(f *walker, what decoder.DriftKind, where gapKey, _ string, _, _ int) {
		if what == decoder.WrongType && where.misfit == noMisfit && !f.inOther && !slices.ContainsFunc(f.path[base:], func(s string) bool { return s != "[]" }) {
			is = false
		}
	}
	inner.value(v, i, inner.skip(i), false)
	if is {
		inner.found, inner.onRecord = w.found, w.onRecord
		inner.value(v, i, inner.skip(i), false)
	}
	return is
}

// external compares a value of an external union, whose case is the name of its only member or a text, or of an adjacent union.
func (w *walker) external(u *union, i, end int) {
	q := u.tree
	from := len(w.parts)
	name, content, named := "", part{}, false
	switch typeOf(w.data[i]) {
	case typeString:
		if q.node.Adjacent == nil {
			name, named = string(w.text(i, end)), true
		}
	case typeObject:
		w.cut(i)
		switch parts := w.parts[from:]; {
		case q.node.Adjacent == nil && len(parts) == 1:
			name, content, named = string(w.name(parts[0])), parts[0], true
		case q.node.Adjacent != nil:
			more, tagged := false, false
			for _, p := range parts {
				switch string(w.name(p)) {
				default:
					more = true
				case q.node.Adjacent.Tag:
					more, tagged = more || tagged, true
					if named = w.data[p.value] == '"'; named {
						name = string(w.text(int(p.value), int(p.end)))
					}
				case q.node.Adjacent.Content:
					more = more || content.end > 0
					content = p
				}
			}
			if more {
				name, named = "", false
			}
		}
	}
	w.parts = w.parts[:from]
	a := q.branches[name]
	object := content.end > 0 && w.data[content.value] == '{'
	null := content.end == 0 || w.data[content.value] == 'n'
	if a == nil || !named || a.unit && !null || !a.unit && !object {
		w.found(w, decoder.UnknownKind, gapKey{discriminator: q, tag: name, named: named, holder: w.within.member, around: string(w.around)}, name, i, end)
		return
	}
	a.count++
	if object {
		w.path = append(w.path, step(string(w.text(int(content.key), int(content.keyEnd)))))
		w.object(a.rec, u.spec, int(content.value))
		w.path = w.path[:len(w.path)-1]
	}
}
