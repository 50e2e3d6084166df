package claudecode

import (
	"strings"
	"time"
)

// parseTime reads a date and a time of day as ISO 8601 writes them: in the extended form (2025-01-27T10:00:00.123Z) or the
// basic one (20250127T100000Z), with or without seconds, a fraction of them and a zone. A time without a zone is UTC.
func parseTime(s string) (time.Time, bool) {
	p := timeParser{rest: s}
	year := p.digits(4)
	extended := p.eat("-")
	month := p.digits(2)
	if extended {
		p.need("-")
	}
	day := p.digits(2)
	p.need("T")
	hour := p.digits(2)
	if extended {
		p.need(":")
	}
	minute := p.digits(2)
	second, nanos := 0, 0
	if p.second(extended) {
		second = p.digits(2)
		if p.eat(".") || p.eat(",") {
			nanos = p.fraction()
		}
	}
	zone := p.zone()
	switch {
	case p.bad || p.rest != "":
		return time.Time{}, false
	case month < 1 || month > 12 || day < 1 || day > daysIn(year, month):
		return time.Time{}, false
	case hour > 24 || minute > 59 || second > 60: // 60 is a leap second
		return time.Time{}, false
	case hour == 24 && (minute > 0 || second > 0 || nanos > 0): // 24:00 is the end of the day
		return time.Time{}, false
	}
	return time.Date(year, time.Month(month), day, hour, minute, second, nanos, zone), true
}

// timeParser reads a time from the front of rest. After something that does not belong there it is bad, and stays so.
type timeParser struct {
	rest string
	bad  bool
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

// second reports whether seconds follow, and steps over the colon before them.
func (p *timeParser) second(extended bool) bool {
	if extended {
		return p.eat(":")
	}
	return p.rest != "" && p.rest[0] >= '0' && p.rest[0] <= '9'
}

// fraction reads at least one digit; those beyond nanoseconds do not count.
func (p *timeParser) fraction() int {
	nanos, unit, n := 0, int(time.Second), 0
	for ; n < len(p.rest) && p.rest[n] >= '0' && p.rest[n] <= '9'; n++ {
		unit /= 10
		nanos += unit * int(p.rest[n]-'0')
	}
	p.rest = p.rest[n:]
	p.bad = p.bad || n == 0
	return nanos
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

func daysIn(year, month int) int {
	return time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}
