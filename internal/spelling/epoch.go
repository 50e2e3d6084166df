package spelling

import (
	"strconv"
	"time"
)

// Unit is what a number of a time since 1970 counts.
type Unit int

// A Unit is how many decimal places a nanosecond is behind its point.
const (
	Milliseconds Unit = 6
	Seconds      Unit = 9
)

// farthest is how many seconds from 1970 a time can be that is read; beyond it, numbers saturate. (A time.Time has as many again.)
const farthest = 1 << 62

// ParseEpoch reads a valid JSON number as a time since 1970, in UTC. usual says that AppendEpoch would write the same text. What is less than
// a nanosecond is cut off, and exceeds says that the number had to be saturated. The time that it takes does not depend on the exponent.
func ParseEpoch(num []byte, unit Unit) (t time.Time, usual, exceeds bool) {
	negative := num[0] == '-'
	digits := num
	if negative {
		digits = num[1:]
	}
	// A whole number of up to 18 digits is the usual case.
	var n int64
	k := 0
	for k < len(digits) && k < 19 && digits[k]-'0' <= 9 {
		n = n*10 + int64(digits[k]-'0')
		k++
	}
	if k == len(digits) && k <= 18 {
		usual = digits[0] != '0' || k == 1 && !negative
		if negative {
			n = -n
		}
		if unit == Milliseconds {
			return time.UnixMilli(n).UTC(), usual, false
		}
		return time.Unix(n, 0).UTC(), usual, false
	}
	t, exceeds = parseEpoch(digits, negative, unit)
	var room [40]byte
	return t, string(AppendEpoch(room[:0], t, unit)) == string(num), exceeds
}

// parseEpoch is ParseEpoch for a number in any spelling.
func parseEpoch(num []byte, negative bool, unit Unit) (t time.Time, exceeds bool) {
	end, point := len(num), int64(0)
	for i, c := range num {
		if c|0x20 == 'e' {
			end, point = i, exponent(num[i+1:])
			break
		}
	}
	// Counted in nanoseconds, the value has point digits before its point; the digits are those of num without the zeros in front.
	point += int64(unit)
	var digits [28]byte // 2^62 seconds have 19, and 9 behind the point
	taken, behind := 0, false
	for _, c := range num[:end] {
		switch {
		case c == '.':
			behind = true
			continue
		case taken == 0 && c == '0':
			if behind {
				point--
			}
			continue
		case !behind:
			point++
		}
		if taken < len(digits) {
			digits[taken] = c - '0'
			taken++
		}
	}
	const most = len(digits)
	switch {
	case taken == 0 || point <= 0:
		return time.Unix(0, 0).UTC(), false
	case point > int64(most):
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

// exponent reads [+-]DIGITS, saturated far beyond the length of any line.
func exponent(b []byte) (e int64) {
	for _, c := range b {
		if c >= '0' && e < 1<<50 {
			e = e*10 + int64(c-'0')
		}
	}
	if b[0] == '-' {
		return -e
	}
	return e
}

// AppendEpoch writes a time since 1970 as a number without an exponent, with as many digits of a fraction as it has. The zero time is 0.
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
	var room [32]byte
	digits := strconv.AppendUint(room[:0], uint64(seconds), 10)
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
