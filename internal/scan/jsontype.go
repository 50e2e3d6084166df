package scan

// JSONType is the type of a JSON value. The numbers are those of decoder.JSONType.
type JSONType uint8

const (
	Invalid JSONType = iota // no JSON value begins there
	Null
	Bool
	Number
	String
	Array
	Object
)

var typeNames = [...]string{"invalid", "null", "boolean", "number", "string", "array", "object"}

// String returns the name of the type in the JSON specification.
func (t JSONType) String() string {
	if int(t) < len(typeNames) {
		return typeNames[t]
	}
	return typeNames[Invalid]
}

// TypeOf returns the type of a value that begins with the byte b.
func TypeOf(b byte) JSONType { return typeOf[b] }

// typeOf is the type of a JSON value by its first byte.
var typeOf = [256]JSONType{
	'n': Null, 't': Bool, 'f': Bool, '"': String, '[': Array, '{': Object, '-': Number,
	'0': Number, '1': Number, '2': Number, '3': Number, '4': Number,
	'5': Number, '6': Number, '7': Number, '8': Number, '9': Number,
}
