package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// plainEnd searches the first special byte, so there is no state between blocks.
func plainEnd(m machine) {
	begin("plainEnd"+m.name(), "func(b []byte, i int) (end int, wide uint64)",
		"plainEnd"+m.name()+" returns the offset of the first quote, backslash or control character from i on, or len(b).",
		"wide is not 0 if a byte before it is not ASCII.")
	s := source("b")
	m.uses(special, slashes)
	wide := GP64()
	XORQ(wide, wide)

	masks := func() (stop, wideHere reg.GPVirtual) {
		stop = m.mask(special)
		ORQ(m.mask(slashes), stop)
		return stop, m.mask(high)
	}
	Label("loop")
	s.unlessBlock("tail")
	m.load(s.p, s.i)
	stop, wideHere := masks()
	TESTQ(stop, stop)
	JNZ(LabelRef("found"))
	ORQ(wideHere, wide)
	ADDQ(U8(64), s.i)
	JMP(LabelRef("loop"))

	Label("tail")
	size := s.left()
	m.tail(s.p, s.i, size)
	tailStop, tailWide := masks()
	// The zeros after the end look like control characters, the first of which is the end.
	MOVQ(tailStop, stop)
	MOVQ(tailWide, wideHere)

	Label("found")
	k := GP64()
	TZCNTQ(stop, k)
	BZHIQ(k, wideHere, wideHere)
	ORQ(wideHere, wide)
	ADDQ(k, s.i)
	m.end()
	give(s.i, "end")
	give(wide, "wide")
	RET()
}

func stringEnd(m machine) {
	begin("stringEnd"+m.name(), "func(b []byte, i int) (end int)",
		"stringEnd"+m.name()+" returns the offset of the first quote or control character from i on that does not follow a",
		"backslash, or len(b).")
	s := source("b")
	m.uses(special, slashes)
	p := newParity()

	masks := func() (stop reg.GPVirtual) {
		stop = m.mask(special)
		_, escaped, next := p.find(m.mask(slashes))
		MOVQ(next, p.carry)
		return andNot(stop, escaped)
	}
	Label("loop")
	s.unlessBlock("tail")
	m.load(s.p, s.i)
	stop := masks()
	TESTQ(stop, stop)
	JNZ(LabelRef("found"))
	ADDQ(U8(64), s.i)
	JMP(LabelRef("loop"))

	Label("tail")
	size := s.left()
	m.tail(s.p, s.i, size)
	// The zeros after the end look like control characters, but the first one may be escaped.
	tailStop := masks()
	BZHIQ(size, tailStop, stop)
	BTSQ(size, stop)

	Label("found")
	k := GP64()
	TZCNTQ(stop, k)
	ADDQ(k, s.i)
	m.end()
	give(s.i, "end")
	RET()
}

func validString(m machine) {
	begin("validString"+m.name(), "func(b []byte, i int) (end int)",
		"validString"+m.name()+" returns the offset of the first byte from i on that ends a string, is invalid in one, or",
		"begins a long or an invalid escape; len(b) if there is none of these.")
	s := source("b")
	m.uses(special, slashes, escapes)
	p := newParity()

	masks := func() (stop, bad, next reg.GPVirtual) {
		stop, wide := m.mask(special), m.mask(high)
		_, escaped, next := p.find(m.mask(slashes))
		bad = m.unescape(escaped, wide)
		stop = andNot(stop, escaped)
		ORQ(bad, stop)
		return stop, bad, next
	}
	Label("loop")
	s.unlessBlock("tail")
	m.load(s.p, s.i)
	stop, bad, next := masks()
	TESTQ(stop, stop)
	JNZ(LabelRef("found"))
	MOVQ(next, p.carry)
	ADDQ(U8(64), s.i)
	JMP(LabelRef("loop"))

	Label("tail")
	size := s.left()
	m.tail(s.p, s.i, size)
	// The zeros after the end are control characters, or, after a backslash at the end of the text, an invalid escape.
	tailStop, tailBad, _ := masks()
	MOVQ(tailStop, stop)
	MOVQ(tailBad, bad)

	Label("found")
	k := GP64()
	TZCNTQ(stop, k)
	ADDQ(k, s.i)
	// A bad escape begins one byte earlier.
	BTQ(k, bad)
	SBBQ(U8(0), s.i)
	m.end()
	give(s.i, "end")
	RET()
}
