//go:build goexperiment.jsonv2 && go1.27

package conformance_test

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
)

// The names of json/v2 in its tests. There are two files with them: vet of Go 1.27 allows them only in files for Go 1.27 or newer, until
// go.mod says so.
type (
	marshalerTo     = json.MarshalerTo
	unmarshalerFrom = json.UnmarshalerFrom
	marshaler       = json.Marshaler
	unmarshaler     = json.Unmarshaler
	semanticError   = json.SemanticError
	jsonText        = jsontext.Value
)

const beginObject = jsontext.KindBeginObject

var (
	marshalV2            = json.Marshal
	marshalWrite         = json.MarshalWrite
	marshalEncode        = json.MarshalEncode
	unmarshalV2          = json.Unmarshal
	joinOptions          = json.JoinOptions
	rejectUnknownMembers = json.RejectUnknownMembers
	allowDuplicateNames  = jsontext.AllowDuplicateNames
	allowInvalidUTF8     = jsontext.AllowInvalidUTF8
	newEncoder           = jsontext.NewEncoder
	newDecoder           = jsontext.NewDecoder
	errDuplicateName     = jsontext.ErrDuplicateName
)
