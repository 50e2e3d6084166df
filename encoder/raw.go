package encoder

import (
	"bytes"
	"strconv"

	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/rawtext"
)

// AppendRaw writes JSON as it stands, null if there is none. It is an error if it is not one JSON value.
func AppendRaw(dst, raw []byte) ([]byte, error) {
	if len(raw) == 0 {
		return append(dst, "null"...), nil
	}
	return appendText(dst, raw)
}

// AppendArm is AppendRaw for a value that must be an object, for which first is '{', or an array, '['; null if it is empty.
func AppendArm(dst, raw []byte, first byte) ([]byte, error) {
	if i := kernel.Space(raw, 0); len(raw) > 0 && (i == len(raw) || raw[i] != first) {
		return dst, newError(ErrType, "the raw value is not the "+typeNames[first]+" that its field is for: set the field for what it is")
	}
	return AppendRaw(dst, raw)
}

var typeNames = map[byte]string{'{': "object", '[': "array"}

// AppendCase writes a case of a union that the spec does not know. It is an error if there is none.
func AppendCase(dst, raw []byte) ([]byte, error) {
	if len(raw) == 0 {
		return dst, newError(ErrInvalid, "an unknown case has no text: set its Raw")
	}
	return appendText(dst, raw)
}

// AppendLine is AppendCase for a line, which must be an object.
func AppendLine(dst, raw []byte) ([]byte, error) {
	if typeOf(raw) != typeObject && len(raw) > 0 {
		return dst, newError(ErrType, "a line must be an object: set its Raw to one")
	}
	return AppendCase(dst, raw)
}

// appendText appends a text that must be one JSON value, on one line.
func appendText(dst, text []byte) ([]byte, error) {
	dst, end, ok := rawtext.Append(dst, text)
	if !ok {
		return dst, invalid(text, end)
	}
	return dst, nil
}

// appendMembers appends members that are joined by commas, with a comma before the first.
func appendMembers(dst, text []byte) ([]byte, error) {
	dst, end, ok := rawtext.AppendMembers(dst, text)
	if !ok {
		whole := bytes.TrimRight(text[:end], "+-.0123456789abcdefghijklmnopqrstuvwxyzE") // without the beginning of a literal or number
		return dst, within(append([]byte{','}, whole...), invalid(text, end))
	}
	return dst, nil
}

// invalid is the error of a text that is no JSON value, because of the byte at an offset.
func invalid(text []byte, at int) error {
	what := "it ends too early"
	if at < len(text) {
		what = "the byte " + strconv.QuoteRuneToASCII(rune(text[at])) + " at offset " + strconv.Itoa(at) + " has no place there"
		if c := text[at]; c >= 0x80 {
			what = "the byte 0x" + strconv.FormatUint(uint64(c), 16) + " at offset " + strconv.Itoa(at) + " has no place there"
		}
	}
	return newError(ErrInvalid, "a raw value is not one JSON value: "+what)
}
