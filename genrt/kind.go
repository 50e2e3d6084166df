package genrt

import (
	"slices"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/alloc"
	"github.com/ndwire/ndwire/internal/notes"
	"github.com/ndwire/ndwire/internal/scan"
)

// SubKind returns the subkind of family for the text of tag, as decoder.Kind.Sub makes it; family itself if tag is not a string.
func SubKind(family decoder.Kind, tag decoder.Raw) decoder.Kind {
	if n := len(tag); n > 2 && tag[0] == '"' && isPlain(tag[1:n-1]) {
		return family.Sub(alloc.Alias(tag[1 : n-1]))
	}
	if text, _ := tag.Text(); text != "" {
		return family.Sub(text)
	}
	return family
}

// IsPart reports whether k is family and one more segment. The family "" has no segments.
func IsPart(k, family decoder.Kind) bool {
	rest := string(k)
	if family != "" {
		if len(k) == len(family) || !k.In(family) {
			return false
		}
		rest = rest[len(family)+1:]
	}
	return rest != "" && strings.IndexByte(rest, '/') < 0
}

// WrittenKind returns the kind that peek finds in the JSON of a line, which appendJSON writes; "" if it cannot be written.
func WrittenKind(appendJSON func(dst []byte) ([]byte, error), peek func(line []byte) (decoder.Kind, error)) decoder.Kind {
	data, err := appendJSON(nil)
	if err != nil {
		return ""
	}
	kind, _ := peek(data)
	return kind
}

// IsEdited reports whether a program has set, deleted or noted members in e: the line may be one of another kind then.
func IsEdited(e decoder.Extra) bool {
	set := notes.Extra(e).Set()
	return set != nil && set.Edited()
}

// EditedKind is WrittenKind for a line with an edited e. Unlike that, it does not make a program link the encoder of the line.
func EditedKind(m decoder.Line, e decoder.Extra, peek func(line []byte) (decoder.Kind, error)) decoder.Kind {
	data, err := notes.Extra(e).Set().Writer.Write(m)
	if err != nil {
		return ""
	}
	kind, _ := peek(data)
	return kind
}

// IsUntagged reports whether a program has made a record, or cleared the members with these names, so that the record gets the value of its tag:
// e has no unknown member with such a name, and no note that the line had null, nothing or a value of a wrong type there.
func IsUntagged(e decoder.Extra, names ...string) bool {
	if e == (decoder.Extra{}) {
		return true
	}
	for _, name := range names {
		if _, ok := e.Get(name); ok {
			return false
		}
		if s := stateOf(e, name); s != notes.Usual && s != notes.Inlined {
			return false
		}
	}
	return true
}

// HadOther reports whether e has a note that the line had a member which its unset field does not tell: null, or a value of a wrong type.
func HadOther(e decoder.Extra, name string) bool {
	return e != (decoder.Extra{}) && stateOf(e, name) > notes.Absent
}

// stateOf returns the state of an unset field. A note of another spelling is about a value which the field no longer has.
func stateOf(e decoder.Extra, name string) notes.State {
	n := notes.Extra(e).Set().Find(name)
	if n == nil || n.Respelled {
		return notes.Usual
	}
	return n.State
}

// TagIs reports whether a value equals a literal, in any spelling: the value at a path of keys within raw; without a path, raw itself.
func TagIs(raw decoder.Raw, literal string, path ...string) bool {
	tag := raw
	if len(path) > 0 {
		tag, _ = raw.Get(path...)
	}
	return scan.SameLiteral(tag, literal)
}

// HasTag reports whether raw has a value at a path of keys within it.
func HasTag(raw decoder.Raw, path ...string) bool {
	_, has := raw.Get(path...)
	return has
}

// isPlain reports whether the inside of a JSON string is printable ASCII without escapes.
func isPlain(text []byte) bool {
	return !slices.ContainsFunc(text, func(b byte) bool { return b < ' ' || b > '~' || b == '"' || b == '\\' })
}
