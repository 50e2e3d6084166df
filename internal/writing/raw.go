package writing

import (
	"bytes"

	"github.com/ndwire/ndwire/encoder"
	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/rawtext"
	"github.com/ndwire/ndwire/internal/scan"
)

// AppendRaw writes raw as it stands, null if it is empty. It is an error if raw is not one JSON value, unless it is trusted.
func AppendRaw(dst, raw []byte, trusted bool) ([]byte, error) {
	if len(raw) == 0 {
		return append(dst, "null"...), nil
	}
	return appendText(dst, raw, trusted)
}

// AppendVariant is AppendRaw for a value that must be an object or an array: first is '{' or '['. An empty value is null.
func AppendVariant(dst, raw []byte, first byte, trusted bool) ([]byte, error) {
	if i := kernel.Space(raw, 0); len(raw) > 0 && (i == len(raw) || raw[i] != first) {
		return dst, newError(encoder.ErrType, "the raw value is not the "+scan.TypeOf(first).String()+" that its field is for: set the field for what it is")
	}
	return AppendRaw(dst, raw, trusted)
}

// AppendCase writes a case of a union that is not in the spec. It is an error if raw is empty.
func AppendCase(dst, raw []byte, trusted bool) ([]byte, error) {
	if len(raw) == 0 {
		return dst, newError(encoder.ErrInvalid, "an unknown case has no text: set its Raw")
	}
	return appendText(dst, raw, trusted)
}

// AppendLine is AppendCase for a line, which must be an object.
func AppendLine(dst, raw []byte, trusted bool) ([]byte, error) {
	if typeOf(raw) != scan.Object && len(raw) > 0 {
		return dst, newError(encoder.ErrType, "a line must be an object: set its Raw to one")
	}
	return AppendCase(dst, raw, trusted)
}

// appendText appends text, which must be one JSON value, on one line.
func appendText(dst, text []byte, trusted bool) ([]byte, error) {
	dst, end, ok := rawtext.Append(dst, text, trusted)
	if !ok {
		return dst, invalid(text, end)
	}
	return dst, nil
}

// appendMembers appends members that are separated by commas, with a comma before the first.
func appendMembers(dst, text []byte, trusted bool) ([]byte, error) {
	dst, end, ok := rawtext.AppendMembers(dst, text, trusted)
	if !ok {
		whole := bytes.TrimRight(text[:end], "+-.0123456789abcdefghijklmnopqrstuvwxyzE") // without the beginning of a literal or number
		return dst, inMember(append([]byte{','}, whole...), invalid(text, end))
	}
	return dst, nil
}
