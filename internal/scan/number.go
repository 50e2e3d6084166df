package scan

import (
	"math"
	"strconv"

	"github.com/ndwire/ndwire/internal/alloc"
	"github.com/ndwire/ndwire/internal/kernel"
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
	data := c.data
	k := i
	if uint(k) < uint(len(data)) && data[k] == '-' {
		k++
	}
	first := k
	var n int64
	for uint(k) < uint(len(data)) {
		d := data[k] - '0'
		if d > 9 {
			// 18 digits fit into an int64. A zero must be a single digit, without a minus.
			if digits := k - first; uint(digits-1) < 18 && (data[first] != '0' || digits == 1 && first == i) &&
				data[k] != '.' && data[k]|0x20 != 'e' {
				if first != i {
					n = -n
				}
				return n, k
			}
			break
		}
		n = n*10 + int64(d)
		k++
	}
	return c.intSlow(i)
}

func (c *Cursor) intSlow(i int) (int64, int) {
	if c.Type(i) != Number {
		return 0, c.Mistyped(i)
	}
	end, ok := kernel.NumberEnd(c.data, i)
	if !ok {
		return 0, c.syntax(end)
	}
	num := c.data[i:end]
	n := kernel.Truncate(num)
	var canonical [20]byte
	if string(strconv.AppendInt(canonical[:0], n, 10)) != string(num) {
		c.inexact(i, end)
		if n == math.MaxInt64 || n == math.MinInt64 {
			c.recordFinding(OutOfRange, string(num[:min(len(num), 32)]), i)
		}
	}
	return n, end
}

// Uint64 is Int for a uint64. A negative number is 0.
func (c *Cursor) Uint64(i int) (uint64, int) {
	data := c.data
	k := i
	var n uint64
	for uint(k) < uint(len(data)) {
		d := data[k] - '0'
		if d > 9 {
			// 19 digits fit into a uint64.
			if digits := k - i; uint(digits-1) < 19 && (data[i] != '0' || digits == 1) && data[k] != '.' && data[k]|0x20 != 'e' {
				return n, k
			}
			break
		}
		n = n*10 + uint64(d)
		k++
	}
	return c.uintSlow(i)
}

func (c *Cursor) uintSlow(i int) (uint64, int) {
	if c.Type(i) != Number {
		return 0, c.Mistyped(i)
	}
	end, ok := kernel.NumberEnd(c.data, i)
	if !ok {
		return 0, c.syntax(end)
	}
	num := c.data[i:end]
	n, exceeds := kernel.TruncateUint(num)
	var canonical [20]byte
	if string(strconv.AppendUint(canonical[:0], n, 10)) != string(num) {
		c.inexact(i, end)
		if exceeds {
			c.recordFinding(OutOfRange, string(num[:min(len(num), 32)]), i)
		}
	}
	return n, end
}

