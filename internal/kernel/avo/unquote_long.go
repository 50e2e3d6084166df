package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// unquoteLongAVX512 is unquote for blocks with long escapes. Programs that write ASCII only (Python's json.dumps by default) have one for each
// character that is not ASCII. As in unquote, the bytes that an escape stands for replace bytes of the escape, and the rest of it is dropped:
//
//	\  u  6  5  e  5
//	         e6 97 a5
//
// The values of digits come from a table. Each byte is made of the digit at its place and of the one before it, whose value is that of the
// block one byte earlier, looked up in the same table. Masks say of all escapes at once which ones stand for two bytes or one, are half a
// surrogate pair, or are not valid. A pair becomes its four bytes at the last two digits of each half.
func unquoteLongAVX512() {
	m := &avx512{}
	begin("unquoteLongAVX512", "func(dst, src []byte, i int) (n, next int, wide uint64)",
		"unquoteLongAVX512 is unquoteAVX512, but also undoes long escapes, except for lone surrogates. It ends after a block without a",
		"long escape. src[i] must not be the first byte of src, nor within an escape.")
	s := source("src")
	n, wide := GP64(), GP64()
	XORQ(n, n)
	XORQ(wide, wide)
	capacity, err := Param("dst").Len().Resolve()
	if err != nil {
		panic(err)
	}
	m.uses(special, slashes)
	m.usesEscapes()
	hexLow, hexHigh := reg.Z28, reg.Z29
	t := hexTable()
	VMOVDQU64(t, hexLow)
	VMOVDQU64(t.Offset(64), hexHigh)
	block, digit, before := reg.Z16, reg.Z19, reg.Z20 // before is the digit before the one in digit
	octets, other := reg.Z21, reg.Z22

	// shifted returns the mask with each bit moved up by a number of places; down, if places is negative.
	shifted := func(mask reg.Register, places int) reg.GPVirtual {
		r := GP64()
		MOVQ(mask, r)
		if places > 0 {
			SHLQ(U8(places), r)
		} else {
			SHRQ(U8(-places), r)
		}
		return r
	}

	Label("loop")
	need := GP64()
	LEAQ(Mem{Base: n}.Offset(64), need)
	CMPQ(need, capacity.Addr)
	JG(LabelRef("done"))
	inBlock := func() reg.GPVirtual {
		left, most := s.left(), GP64()
		MOVQ(U32(64), most)
		CMPQ(left, most)
		CMOVQGT(most, left)
		return left
	}
	valid := K()
	KMOVQ(lowest(inBlock()), valid)
	VMOVDQU8_Z(at(s.p, s.i), valid, block)
	VMOVDQU8_Z(at(s.p, s.i).Offset(-1), valid, before)

	// An escape that begins within the block may end after it (cut): then this block ends before it, and the next block begins with it. That
	// offset is computed first, since the next block depends on it. Leaving an escape to Go is rare, and takes a branch.
	p := newParity()
	escape, escaped, _ := p.find(m.mask(slashes))
	stop := m.mask(special)
	ANDNQ(stop, escaped, stop)
	BZHIQ(inBlock(), stop, stop) // the zeros after the end are not control characters of the text
	isU, u := K(), GP64()
	VPCMPEQB(wide512('u'), block, isU)
	KMOVQ(isU, u)
	ANDQ(escaped, u)
	// If its last digit lies after the block, it begins at 59 or later.
	cut, late := GP64(), GP64()
	MOVQ(U64(1<<63), cut)
	ORQ(shifted(u, -1), cut)
	MOVQ(U64(0xf8<<56), late)
	ANDQ(late, cut)
	ANDQ(escape, cut)

	// mark has the backslashes of the escapes that are left to Go. bad has their second letters.
	mark := func(bad reg.Register) {
		SHRQ(U8(1), bad)
		ORQ(bad, stop)
	}
	short := andNot(escaped, u)
	mark(m.unescape(short, m.mask(high)))

	all := GP64() // all digits
	pair := shifted(u, 1)
	ORQ(u, pair)
	MOVQ(pair, all)
	SHLQ(U8(2), all)
	ORQ(pair, all)
	SHLQ(U8(1), all)
	{
		here, behind := K(), K()
		KMOVQ(all, here)
		VMOVDQA64(block, digit)
		VPERMI2B_Z(hexHigh, hexLow, here, digit)
		KMOVQ(shifted(all, 1), behind)
		VPERMI2B_Z(hexHigh, hexLow, behind, before)
	}
	undigit := K() // the letters u that are not followed by four digits
	{
		// The table has the top bit for all bytes but digits. Bytes that are not ASCII have found some entry.
		k, none := K(), GP64()
		VPMOVB2M(digit, k)
		KMOVQ(k, none)
		ANDQ(m.mask(high), all)
		ORQ(all, none)
		ORQ(shifted(none, -1), none)
		ORQ(shifted(none, -2), none)
		SHRQ(U8(1), none)
		ANDQ(u, none)
		KMOVQ(none, undigit)
		mark(none)
	}

	// Of the letters u: those of characters below 0x800 (two) and below 0x80 (one), and of the first halves of pairs.
	two, one, pairs := GP64(), GP64(), GP64()
	{
		k, zero, low := K(), GP64(), GP64()
		VPTESTNMB(wide512(8), digit, k)
		KMOVQ(k, low)
		SHRQ(U8(2), low)
		VPCMPEQB(wide512(0xd), digit, k)
		KMOVQ(k, pairs)
		SHRQ(U8(1), pairs)
		ANDQ(u, pairs)
		ANDNQ(pairs, low, pairs)
		JZ(LabelRef("masked"))
		{
			second, lone := GP64(), GP64() // halves
			VPTESTMB(wide512(4), digit, k)
			KMOVQ(k, second)
			SHRQ(U8(2), second)
			ANDQ(pairs, second)
			ANDNQ(pairs, second, pairs)
			KMOVQ(undigit, lone)
			ANDNQ(second, lone, second) // otherwise half of a pair would be written
			MOVQ(pairs, lone)
			ANDQ(shifted(second, -6), pairs)
			// A pair that is not complete in the block, or may not be, is left to the next block, which begins with it.
			early := GP64()
			MOVQ(U64(1<<54-1), early)
			ANDQ(early, pairs)
			ANDNQ(lone, pairs, lone)
			ANDNQ(second, shifted(pairs, 6), second)
			ANDQ(lone, early)
			ORQ(early, second)
			mark(second)
			XORQ(early, lone)
			SHRQ(U8(1), lone)
			ORQ(lone, cut)
		}
		Label("masked")
		VPTESTNMB(digit, digit, k)
		KMOVQ(k, zero)
		SHRQ(U8(1), zero)
		MOVQ(u, two)
		ANDQ(zero, two)
		ANDQ(low, two)
		SHRQ(U8(1), zero)
		SHRQ(U8(1), low)
		MOVQ(two, one)
		ANDQ(zero, one)
		ANDQ(low, one)
	}

	// to writes bytes to where the mask is, moved up by a number of places.
	to := func(bytes reg.VecPhysical, mask reg.Register, places int) {
		k := K()
		KMOVQ(shifted(mask, places), k)
		VMOVDQU8(bytes, k, block)
	}
	// The first byte of three.
	VPORQ(wide512(0xe0), before, octets)
	to(octets, u, 2)
	// The last byte but one. Shifts are of 16 bits: bits from the other byte are masked off, or the digit is too small to have any.
	VPSRLW(U8(2), digit, octets)
	VPANDQ(wide512(3), octets, octets)
	VPSLLW(U8(2), before, other)
	VPORQ(octets, other, other)
	VPORQ(wide512(0x80), other, octets)
	to(octets, u, 3)
	VPORQ(wide512(0xc0), other, octets)
	to(octets, two, 3)
	// The last byte.
	VPSLLW(U8(4), before, octets)
	VPORQ(digit, octets, octets)
	to(octets, one, 4)
	VPANDQ(wide512(0x3f), octets, octets)
	VPORQ(wide512(0x80), octets, octets)
	to(octets, andNot(u, one), 4)

	TESTQ(pairs, pairs)
	JZ(LabelRef("made"))
	{
		// The halves are d 10aa bbcc ddee and d 11ff gggg hhhh: with aabb+1 for the plane, 11110 plane, 10 plane cc dd, 10 ee ff gg, 10
		// gg hhhh, of which the last byte is there already. other has 10 11ffgg where gggg stands, and 10 10aabb where bbcc does.
		VPORQ(wide512(0x80), other, other)
		VPSUBB(wide512(0xa0-1), other, octets) // aabb+1
		VPSRLW(U8(2), octets, octets)
		VPANDQ(wide512(7), octets, octets)
		VPORQ(wide512(0xf0), octets, octets)
		to(octets, pairs, 3)
		// bbcc before ddee
		VPADDB(wide512(4), before, octets)
		VPSLLW(U8(2), octets, octets)
		VPANDQ(wide512(0x3c), octets, octets)
		VPSRLW(U8(2), digit, before)
		VPANDQ(wide512(3), before, before)
		VPORQ(before, octets, octets)
		VPORQ(wide512(0x80), octets, octets)
		to(octets, pairs, 4)
		// ee is five bytes before gggg.
		VMOVDQU64(fiveBack(), octets)
		VPERMB(digit, octets, octets)
		VPSLLW(U8(4), octets, octets)
		VPANDQ(wide512(0x30), octets, octets)
		VPANDQ(wide512(0x8f), other, other)
		VPORQ(octets, other, other)
		to(other, pairs, 9)
	}
	Label("made")

	// Drop the backslashes, the letters u, the first digits, and other digits that no byte replaces.
	drop := escape
	ORQ(shifted(pairs, 2), drop)
	ORQ(shifted(pairs, 8), drop)
	ORQ(u, drop)
	ORQ(shifted(u, 1), drop)
	ORQ(shifted(two, 2), drop)
	ORQ(shifted(one, 3), drop)
	k, left := size(cut), inBlock()
	CMPQ(k, left)
	CMOVQGT(left, k)
	keep := lowest(k)
	ANDQ(keep, stop)
	JZ(LabelRef("whole"))
	TZCNTQ(stop, k)
	MOVQ(lowest(k), keep)
	Label("whole")
	VMOVDQU8_Z(at(s.p, s.i), valid, octets)
	{
		high, r := K(), GP64() // of the text before unescaping
		VPMOVB2M(octets, high)
		KMOVQ(high, r)
		ANDQ(keep, r)
		ORQ(r, wide)
	}
	ANDNQ(keep, drop, keep)
	kept := K()
	KMOVQ(keep, kept)
	VPCOMPRESSB_Z(block, kept, octets)
	dst := GP64() // it has no register during the loop
	Load(Param("dst").Base(), dst)
	VMOVDQU64(octets, at(dst, n))
	POPCNTQ(keep, keep)
	ADDQ(keep, n)
	ADDQ(k, s.i)
	TESTQ(stop, stop)
	JNZ(LabelRef("done"))
	CMPQ(s.i, s.n)
	JGE(LabelRef("done"))
	TESTQ(u, u)
	JNZ(LabelRef("loop"))

	Label("done")
	m.end()
	give(n, "n")
	give(s.i, "next")
	give(wide, "wide")
	RET()
}

var hexData, fiveBackData *Mem

// fiveBack has, for each byte of a block, the index of the byte five places before it.
func fiveBack() Mem {
	t := make([]byte, 64)
	for i := range t {
		t[i] = byte(max(i-5, 0))
	}
	return once(&fiveBackData, "fiveBack", t)
}

// hexTable has the values of hexadecimal digits, and the top bit for all other bytes below 128.
func hexTable() Mem {
	t := make([]byte, 128)
	for c := range t {
		switch {
		case '0' <= c && c <= '9':
			t[c] = byte(c - '0')
		case 'a' <= c && c <= 'f':
			t[c] = byte(c - 'a' + 10)
		case 'A' <= c && c <= 'F':
			t[c] = byte(c - 'A' + 10)
		default:
			t[c] = 0x80
		}
	}
	return once(&hexData, "hexDigits", t)
}
