package spelling

import (
	"encoding/binary"
	"slices"
	"sync/atomic"
	"time"
)

// ParseTime reads a time in RFC 3339. canonical reports whether AppendTime would write the same text. Digits of a fraction after the
// ninth are truncated. The result does not depend on the zone of the machine: a time that ends in Z is in UTC, any other one in a zone
// without a name.
func ParseTime(text []byte) (t time.Time, canonical, ok bool) {
	const shortest = len("2006-01-02T15:04:05Z")
	if len(text) < shortest {
		return time.Time{}, false, false
	}
	months, monthsFit := yearMonth.pairs(binary.LittleEndian.Uint64(text))
	minutes, minutesFit := dayMinute.pairs(binary.LittleEndian.Uint64(text[8:]) &^ (0x20 << 16)) // T is t, too
	seconds, secondsFit := second.pairs(uint64(binary.LittleEndian.Uint32(text[16:]) & 0xffffff))
	if !monthsFit || !minutesFit || !secondsFit {
		return time.Time{}, false, false
	}
	year, month, day := months.at(0)*100+months.at(2), months.at(5), minutes.at(0)
	hour, minute, sec := minutes.at(3), minutes.at(6), seconds.at(1)
	if month < 1 || month > 12 || day < 1 || day > daysIn(year, month) || hour > 23 || minute > 59 || sec > 59 {
		return time.Time{}, false, false
	}
	at := int64(daysSince1970(year, month, day))*86400 + int64(hour*3600+minute*60+sec)
	if nanos, exact := parseUTC(text); nanos >= 0 {
		return time.Unix(at, int64(nanos)).UTC(), exact && text[10] == 'T', true
	}
	nanos, i, exact := parseFraction(text, 19)
	zone, offset, exactZone, ok := parseZone(text[max(i, 0):])
	if i < 0 || !ok {
		return time.Time{}, false, false
	}
	return time.Unix(at-int64(offset), int64(nanos)).In(zone), exact && exactZone && text[10] == 'T', true
}

// parseUTC reads what follows the seconds of a time in the forms that most programs write: Z, or a fraction of three, six or nine digits and Z. It returns
// the fraction in nanoseconds; -1 for any other form. canonical is that of parseFraction.
func parseUTC(text []byte) (nanos int, canonical bool) {
	switch len(text) {
	case len("2006-01-02T15:04:05Z"):
		if text[19] == 'Z' {
			return 0, true
		}
	case len("2006-01-02T15:04:05.000Z"):
		if p, ok := thousandths.pairs(binary.LittleEndian.Uint64(text[16:])); ok {
			n := p.at(3)*100 + p.at(5)
			return n * 1e6, n != 0
		}
	case len("2006-01-02T15:04:05.000000Z"):
		if p, ok := millionths.pairs(binary.LittleEndian.Uint64(text[19:])); ok {
			n := p.at(1)*10000 + p.at(3)*100 + p.at(5)
			return n * 1000, n%1000 != 0
		}
	case len("2006-01-02T15:04:05.000000000Z"):
		p, ok := firstDigits.pairs(binary.LittleEndian.Uint64(text[19:]))
		q, ok2 := lastDigits.pairs(binary.LittleEndian.Uint64(text[22:]))
		if ok && ok2 {
			n := p.at(0)*1e8 + p.at(2)*1e6 + p.at(4)*1e4 + q.at(3)*100 + q.at(5)
			return n, n%1000 != 0
		}
	}
	return -1, false
}

// parseFraction reads the point at text[i] and the digits after it as a fraction of a second, in nanoseconds. There may be none. canonical reports whether
// there are none, three, six or nine digits, and the last three are not all zero. If there are no digits after a point, end is -1.
func parseFraction(text []byte, i int) (nanos, end int, canonical bool) {
	if text[i] != '.' {
		return 0, i, true
	}
	from := i + 1
	for i++; i < len(text) && text[i]-'0' <= 9; i++ {
		if i-from < 9 {
			nanos = nanos*10 + int(text[i]-'0')
		}
	}
	if i == from {
		return 0, -1, false
	}
	digits := i - from
	nanos *= fractions[min(digits, 9)]
	return nanos, i, digits <= 9 && digits%3 == 0 && nanos%(1000*fractions[digits]) != 0
}

