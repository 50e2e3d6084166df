package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The UTF-8 check is that of Keiser and Lemire, Validating UTF-8 in less than one instruction per byte (2021). What can be
// wrong with two neighbours shows in three of their nibbles. For each of the three a table has the errors that it allows, one
// bit each, and an error is there if all three allow it. Two continuations in a row are an error, too, unless the byte two
// or three places before leads a character of that length; that is what the last bit is for.
const (
	tooShort    = 1 << iota // a lead, and then no continuation
	tooLong                 // ASCII, and then a continuation
	overlong3               // E0, and then 80 to 9F
	tooLarge                // F4, and then 90 or more
	surrogate               // ED, and then A0 or more
	overlong2               // C0 or C1
	tooLarge2               // F5 or more
	twoContinue             // two continuations
	overlong4   = tooLarge2 // F0, and then 80 to 8F: needs a second byte that tooLarge2 does not
	always      = tooShort | tooLong | twoContinue
)

var (
	// by the upper half of the first byte
	firstHigh = [16]byte{
		tooLong, tooLong, tooLong, tooLong, tooLong, tooLong, tooLong, tooLong,
		twoContinue, twoContinue, twoContinue, twoContinue,
		tooShort | overlong2, tooShort, tooShort | overlong3 | surrogate, tooShort | tooLarge | tooLarge2 | overlong4,
	}
	// by the lower half of the first byte
	firstLow = [16]byte{
		always | overlong3 | overlong2 | overlong4, always | overlong2, always, always,
		always | tooLarge, always | tooLarge | tooLarge2, always | tooLarge | tooLarge2, always | tooLarge | tooLarge2,
		always | tooLarge | tooLarge2, always | tooLarge | tooLarge2, always | tooLarge | tooLarge2, always | tooLarge | tooLarge2,
		always | tooLarge | tooLarge2, always | tooLarge | tooLarge2 | surrogate, always | tooLarge | tooLarge2, always | tooLarge | tooLarge2,
	}
	// by the upper half of the second byte
	secondHigh = [16]byte{
		tooShort, tooShort, tooShort, tooShort, tooShort, tooShort, tooShort, tooShort,
		tooLong | overlong2 | twoContinue | overlong3 | tooLarge2 | overlong4,
		tooLong | overlong2 | twoContinue | overlong3 | tooLarge,
		tooLong | overlong2 | twoContinue | surrogate | tooLarge,
		tooLong | overlong2 | twoContinue | surrogate | tooLarge,
		tooShort, tooShort, tooShort, tooShort,
	}
	firstHighData, firstLowData, secondHighData *Mem
)

const utf8Doc = "is where a block begins before whose end there is something that is not UTF-8: what it is begins there, or at most"
const utf8Doc2 = "three bytes before. -1 if there is none."

func utf8AVX512() {
	begin("utf8AVX512", "func(b []byte) (at int)", "utf8AVX512 "+utf8Doc, utf8Doc2)
	text, before := reg.Z16, reg.Z17
	one, two, three, high, low, second := reg.Z18, reg.Z19, reg.Z20, reg.Z21, reg.Z22, reg.Z23
	tableHigh, tableLow, tableSecond := reg.Z24, reg.Z25, reg.Z26
	nibble, lead3, lead4, top := reg.Z27, reg.Z28, reg.Z29, reg.Z30
	s := wholeSlice("b")
	VBROADCASTI32X4(once(&firstHighData, "firstHigh", firstHigh[:]), tableHigh)
	VBROADCASTI32X4(once(&firstLowData, "firstLow", firstLow[:]), tableLow)
	VBROADCASTI32X4(once(&secondHighData, "secondHigh", secondHigh[:]), tableSecond)
	VPBROADCASTQ(bytesOf(15), nibble)
	VPBROADCASTQ(bytesOf(0xe0-0x80), lead3)
	VPBROADCASTQ(bytesOf(0xf0-0x80), lead4)
	VPBROADCASTQ(bytesOf(0x80), top)
	VPXORQ(before, before, before)
	wideBefore, wide, either := GP64(), GP64(), GP64()
	XORQ(wideBefore, wideBefore)

	// What is in the block, jump to ascii if neither it nor the one before has other characters, to found if there is an error.
	check := func(ascii string) {
		k := K()
		VPMOVB2M(text, k)
		KMOVQ(k, wide)
		MOVQ(wide, either)
		ORQ(wideBefore, either)
		MOVQ(wide, wideBefore)
		TESTQ(either, either)
		JZ(LabelRef(ascii))
		// The bytes one, two, three places before each one: 16-byte lanes are shifted, each with the lane before.
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
		// From here on a continuation must stand where a lead of three or four is two places before, or one of four three.
		VPSUBUSB(lead3, two, two)
		VPSUBUSB(lead4, three, three)
		VPORQ(three, two, two)
		VPANDQ(top, two, two)
		VPXORQ(high, two, two)
		bad, any := K(), GP64()
		VPTESTMB(two, two, bad)
		KMOVQ(bad, any)
		TESTQ(any, any)
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

	// Zeros behind the end are no continuations.
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
	VBROADCASTI128(once(&firstHighData, "firstHigh", firstHigh[:]), tableHigh)
	VBROADCASTI128(once(&firstLowData, "firstLow", firstLow[:]), tableLow)
	VBROADCASTI128(once(&secondHighData, "secondHigh", secondHigh[:]), tableSecond)
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
