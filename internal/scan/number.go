package scan

import (
	"math"
	"strconv"

	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/notes"
)

// Int reads a number as an int. It truncates a fraction, and saturates a number outside of int's range. Any spelling but the canonical one
// is noted.
func (c *Cursor) Int(i int) (int, int) {
	// Most integers have one digit.
	if data := c.data; uint(i) < uint(len(data)) && i+1 < len(data) && data[i]-'0' <= 9 && (data[i+1] == ',' || data[i+1] == '}') {
		return int(data[i] - '0'), i + 1
	}
	n, next := c.Int64(i)
	if int64(int(n)) != n {
		return c.narrowSlow(n, i, next), next
	}
	return int(n), next
}

// Int64 is Int for an int64.
func (c *Cursor) Int64(i int) (int64, int) {
	first := i
	if uint(i) < uint(len(c.data)) && c.data[i] == '-' {
		first++
	}
	n, end := c.digits(first, 0)
	// 18 digits fit into an int64. There is no minus before a zero.
	if uint(end-first-1) >= 18 || !c.isInteger(first, end) || n == 0 && first != i {
		return c.intSlow(i)
	}
	if first != i {
		return -int64(n), end
	}
	return int64(n), end
}

// digits reads the digits at i, which follow those of n. A number that is too large wraps around.
func (c *Cursor) digits(i int, n uint64) (_ uint64, end int) {
	data := c.data
	for uint(i) < uint(len(data)) && data[i]-'0' <= 9 {
		n = n*10 + uint64(data[i]-'0')
		i++
	}
	return n, i
}

// isInteger reports whether the digits data[first:end] are a whole JSON number: zero is a single digit, and no fraction or exponent follows.
func (c *Cursor) isInteger(first, end int) bool {
	return uint(end) < uint(len(c.data)) && (c.data[first] != '0' || end == first+1) && c.data[end] != '.' && c.data[end]|0x20 != 'e'
}

func (c *Cursor) intSlow(i int) (int64, int) {
	num, end := c.number(i)
	if num == nil {
		return 0, end
	}
	n, exceeds := kernel.Truncate(num)
	var buf [20]byte
	c.noteNumber(i, num, string(strconv.AppendInt(buf[:0], n, 10)) == string(num), exceeds)
	return n, end
}

// noteNumber notes the number num at i unless it has the canonical spelling of its Go value. exceeds reports whether the number is
// outside of its Go type's range.
func (c *Cursor) noteNumber(i int, num []byte, isCanonical, exceeds bool) {
	if isCanonical {
		return
	}
	c.inexact(i, i+len(num))
	if exceeds {
		c.recordFinding(OutOfRange, string(num[:min(len(num), 32)]), i)
	}
}

// Uint64 is Int for a uint64. A negative number is 0.
func (c *Cursor) Uint64(i int) (uint64, int) {
	num, end := c.number(i)
	if num == nil {
		return 0, end
	}
	n, exceeds := kernel.TruncateUint(num)
	var buf [20]byte
	c.noteNumber(i, num, string(strconv.AppendUint(buf[:0], n, 10)) == string(num), exceeds)
	return n, end
}

// narrowSlow saturates n, the number data[i:end], to an int of 32 bits, and notes it.
func (c *Cursor) narrowSlow(n int64, i, end int) int {
	if k := len(c.notes) - 1; k < 0 || c.notes[k].state != notes.Odd || c.notes[k].from != i { // Int64 has not noted it
		c.inexact(i, end)
		c.recordFinding(OutOfRange, strconv.FormatInt(n, 10), i)
	}
	if n < 0 {
		return math.MinInt
	}
	return math.MaxInt
}

// Float reads a number as the nearest float64. It saturates a number that is too large. Any spelling but the canonical one is noted.
func (c *Cursor) Float(i int) (float64, int) {
	// Numbers of up to 15 digits. One division gives the exact result. The spelling is the canonical one unless the fraction ends in zero: no two
	// such numbers have the same float64, and no shorter number has it.
	data := c.data
	first := i
	if uint(i) < uint(len(data)) && data[i] == '-' {
		first++
	}
	n, k := c.digits(first, 0)
	point, digits := k, k-first
	if digits == 0 || digits > 15 || data[first] == '0' && digits > 1 {
		return c.floatSlow(i)
	}
	if uint(k) < uint(len(data)) && data[k] == '.' {
		n, k = c.digits(k+1, n)
		digits = k - first - 1
		if k-point < 2 || digits > 15 {
			return c.floatSlow(i)
		}
	} else {
		point = k - 1
	}
	if uint(k) >= uint(len(data)) || data[k]|0x20 == 'e' || n == 0 && first != i {
		return c.floatSlow(i)
	}
	f := float64(n) / kernel.Pow10[k-point-1]
	if f < 1e-6 && n != 0 {
		return c.floatSlow(i)
	}
	if first != i {
		f = -f
	}
	if data[k-1] == '0' && point != k-1 {
		c.inexact(i, k)
	}
	return f, k
}

func (c *Cursor) floatSlow(i int) (float64, int) {
	num, end := c.number(i)
	if num == nil {
		return 0, end
	}
	f, _ := strconv.ParseFloat(string(num), 64)
	exceeds := math.IsInf(f, 0)
	if exceeds {
		f = math.Copysign(math.MaxFloat64, f)
	}
	var buf [32]byte
	c.noteNumber(i, num, string(kernel.AppendFloat(buf[:0], f)) == string(num), exceeds)
	if f == 0 {
		f = 0 // minus zero becomes zero: the encoder never writes -0
	}
	return f, end
}

// number returns the text of the number at i; nil if there is no number, or it has a syntax error.
func (c *Cursor) number(i int) (num []byte, next int) {
	if c.Type(i) != Number {
		return nil, c.Mistyped(i)
	}
	end, ok := kernel.NumberEnd(c.data, i)
	if !ok {
		return nil, c.syntax(end)
	}
	return c.data[i:end], end
}

// Decimal reads a number as its text.
func (c *Cursor) Decimal(i int) (string, int) {
	num, next := c.number(i)
	if num == nil {
		return "", next
	}
	return c.text(num), next
}

// Bool reads true or false.
func (c *Cursor) Bool(i int) (bool, int) {
	data := c.data
	if i >= 0 && len(data)-i >= 5 {
		if string(data[i:i+4]) == "true" {
			return true, i + 4
		}
		if string(data[i:i+5]) == "false" {
			return false, i + 5
		}
	}
	if c.Type(i) != Bool {
		return false, c.Mistyped(i)
	}
	end, ok := kernel.Literal(data, i)
	if !ok {
		return false, c.syntax(end)
	}
	return data[i] == 't', end
}

// OptionalBool is Bool for a field that is false if the member is absent. A member that is present and false is noted.
func (c *Cursor) OptionalBool(i int) (bool, int) {
	b, i := c.Bool(i)
	if !b {
		c.Present()
	}
	return b, i
}
