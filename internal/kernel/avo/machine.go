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
	// uses loads the constants for these masks. It stands before the loop.
	uses(kinds ...kind)
	// usesEscapes loads what unescape needs, where most callers have no use for it. They may have four other constants at most.
	usesEscapes()
	// load reads the 64 bytes at p[i].
	load(p, i reg.Register)
	// tail reads the size bytes at p[i], not one more, and zeros for the rest of the block. size is 64 at most, for AVX2
	// less.
	tail(p, i, size reg.Register)
	// mask says which bytes of the block are of a kind.
	mask(k kind) reg.GPVirtual
	// maskAside is mask for what is not needed at once, and may be in memory: in aside.
	maskAside(k kind, aside Mem) Op
	// unescape turns the marked bytes of the block into what they stand for behind a backslash. bad marks those that
	// stand for nothing, or are the u of a long escape. high is the mask of the bytes that are not ASCII.
	unescape(escaped, high reg.Register) (bad reg.GPVirtual)
	// put writes the bytes of the block that drop does not mark to dst[n], and any bytes behind them, 64 in all.
	put(dst, n, drop reg.Register)
	// putTight writes the marked bytes, count of them, and nothing behind. Only AVX-512 can.
	putTight(dst, n, keep, count reg.Register)
	tight() bool
	// putOffsets writes the offsets of the first eight marked bytes of the block at i to to[:8], 32 bits each, and something for those that
	// there are less of. Only AVX-512 can.
	putOffsets(to, i, marked reg.Register)
	// end leaves the registers as Go wants them.
	end()
}

// kind is what a mask marks.
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
	fives   // bytes with the bit of 0x20: braces, and no square brackets
	escapes // for unescape
)

// single has the kinds that are one byte.
var single = map[kind]byte{quotes: '"', slashes: '\\', commas: ',', colons: ':', spaces: ' ', zeros: '0'}

// repeat is a constant of eight equal bytes.
func repeat(c byte) U64 { return U64(c) * 0x0101010101010101 }

var constants = map[byte]Mem{}

// bytesOf is a constant in memory, to be broadcast from it.
func bytesOf(c byte) Mem {
	if _, ok := constants[c]; !ok {
		constants[c] = ConstData("bytes"+string("0123456789abcdef"[c>>4])+string("0123456789abcdef"[c&15]), repeat(c))
	}
	return constants[c]
}

var wideConstants = map[byte]Mem{}

// wideBytesOf is a constant that AVX2 uses as it lies in memory.
func wideBytesOf(c byte) Mem {
	if _, ok := wideConstants[c]; !ok {
		data := new(*Mem)
		wideConstants[c] = once(data, "wide"+string("0123456789abcdef"[c>>4])+string("0123456789abcdef"[c&15]), bytes.Repeat([]byte{c}, 32))
	}
	return wideConstants[c]
}

var wide512Constants = map[byte]Mem{}

// wide512 is a constant that AVX-512 uses as it lies in memory, since there is no register for it.
func wide512(c byte) Mem {
	if _, ok := wide512Constants[c]; !ok {
		data := new(*Mem)
		wide512Constants[c] = once(data, "wide512x"+string("0123456789abcdef"[c>>4])+string("0123456789abcdef"[c&15]), bytes.Repeat([]byte{c}, 64))
	}
	return wide512Constants[c]
}

func at(p, i reg.Register) Mem { return Mem{Base: p, Index: i, Scale: 1} }

// avx2 has the block in Y0 and Y1. Y2 to Y7 are for a few instructions only, constants are in the others.
type avx2 struct {
	constant map[byte]reg.VecPhysical
	frame    Mem // see room
}

func (m *avx2) name() string { return "AVX2" }
func (m *avx2) tight() bool  { return false }
func (m *avx2) end()         { VZEROUPPER() }

