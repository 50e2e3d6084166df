//go:build !goexperiment.jsonv2

package compare

import (
	"github.com/ndwire/ndwire/bench/contest"
	"github.com/ndwire/ndwire/transcript"
)

// withV2 adds encoding/json/v2 if the program is built with it.
func withV2(readings []contest.Reading, _ transcript.Protocol) []contest.Reading { return readings }

func withV2Peeker(readings []contest.Reading) []contest.Reading { return readings }
