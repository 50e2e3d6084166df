package encoder

import "bytes"

// AppendRaw writes JSON as it stands, null if there is none. It is not looked at, but that a value of several lines is brought
// onto one, and is an error if it is not JSON.
func AppendRaw(dst, raw []byte) ([]byte, error) {
	if len(raw) == 0 {
		return append(dst, "null"...), nil
	}
	if bytes.IndexByte(raw, '\n') < 0 {
		return append(dst, raw...), nil
	}
	if !valid(raw) {
		return dst, errRaw
	}
	return appendCompact(dst, raw), nil
}

// appendCompact appends text without the white space between its tokens. dst may end where text begins in the same memory:
// what is written never overtakes what is read.
func appendCompact(dst, text []byte) []byte {
	for i := 0; i < len(text); {
		switch text[i] {
		case ' ', '\t', '\r', '\n':
			i++
		case '"':
			end := skipString(text, i)
			if end < 0 {
				end = len(text)
			}
			dst = append(dst, text[i:end]...)
			i = end
		default:
			dst = append(dst, text[i])
			i++
		}
	}
	return dst
}
