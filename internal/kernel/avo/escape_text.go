package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/ndwire/ndwire/internal/kernel/avo/tables"
)

const escapeSignature = "func(dst []byte, s string, i int) (n, next int, wide uint64)"

func escapeDoc(m machine) []string {
	return []string{
		"escape" + m.name() + " copies the text from s[i] on to dst, with short escapes, up to a control character that needs a long one,",
		"the end of s, or until dst is nearly full. next is the offset of that byte. wide is not 0 if a byte that was copied is not ASCII.",
	}
}

var escapedByTable, escapedByControl, expansions *Mem

// spreader writes escapes with AVX-512. It spreads 32 bytes over up to 64, with backslashes between them, without a branch for an escape, as
// unquote does.
type spreader struct {
	*avx512
	odd, even   reg.GPVirtual
	backslashes reg.VecPhysical
	escape      reg.GPVirtual // the bytes of the block that get a backslash
}

func newSpreader(m *avx512) spreader {
	table := make([]byte, 128)
	for c, letter := range tables.EscapedBy {
		table[c] = letter
	}
	t := once(&escapedByTable, "escapedBy", table)
	VMOVDQU64(t, lettersLow)
	VMOVDQU64(t.Offset(64), lettersHigh)
	s := spreader{m, GP64(), GP64(), reg.Z20, GP64()}
	VPBROADCASTQ(bytesOf('\\'), s.backslashes)
	MOVQ(U64(0xaaaaaaaaaaaaaaaa), s.odd)
	MOVQ(U64(0x5555555555555555), s.even)
	return s
}

// letters replaces the bytes to escape by the letters of their escapes. long marks those that need a long escape. If valid is not nil, it
// marks the bytes of the text.
func (s spreader) letters(valid, long reg.Register) {
	marked, slash, none := K(), K(), K()
	VPXORQ(s.constant[2], reg.Z16, reg.Z17)
	VPCMPUB(U8(1), s.constant[0x21], reg.Z17, marked) // see special
	VPCMPEQB(s.constant['\\'], reg.Z16, slash)
	KORQ(slash, marked, marked)
	if valid != nil { // zeros follow the text
		k := K()
		KMOVQ(valid, k)
		KANDQ(k, marked, marked)
	}
	KMOVQ(marked, s.escape)
	VPERMI2B(lettersHigh, lettersLow, marked, reg.Z16)
	VPTESTNMB(reg.Z16, reg.Z16, marked, none)
	KMOVQ(none, long)
}

// spread writes the first 32 bytes of Z16, with a backslash before each one that the lower half of escape marks, and undefined bytes after
// them, 64 in all.
func (s spreader) spread(escape reg.Register, to Mem) {
	bytes, k := GP64(), K()
	PDEPQ(s.even, escape, bytes)
	ORQ(s.odd, bytes)          // a pair of bits for each byte: its backslash and itself, if they are written
	PEXTQ(bytes, s.odd, bytes) // of the bytes that are written, those that are not backslashes
	KMOVQ(bytes, k)
	VMOVDQA64(s.backslashes, reg.Z18)
	VPEXPANDB(reg.Z16, k, reg.Z18)
	VMOVDQU64(reg.Z18, to)
}

// lower returns the lower half of escape. upper moves the upper halves of the block and of escape to where spread reads them.
func (s spreader) lower() reg.GPVirtual {
	low := GP64()
	MOVL(s.escape.As32(), low.As32())
	return low
}

func (s spreader) upper() {
	VEXTRACTI64X4(U8(1), reg.Z16, reg.Y16)
	SHRQ(U8(32), s.escape)
}

func popcount(mask reg.Register) reg.GPVirtual {
	n := GP64()
	POPCNTQ(mask, n)
	return n
}

// ahead is the distance in bytes at which text is prefetched. Messages that are encoded lie all over the heap, and the processor's own
// prefetching ends with a page of 4 KB: the loop would wait for the first cache line of each page, and for the translation of its address.
const ahead = 4 << 10

// fetch prefetches text that the loop reads later. The address may lie after the end, even on an unmapped page.
func (s span) fetch() { PREFETCHT0(at(s.p, s.i).Offset(ahead)) }

