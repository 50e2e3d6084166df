package writing

import "github.com/ndwire/ndwire/internal/notes"

// EndExternal ends the value of an external union, which begins at dst[was] with its name, or undoes it after an error.
func EndExternal(dst []byte, was int, err error) ([]byte, error) {
	if err != nil {
		return dst[:was], within(dst[was:], err)
	}
	return append(dst, '}'), nil
}

// AppendAdjacentUnit appends a case that is nothing but its tag, given as `{"t":"Quit"`. It has the content null if it was read so, given as
// `,"c":null`.
func AppendAdjacentUnit(dst []byte, tag, null string, extra notes.Extra) ([]byte, error) {
	dst = append(dst, tag...)
	if x := extra.Set(); x != nil && state(x.Find("")) == notes.IsNull {
		dst = append(dst, null...)
	}
	return append(dst, '}'), nil
}

// AppendUnit appends a case that is nothing but its name, a JSON string. It is in an object if it was read so.
func AppendUnit(dst []byte, name string, extra notes.Extra) ([]byte, error) {
	if x := extra.Set(); x == nil || state(x.Find("")) != notes.IsNull {
		return append(dst, name...), nil
	}
	return append(append(append(dst, '{'), name...), ":null}"...), nil
}
