package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/ndwire/ndwire/internal/kernel/avo/tables"
)

// The UTF-8 check is that of Keiser and Lemire, see package tables.
var firstHighData, firstLowData, secondHighData *Mem

const utf8Doc = "returns the offset of the first block before whose end there is invalid UTF-8, which begins in the block or at most three"
const utf8Doc2 = "bytes before it; -1 if there is none."

func utf8AVX512() {
	begin("utf8AVX512", "func(b []byte) (at int)", "utf8AVX512 "+utf8Doc, utf8Doc2)
	text, before := reg.Z16, reg.Z17
	one, two, three, high, low, second := reg.Z18, reg.Z19, reg.Z20, reg.Z21, reg.Z22, reg.Z23
	tableHigh, tableLow, tableSecond := reg.Z24, reg.Z25, reg.Z26
	nibble, lead3, lead4, top := reg.Z27, reg.Z28, reg.Z29, reg.Z30
	s := wholeSlice("b")
	VBROADCASTI32X4(once(&firstHighData, "firstHigh", tables.FirstHigh[:]), tableHigh)
	VBROADCASTI32X4(once(&firstLowData, "firstLow", tables.FirstLow[:]), tableLow)
	VBROADCASTI32X4(once(&secondHighData, "secondHigh", tables.SecondHigh[:]), tableSecond)
	VPBROADCASTQ(bytesOf(15), nibble)
	VPBROADCASTQ(bytesOf(0xe0-0x80), lead3)
	VPBROADCASTQ(bytesOf(0xf0-0x80), lead4)
	VPBROADCASTQ(bytesOf(0x80), top)
	VPXORQ(before, before, before)
	wideBefore, wide, either := GP64(), GP64(), GP64()
	XORQ(wideBefore, wideBefore)

	// check checks the block. It jumps to ascii if neither the block nor the one before has other characters, and to found after an error.
	check := func(ascii string) {
		k := K()
		VPMOVB2M(text, k)
		KMOVQ(k, wide)
		MOVQ(wide, either)
		ORQ(wideBefore, either)
		MOVQ(wide, wideBefore)
		TESTQ(either, either)
		JZ(LabelRef(ascii))
		// The bytes one, two and three places before each byte: 16-byte lanes are shifted, each with the lane before.
		VALIGNQ(U8(6), before, text, before)
		VPALIGNR(U8(15), before, text, one)
		VPALIGNR(U8(14), before, text, two)
		VPALIGNR(U8(13), before, text, three)
		VPSRLW(U8(4), one, high)
		VPANDQ(nibble, high, high)
		VPANDQ(nibble, one, low)
		VPSRLW(U8(4), text, second)
		VPANDQ(nibble, second, second)
		VPSHUFB(high, tableHigh, high)
		VPSHUFB(low, tableLow, low)
		VPSHUFB(second, tableSecond, second)
		VPANDQ(low, high, high)
		VPANDQ(second, high, high)
		// A continuation must follow two places after the lead of three or four bytes, and three places after the lead of four.
		VPSUBUSB(lead3, two, two)
		VPSUBUSB(lead4, three, three)
		VPORQ(three, two, two)
		VPANDQ(top, two, two)
		VPXORQ(high, two, two)
		bad, bits := K(), GP64()
		VPTESTMB(two, two, bad)
		KMOVQ(bad, bits)
		TESTQ(bits, bits)
		JNZ(LabelRef("found"))
	}
	Label("loop")
	s.unlessBlock("tail")
	VMOVDQU64(at(s.p, s.i), text)
	check("ascii")
	Label("ascii")
	VMOVDQA64(text, before)
	ADDQ(U8(64), s.i)
	JMP(LabelRef("loop"))

	// The zeros after the end are not continuations.
	Label("tail")
	(&avx512{}).tail(s.p, s.i, s.left())
	check("valid")
	Label("valid")
	MOVQ(I32(-1), s.i)
	Label("found")
	give(s.i, "at")
	RET()
}

// wholeSlice is source without an offset.
func wholeSlice(name string) span {
	s := span{GP64(), GP64(), GP64()}
	Load(Param(name).Base(), s.p)
	Load(Param(name).Len(), s.n)
	XORQ(s.i, s.i)
	return s
}

func utf8AVX2() {
	begin("utf8AVX2", "func(b []byte) (at int)", "utf8AVX2 "+utf8Doc, utf8Doc2)
	text, before := reg.Y0, reg.Y7
	one, two, three, high, low := reg.Y1, reg.Y2, reg.Y3, reg.Y4, reg.Y5
	second := reg.Y6
	tableHigh, tableLow, tableSecond := reg.Y8, reg.Y9, reg.Y10
	nibble, lead3, lead4, top := reg.Y11, reg.Y12, reg.Y13, reg.Y14
	s := wholeSlice("b")
	m := &avx2{}
	m.uses()
	VBROADCASTI128(once(&firstHighData, "firstHigh", tables.FirstHigh[:]), tableHigh)
	VBROADCASTI128(once(&firstLowData, "firstLow", tables.FirstLow[:]), tableLow)
	VBROADCASTI128(once(&secondHighData, "secondHigh", tables.SecondHigh[:]), tableSecond)
	VPBROADCASTQ(bytesOf(15), nibble)
	VPBROADCASTQ(bytesOf(0xe0-0x80), lead3)
	VPBROADCASTQ(bytesOf(0xf0-0x80), lead4)
	VPBROADCASTQ(bytesOf(0x80), top)
	VPXOR(before, before, before)

	check := func(ascii string) {
		VPOR(before, text, one)
		VPTEST(top, one)
		JZ(LabelRef(ascii))
		VPERM2I128(U8(0x21), text, before, before)
		VPALIGNR(U8(15), before, text, one)
		VPALIGNR(U8(14), before, text, two)
		VPALIGNR(U8(13), before, text, three)
		VPSRLW(U8(4), one, high)
		VPAND(nibble, high, high)
		VPAND(nibble, one, low)
		VPSRLW(U8(4), text, second)
		VPAND(nibble, second, second)
		VPSHUFB(high, tableHigh, high)
		VPSHUFB(low, tableLow, low)
		VPSHUFB(second, tableSecond, second)
		VPAND(low, high, high)
		VPAND(second, high, high)
		VPSUBUSB(lead3, two, two)
		VPSUBUSB(lead4, three, three)
		VPOR(three, two, two)
		VPAND(top, two, two)
		VPXOR(high, two, two)
		VPTEST(two, two)
		JNZ(LabelRef("found"))
	}
	end := GP64()
	Label("loop")
	LEAQ(Mem{Base: s.i}.Offset(32), end)
	CMPQ(end, s.n)
	JG(LabelRef("tail"))
	VMOVDQU(at(s.p, s.i), text)
	check("ascii")
	Label("ascii")
	VMOVDQA(text, before)
	ADDQ(U8(32), s.i)
	JMP(LabelRef("loop"))

	Label("tail")
	m.tail(s.p, s.i, s.left())
	check("valid")
	Label("valid")
	MOVQ(I32(-1), s.i)
	Label("found")
	m.end()
	give(s.i, "at")
	RET()
}
