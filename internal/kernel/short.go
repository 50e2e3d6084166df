package kernel

// ShortSize is how many bytes a Chunk must have left for TakeShort, and how many bytes of the source TakeShort reads at most.
const ShortSize = 64

func takeShortPortable(c *Chunk, src []byte, i int) (text string, next int, wide uint64) {
	if len(c.Buf)-c.Used < ShortSize {
		return "", -1, 0
	}
	mem := (*[ShortSize]byte)(c.Buf[c.Used:])
	n, next, wide := shortPortable(mem, src, i)
	if n < 0 {
		return "", -1, 0
	}
	text = c.nextText(n)
	if wide == 0 {
		c.Keep(text)
	}
	return text, next, wide
}

// shortPortable is TakeShort with mem as the memory. n is the length of the text, -1 if the string has to be read by another function.
func shortPortable(mem *[ShortSize]byte, src []byte, i int) (n, next int, wide uint64) {
	dst := mem[:]
	start := i
	for i >= 0 && i <= len(src)-8 && n >= 0 && n <= ShortSize-8 {
		w := Load(src, i)
		store(dst, n, w)
		m := special(w)
		if m == 0 {
			wide |= w
			i, n = i+8, n+8
			continue
		}
		wide |= below(w, m)
		k := firstMarked(m)
		i, n = i+k, n+k
		if src[i] == '"' {
			if i-start >= ShortSize {
				break // the text is short, but not with its escapes
			}
			return n, i + 1, wide & tops
		}
		if i >= len(src)-1 || src[i] != '\\' {
			break
		}
		e := short[src[i+1]]
		if e == 0 {
			break
		}
		dst[n] = e
		i, n = i+2, n+1
	}
	// The text can be near the end of src: most lines end with a quote and a bracket or two.
	if len(src) >= 8 && i > len(src)-8 && i-start <= ShortSize-8 && n <= ShortSize-8 {
		w := last(src, i)
		store(dst, n, w)
		m := special(w)
		if i += firstMarked(m); i < len(src) && src[i] == '"' {
			return n + firstMarked(m), i + 1, (wide | below(w, m)) & tops
		}
	}
	return -1, 0, 0
}

func plainShortPortable(b []byte, i int) (end int) {
	var wide uint64
	start := i
	for lastWord := min(len(b), i+ShortSize) - 8; i >= 0 && i <= lastWord; i += 8 {
		w := Load(b, i)
		if m := special(w); m != 0 {
			wide |= below(w, m)
			if i += firstMarked(m); b[i] == '"' && wide&tops == 0 {
				return i
			}
			return -1
		}
		wide |= w
	}
	// The text can be near the end of b: most lines end with a quote and a bracket or two.
	if len(b) >= 8 && i > len(b)-8 && i < len(b) && i < start+ShortSize {
		w := last(b, i)
		m := special(w)
		if i += firstMarked(m); i < len(b) && b[i] == '"' && (wide|below(w, m))&tops == 0 {
			return i
		}
	}
	return -1
}