var (
	escapeLetter = reg.Y8  // what letter has this key
	escapeValue  = reg.Y9  // what it stands for
	maskSpread   = reg.Y10 // which byte of a mask belongs to this byte of the block
	maskBit      = reg.Y11 // and which bit of it
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
			// What there is no register for stays in memory.
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

// room is 64 bytes of the frame.
func (m *avx2) room() Mem {
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

// bytes is a constant, in a register if there is one for it.
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

// Whole words of four bytes are loaded with a mask, which leaves all others alone. The up to three bytes behind them come out of the last
// word of the text, and are put where the next one would be.
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
	ADDQ(Imm(32), n) // as many bits belong to words before
	SHRXQ(n, rest, rest)
	JMP(LabelRef("rest"))
	Label("few") // bytes are in all of the text
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

// wordNumbers are the numbers of the words of a block.
func wordNumbers() Mem {
	var t []byte
	for k := range byte(16) {
		t = append(t, k, 0, 0, 0)
	}
	return once(&wordNumbersData, "wordNumbers", t)
}

// bits are the top bits of the bytes of two registers.
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
		// XOR with 2 makes 0x20 of a quote, and leaves what is below 0x20 there, and all else above.
		VPXOR(m.bytes(2), reg.Y0, reg.Y2)
		VPXOR(m.bytes(2), reg.Y1, reg.Y3)
		VPMINUB(m.bytes(0x20), reg.Y2, reg.Y4)
		VPMINUB(m.bytes(0x20), reg.Y3, reg.Y5)
		VPCMPEQB(reg.Y2, reg.Y4, reg.Y2)
		VPCMPEQB(reg.Y3, reg.Y5, reg.Y3)
		return bits(reg.Y2, reg.Y3)
	case odd:
		// As for special. What is not ASCII is below 0x21, too, if bytes have a sign.
		VPXOR(m.bytes(2), reg.Y0, reg.Y2)
		VPXOR(m.bytes(2), reg.Y1, reg.Y3)
		limit := m.constant[0x21] // the greater operand cannot lie in memory
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

// A key of four bits is different for each of the eight letters of short escapes, so that one table says what letter
// a byte would have to be, and another one what it then stands for.
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

// once makes a constant that several kernels use.
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

// shortEscapes are the letters that stand behind a backslash, and what they stand for.
var shortEscapes = map[byte]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// No byte but a letter finds itself in this table: what has a key without a letter finds 0, and the key of 0 has one.
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

// markLetters has commas and colons by the lower four bits: the only bytes that find themselves. Of the others, those that begin a byte
// that is ASCII find 0xff, and all else finds 0.
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

// compressions are, for each mask of eight bytes, the shuffle that drops those that it marks.
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

// put has no instruction to drop bytes of a vector. Eight bytes at a time are shuffled together by a table, and written
// over the garbage behind the eight before.
func (m *avx2) put(dst, n, drop reg.Register) {
	room := m.room()
	VMOVDQU(reg.Y0, room)
	VMOVDQU(reg.Y1, room.Offset(32))
	table, to, eight, count := GP64(), GP64(), GP64(), GP64()
	LEAQ(compressions(), table)
	LEAQ(at(dst, n), to)
	rest := GP64()
	MOVQ(drop, rest)
	for k := range 8 {
		MOVBQZX(rest.As8(), eight)
		VMOVQ(room.Offset(8*k), reg.X2)
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

// avx512 has the block in Z16. It keeps to the registers from Z16 on: they have no part in the transition between SSE and
// AVX, so that no VZEROUPPER is needed.
type avx512 struct {
	constant map[byte]reg.VecPhysical
}

func (m *avx512) name() string { return "AVX512" }
func (m *avx512) tight() bool  { return true }
func (m *avx512) end()         {}

var (
	lettersLow  = reg.Z30
	lettersHigh = reg.Z31

	// Kernels that unescape nothing have others in the same registers.
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

// Bytes that a masked load leaves out are not touched: they may lie on a page that is not there.
func (m *avx512) tail(p, i, size reg.Register) {
	valid, k := lowest(size), K()
	KMOVQ(valid, k)
	VMOVDQU8_Z(at(p, i), k, reg.Z16)
}

// lowest is a mask of that many bytes.
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

// To a general register, KMOVQ keeps its unit busy for two cycles on Zen 4, which is what blocks with many masks wait for. To memory, it is
// another unit.
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
		// XOR with 2 makes 0x20 of a quote, and leaves what is below 0x20 there, and all else above.
		VPXORQ(m.constant[2], reg.Z16, reg.Z17)
		VPCMPUB(U8(1), m.constant[0x21], reg.Z17, mask)
	case odd:
		// What is not ASCII is below 0x21, too, if bytes have a sign.
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

// The table has all of ASCII. It is looked up by seven bits, so that other characters find an entry, too.
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

// byteNumbers are the numbers of the bytes of a block.
func byteNumbers() Mem {
	var t []byte
	for k := range byte(64) {
		t = append(t, k)
	}
	return once(&byteNumbersData, "byteNumbers", t)
}
