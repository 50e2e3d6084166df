package claudecode

import (
	"math/bits"
	"strings"
	"time"
)

// parseTime parses an ISO 8601 date and time of day, in the extended form (2025-01-27T10:00:00.123Z) or the basic one
// (20250127T100000Z):
//
//   - the date is complete: a day of a month (2025-01-27), of a year (2025-027) or of a week (2025-W05-1). A year has four digits, or
//     a sign and six (+012025-01-27); the year -000000 is invalid;
//   - the time is hours, hours and minutes, or hours, minutes and seconds, the last of them with any fraction (10:00.5). 24:00 is the
//     end of the day, and second 60 a leap second;
//   - the zone is Z, or a difference in hours, or hours and minutes (+01, +0130, +01:30), in both forms of a date. A time without one
//     is UTC.
//
// Dates without a time, durations, intervals, small letters and a space in place of the T are refused.
func parseTime(s string) (time.Time, bool) {
	p := timeParser{rest: s}
	date, extended := p.date()
	p.need("T")
	var parts [3]int // hours, minutes, seconds
	limits := [3]int{24, 59, 60}
	unit := time.Hour
	for i := range parts {
		if i > 0 && !p.another(extended) {
			break
		}
		unit = [3]time.Duration{time.Hour, time.Minute, time.Second}[i]
		parts[i] = p.digits(2)
		p.bad = p.bad || parts[i] > limits[i]
	}
	var fraction time.Duration
	more := false // there is a fraction, possibly below a nanosecond
	if p.eat(".") || p.eat(",") {
		more = strings.Trim(p.rest[:p.digitsAhead()], "0") != ""
		fraction = p.fraction(unit)
	}
	zone := p.zone()
	endOfDay := parts[0] == 24 && (parts[1] > 0 || parts[2] > 0 || more)
	if p.bad || p.rest != "" || endOfDay {
		return time.Time{}, false
	}
	year, month, day := date.Date()
	return time.Date(year, month, day, parts[0], parts[1], parts[2], 0, zone).Add(fraction), true
}

// timeParser parses a time from the front of rest. bad is set at the first error, and stays set.
type timeParser struct {
	rest string
	bad  bool
}

// date reads a date, and reports whether it is in the extended form.
func (p *timeParser) date() (date time.Time, extended bool) {
	year := p.year()
	extended = p.eat("-")
	first := time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC)
	if p.eat("W") {
		week := p.digits(2)
		if extended {
			p.need("-")
		}
		weekday := p.digits(1)
		// The fourth of January is in week 1, which begins on the Monday before.
		fourth := first.AddDate(0, 0, 3)
		monday := fourth.AddDate(0, 0, -int(fourth.Weekday()+6)%7)
		date = monday.AddDate(0, 0, 7*(week-1)+weekday-1)
		of, is := date.ISOWeek()
		p.bad = p.bad || weekday < 1 || weekday > 7 || of != year || is != week
		return date, extended
	}
	if p.digitsAhead() == 3 {
		day := p.digits(3)
		date = first.AddDate(0, 0, day-1)
		p.bad = p.bad || date.Year() != year
		return date, extended
	}
	month := p.digits(2)
	if extended {
		p.need("-")
	}
	day := p.digits(2)
	date = time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	p.bad = p.bad || date.Year() != year || date.Month() != time.Month(month) || date.Day() != day
	return date, extended
}

// year reads four digits, or a sign and six.
func (p *timeParser) year() int {
	switch {
	case p.eat("+"):
		return p.digits(6)
	case p.eat("-"):
		year := p.digits(6)
		p.bad = p.bad || year == 0
		return -year
	}
	return p.digits(4)
}

func (p *timeParser) eat(s string) bool {
	rest, ok := strings.CutPrefix(p.rest, s)
	p.rest = rest
	return ok
}

func (p *timeParser) need(s string) { p.bad = !p.eat(s) || p.bad }

func (p *timeParser) digits(n int) int {
	if len(p.rest) < n {
		p.bad = true
		return 0
	}
	value := 0
	for _, c := range []byte(p.rest[:n]) {
		p.bad = p.bad || c < '0' || c > '9'
		value = 10*value + int(c-'0')
	}
	p.rest = p.rest[n:]
	return value
}

// digitsAhead returns the number of digits that come next.
func (p *timeParser) digitsAhead() int {
	return len(p.rest) - len(strings.TrimLeft(p.rest, "0123456789"))
}

// another reports whether minutes or seconds come next, and skips the colon before them.
func (p *timeParser) another(extended bool) bool {
	if extended {
		return p.eat(":")
	}
	return p.digitsAhead() > 0
}

// fraction reads at least one digit of a fraction of a unit, cut off to nanoseconds.
func (p *timeParser) fraction(unit time.Duration) time.Duration {
	n := p.digitsAhead()
	p.bad = p.bad || n == 0
	var value, scale uint64 = 0, 1
	for _, c := range []byte(p.rest[:min(n, 18)]) { // further digits are far below nanoseconds, even of an hour
		value, scale = 10*value+uint64(c-'0'), 10*scale
	}
	p.rest = p.rest[n:]
	hi, lo := bits.Mul64(value, uint64(unit))
	nanos, _ := bits.Div64(hi, lo, scale) // value is less than scale
	return time.Duration(nanos)
}

func (p *timeParser) zone() *time.Location {
	sign := 1
	switch {
	case p.rest == "" || p.eat("Z"):
		return time.UTC
	case p.eat("-"):
		sign = -1
	default:
		p.need("+")
	}
	hours, minutes := p.digits(2), 0
	if p.rest != "" {
		p.eat(":")
		minutes = p.digits(2)
	}
	p.bad = p.bad || hours > 23 || minutes > 59
	return time.FixedZone("", sign*60*(60*hours+minutes))
}
