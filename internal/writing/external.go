package writing

import "github.com/ndwire/ndwire/internal/notes"

// EndExternal ends the value of an external union, which begins at dst[start] with its name, or removes it after an error.
func EndExternal(dst []byte, start int, err error) ([]byte, error) {
	if err != nil {
		return dst[:start], inMember(dst[start:], err)
	}
	return append(dst, '}'), nil
}

// AppendAdjacentUnit appends a case that has only a tag, given as `{"t":"Quit"`. If the line had the content null, it appends that, given
// as `,"c":null`.
func AppendAdjacentUnit(dst []byte, tag, null string, extra notes.Extra) ([]byte, error) {
	wasNull, err := unit(extra)
	if err != nil {
		return dst, err
	}
	dst = append(dst, tag...)
	if wasNull {
		dst = append(dst, null...)
	}
	return append(dst, '}'), nil
}

// AppendUnit appends a case that has only a name, given as a JSON string. If the line had it in an object, it is written so.
func AppendUnit(dst []byte, name string, extra notes.Extra) ([]byte, error) {
	wasNull, err := unit(extra)
	if err != nil {
		return dst, err
	}
	if !wasNull {
		return append(dst, name...), nil
	}
	return append(append(append(dst, '{'), name...), ":null}"...), nil
}

// unit reports whether the line had the value null for a case without a value. It returns an error if there are members, which no form of
// such a case has.
func unit(extra notes.Extra) (wasNull bool, err error) {
	x := extra.Set()
	switch {
	case x == nil:
		return false, nil
	case len(x.Unknown) > 0:
		return false, Conflict("this case has no value, and so no members: delete them from its Extra")
	}
	return state(x.Find("")) == notes.IsNull, nil
}
