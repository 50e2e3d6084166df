package spelling

import (
	"sync/atomic"
	"time"
)

// ParseTime reads a time in RFC 3339. canonical reports whether AppendTime would write the same text. Digits of a fraction after the
// ninth are truncated. The result does not depend on the zone of the machine: a time that ends in Z, or has the offset zero, is in UTC,
// any other one in a zone without a name.
func ParseTime(text []byte) (t time.Time, canonical, ok bool) {
	const shortest = len("2006-01-02T15:04:05Z")
	if len(text) < shortest || text[4] != '-' || text[7] != '-' || text[10]|0x20 != 't' || text[13] != ':' || text[16] != ':' {
		return time.Time{}, false, false
	}
	var field [7]int // the century, and the pairs of digits that follow
	for k, at := range [...]int{0, 2, 5, 8, 11, 14, 17} {
		a, b := text[at]-'0', text[at+1]-'0'
		if a > 9 || b > 9 {
			return time.Time{}, false, false
		}
		field[k] = int(a)*10 + int(b)
	}
	year, month, day := field[0]*100+field[1], time.Month(field[2]), field[3]
	hour, minute, second := field[4], field[5], field[6]
	if month < 1 || month > 12 || day < 1 || day > daysIn(year, month) || hour > 23 || minute > 59 || second > 59 {
		return time.Time{}, false, false
	}
	canonical = text[10] == 'T'
	i, nanos := 19, 0
	if text[i] == '.' {
		from, unit := i+1, 100_000_000
		for i++; i < len(text) && text[i]-'0' <= 9; i++ {
			nanos += int(text[i]-'0') * unit
			unit /= 10
		}
		if i == from {
			return time.Time{}, false, false
		}
		canonical = canonical && i-from <= 9 && text[i-1] != '0'
	}
	zone, exact, ok := parseZone(text[i:])
	if !ok {
		return time.Time{}, false, false
	}
	return time.Date(year, month, day, hour, minute, second, nanos, zone), canonical && exact, true
}

// parseZone reads the end of a time: Z, or an offset of hours and minutes.
func parseZone(text []byte) (zone *time.Location, canonical, ok bool) {
	if len(text) == 1 && text[0]|0x20 == 'z' {
		return time.UTC, text[0] == 'Z', true
	}
	if len(text) != len("+07:00") || text[0] != '+' && text[0] != '-' || text[3] != ':' {
		return nil, false, false
	}
	for _, k := range [...]int{1, 2, 4, 5} {
		if text[k]-'0' > 9 {
			return nil, false, false
		}
	}
	hours, minutes := int(text[1]-'0')*10+int(text[2]-'0'), int(text[4]-'0')*10+int(text[5]-'0')
	if hours > 23 || minutes > 59 {
		return nil, false, false
	}
	offset := hours*60 + minutes
	if offset == 0 {
		return time.UTC, false, true
	}
	if text[0] == '-' {
		offset = -offset
	}
	return zoneOf(offset), true, true
}

const dayMinutes = 24 * 60

// zones caches zones by their offsets.
var zones [2*dayMinutes - 1]atomic.Pointer[time.Location]

// zoneOf returns the zone with an offset in minutes, of less than a day.
func zoneOf(offset int) *time.Location {
	at := &zones[offset+dayMinutes-1]
	if zone := at.Load(); zone != nil {
		return zone
	}
	at.CompareAndSwap(nil, time.FixedZone("", offset*60))
	return at.Load()
}

func daysIn(year int, month time.Month) int {
	switch month {
	case time.April, time.June, time.September, time.November:
		return 30
	case time.February:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

// AppendTime appends a time in RFC 3339, with as many digits of a fraction as it has. ok is false, and nothing is written, if RFC 3339
// cannot express the time: it needs a year of four digits, and an offset of whole minutes and less than a day.
func AppendTime(dst []byte, t time.Time) (text []byte, ok bool) {
	_, offset := t.Zone()
	if year := t.Year(); year < 0 || year > 9999 || offset%60 != 0 || offset <= -dayMinutes*60 || offset >= dayMinutes*60 {
		return dst, false
	}
	return t.AppendFormat(dst, time.RFC3339Nano), true
}
