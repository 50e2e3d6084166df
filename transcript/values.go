package transcript

import (
	"iter"
	"strconv"
	"time"

	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
)

// This file reads the texts and times that adapters take from lines: those of fields, of unknown members, and of values of another type than the
// spec's.

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// member returns the text of a member of a line of an unknown kind.
func member(raw decoder.Raw, name string) string {
	v, _ := raw.Get(name)
	s, _ := v.Text()
	return s
}

// extraText returns the text of an unknown member, for those of newer versions.
func extraText(x decoder.Extra, name string) string {
	v, _ := x.Get(name)
	s, _ := v.Text()
	return s
}

// present reports whether a record's line had the member, and not null.
func present(x decoder.Extra, name string) bool {
	state := x.State(name)
	return state != decoder.Absent && state != decoder.IsNull
}

// isoTime parses an ISO 8601 time.
func isoTime(s string) time.Time {
	t, _ := (&claudecode.Envelope{Timestamp: s}).Time()
	return t
}

// memberTime returns the time of a member that is a text in the spec: that of s or, if s is empty, of the value of another type that the
// line has.
func memberTime(s string, x decoder.Extra, name string) time.Time {
	if s != "" {
		return isoTime(s)
	}
	return looseTime(x.OddValue(name))
}

// looseTime parses a time in a form that the spec does not have: a number of milliseconds since 1970 or, below 100 billion, of seconds,
// or an ISO 8601 text. For anything else it returns the zero time.
func looseTime(v decoder.Raw) time.Time {
	if s, ok := v.Text(); ok {
		return isoTime(s)
	}
	if v.Type() != decoder.Number {
		return time.Time{}
	}
	n, err := strconv.ParseFloat(string(v), 64)
	const seconds = 1e11 // as milliseconds that is 1973, as seconds the year 5138
	switch {
	case err != nil || n <= 0 || n > 1e15:
		return time.Time{}
	case n < seconds:
		n *= 1000
	}
	return time.UnixMicro(int64(n * 1000)).UTC()
}

// extraTime returns the time of an unknown member.
func extraTime(x decoder.Extra, name string) time.Time {
	v, _ := x.Get(name)
	return looseTime(v)
}

// rawTime returns the timestamp of a line of an unknown kind.
func rawTime(line decoder.Raw) time.Time {
	v, _ := line.Get("timestamp")
	return looseTime(v)
}

// millis converts milliseconds since 1970. 0 stands for no time, and gives the zero time.
func millis(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.UnixMilli(n).UTC()
}

func none[T any](func(T) bool) {}

// one returns a sequence of v only.
func one[T any](v T) iter.Seq[T] { return func(yield func(T) bool) { yield(v) } }