// escapeAVX512 computes the escapes of 64 bytes, and writes them by halves.
func escapeAVX512() {
	m := &avx512{}
	begin("escapeAVX512", escapeSignature, escapeDoc(m)...)
	s := source("s")
	dst, n, wide := GP64(), GP64(), GP64()
	Load(Param("dst").Base(), dst)
	XORQ(n, n)
	capacity, err := Param("dst").Len().Resolve()
	if err != nil {
		panic(err)
	}
	m.uses(special, slashes)
	e := newSpreader(m)
	all := reg.Z19 // bytes that were copied
	VPXORQ(all, all, all)
	size, long := GP64(), GP64()

	Label("loop")
	need := GP64()
	LEAQ(Mem{Base: n}.Offset(128), need)
	CMPQ(need, capacity.Addr)
	JG(LabelRef("done"))
	s.unlessBlock("partial")
	s.fetch()
	m.load(s.p, s.i)
	VMOVDQA64(reg.Z16, reg.Z21)
	e.letters(nil, long)
	TESTQ(long, long)
	JNZ(LabelRef("partial"))
	VPORQ(reg.Z21, all, all)
	MOVQ(U32(64), size)
	MOVQ(size, long)

	Label("both")
	low := e.lower()
	e.spread(low, at(dst, n))
	ADDQ(popcount(low), n)
	ADDQ(U8(32), n)
	e.upper()
	e.spread(e.escape, at(dst, n))
	ADDQ(popcount(e.escape), n)
	LEAQ(Mem{Base: n, Index: size, Scale: 1}.Offset(-32), n)
	ADDQ(size, s.i)
	CMPQ(long, Imm(64))
	JEQ(LabelRef("loop"))
	JMP(LabelRef("done"))

	// The block is incomplete, or has a byte that needs a long escape.
	Label("partial")
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
		e.letters(lowest(size), long)
		TZCNTQ(long, long)
		CMPQ(long, size)
		CMOVQLT(long, size)
		BZHIQ(size, e.escape, e.escape)
		k := K()
		KMOVQ(lowest(size), k)
		VMOVDQU8_Z(reg.Z21, k, reg.Z21)
		VPORQ(reg.Z21, all, all)
		CMPQ(size, Imm(32))
		JG(LabelRef("both"))
		e.spread(e.escape, at(dst, n))
		ADDQ(popcount(e.escape), n)
		ADDQ(size, n)
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

// quoteShortAVX512 is for strings of at most one block, of ASCII, most of them without an escape.
func quoteShortAVX512() {
	m := &avx512{}
	begin("quoteShortAVX512", "func(dst []byte, s string) (n int)",
		"quoteShortAVX512 copies s, of 64 bytes at most, to dst, which must be longer by 2, in quotes, with short escapes if dst has 130",
		"bytes. n is the length of the result. It is -1 if s has other bytes; dst is undefined then.")
	from, size, to := GP64(), GP64(), GP64()
	Load(Param("s").Base(), from)
	Load(Param("s").Len(), size)
	Load(Param("dst").Base(), to)
	m.uses(odd, slashes)
	valid := lowest(size)
	k, escape, slash := K(), K(), K()
	KMOVQ(valid, k)
	VMOVDQU8_Z(Mem{Base: from}, k, reg.Z16)
	MOVB(U8('"'), Mem{Base: to})
	VPXORQ(m.constant[2], reg.Z16, reg.Z17)
	VPCMPB(U8(1), m.constant[0x21], reg.Z17, k, escape) // see odd
	VPCMPEQB(m.constant['\\'], reg.Z16, k, slash)
	KORTESTQ(slash, escape)
	JNZ(LabelRef("escapes"))
	VMOVDQU8(reg.Z16, k, Mem{Base: to}.Offset(1))

	Label("quote")
	MOVB(U8('"'), Mem{Base: to, Index: size, Scale: 1}.Offset(1))
	ADDQ(U8(2), size)
	give(size, "n")
	RET()

	Label("escapes")
	{
		capacity := GP64()
		Load(Param("dst").Len(), capacity)
		CMPQ(capacity, U32(130))
		JL(LabelRef("none"))
		high := K()
		VPMOVB2M(reg.Z16, high)
		KORTESTQ(high, high)
		JNZ(LabelRef("none"))
		e := newSpreader(m)
		long := GP64()
		e.letters(valid, long)
		TESTQ(long, long)
		JNZ(LabelRef("none"))
		ADDQ(popcount(e.escape), size)
		low := e.lower()
		e.spread(low, Mem{Base: to}.Offset(1))
		more := popcount(low)
		e.upper()
		e.spread(e.escape, Mem{Base: to, Index: more, Scale: 1}.Offset(33))
		JMP(LabelRef("quote"))
	}

	Label("none")
	none := GP64()
	MOVQ(I32(-1), none)
	give(none, "n")
	RET()
}

// quoteShortAVX2 reads the first and the last bytes of s, which overlap: together they are all of s.
func quoteShortAVX2() {
	m := &avx2{}
	begin("quoteShortAVX2", "func(dst []byte, s string) (n int)",
		"quoteShortAVX2 copies s, of 16 to 64 bytes, to dst, which must be longer by 2, in quotes. n is the length of the result. It is -1, and",
		"nothing is written, if a byte of s is not ASCII or needs an escape.")
	from, size, to := GP64(), GP64(), GP64()
	Load(Param("s").Base(), from)
	Load(Param("s").Len(), size)
	Load(Param("dst").Base(), to)
	n := GP64()
	MOVQ(I32(-1), n)
	last, quote, slash := reg.Y4, reg.Y5, reg.Y6
	VPBROADCASTQ(bytesOf(0x1f), last)
	VPBROADCASTQ(bytesOf('"'), quote)
	VPBROADCASTQ(bytesOf('\\'), slash)
	// As signed bytes, those that are not ASCII are below the control characters.
	isPlain := func(text, last, quote, slash, is, t reg.VecPhysical) {
		VPCMPGTB(last, text, is)
		VPCMPEQB(quote, text, t)
		VPANDN(is, t, is)
		VPCMPEQB(slash, text, t)
		VPANDN(is, t, is)
	}
	both := func(width int, all uint64, r func(reg.VecPhysical) reg.VecPhysical) {
		end := func(p reg.Register) Mem { return Mem{Base: p, Index: size, Scale: 1} }
		VMOVDQU(Mem{Base: from}, r(reg.Y0))
		VMOVDQU(end(from).Offset(-width), r(reg.Y1))
		isPlain(r(reg.Y0), r(last), r(quote), r(slash), r(reg.Y2), r(reg.Y7))
		isPlain(r(reg.Y1), r(last), r(quote), r(slash), r(reg.Y3), r(reg.Y7))
		VPAND(r(reg.Y2), r(reg.Y3), r(reg.Y2))
		is := GP32()
		VPMOVMSKB(r(reg.Y2), is)
		CMPL(is, U32(all))
		JNE(LabelRef("done"))
		MOVB(U8('"'), Mem{Base: to})
		VMOVDQU(r(reg.Y0), Mem{Base: to}.Offset(1))
		VMOVDQU(r(reg.Y1), end(to).Offset(1-width))
		MOVB(U8('"'), end(to).Offset(1))
		LEAQ(Mem{Base: size}.Offset(2), n)
	}
	CMPQ(size, Imm(32))
	JL(LabelRef("short"))
	both(32, 1<<32-1, func(r reg.VecPhysical) reg.VecPhysical { return r })
	JMP(LabelRef("done"))
	Label("short")
	both(16, 1<<16-1, func(r reg.VecPhysical) reg.VecPhysical { return r.AsX().(reg.VecPhysical) })
	Label("done")
	m.end()
	give(n, "n")
	RET()
}

// escapeAVX2 copies blocks without escapes. Other blocks it spreads by a table of shuffles, eight bytes at a time over up to sixteen; the
// backslashes come from the byte after the eight.
func escapeAVX2() {
	m := &avx2{}
	begin("escapeAVX2", escapeSignature, escapeDoc(m)...)
	s := source("s")
	dst, n, wide := GP64(), GP64(), GP64()
	Load(Param("dst").Base(), dst)
	XORQ(n, n)
	XORQ(wide, wide)
	capacity, err := Param("dst").Len().Resolve()
	if err != nil {
		panic(err)
	}
	m.uses(special, slashes)
	controls := make([]byte, 16)
	for c, letter := range tables.EscapedBy {
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
	CMPQ(need, capacity.Addr)
	JG(LabelRef("done"))
	LEAQ(Mem{Base: s.i}.Offset(64), need)
	CMPQ(need, s.n)
	JG(LabelRef("tail"))
	s.fetch()
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
		scratch := m.scratch()
		VMOVDQU(reg.Y0, scratch)
		VMOVDQU(reg.Y1, scratch.Offset(32))
		to, rest, eight, count := GP64(), GP64(), GP64(), GP64()
		LEAQ(at(dst, n), to)
		MOVQ(escape, rest)
		for k := range 8 {
			MOVBQZX(rest.As8(), eight)
			POPCNTQ(eight, count)
			SHLQ(U8(4), eight)
			VMOVQ(scratch.Offset(8*k), reg.X2)
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
	BZHIQ(size, escape, escape) // zeros follow the text
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
