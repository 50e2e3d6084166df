package acp_test

import (
	"testing"

	"github.com/ndwire/ndwire/acp"
	"github.com/ndwire/ndwire/decoder"
)

// TestResponses checks which response failed: some programs write both members, one of them null.
func TestResponses(t *testing.T) {
	for line, want := range map[string]decoder.Kind{
		`{"jsonrpc":"2.0","id":1,"result":{}}`:                                     acp.KindResult,
		`{"jsonrpc":"2.0","id":1,"result":null}`:                                   acp.KindResult,
		`{"jsonrpc":"2.0","id":1,"result":{},"error":null}`:                        acp.KindResult,
		`{"jsonrpc":"2.0","id":1,"result":null,"error":null}`:                      acp.KindResult,
		`{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}}`:               acp.KindError,
		`{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"},"result":null}`: acp.KindError,
	} {
		m, err := acp.UnmarshalLine([]byte(line))
		if err != nil || m.Kind() != want {
			t.Errorf("%s: %v, %v, want kind %s", line, m, err, want)
			continue
		}
		if got, err := m.AppendJSON(nil); err != nil || string(got) != line {
			t.Errorf("%s: written as %s, %v", line, got, err)
		}
	}
}
