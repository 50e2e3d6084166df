package infer

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// numbers has the statistics of the numbers at a place.
type numbers struct {
	count, fractions int
	min, max         int64 // of the integers
	unsigned         bool  // an integer is out of the range of int64, but not of uint64
	huge             bool  // an integer is out of the range of both
	epochs           int   // numbers that can be seconds since 1970, with or without a fraction, in the years 2001 to 2128
	padded           bool  // a number has two or more decimals and ends in a zero, as amounts do: 1.10, but not 1.0
}

func (n *numbers) add(raw []byte) {
	n.count++
	digits := raw
	if raw[0] == '-' {
		digits = raw[1:]
	}
	var v int64
	for _, c := range digits {
		if !isDigit(c) || len(digits) > 18 {
			n.addSlow(raw)
			return
		}
		v = v*10 + int64(c-'0')
	}
	if raw[0] == '-' {
		v = -v
	}
	n.take(v)
}

func (n *numbers) take(v int64) {
	n.min, n.max = min(n.min, v), max(n.max, v)
	if v > minEpoch && v < maxEpoch {
		n.epochs++
	}
}

const minEpoch, maxEpoch = 1e9, 5e9

func (n *numbers) addSlow(raw []byte) {
	text := string(raw)
	if bytes.ContainsAny(raw, ".eE") {
		n.fractions++
		dot := bytes.IndexByte(raw, '.')
		if dot == len("1700000000") && raw[0] < '5' && !bytes.ContainsAny(raw, "eE-") {
			n.epochs++
		}
		n.padded = n.padded || dot > 0 && len(raw)-dot > 2 && raw[len(raw)-1] == '0' && !bytes.ContainsAny(raw, "eE")
	} else if v, err := strconv.ParseInt(text, 10, 64); err == nil {
		n.take(v)
	} else if _, err := strconv.ParseUint(text, 10, 64); err == nil {
		n.unsigned = true
	} else {
		n.huge = true
	}
}

// isTimeName reports whether a member's name suggests a time.
func isTimeName(name string) bool {
	name = strings.ToLower(name)
	switch name {
	case "t", "since", "until", "created", "updated", "modified", "started", "finished", "ended", "start", "end":
		return true
	}
	return strings.HasPrefix(name, "ts") || strings.HasPrefix(name, "expire") ||
		slices.ContainsFunc([]string{"time", "timestamp", "date", "at", "ts"}, func(end string) bool { return strings.HasSuffix(name, end) })
}

func (n *numbers) merge(o *numbers) {
	n.count += o.count
	n.fractions += o.fractions
	n.epochs += o.epochs
	n.min, n.max = min(n.min, o.min), max(n.max, o.max)
	n.unsigned = n.unsigned || o.unsigned
	n.huge = n.huge || o.huge
	n.padded = n.padded || o.padded
}
