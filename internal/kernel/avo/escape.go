package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// parity is the state between blocks of a loop that finds the backslashes that begin an escape.
type parity struct {
	carry reg.GPVirtual // 1 if the last byte of the block before begins an escape
}

func newParity() parity {
	p := parity{GP64()}
	XORQ(p.carry, p.carry)
	return p
}

// find returns the masks of the backslashes that begin an escape (escape) and of the bytes after those (escaped), without a branch. The method is
// that of simdjson: of a run of backslashes every other one begins an escape, from the first on.
//
// Shift the backslashes up by one, set all odd bits, and subtract the backslashes: each run borrows up to its end. The
// odd bits, removed again by XOR, turn that into every other byte of the run, and, of a run of odd length, the byte
// after it.
//
// next is the carry of the block after this one. It becomes valid with p.carry = next.
func (p parity) find(slash reg.Register) (escape, escaped, next reg.GPVirtual) {
	begin, t, odd := GP64(), GP64(), GP64()
	MOVQ(U64(0xaaaaaaaaaaaaaaaa), odd)
	ANDNQ(slash, p.carry, begin)
	LEAQ(Mem{Base: begin, Index: begin, Scale: 1}, t)
	ORQ(odd, t)
	SUBQ(begin, t)
	XORQ(odd, t)
	escape, escaped, next = GP64(), GP64(), GP64()
	MOVQ(slash, escaped)
	ORQ(p.carry, escaped)
	XORQ(t, escaped)
	MOVQ(t, escape)
	ANDQ(slash, escape)
	MOVQ(escape, next)
	SHRQ(U8(63), next)
	return escape, escaped, next
}

// begin begins the function of a kernel.
func begin(name, signature string, doc ...string) {
	TEXT(name, 4, signature) // NOSPLIT
	Pragma("noescape")
	Doc(doc...)
}

// span is the text that a kernel walks over: p[i:n].
type span struct{ p, n, i reg.Register }

// source loads a parameter and the offset i.
func source(name string) span {
	s := span{GP64(), GP64(), GP64()}
	Load(Param(name).Base(), s.p)
	Load(Param(name).Len(), s.n)
	Load(Param("i"), s.i)
	return s
}

// unlessBlock jumps if less than a block is left from i on.
func (s span) unlessBlock(label string) {
	end := GP64()
	LEAQ(Mem{Base: s.i}.Offset(64), end)
	CMPQ(end, s.n)
	JG(LabelRef(label))
}

// left returns the number of bytes from i on.
func (s span) left() reg.GPVirtual {
	left := GP64()
	MOVQ(s.n, left)
	SUBQ(s.i, left)
	return left
}

func give(value reg.Register, name string) { Store(value, Return(name)) }

// andNot returns a &^ b.
func andNot(a, b reg.Register) reg.GPVirtual {
	r := GP64()
	ANDNQ(a, b, r)
	return r
}
