//go:build !goexperiment.jsonv2 || !go1.27

package compare

import (
	"github.com/ndwire/ndwire/bench/contest"
	"github.com/ndwire/ndwire/transcript"
)

// withV2 adds no contender: this standard library has no encoding/json/v2.
func withV2(readings []contest.Reading, _ transcript.Protocol) []contest.Reading { return readings }

func withV2Peeker(readings []contest.Reading) []contest.Reading { return readings }