// fractions has the nanoseconds of the last digit of a fraction, by the number of its digits.
var fractions = [10]int{1e9, 1e8, 1e7, 1e6, 1e5, 1e4, 1e3, 100, 10, 1}

// form is the form of eight characters of a text: digits and characters between them.
type form struct {
	chars uint64 // 0 for a digit, the first character in the lowest byte
	limit uint64 // for each character, what brings the smallest difference that does not fit to 0x80
}

var (
	yearMonth = formOf("0000-00-")
	dayMinute = formOf("00T00:00")
	second    = formOf(":00\x00\x00\x00\x00\x00")

	thousandths = formOf(":00.000Z")
	millionths  = formOf(".000000Z")
	firstDigits = formOf(".0000000") // of nine
	lastDigits  = formOf("0000000Z")
)

func formOf(text string) (f form) {
	for k := range 8 {
		limit := uint64(0x7f)
		if text[k] == '0' {
			limit = 0x80 - 10
		}
		f.chars |= uint64(text[k]) << (8 * k)
		f.limit |= limit << (8 * k)
	}
	return f
}

// pairs returns the numbers of the digits of eight characters, taken in pairs. ok reports whether the characters have the form.
func (f *form) pairs(chars uint64) (p pairs, ok bool) {
	digits := chars ^ f.chars // 0 between the digits
	return pairs(digits*10 + digits>>8), (digits+f.limit|digits)&0x8080808080808080 == 0
}

// pairs has a number of two digits in each byte: that of the digit at its place and the next one.
type pairs uint64

func (p pairs) at(i int) int { return int(p >> (8 * i) & 0xff) }

// daysSince1970 returns the number of days from 1970-01-01 to a date of the years 0 to 9999.
func daysSince1970(year, month, day int) int {
	if month -= 3; month < 0 { // years begin in March, so that a leap day is the last one
		month, year = month+12, year-1
	}
	year += 400 // none is negative; 400 years have 146097 days
	return 365*year + year/4 - year/100 + year/400 + (153*month+2)/5 + day - 1 - 719468 - 146097
}

// parseZone reads the end of a time: Z, or an offset of hours and minutes. It returns the offset in seconds, too.
func parseZone(text []byte) (zone *time.Location, offset int, canonical, ok bool) {
	if len(text) == 1 && text[0]|0x20 == 'z' {
		return time.UTC, 0, text[0] == 'Z', true
	}
	if len(text) != len("+07:00") || text[0] != '+' && text[0] != '-' || text[3] != ':' {
		return nil, 0, false, false
	}
	for _, k := range [...]int{1, 2, 4, 5} {
		if text[k]-'0' > 9 {
			return nil, 0, false, false
		}
	}
	hours, minutes := int(text[1]-'0')*10+int(text[2]-'0'), int(text[4]-'0')*10+int(text[5]-'0')
	if hours > 23 || minutes > 59 {
		return nil, 0, false, false
	}
	offset = hours*60 + minutes
	if text[0] == '-' {
		canonical, offset = offset != 0, -offset
	} else {
		canonical = true
	}
	return zoneOf(offset), offset * 60, canonical, true
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

func daysIn(year, month int) int {
	switch time.Month(month) {
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

// AppendTime appends a time in RFC 3339, with 0, 3, 6 or 9 digits of a fraction, as many as it needs: so do JavaScript, Rust and Java, and
// mostly Python. The offset zero is Z, but +00:00 in a zone without a name. ok is false, and nothing is written, if RFC 3339 cannot express
// the time: it needs a year of four digits, and an offset of whole minutes and less than a day.
func AppendTime(dst []byte, t time.Time) (text []byte, ok bool) {
	name, offset := t.Zone()
	if year := t.Year(); year < 0 || year > 9999 || offset%60 != 0 || offset <= -dayMinutes*60 || offset >= dayMinutes*60 {
		return dst, false
	}
	text = t.AppendFormat(dst, time.RFC3339Nano) // without zeros at the end of the fraction
	end := len(text) - len("Z")
	if offset != 0 {
		end = len(text) - len("+07:00")
	}
	if dot := len(dst) + len("2006-01-02T15:04:05"); end > dot {
		for digits := end - dot - 1; digits%3 != 0; digits++ {
			text = slices.Insert(text, end, '0')
		}
	}
	if offset == 0 && name == "" {
		text = append(text[:len(text)-len("Z")], "+00:00"...)
	}
	return text, true
}
