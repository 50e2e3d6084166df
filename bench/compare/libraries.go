package compare

import (
	"errors"

	goccy "github.com/goccy/go-json"
	segmentio "github.com/segmentio/encoding/json"
)

// Goccy is goccy/go-json, for the mirrors.
type Goccy struct{}

// Unmarshal is json.Unmarshal.
func (Goccy) Unmarshal(data []byte, v any) error { return goccy.Unmarshal(data, v) }

// Segmentio is segmentio/encoding/json, for the mirrors.
type Segmentio struct{}

// Unmarshal compares keys with their case, which is faster. It copies strings.
func (Segmentio) Unmarshal(data []byte, v any) error {
	rest, err := segmentio.Parse(data, v, segmentio.DontMatchCaseInsensitiveStructFields)
	if err == nil && len(rest) > 0 {
		return errors.New("compare: there is text after the value")
	}
	return err
}
