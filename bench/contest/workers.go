package contest

import (
	"bytes"
	"io"
	"strconv"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/transcript"
)

// Workers are the contenders of Workers: one and two goroutines that decode, the loop's among them, beside the one that reads.
// They are to be run with -cpu 2.
func Workers(p transcript.Protocol) []Reading {
	if p == transcript.ClaudeCode {
		return claudeCode.workers()
	}
	return agentSDK.workers()
}

func (c codec[T]) workers() (all []Reading) {
	memory := func(in *Input) (io.Reader, func() error, error) { return bytes.NewReader(in.Data), nil, nil }
	for n := 1; n <= 2; n++ {
		all = append(all,
			Reading{Library: "ndwire-" + strconv.Itoa(n), Pass: c.owned(memory, decoder.Workers(n))},
			Reading{Library: "ndwire-recycled-" + strconv.Itoa(n), Pass: c.recycled(memory, decoder.Workers(n))})
	}
	return all
}
