package spelling

import (
	"strconv"
	"time"

	"github.com/ndwire/ndwire/internal/kernel"
)

// Unit is the unit of a number that is a time since 1970. Its value is the number of decimal places from a nanosecond to the unit.
type Unit int

const (
	Milliseconds Unit = 6
	Seconds      Unit = 9
)

// farthest is the maximum distance of a time from 1970 in seconds; beyond it, numbers saturate. (A time.Time can hold twice as many.)
const farthest = 1 << 62

// Places is the number of digits of a fraction of the unit down to a nanosecond.
func (u Unit) Places() int { return int(u) }

// Time returns the time n units after 1970, in UTC, and a fraction of a unit that has a number of digits, Places at most.
func (u Unit) Time(n int64, fraction, digits int) time.Time {
	nanos := int64(fraction) * int64(fractions[int(Seconds-u)+digits])
	if u == Milliseconds {
		return time.UnixMilli(n).Add(time.Duration(nanos)).UTC()
	}
	return time.Unix(n, nanos).UTC()
}

// ParseEpoch reads a valid JSON number as a time since 1970, in UTC. canonical reports whether AppendEpoch would write the same text.
// Fractions of a nanosecond are truncated, and exceeds reports whether the number was saturated. The time that it takes does not depend
// on the exponent.
func ParseEpoch(num []byte, unit Unit) (t time.Time, canonical, exceeds bool) {
	negative := num[0] == '-'
	digits := num
	if negative {
		digits = num[1:]
	}
	// Most numbers are integers of up to 18 digits.
	var n int64
	k := 0
	for k < len(digits) && k < 19 && digits[k]-'0' <= 9 {
		n = n*10 + int64(digits[k]-'0')
		k++
	}
	if k == len(digits) && k <= 18 {
		canonical = digits[0] != '0' || k == 1 && !negative
		if negative {
			n = -n
		}
		t = unit.Time(n, 0, 0)
		return t, canonical && !t.IsZero(), false // AppendEpoch writes 0 for the zero time
	}
	t, exceeds = parseEpoch(digits, negative, unit)
	var buf [40]byte
	return t, string(AppendEpoch(buf[:0], t, unit)) == string(num), exceeds
}

// parseEpoch is ParseEpoch for a number in any form.
func parseEpoch(num []byte, negative bool, unit Unit) (t time.Time, exceeds bool) {
	var digits [28]byte // 2^62 seconds have 19 digits, and nanoseconds add 9
	taken, point, more := kernel.Digits(num, digits[:])
	point += int64(unit) // in nanoseconds
	switch {
	case taken == 0 || point <= 0:
		return time.Unix(0, 0).UTC(), false
	case point > int64(len(digits)):
		return limit(negative), true
	}
	var seconds, nanos int64
	for k := range int(point) {
		if int(point)-k > 9 {
			seconds = seconds*10 + int64(digits[k])
			if seconds < 0 || seconds > farthest {
				return limit(negative), true
			}
		} else {
			nanos = nanos*10 + int64(digits[k])
		}
	}
	if seconds == farthest && (nanos > 0 || more) {
		return limit(negative), true
	}
	if negative {
		seconds, nanos = -seconds, -nanos
	}
	return time.Unix(seconds, nanos).UTC(), false
}

func limit(negative bool) time.Time {
	if negative {
		return time.Unix(-farthest, 0).UTC()
	}
	return time.Unix(farthest, 0).UTC()
}

// AppendEpoch appends a time since 1970 as a number without an exponent, with as many digits of a fraction as it has. The zero time is 0.
func AppendEpoch(dst []byte, t time.Time, unit Unit) []byte {
	if t.IsZero() {
		return append(dst, '0')
	}
	seconds, nanos := t.Unix(), int64(t.Nanosecond())
	negative := seconds < 0
	if negative {
		if seconds = -seconds; nanos > 0 {
			seconds, nanos = seconds-1, 1_000_000_000-nanos
		}
	}
	var buf [32]byte
	digits := strconv.AppendUint(buf[:0], uint64(seconds), 10)
	for div := int64(100_000_000); div > 0; div /= 10 {
		digits = append(digits, byte('0'+nanos/div%10))
	}
	point := len(digits) - int(unit)
	first := 0
	for first < point-1 && digits[first] == '0' {
		first++
	}
	end := len(digits)
	for end > point && digits[end-1] == '0' {
		end--
	}
	if negative {
		dst = append(dst, '-')
	}
	dst = append(dst, digits[first:point]...)
	if end > point {
		dst = append(append(dst, '.'), digits[point:end]...)
	}
	return dst
}
