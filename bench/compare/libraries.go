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

// Unmarshal decodes with keys as they are written, which is faster. Strings are copied.
func (Segmentio) Unmarshal(data []byte, v any) error {
	rest, err := segmentio.Parse(data, v, segmentio.DontMatchCaseInsensitiveStructFields)
	if err == nil && len(rest) > 0 {
		return errors.New("compare: something follows the value")
	}
	return err
}
