package infer

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ndwire/ndwire/workshop/draft"
)

// numbers has the statistics of the numbers at a place.
type numbers struct {
	count, fractions int
	min, max         int64 // of the integers
	unsigned         bool  // an integer is out of the range of int64, but not of uint64
	huge             bool  // an integer is out of the range of both, or a number out of the range of float64
	epochs           int   // numbers that can be seconds since 1970, with or without a fraction, in the years 2001 to 2128
	zeros            int   // numbers that are 0
	millis           int   // numbers that can be milliseconds since 1970, in the years 2001 to 2128
	recent           int   // of these, those in the years 2010 to 2037: few other numbers are there
	padded           bool  // some number has two or more decimals and ends in a zero, as amounts do: 1.10, but not 1.0

	// The same member of other kinds of a union has fractions, or decimals: see agreeOnNumbers.
	fractional, decimal bool
}

func (n *numbers) add(raw []byte) {
	n.count++
	digits := raw
	if raw[0] == '-' {
		digits = raw[1:]
	}
	var v int64
	for i, c := range digits {
		if c == '.' && areDigits(digits[i+1:]) {
			n.addFraction(raw, len(raw)-len(digits)+i)
			return
		}
		if !isDigit(c) || i >= 18 {
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

func areDigits(text []byte) bool {
	for _, c := range text {
		if !isDigit(c) {
			return false
		}
	}
	return true
}

// addFraction adds a number with a fraction and without an exponent. dot is the offset of its point. Its whole part has at most 18 digits.
func (n *numbers) addFraction(raw []byte, dot int) {
	n.fractions++
	if raw[0] < '5' && raw[0] != '-' {
		switch dot {
		case len("1700000000"):
			n.epochs++
		case len("1700000000000"):
			n.millis++
		}
	}
	n.padded = n.padded || len(raw)-dot > 2 && raw[len(raw)-1] == '0'
}

func (n *numbers) take(v int64) {
	n.min, n.max = min(n.min, v), max(n.max, v)
	if v == 0 {
		n.zeros++
	}
	if v > minEpoch && v < maxEpoch {
		n.epochs++
	}
	if v > 1000*minEpoch && v < 1000*maxEpoch {
		n.millis++
		if v > minRecent && v < maxRecent {
			n.recent++
		}
	}
}

const (
	minEpoch, maxEpoch   = 1e9, 5e9                             // in seconds
	minRecent, maxRecent = 1_262_304_000_000, 2_145_916_800_000 // in milliseconds: 2010 and 2038
)

// areMillis reports whether the numbers are milliseconds since 1970, but for those that are rare and for zeros, which say that there is no time.
// A name that suggests a time is enough; without one, several must be there, all of them recent, and the name must not be that of an id.
func (n *numbers) areMillis(name string) bool {
	if isTimeName(name) {
		return n.millis > 0 && n.areAll(n.millis+n.zeros)
	}
	return name != "" && isTagName([]string{name}) >= 0 && n.recent >= minTimes && n.areAll(n.recent)
}

// minTimes is how many numbers there must be to be times without a name that says so.
const minTimes = 4

// areSeconds reports whether the numbers are seconds since 1970, but for those that are rare and for zeros. Ids are in the same range, so that
// the name must say it.
func (n *numbers) areSeconds(name string) bool {
	return isTimeName(name) && n.epochs > 0 && n.areAll(n.epochs+n.zeros)
}

// areAll reports whether a count is that of all numbers, but for those that are rare.
func (n *numbers) areAll(count int) bool { return count == n.count || isRare(n.count-count, n.count) }

// noTimes says how many numbers are not of the time that all others are, "" if none is.
func (n *numbers) noTimes(times int) string {
	if rest := n.count - times - n.zeros; rest > 0 {
		return fmt.Sprintf("left out as rare, %d of %d: no time", rest, n.count)
	}
	return ""
}

// addSlow adds a number that has an exponent, or more than 18 digits in its whole part.
func (n *numbers) addSlow(raw []byte) {
	text := string(raw)
	if bytes.ContainsAny(raw, ".eE") {
		n.fractions++
		dot := bytes.IndexByte(raw, '.')
		if _, err := strconv.ParseFloat(text, 64); err != nil {
			n.huge = true
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
func isTimeName(of string) bool {
	name := strings.ToLower(of)
	for _, unit := range []string{"_ms", "ms", "_millis", "millis", "_sec"} { // timestampMs
		if before, ok := strings.CutSuffix(name, unit); ok && before != "" {
			name = before
			break
		}
	}
	switch name {
	case "t", "since", "until", "created", "updated", "modified", "started", "finished", "ended", "start", "stop", "end", "begin", "finish", "completed", "opened", "closed", "sent",
		"received", "published", "resolved":
		return true
	}
	if words := draft.Words(of); len(words) > 1 && slices.Contains([]string{"start", "end"}, strings.ToLower(words[len(words)-1])) { // current_period_end
		return true
	}
	return strings.HasPrefix(name, "ts") || strings.HasPrefix(name, "expire") ||
		slices.ContainsFunc([]string{"time", "stamp", "date", "at", "ts", "unix", "epoch"}, func(end string) bool { return strings.HasSuffix(name, end) })
}

// isFractionName reports whether numbers with a name usually have fractions, so that zeros alone are no integers.
func isFractionName(name string) bool {
	words := draft.Words(name)
	return len(words) > 0 && slices.Contains([]string{"cost", "costs", "usd", "price", "ratio", "temperature", "probability"}, strings.ToLower(words[len(words)-1]))
}

func (n *numbers) merge(o *numbers) {
	n.count += o.count
	n.fractions += o.fractions
	n.epochs += o.epochs
	n.zeros += o.zeros
	n.millis += o.millis
	n.recent += o.recent
	n.min, n.max = min(n.min, o.min), max(n.max, o.max)
	n.unsigned = n.unsigned || o.unsigned
	n.huge = n.huge || o.huge
	n.padded = n.padded || o.padded
}