// narrowSlow saturates n, the number data[i:end], to an int of 32 bits, and notes it.
func (c *Cursor) narrowSlow(n int64, i, end int) int {
	if !c.hasOddNote(i) {
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
	// Numbers of up to 15 digits whose fraction does not end in zero. One division gives the exact result. The spelling is the canonical
	// one: no two such numbers have the same float64, and no shorter number has it.
	data := c.data
	k := i
	if uint(k) < uint(len(data)) && data[k] == '-' {
		k++
	}
	first := k
	var n uint64
	for uint(k) < uint(len(data)) && data[k]-'0' <= 9 {
		n = n*10 + uint64(data[k]-'0')
		k++
	}
	point, digits := k, k-first
	if digits == 0 || digits > 15 || data[first] == '0' && digits > 1 {
		return c.floatSlow(i)
	}
	if uint(k) < uint(len(data)) && data[k] == '.' {
		for k++; uint(k) < uint(len(data)) && data[k]-'0' <= 9; k++ {
			n = n*10 + uint64(data[k]-'0')
		}
		digits = k - first - 1
		if k-point < 2 || digits > 15 || data[k-1] == '0' {
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
	return f, k
}

func (c *Cursor) floatSlow(i int) (float64, int) {
	if c.Type(i) != Number {
		return 0, c.Mistyped(i)
	}
	end, ok := kernel.NumberEnd(c.data, i)
	if !ok {
		return 0, c.syntax(end)
	}
	num := c.data[i:end]
	f, _ := strconv.ParseFloat(string(num), 64)
	if math.IsInf(f, 0) {
		c.recordFinding(OutOfRange, string(num[:min(len(num), 32)]), i)
		f = math.Copysign(math.MaxFloat64, f)
	}
	var canonical [32]byte
	if string(kernel.AppendFloat(canonical[:0], f)) != string(num) {
		c.inexact(i, end)
	}
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

// DecimalPtr is Decimal for a field that can be null.
func (c *Cursor) DecimalPtr(i int) (*string, int) {
	if c.Type(i) != Number {
		return nil, c.mistypedPtr(i)
	}
	num, next := c.number(i)
	if num == nil {
		return nil, next
	}
	return alloc.Copy(&c.mem, &stringSlab, c.text(num)), next
}

// DecimalOrNull is DecimalPtr for a field whose null is not noted.
func (c *Cursor) DecimalOrNull(i int) (*string, int) {
	if c.isNull(i) {
		return nil, i + len("null")
	}
	return c.DecimalPtr(i)
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

// IntPtr is Int for a field that can be null.
func (c *Cursor) IntPtr(i int) (*int, int) {
	if c.Type(i) != Number {
		return nil, c.mistypedPtr(i)
	}
	n, i := c.Int(i)
	if i < 0 {
		return nil, -1
	}
	return alloc.Copy(&c.mem, &intSlab, n), i
}

// Int64Ptr is Int64 for a field that can be null.
func (c *Cursor) Int64Ptr(i int) (*int64, int) {
	if c.Type(i) != Number {
		return nil, c.mistypedPtr(i)
	}
	n, i := c.Int64(i)
	if i < 0 {
		return nil, -1
	}
	return alloc.Copy(&c.mem, &int64Slab, n), i
}

// Uint64Ptr is Uint64 for a field that can be null.
func (c *Cursor) Uint64Ptr(i int) (*uint64, int) {
	if c.Type(i) != Number {
		return nil, c.mistypedPtr(i)
	}
	n, i := c.Uint64(i)
	if i < 0 {
		return nil, -1
	}
	return alloc.Copy(&c.mem, &uint64Slab, n), i
}

// FloatPtr is Float for a field that can be null.
func (c *Cursor) FloatPtr(i int) (*float64, int) {
	if c.Type(i) != Number {
		return nil, c.mistypedPtr(i)
	}
	f, i := c.Float(i)
	if i < 0 {
		return nil, -1
	}
	return alloc.Copy(&c.mem, &floatSlab, f), i
}

// BoolPtr is Bool for a field that can be null.
func (c *Cursor) BoolPtr(i int) (*bool, int) {
	if c.Type(i) != Bool {
		return nil, c.mistypedPtr(i)
	}
	b, i := c.Bool(i)
	if i < 0 {
		return nil, -1
	}
	return alloc.Copy(&c.mem, &boolSlab, b), i
}

// IntOrNull is IntPtr for a field whose null is not noted.
func (c *Cursor) IntOrNull(i int) (*int, int) {
	if c.isNull(i) {
		return nil, i + len("null")
	}
	return c.IntPtr(i)
}

// Int64OrNull is Int64Ptr for a field whose null is not noted.
func (c *Cursor) Int64OrNull(i int) (*int64, int) {
	if c.isNull(i) {
		return nil, i + len("null")
	}
	return c.Int64Ptr(i)
}

// Uint64OrNull is Uint64Ptr for a field whose null is not noted.
func (c *Cursor) Uint64OrNull(i int) (*uint64, int) {
	if c.isNull(i) {
		return nil, i + len("null")
	}
	return c.Uint64Ptr(i)
}

// FloatOrNull is FloatPtr for a field whose null is not noted.
func (c *Cursor) FloatOrNull(i int) (*float64, int) {
	if c.isNull(i) {
		return nil, i + len("null")
	}
	return c.FloatPtr(i)
}

// BoolOrNull is BoolPtr for a field whose null is not noted.
func (c *Cursor) BoolOrNull(i int) (*bool, int) {
	if c.isNull(i) {
		return nil, i + len("null")
	}
	return c.BoolPtr(i)
}

// OptionalBool is Bool for a field that is false if the member is absent. A member that is present and false is noted.
func (c *Cursor) OptionalBool(i int) (bool, int) {
	b, i := c.Bool(i)
	if !b {
		c.Present()
	}
	return b, i
}
