package decoder

import "strings"

// Kind names what stands on a line: its type, or type/subtype, as they stand on the line ("assistant", "system/init").
// Protocol packages have constants for the kinds that their spec knows; a Kind that no constant names is a kind that the
// spec does not know yet. A Kind without a slash is also a family: it has all its subtypes in it.
type Kind string

// String returns k as a string.
func (k Kind) String() string { return string(k) }

// Cut returns the type and the subtype of k; the subtype is empty if there is none.
func (k Kind) Cut() (typ, subtype string) {
	typ, subtype, _ = strings.Cut(string(k), "/")
	return typ, subtype
}

// In reports whether k is family or one of its subtypes: "system/init" is in "system".
func (k Kind) In(family Kind) bool {
	return strings.HasPrefix(string(k), string(family)) && (len(k) == len(family) || k[len(family)] == '/')
}

// Line is what every line of every protocol can do. The protocol packages' own Line types are closed unions over it.
type Line interface {
	// Kind is what Peek says of the line.
	Kind() Kind
	// AppendJSON appends the line as JSON, without a newline.
	AppendJSON(dst []byte) ([]byte, error)
}
