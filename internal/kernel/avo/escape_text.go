package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// escapedBy is what stands behind the backslash for a byte that must not stand in a string; other control characters have
// long escapes only.
var escapedBy = map[byte]byte{'"': '"', '\\': '\\', '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't'}

const escapeSignature = "func(dst []byte, s string, i int) (n, next int, wide uint64)"

func escapeDoc(m machine) []string {
	return []string{
		"escape" + m.name() + " copies the text from s[i] on to dst, with short escapes made, up to a control character that needs a long one,",
		"the end of s, or until dst is nearly full. next is the offset of that byte. wide is not 0 if what was copied is not all ASCII.",
	}
}

var escapedByTable, escapedByControl, expansions *Mem

// escapeAVX512 spreads 32 bytes over up to 64, between which backslashes come to stand: there is no branch for an escape, as in
// unquote. What is to be done with them is found out for two such halves at a time.
func escapeAVX512() {
	m := &avx512{}
	begin("escapeAVX512", escapeSignature, escapeDoc(m)...)
	s := source("s")
	dst, n, wide := GP64(), GP64(), GP64()
	Load(Param("dst").Base(), dst)
	XORQ(n, n)
	room, err := Param("dst").Len().Resolve()
	if err != nil {
		panic(err)
	}
	m.uses(special, slashes)
	table := make([]byte, 128)
	for c, letter := range escapedBy {
		table[c] = letter
	}
	t := once(&escapedByTable, "escapedBy", table)
	VMOVDQU64(t, lettersLow)
	VMOVDQU64(t.Offset(64), lettersHigh)
	backslashes, all := reg.Z20, reg.Z19
	VPBROADCASTQ(bytesOf('\\'), backslashes)
	VPXORQ(all, all, all)
	odd, even := GP64(), GP64()
	MOVQ(U64(0xaaaaaaaaaaaaaaaa), odd)
	MOVQ(U64(0x5555555555555555), even)
	size, escape := GP64(), GP64()
	// letters makes of the bytes to escape what stands behind their backslashes. long marks those that have no such letter.
	letters := func(valid, long reg.Register) {
		marked, slash, none := K(), K(), K()
		VPXORQ(m.constant[2], reg.Z16, reg.Z17)
		VPCMPUB(U8(1), m.constant[0x21], reg.Z17, marked) // see special
		VPCMPEQB(m.constant['\\'], reg.Z16, slash)
		KORQ(slash, marked, marked)
		if valid != nil { // behind are zeros
			k := K()
			KMOVQ(valid, k)
			KANDQ(k, marked, marked)
		}
		KMOVQ(marked, escape)
		VPERMI2B(lettersHigh, lettersLow, marked, reg.Z16)
		VPTESTNMB(reg.Z16, reg.Z16, marked, none)
		KMOVQ(none, long)
	}
	// spread writes 32 bytes, and a backslash before each that the lower half of escape marks.
	spread := func(text reg.VecPhysical, escape reg.Register) {
		bytes, k := GP64(), K()
		PDEPQ(even, escape, bytes)
		ORQ(odd, bytes)          // of pairs of a backslash and a byte, what is to be written
		PEXTQ(bytes, odd, bytes) // of what is written, the bytes
		KMOVQ(bytes, k)
		VMOVDQA64(backslashes, reg.Z18)
		VPEXPANDB(text.AsZ(), k, reg.Z18)
		VMOVDQU64(reg.Z18, at(dst, n))
	}
	advance := func(size Op, escape reg.Register) {
		count := GP64()
		POPCNTQ(escape, count)
		ADDQ(size, n)
		ADDQ(count, n)
	}
	long := GP64()
	Label("loop")
	need := GP64()
	LEAQ(Mem{Base: n}.Offset(128), need)
	CMPQ(need, room.Addr)
	JG(LabelRef("done"))
	s.unlessBlock("part")
	VMOVDQU64(at(s.p, s.i), reg.Z16)
	VMOVDQA64(reg.Z16, reg.Z21)
	letters(nil, long)
	TESTQ(long, long)
	JNZ(LabelRef("part"))
	VPORQ(reg.Z21, all, all)
	MOVQ(U32(64), size)
	MOVQ(size, long)

	Label("both")
	low := GP32()
	MOVL(escape.As32(), low)
	spread(reg.Z16, low.As64())
	advance(U8(32), low.As64())
	VEXTRACTI64X4(U8(1), reg.Z16, reg.Y16)
	SHRQ(U8(32), escape)
	spread(reg.Z16, escape)
	advance(size, escape)
	SUBQ(U8(32), n)
	ADDQ(size, s.i)
	CMPQ(long, Imm(64))
	JEQ(LabelRef("loop"))
	JMP(LabelRef("done"))

	// There is less than a block, or it has a byte that needs a long escape.
	Label("part")
	{
		most := GP64()
		MOVQ(U32(64), most)
		MOVQ(s.n, size)
		SUBQ(s.i, size)
		JZ(LabelRef("done"))
		CMPQ(size, most)
		CMOVQGT(most, size)
		m.tail(s.p, s.i, size)
		VMOVDQA64(reg.Z16, reg.Z21)
		letters(lowest(size), long)
		TZCNTQ(long, long)
		CMPQ(long, size)
		CMOVQLT(long, size)
		BZHIQ(size, escape, escape)
		k := K()
		KMOVQ(lowest(size), k)
		VMOVDQU8_Z(reg.Z21, k, reg.Z21)
		VPORQ(reg.Z21, all, all)
		CMPQ(size, Imm(32))
		JG(LabelRef("both"))
		spread(reg.Z16, escape)
		advance(size, escape)
		ADDQ(size, s.i)
		CMPQ(long, Imm(64))
		JEQ(LabelRef("loop"))
	}

	Label("done")
	{
		k := K()
		VPMOVB2M(all, k)
		KMOVQ(k, wide)
	}
	give(n, "n")
	give(s.i, "next")
	give(wide, "wide")
	RET()
}

// copyPlainAVX512 is for what most strings are: a block or less, without anything to escape.
func copyPlainAVX512() {
	m := &avx512{}
	begin("copyPlainAVX512", "func(dst []byte, s string) (plain uint64)",
		"copyPlainAVX512 copies s, of 64 bytes at most, to dst, which must be as long. plain is 1 if it is ASCII without anything to",
		"escape; otherwise nothing is copied.")
	from, size, to := GP64(), GP64(), GP64()
	Load(Param("s").Base(), from)
	Load(Param("s").Len(), size)
	Load(Param("dst").Base(), to)
	m.uses(odd, slashes)
	valid, escape, slash := K(), K(), K()
	KMOVQ(lowest(size), valid)
	VMOVDQU8_Z(Mem{Base: from}, valid, reg.Z16)
	VPXORQ(m.constant[2], reg.Z16, reg.Z17)
	VPCMPB(U8(1), m.constant[0x21], reg.Z17, valid, escape) // see odd
	VPCMPEQB(m.constant['\\'], reg.Z16, valid, slash)
	KORTESTQ(slash, escape)
	plain := GP64()
	MOVQ(U32(0), plain)
	JNZ(LabelRef("done"))
	VMOVDQU8(reg.Z16, valid, Mem{Base: to})
	INCQ(plain)
	Label("done")
	give(plain, "plain")
	RET()
}

// copyPlainAVX2 reads both ends of s, which overlap: that is all of it, and nothing beside it.
func copyPlainAVX2() {
	m := &avx2{}
	begin("copyPlainAVX2", "func(dst []byte, s string) (plain uint64)",
		"copyPlainAVX2 copies s, of 16 to 64 bytes, to dst, which must be as long. plain is 1 if it is ASCII without anything to escape;",
		"otherwise nothing is copied.")
	from, size, to := GP64(), GP64(), GP64()
	Load(Param("s").Base(), from)
	Load(Param("s").Len(), size)
	Load(Param("dst").Base(), to)
	plain := GP64()
	XORQ(plain, plain)
	last, quote, slash := reg.Y4, reg.Y5, reg.Y6
	VPBROADCASTQ(bytesOf(0x1f), last)
	VPBROADCASTQ(bytesOf('"'), quote)
	VPBROADCASTQ(bytesOf('\\'), slash)
	// What is above the last control character is so as a signed byte, too, unless it is not ASCII.
	isPlain := func(text, last, quote, slash, is, t reg.VecPhysical) {
		VPCMPGTB(last, text, is)
		VPCMPEQB(quote, text, t)
		VPANDN(is, t, is)
		VPCMPEQB(slash, text, t)
		VPANDN(is, t, is)
	}
	both := func(width int, all uint64, r func(reg.VecPhysical) reg.VecPhysical) {
		behind := func(p reg.Register) Mem { return Mem{Base: p, Index: size, Scale: 1}.Offset(-width) }
		VMOVDQU(Mem{Base: from}, r(reg.Y0))
		VMOVDQU(behind(from), r(reg.Y1))
		isPlain(r(reg.Y0), r(last), r(quote), r(slash), r(reg.Y2), r(reg.Y7))
		isPlain(r(reg.Y1), r(last), r(quote), r(slash), r(reg.Y3), r(reg.Y7))
		VPAND(r(reg.Y2), r(reg.Y3), r(reg.Y2))
		is := GP32()
		VPMOVMSKB(r(reg.Y2), is)
		CMPL(is, U32(all))
		JNE(LabelRef("done"))
		VMOVDQU(r(reg.Y0), Mem{Base: to})
		VMOVDQU(r(reg.Y1), behind(to))
		INCQ(plain)
	}
	CMPQ(size, Imm(32))
	JL(LabelRef("short"))
	both(32, 1<<32-1, func(r reg.VecPhysical) reg.VecPhysical { return r })
	JMP(LabelRef("done"))
	Label("short")
	both(16, 1<<16-1, func(r reg.VecPhysical) reg.VecPhysical { return r.AsX().(reg.VecPhysical) })
	Label("done")
	m.end()
	give(plain, "plain")
	RET()
}

// escapeAVX2 copies blocks without escapes as they are. Of others it spreads eight bytes over up to sixteen, at a time, by a
// table of shuffles; where a backslash is to be it takes it from behind the eight bytes.
func escapeAVX2() {
	m := &avx2{}
	begin("escapeAVX2", escapeSignature, escapeDoc(m)...)
	s := source("s")
	dst, n, wide := GP64(), GP64(), GP64()
	Load(Param("dst").Base(), dst)
	XORQ(n, n)
	XORQ(wide, wide)
	room, err := Param("dst").Len().Resolve()
	if err != nil {
		panic(err)
	}
	m.uses(special, slashes)
	controls := make([]byte, 16)
	for c, letter := range escapedBy {
		if c < 16 {
			controls[c] = letter
		}
	}
	letters, sixteen, backslash := reg.Y8, reg.Y9, reg.X10
	VBROADCASTI128(once(&escapedByControl, "escapedByControl", controls), letters)
	VPBROADCASTQ(bytesOf(0x0f), sixteen)
	VPBROADCASTQ(bytesOf('\\'), backslash)
	last := reg.Y11
	VPBROADCASTQ(bytesOf(0x1f), last)
	var t []byte
	for escape := range 256 {
		var shuffle []byte
		for i := range byte(8) {
			if escape>>i&1 != 0 {
				shuffle = append(shuffle, 8)
			}
			shuffle = append(shuffle, i)
		}
		t = append(t, append(shuffle, make([]byte, 16-len(shuffle))...)...)
	}
	table := GP64()
	LEAQ(once(&expansions, "expansions", t), table)
	size := GP64()

	Label("loop")
	need := GP64()
	LEAQ(Mem{Base: n}.Offset(128), need)
	CMPQ(need, room.Addr)
	JG(LabelRef("done"))
	LEAQ(Mem{Base: s.i}.Offset(64), need)
	CMPQ(need, s.n)
	JG(LabelRef("tail"))
	m.load(s.p, s.i)
	wideHere, escape, long := GP64(), GP64(), GP64()
	masks := func() {
		MOVQ(m.mask(special), escape)
		ORQ(m.mask(slashes), escape)
		MOVQ(m.mask(high), wideHere)
	}
	half := func(text, none reg.VecPhysical) {
		control, letter, low := reg.Y4, reg.Y5, reg.Y6
		VPMINUB(last, text, control)
		VPCMPEQB(text, control, control)
		VPMINUB(sixteen, text, low)
		VPCMPEQB(text, low, low)
		VPSHUFB(text, letters, letter)
		VPAND(low, letter, letter) // 0 from 0x10 on
		VPBLENDVB(control, letter, text, text)
		VPXOR(low, low, low)
		VPCMPEQB(low, text, none)
	}
	write := func() {
		VMOVDQU(reg.Y0, m.room)
		VMOVDQU(reg.Y1, m.room.Offset(32))
		to, rest, eight, count := GP64(), GP64(), GP64(), GP64()
		LEAQ(at(dst, n), to)
		MOVQ(escape, rest)
		for k := range 8 {
			MOVBQZX(rest.As8(), eight)
			POPCNTQ(eight, count)
			SHLQ(U8(4), eight)
			VMOVQ(m.room.Offset(8*k), reg.X2)
			VPUNPCKLQDQ(backslash, reg.X2, reg.X2)
			VPSHUFB(Mem{Base: table, Index: eight, Scale: 1}, reg.X2, reg.X2)
			VMOVDQU(reg.X2, Mem{Base: to}.Offset(8*k))
			if k < 7 {
				ADDQ(count, to)
				SHRQ(U8(8), rest)
			}
		}
	}
	masks()
	TESTQ(escape, escape)
	JNZ(LabelRef("escapes"))
	VMOVDQU(reg.Y0, at(dst, n))
	VMOVDQU(reg.Y1, at(dst, n).Offset(32))
	ORQ(wideHere, wide)
	ADDQ(U8(64), n)
	ADDQ(U8(64), s.i)
	JMP(LabelRef("loop"))

	Label("escapes")
	MOVQ(U32(64), size)
	half(reg.Y0, reg.Y2)
	half(reg.Y1, reg.Y3)
	MOVQ(bits(reg.Y2, reg.Y3), long)
	TESTQ(long, long)
	JNZ(LabelRef("last"))
	ORQ(wideHere, wide)
	write()
	count := GP64()
	POPCNTQ(escape, count)
	ADDQ(count, n)
	ADDQ(U8(64), n)
	ADDQ(U8(64), s.i)
	JMP(LabelRef("loop"))

	Label("tail")
	MOVQ(s.n, size)
	SUBQ(s.i, size)
	m.tail(s.p, s.i, size)
	masks()
	BZHIQ(size, escape, escape) // behind are zeros
	half(reg.Y0, reg.Y2)
	half(reg.Y1, reg.Y3)
	MOVQ(bits(reg.Y2, reg.Y3), long)

	Label("last")
	write()
	TZCNTQ(long, long)
	CMPQ(long, size)
	CMOVQLT(long, size)
	BZHIQ(size, wideHere, wideHere)
	ORQ(wideHere, wide)
	BZHIQ(size, escape, escape)
	POPCNTQ(escape, escape)
	ADDQ(escape, n)
	ADDQ(size, n)
	ADDQ(size, s.i)

	Label("done")
	m.end()
	give(n, "n")
	give(s.i, "next")
	give(wide, "wide")
	RET()
}
