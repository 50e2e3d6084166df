package main

import (
	"bytes"
	"encoding/binary"
	"slices"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// machine is an instruction set. It holds one block of text in vector registers.
type machine interface {
	name() string
	// uses loads the constants for these masks. It is called before the loop.
	uses(kinds ...kind)
	// usesEscapes loads the constants of unescape later, in kernels that seldom need them. These may use at most four other constants.
	usesEscapes()
	// load reads the 64 bytes at p[i].
	load(p, i reg.Register)
	// tail reads the size bytes at p[i] and no others, and fills the block with zeros. size is at most 64, with AVX2 at most
	// 63.
	tail(p, i, size reg.Register)
	// mask returns the mask of the bytes of a kind.
	mask(k kind) reg.GPVirtual
	// maskAside is mask for a mask that is needed later. It may store it in aside.
	maskAside(k kind, aside Mem) Op
	// unescape replaces the marked letters of escapes by the bytes that the escapes stand for. bad marks those that make no
	// escape, or a long one. high is the mask of the bytes that are not ASCII.
	unescape(escaped, high reg.Register) (bad reg.GPVirtual)
	// put writes the bytes of the block that drop does not mark to dst[n], and undefined bytes after them, 64 in all.
	put(dst, n, drop reg.Register)
	// putTight writes the marked bytes, count of them, and nothing after them. Only AVX-512 has it.
	putTight(dst, n, keep, count reg.Register)
	tight() bool
	// putOffsets writes the offsets of the first eight marked bytes of the block at i to to[:8], 32 bits each. If there are fewer, the
	// rest of to[:8] is undefined. Only AVX-512 has it.
	putOffsets(to, i, marked reg.Register)
	// end leaves the registers in the state that Go requires.
	end()
}

// kind is a class of bytes that a mask marks.
type kind int

const (
	special kind = iota // quotes and control characters
	quotes
	slashes
	high // not ASCII
	odd  // special or high
	opens
	closes
	commas
	colons
	separators // commas and colons
	spaces
	blanks   // spaces and control characters
	controls // control characters
	zeros
	digits
	fives   // bytes with the bit 0x20; of the brackets, these are the braces
	escapes // for unescape
)

// single has the kinds that consist of one byte.
var single = map[kind]byte{quotes: '"', slashes: '\\', commas: ',', colons: ':', spaces: ' ', zeros: '0'}

// repeat returns eight equal bytes.
func repeat(c byte) U64 { return U64(c) * 0x0101010101010101 }

var constants = map[byte]Mem{}

// bytesOf returns a constant in memory of eight equal bytes, for broadcast instructions.
func bytesOf(c byte) Mem {
	if _, ok := constants[c]; !ok {
		constants[c] = ConstData("bytes"+string("0123456789abcdef"[c>>4])+string("0123456789abcdef"[c&15]), repeat(c))
	}
	return constants[c]
}

var wideConstants = map[byte]Mem{}

// wideBytesOf returns a constant in memory of 32 equal bytes, an operand of AVX2 instructions.
func wideBytesOf(c byte) Mem {
	if _, ok := wideConstants[c]; !ok {
		data := new(*Mem)
		wideConstants[c] = once(data, "wide"+string("0123456789abcdef"[c>>4])+string("0123456789abcdef"[c&15]), bytes.Repeat([]byte{c}, 32))
	}
	return wideConstants[c]
}

var wide512Constants = map[byte]Mem{}

// wide512 returns a constant in memory of 64 equal bytes, an operand of AVX-512 instructions where no register is free.
func wide512(c byte) Mem {
	if _, ok := wide512Constants[c]; !ok {
		data := new(*Mem)
		wide512Constants[c] = once(data, "wide512x"+string("0123456789abcdef"[c>>4])+string("0123456789abcdef"[c&15]), bytes.Repeat([]byte{c}, 64))
	}
	return wide512Constants[c]
}

func at(p, i reg.Register) Mem { return Mem{Base: p, Index: i, Scale: 1} }

// avx2 has the block in Y0 and Y1, and constants in Y8 to Y15. Y2 to Y7 are free within a few instructions.
type avx2 struct {
	constant map[byte]reg.VecPhysical
	frame    Mem // see scratch
}

func (m *avx2) name() string { return "AVX2" }
func (m *avx2) tight() bool  { return false }
func (m *avx2) end()         { VZEROUPPER() }

var (
	escapeLetter = reg.Y8  // by key, the letter with the key
	escapeValue  = reg.Y9  // by key, the byte that the escape stands for
	maskSpread   = reg.Y10 // by byte of the block, the byte of a mask that has its bit
	maskBit      = reg.Y11 // by byte of the block, the bit in that byte
)

func (m *avx2) uses(kinds ...kind) {
	m.constant = map[byte]reg.VecPhysical{}
	m.frame = Mem{}
	free := []reg.VecPhysical{reg.Y15, reg.Y14, reg.Y13, reg.Y12, reg.Y11, reg.Y10, reg.Y9, reg.Y8}
	if slices.Contains(kinds, escapes) {
		free = free[:4]
	}
	need := func(bytes ...byte) {
		for _, c := range bytes {
			// A constant without a register stays in memory.
			if _, ok := m.constant[c]; !ok && len(free) > 0 {
				m.constant[c] = free[0]
				VPBROADCASTQ(bytesOf(c), free[0])
				free = free[1:]
			}
		}
	}
	for _, k := range kinds {
		if c, ok := single[k]; ok {
			need(c)
		}
		switch k {
		case special:
			need(2, 0x20)
		case odd:
			need(2, 0x21)
		case opens:
			need(0x20, '{')
		case closes:
			need(0x20, '}')
		case blanks:
			need(0x20)
		case controls:
			need(0x1f)
		case escapes:
			need(2, 15)
			m.usesEscapes()
		}
	}
}

// scratch returns 64 bytes of the frame.
func (m *avx2) scratch() Mem {
	if m.frame.Base == nil {
		m.frame = AllocLocal(64)
	}
	return m.frame
}

func (m *avx2) usesEscapes() {
	if len(m.constant) > 4 {
		panic("the registers of the tables are taken")
	}
	VBROADCASTI128(escapeLetters(), escapeLetter)
	VBROADCASTI128(escapeValues(), escapeValue)
	VMOVDQU(spread(), maskSpread)
	VPBROADCASTQ(maskBits(), maskBit)
}

// bytes returns a constant: a register, or memory if no register has it.
func (m *avx2) bytes(c byte) Op {
	if r, ok := m.constant[c]; ok {
		return r
	}
	return wideBytesOf(c)
}

func (m *avx2) load(p, i reg.Register) {
	VMOVDQU(at(p, i), reg.Y0)
	VMOVDQU(at(p, i).Offset(32), reg.Y1)
}

// tail loads whole words of four bytes with a mask, which does not read the others. The up to three bytes after them come out of the last
// word of the text, and are put where the next word would be.
func (m *avx2) tail(p, i, size reg.Register) {
	rest, n := GP64(), GP64()
	LEAQ(at(i, size), n)
	CMPQ(n, U8(4))
	JL(LabelRef("few"))
	MOVL(at(p, n).Offset(-4), rest.As32())
	MOVQ(size, n)
	ANDQ(Imm(3), n)
	SHLQ(U8(3), n)
	NEGQ(n)
	ADDQ(Imm(32), n) // the number of bits that belong to earlier words
	SHRXQ(n, rest, rest)
	JMP(LabelRef("rest"))
	Label("few") // the whole text has fewer than four bytes
	from, c := GP64(), GP64()
	LEAQ(at(p, i), from)
	XORQ(rest, rest)
	MOVQ(size, n)
	Label("byte")
	TESTQ(n, n)
	JZ(LabelRef("rest"))
	SHLQ(U8(8), rest)
	MOVBQZX(at(from, n).Offset(-1), c)
	ORQ(c, rest)
	DECQ(n)
	JMP(LabelRef("byte"))
	Label("rest")

	words, behind := reg.Y2, reg.Y3
	MOVQ(size, n)
	SHRQ(U8(2), n)
	VMOVD(n.As32(), words.AsX())
	VPBROADCASTD(words.AsX(), words)
	VMOVD(rest.As32(), behind.AsX())
	VPBROADCASTD(behind.AsX(), behind)
	for k, block := range []reg.VecPhysical{reg.Y0, reg.Y1} {
		number, mask := wordNumbers().Offset(32*k), reg.Y4
		VPCMPGTD(number, words, mask)
		VPMASKMOVD(at(p, i).Offset(32*k), mask, block)
		VPCMPEQD(number, words, mask)
		VPAND(behind, mask, mask)
		VPOR(mask, block, block)
	}
}

// wordNumbers returns the numbers of the words of a block.
func wordNumbers() Mem {
	var t []byte
	for k := range byte(16) {
		t = append(t, k, 0, 0, 0)
	}
	return once(&wordNumbersData, "wordNumbers", t)
}

// bits returns the mask of the top bits of the bytes of two registers.
func bits(low, high reg.Register) reg.GPVirtual {
	a, b := GP64(), GP64()
	VPMOVMSKB(low, a.As32())
	VPMOVMSKB(high, b.As32())
	SHLQ(U8(32), b)
	ORQ(b, a)
	return a
}

func (m *avx2) mask(k kind) reg.GPVirtual {
	if c, ok := single[k]; ok {
		VPCMPEQB(m.bytes(c), reg.Y0, reg.Y2)
		VPCMPEQB(m.bytes(c), reg.Y1, reg.Y3)
		return bits(reg.Y2, reg.Y3)
	}
	switch k {
	case special:
		// XOR with 2 turns a quote into 0x20, and keeps bytes below 0x20 below, and all others above.
		VPXOR(m.bytes(2), reg.Y0, reg.Y2)
		VPXOR(m.bytes(2), reg.Y1, reg.Y3)
		VPMINUB(m.bytes(0x20), reg.Y2, reg.Y4)
		VPMINUB(m.bytes(0x20), reg.Y3, reg.Y5)
		VPCMPEQB(reg.Y2, reg.Y4, reg.Y2)
		VPCMPEQB(reg.Y3, reg.Y5, reg.Y3)
		return bits(reg.Y2, reg.Y3)
	case odd:
		// As for special. As signed bytes, those that are not ASCII are below 0x21, too.
		VPXOR(m.bytes(2), reg.Y0, reg.Y2)
		VPXOR(m.bytes(2), reg.Y1, reg.Y3)
		limit := m.constant[0x21] // the greater operand must be in a register
		VPCMPGTB(reg.Y2, limit, reg.Y2)
		VPCMPGTB(reg.Y3, limit, reg.Y3)
		return bits(reg.Y2, reg.Y3)
	case separators:
		VBROADCASTI128(markLetters(), reg.Y4)
		VPSHUFB(reg.Y0, reg.Y4, reg.Y2)
		VPSHUFB(reg.Y1, reg.Y4, reg.Y3)
		VPCMPEQB(reg.Y0, reg.Y2, reg.Y2)
		VPCMPEQB(reg.Y1, reg.Y3, reg.Y3)
		return bits(reg.Y2, reg.Y3)
	case blanks, controls:
		most := m.bytes(0x20)
		if k == controls {
			most = m.bytes(0x1f)
		}
		VPMINUB(most, reg.Y0, reg.Y2)
		VPMINUB(most, reg.Y1, reg.Y3)
		VPCMPEQB(reg.Y0, reg.Y2, reg.Y2)
		VPCMPEQB(reg.Y1, reg.Y3, reg.Y3)
		return bits(reg.Y2, reg.Y3)
	case high:
		return bits(reg.Y0, reg.Y1)
	case opens, closes:
		// 0x20 is the difference of [ and {, and of ] and }.
		c := m.bytes('{')
		if k == closes {
			c = m.bytes('}')
		}
		VPOR(m.bytes(0x20), reg.Y0, reg.Y2)
		VPOR(m.bytes(0x20), reg.Y1, reg.Y3)
		VPCMPEQB(c, reg.Y2, reg.Y2)
		VPCMPEQB(c, reg.Y3, reg.Y3)
		return bits(reg.Y2, reg.Y3)
	case digits:
		VPSUBB(m.bytes('0'), reg.Y0, reg.Y2)
		VPSUBB(m.bytes('0'), reg.Y1, reg.Y3)
		VPMINUB(m.bytes(9), reg.Y2, reg.Y4)
		VPMINUB(m.bytes(9), reg.Y3, reg.Y5)
		VPCMPEQB(reg.Y2, reg.Y4, reg.Y2)
		VPCMPEQB(reg.Y3, reg.Y5, reg.Y3)
		return bits(reg.Y2, reg.Y3)
	case fives:
		VPSLLW(U8(2), reg.Y0, reg.Y2)
		VPSLLW(U8(2), reg.Y1, reg.Y3)
		return bits(reg.Y2, reg.Y3)
	}
	panic("no such mask")
}

func (m *avx2) maskAside(k kind, _ Mem) Op { return m.mask(k) }

// The eight letters of short escapes have different keys of four bits. One table has the letter of a key, to compare it with the byte, and
// another one the byte that the escape stands for.
func (m *avx2) unescape(escaped, _ reg.Register) (bad reg.GPVirtual) {
	half := func(text, ok reg.VecPhysical, escaped reg.Register) {
		key, letter, marked := reg.Y4, reg.Y5, reg.Y6
		VPADDB(m.bytes(2), text, key)
		VPSRLW(U8(3), key, key)
		VPADDB(text, key, key)
		VPAND(m.bytes(15), key, key)
		VPSHUFB(key, escapeLetter, letter)
		VPCMPEQB(text, letter, ok)
		VPSHUFB(key, escapeValue, key)
		VMOVD(escaped, marked.AsX())
		VPBROADCASTD(marked.AsX(), marked)
		VPSHUFB(maskSpread, marked, marked)
		VPAND(maskBit, marked, marked)
		VPCMPEQB(maskBit, marked, marked)
		VPBLENDVB(marked, key, text, text)
	}
	upper := GP64()
	MOVQ(escaped, upper)
	SHRQ(U8(32), upper)
	half(reg.Y0, reg.Y2, escaped.(reg.GP).As32())
	half(reg.Y1, reg.Y3, upper.As32())
	bad = GP64()
	ANDNQ(escaped, bits(reg.Y2, reg.Y3), bad)
	return bad
}

func escapeKey(c byte) byte { return (c + (c+2)>>3) & 15 }

var escapeLettersData, escapeValuesData, spreadData, bitData, compressData, letters512Data, wordNumbersData, markLettersData, valueBytesData, byteNumbersData *Mem

// once returns a constant that several kernels use, making it at the first call.
func once(data **Mem, name string, bytes []byte) Mem {
	if *data == nil {
		mem := GLOBL(name, 8|16) // RODATA and NOPTR
		for i := 0; i < len(bytes); i += 8 {
			DATA(i, U64(binary.LittleEndian.Uint64(bytes[i:])))
		}
		*data = &mem
	}
	return **data
}

// shortEscapes has the letters of short escapes, and the bytes that the escapes stand for.
var shortEscapes = map[byte]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// Only the letters find themselves in this table: bytes with the key of no letter find 0, and 0 itself has the key of a letter.
func escapeLetters() Mem {
	t := make([]byte, 16)
	for letter := range shortEscapes {
		t[escapeKey(letter)] = letter
	}
	return once(&escapeLettersData, "escapeLetters", t)
}

func escapeValues() Mem {
	t := make([]byte, 16)
	for letter, value := range shortEscapes {
		t[escapeKey(letter)] = value
	}
	return once(&escapeValuesData, "escapeValues", t)
}

// markLetters is indexed by the lower four bits of a byte, and only commas and colons find themselves in it: bytes with other lower bits find
// 0xff, and bytes that are not ASCII find 0.
func markLetters() Mem {
	t := bytes.Repeat([]byte{0xff}, 16)
	for _, c := range []byte(",:") {
		t[c&15] = c
	}
	return once(&markLettersData, "markLetters", t)
}

func spread() Mem {
	var t []byte
	for i := range byte(32) {
		t = append(t, i/8)
	}
	return once(&spreadData, "spread", t)
}

func maskBits() Mem {
	return once(&bitData, "maskBits", []byte{1, 2, 4, 8, 16, 32, 64, 128})
}

// compressions has, for each mask of eight bytes, the shuffle that drops the marked bytes.
func compressions() Mem {
	var t []byte
	for drop := range 256 {
		var s []byte
		for i := range 8 {
			if drop>>i&1 == 0 {
				s = append(s, byte(i))
			}
		}
		t = append(t, append(s, make([]byte, 8-len(s))...)...)
	}
	return once(&compressData, "compressions", t)
}

// put shuffles eight bytes at a time by a table, since AVX2 has no instruction that drops bytes of a vector. Each eight overwrite the
// undefined bytes after those before.
func (m *avx2) put(dst, n, drop reg.Register) {
	scratch := m.scratch()
	VMOVDQU(reg.Y0, scratch)
	VMOVDQU(reg.Y1, scratch.Offset(32))
	table, to, eight, count := GP64(), GP64(), GP64(), GP64()
	LEAQ(compressions(), table)
	LEAQ(at(dst, n), to)
	rest := GP64()
	MOVQ(drop, rest)
	for k := range 8 {
		MOVBQZX(rest.As8(), eight)
		VMOVQ(scratch.Offset(8*k), reg.X2)
		VMOVQ(Mem{Base: table, Index: eight, Scale: 8}, reg.X3)
		VPSHUFB(reg.X3, reg.X2, reg.X2)
		VMOVQ(reg.X2, Mem{Base: to}.Offset(8*k))
		if k < 7 {
			POPCNTQ(eight, count)
			SUBQ(count, to)
			SHRQ(U8(8), rest)
		}
	}
}

func (m *avx2) putTight(dst, n, keep, count reg.Register) { panic("needs masked stores") }

func (m *avx2) putOffsets(to, i, marked reg.Register) { panic("needs VPCOMPRESSB") }

// avx512 has the block in Z16. It uses only registers from Z16 on: these do not cause transitions between SSE and AVX, so that no VZEROUPPER
// is needed.
type avx512 struct {
	constant map[byte]reg.VecPhysical
}

func (m *avx512) name() string { return "AVX512" }
func (m *avx512) tight() bool  { return true }
func (m *avx512) end()         {}

var (
	lettersLow  = reg.Z30
	lettersHigh = reg.Z31

	// Kernels that do not unescape have other constants in the same registers.
	markLetter = reg.Z30
	byteNumber = reg.Z31
)

func (m *avx512) uses(kinds ...kind) {
	m.constant = map[byte]reg.VecPhysical{}
	free := []reg.VecPhysical{reg.Z24, reg.Z25, reg.Z26, reg.Z27, reg.Z28, reg.Z29, reg.Z23, reg.Z22, reg.Z21, reg.Z20, reg.Z19}
	need := func(bytes ...byte) {
		for _, c := range bytes {
			if _, ok := m.constant[c]; !ok {
				m.constant[c] = free[0]
				VPBROADCASTQ(bytesOf(c), free[0])
				free = free[1:]
			}
		}
	}
	for _, k := range kinds {
		if c, ok := single[k]; ok {
			need(c)
		}
		switch k {
		case special, odd:
			need(2, 0x21)
		case digits:
			need('0', 10)
		case opens:
			need(0x20, '{')
		case closes:
			need(0x20, '}')
		case blanks, controls:
			need(0x20)
		case separators:
			VBROADCASTI32X4(markLetters(), markLetter)
			VMOVDQU64(byteNumbers(), byteNumber)
		case escapes:
			m.usesEscapes()
		}
	}
}

func (m *avx512) usesEscapes() {
	t := letters512()
	VMOVDQU64(t, lettersLow)
	VMOVDQU64(t.Offset(64), lettersHigh)
}

func letters512() Mem {
	t := make([]byte, 128)
	for letter, value := range shortEscapes {
		t[letter] = value
	}
	return once(&letters512Data, "letters", t)
}

func (m *avx512) load(p, i reg.Register) { VMOVDQU64(at(p, i), reg.Z16) }

// A masked load does not access the bytes that it leaves out: they may lie on an unmapped page.
func (m *avx512) tail(p, i, size reg.Register) {
	valid, k := lowest(size), K()
	KMOVQ(valid, k)
	VMOVDQU8_Z(at(p, i), k, reg.Z16)
}

// lowest returns a mask of the first size bytes.
func lowest(size reg.Register) reg.GPVirtual {
	all := GP64()
	MOVQ(I32(-1), all)
	BZHIQ(size, all, all)
	return all
}

func (m *avx512) mask(k kind) reg.GPVirtual {
	r := GP64()
	KMOVQ(m.compare(k), r)
	return r
}

// On Zen 4, KMOVQ to a general register occupies its unit for two cycles, which limits kernels with many masks. KMOVQ to memory uses another
// unit.
func (m *avx512) maskAside(k kind, aside Mem) Op {
	KMOVQ(m.compare(k), aside)
	return aside
}

func (m *avx512) compare(k kind) reg.Register {
	mask := K()
	if c, ok := single[k]; ok {
		VPCMPEQB(m.constant[c], reg.Z16, mask)
		return mask
	}
	switch k {
	case special:
		// XOR with 2 turns a quote into 0x20, and keeps bytes below 0x20 below, and all others above.
		VPXORQ(m.constant[2], reg.Z16, reg.Z17)
		VPCMPUB(U8(1), m.constant[0x21], reg.Z17, mask)
	case odd:
		// As signed bytes, those that are not ASCII are below 0x21, too.
		VPXORQ(m.constant[2], reg.Z16, reg.Z17)
		VPCMPB(U8(1), m.constant[0x21], reg.Z17, mask)
	case separators:
		VPSHUFB(reg.Z16, markLetter, reg.Z17)
		VPCMPEQB(reg.Z16, reg.Z17, mask)
	case blanks:
		VPCMPUB(U8(2), m.constant[0x20], reg.Z16, mask)
	case controls:
		VPCMPUB(U8(1), m.constant[0x20], reg.Z16, mask)
	case high:
		VPMOVB2M(reg.Z16, mask)
	case opens, closes:
		// 0x20 is the difference of [ and {, and of ] and }.
		c := m.constant['{']
		if k == closes {
			c = m.constant['}']
		}
		VPORQ(m.constant[0x20], reg.Z16, reg.Z17)
		VPCMPEQB(c, reg.Z17, mask)
	case digits:
		VPSUBB(m.constant['0'], reg.Z16, reg.Z17)
		VPCMPUB(U8(1), m.constant[10], reg.Z17, mask)
	case fives:
		VPTESTMB(m.constant[0x20], reg.Z16, mask)
	default:
		panic("no such mask")
	}
	return mask
}

// The table has an entry for each ASCII byte. It is indexed by seven bits, so that other bytes find an entry, too.
func (m *avx512) unescape(escaped, high reg.Register) (bad reg.GPVirtual) {
	marked, none := K(), K()
	KMOVQ(escaped, marked)
	VPERMI2B(lettersHigh, lettersLow, marked, reg.Z16)
	VPTESTNMB(reg.Z16, reg.Z16, marked, none)
	bad, wide := GP64(), GP64()
	KMOVQ(none, bad)
	MOVQ(escaped, wide)
	ANDQ(high, wide)
	ORQ(wide, bad)
	return bad
}

func (m *avx512) put(dst, n, drop reg.Register) {
	keep, k := GP64(), K()
	MOVQ(drop, keep)
	NOTQ(keep)
	KMOVQ(keep, k)
	VPCOMPRESSB_Z(reg.Z16, k, reg.Z18)
	VMOVDQU64(reg.Z18, at(dst, n))
}

func (m *avx512) putTight(dst, n, keep, count reg.Register) {
	k := K()
	KMOVQ(keep, k)
	VPCOMPRESSB_Z(reg.Z16, k, reg.Z18)
	first := K()
	KMOVQ(lowest(count), first)
	VMOVDQU8(reg.Z18, first, at(dst, n))
}

func (m *avx512) putOffsets(to, i, marked reg.Register) {
	k, numbers, from := K(), reg.Y17, reg.Y18
	KMOVQ(marked, k)
	VPCOMPRESSB_Z(byteNumber, k, numbers.AsZ())
	VPMOVZXBD(numbers.AsX(), numbers)
	VPBROADCASTD(i.(reg.GP).As32(), from)
	VPADDD(from, numbers, numbers)
	VMOVDQU32(numbers, Mem{Base: to})
}

// byteNumbers returns the numbers of the bytes of a block.
func byteNumbers() Mem {
	var t []byte
	for k := range byte(64) {
		t = append(t, k)
	}
	return once(&byteNumbersData, "byteNumbers", t)
}
