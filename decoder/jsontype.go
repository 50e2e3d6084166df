package decoder

// JSONType is one of JSON's types.
type JSONType uint8

// The following numbers are those of package scan.

// The types of JSON values.
const (
	Invalid JSONType = iota // not JSON, or empty
	Null
	Bool
	Number
	String
	Array
	Object
)

var jsonTypeNames = [...]string{"invalid", "null", "boolean", "number", "string", "array", "object"}

// String returns the type's name as jq's type function writes it.
func (t JSONType) String() string {
	if int(t) < len(jsonTypeNames) {
		return jsonTypeNames[t]
	}
	return jsonTypeNames[Invalid]
}

// typeOf returns the type of a value that begins with the byte b.
func typeOf(b byte) JSONType {
	switch b {
	case '{':
		return Object
	case '[':
		return Array
	case '"':
		return String
	case 't', 'f':
		return Bool
	case 'n':
		return Null
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return Number
	}
	return Invalid
}
