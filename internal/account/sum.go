package account

import (
	"math"
	"math/bits"
	"strconv"
)

// sum is an integer of 128 bits: counts of 64 bits are added and subtracted without overflow, so that totals are exact.
type sum struct {
	high int64
	low  uint64
}

// sums has a sum of tokens for each kind.
type sums [kinds]sum

func sumsOf(t Tokens) (s sums) {
	for i, n := range t {
		s[i] = sum{n >> 63, uint64(n)}
	}
	return s
}

func (s *sum) add(o sum) {
	low, carry := bits.Add64(s.low, o.low, 0)
	s.low, s.high = low, s.high+o.high+int64(carry)
}

func (s *sum) sub(o sum) {
	low, borrow := bits.Sub64(s.low, o.low, 0)
	s.low, s.high = low, s.high-o.high-int64(borrow)
}

func (s sum) negative() bool { return s.high < 0 }

func (s sum) less(o sum) bool { return s.high < o.high || s.high == o.high && s.low < o.low }

func largest(a, b sum) sum {
	if a.less(b) {
		return b
	}
	return a
}

// eighth returns an eighth of a sum that is not negative.
func (s sum) eighth() sum { return sum{s.high >> 3, s.low>>3 | uint64(s.high)<<61} }

// int64 returns the nearest number of 64 bits.
func (s sum) int64() int64 {
	switch {
	case s.high > 0 || s.high == 0 && s.low > math.MaxInt64:
		return math.MaxInt64
	case s.high < -1 || s.high == -1 && s.low < 1<<63:
		return math.MinInt64
	}
	return int64(s.low)
}

func (s *sums) add(o *sums) {
	for i := range s {
		s[i].add(o[i])
	}
}

func (s *sums) sub(o *sums) {
	for i := range s {
		s[i].sub(o[i])
	}
}

// atLeast reports whether no count is less than that of o.
func (s *sums) atLeast(o *sums) bool {
	for i := range s {
		if s[i].less(o[i]) {
			return false
		}
	}
	return true
}

func (s *sums) tokens() (t Tokens) {
	for i := range s {
		t[i] = s[i].int64()
	}
	return t
}

// text returns a text that differs for different counts.
func (s *sums) text() string {
	var text []byte
	for i := range s {
		text = strconv.AppendInt(text, s[i].high, 36)
		text = append(text, ' ')
		text = strconv.AppendUint(text, s[i].low, 36)
		text = append(text, ' ')
	}
	return string(text)
}

// cost is a sum of float64s that also keeps the rounding error of each addition: costs that are corrected many times add up to the same sum as if
// they had been correct at once.
type cost struct{ high, low float64 }

func (c *cost) add(x float64) {
	t := c.high + x
	if math.Abs(c.high) >= math.Abs(x) {
		c.low += c.high - t + x
	} else {
		c.low += x - t + c.high
	}
	if c.high = t; math.IsInf(t, 0) { // the sum is out of range
		c.high, c.low = math.Copysign(math.MaxFloat64, t), 0
	}
}

func (c cost) value() float64 { return c.high + c.low }
