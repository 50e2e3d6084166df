package decoder

import "github.com/ndwire/ndwire/internal/scan"

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

// String returns the type's name as jq's type function writes it.
func (t JSONType) String() string { return scan.JSONType(t).String() }
