//go:build goexperiment.jsonv2 && go1.27

package compare

import (
	"encoding/json/jsontext"
	jsonv2 "encoding/json/v2"

	"github.com/ndwire/ndwire/bench/contest"
	"github.com/ndwire/ndwire/bench/mirror"
	"github.com/ndwire/ndwire/bench/mirror/session"
	"github.com/ndwire/ndwire/transcript"
)

// V2 is encoding/json/v2, for the mirrors.
type V2 struct{}

// A value that is a string or a list is decoded in the same pass, without the second pass over its text that an UnmarshalJSON would cost. Invalid
// UTF-8 is replaced, as by version 1.
var v2 = jsonv2.JoinOptions(
	jsontext.AllowInvalidUTF8(true),
	jsonv2.WithUnmarshalers(jsonv2.JoinUnmarshalers(
		jsonv2.UnmarshalFromFunc(func(dec *jsontext.Decoder, c *mirror.Content[V2]) error {
			if dec.PeekKind() == '[' {
				return jsonv2.UnmarshalDecode(dec, &c.Blocks)
			}
			return jsonv2.UnmarshalDecode(dec, &c.Text)
		}),
		jsonv2.UnmarshalFromFunc(func(dec *jsontext.Decoder, r *session.ToolUseResult[V2]) error {
			switch dec.PeekKind() {
			case '[':
				return jsonv2.UnmarshalDecode(dec, &r.Blocks)
			case '{':
				value, err := dec.ReadValue()
				r.Object = append(r.Object[:0], value...)
				return err
			default:
				return jsonv2.UnmarshalDecode(dec, &r.Text)
			}
		}),
	)),
)

// Unmarshal is json.Unmarshal.
func (V2) Unmarshal(data []byte, v any) error { return jsonv2.Unmarshal(data, v, v2) }

// withV2 adds encoding/json/v2.
func withV2(readings []contest.Reading, p transcript.Protocol) []contest.Reading {
	return append(readings, contest.Mirror[V2]("encoding-json-v2", p))
}

func withV2Peeker(readings []contest.Reading) []contest.Reading {
	return append(readings, contest.Peeker("encoding-json-v2", V2{}.Unmarshal))
}
