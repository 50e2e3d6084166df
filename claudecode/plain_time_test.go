package claudecode_test

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var (
	isoDate = `(\d{4}|[+-]\d{6})`
	isoZone = `(?:[.,](\d+))?(?:(Z)|([+-]\d\d)(?::?(\d\d))?)?$`
	// year, month and day or week and weekday or day of the year; hours, minutes, seconds; fraction; Z, hours and minutes of the zone
	isoExtended = regexp.MustCompile(`^` + isoDate + `-(?:(\d\d)-(\d\d)|W(\d\d)-(\d)|(\d{3}))T(\d\d)(?::(\d\d)(?::(\d\d))?)?` + isoZone)
	isoBasic    = regexp.MustCompile(`^` + isoDate + `(?:(\d\d)(\d\d)|W(\d\d)(\d)|(\d{3}))T(\d\d)(?:(\d\d)(\d\d)?)?` + isoZone)
)

// plainTime is a plain implementation of timestamps: the forms of ISO 8601 as regular expressions.
func plainTime(text string) (time.Time, bool) {
	f := isoExtended.FindStringSubmatch(text)
	if f == nil {
		f = isoBasic.FindStringSubmatch(text)
	}
	if f == nil || f[1] == "-000000" {
		return time.Time{}, false
	}
	number := func(i int) int { n, _ := strconv.Atoi(f[i]); return n }
	year := number(1)
	var day time.Time
	found := false
	for d := time.Date(year-1, 12, 20, 0, 0, 0, 0, time.UTC); d.Year() < year+2 && !found; d = d.AddDate(0, 0, 1) {
		isoYear, week := d.ISOWeek()
		switch {
		case f[2] != "":
			found = d.Year() == year && int(d.Month()) == number(2) && d.Day() == number(3)
		case f[4] != "":
			found = isoYear == year && week == number(4) && (int(d.Weekday())+6)%7+1 == number(5)
		default:
			found = d.Year() == year && d.YearDay() == number(6)
		}
		day = d
	}
	hour, minute, second := number(7), number(8), number(9)
	unit := time.Second
	if f[9] == "" {
		unit = time.Minute
	}
	if f[8] == "" {
		unit = time.Hour
	}
	part, ok := new(big.Rat).SetString("0." + f[10] + "0")
	if !found || !ok || minute > 59 || second > 60 || hour > 24 || hour == 24 && (minute > 0 || second > 0 || strings.Trim(f[10], "0") != "") ||
		number(13) > 59 || max(number(12), -number(12)) > 23 {
		return time.Time{}, false
	}
	part.Mul(part, big.NewRat(int64(unit), 1))
	nanos := new(big.Int).Quo(part.Num(), part.Denom()).Int64()
	zone := time.Duration(number(12))*time.Hour + time.Duration(number(13))*time.Minute
	if strings.HasPrefix(f[12], "-") {
		zone = time.Duration(number(12))*time.Hour - time.Duration(number(13))*time.Minute
	}
	clock := time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second + time.Duration(nanos)
	return day.Add(clock - zone), true
}
