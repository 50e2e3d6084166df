package infer

import (
	"bytes"
	"slices"
	"time"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/kernel"
)

// isWord reports whether a text could be a word that a program chose: it begins with a letter, or with a dollar ($/progress), and has only
// characters of names.
func isWord(text []byte) bool {
	if len(text) < 1 || len(text) > maxText || !isLetter(text[0]) && (text[0] != '$' || len(text) == 1) {
		return false
	}
	for _, c := range text[1:] {
		if !isLetter(c) && !isDigit(c) && !bytes.ContainsRune([]byte("_-./:"), rune(c)) {
			return false
		}
	}
	return true
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// looksLikeData reports whether a text looks like an id, a number, a date or a path, as keys of maps do.
func looksLikeData(text []byte) bool {
	digits, hex := 0, 0
	for _, c := range text {
		if isDigit(c) {
			digits++
		}
		if isDigit(c) || c == '-' || c|0x20 >= 'a' && c|0x20 <= 'f' {
			hex++
		}
	}
	switch {
	case len(text) == 0:
		return true
	case digits*2 >= len(text): // 7, 2026-01-02
		return true
	case hex == len(text) && len(text) >= 8 && digits > 0: // ids
		return true
	case bytes.ContainsAny(text, `/\ @`): // paths, sentences, addresses
		return true
	case len(text) >= 16 && digits >= 4: // toolu_01Ab..., gpt-4-2024...
		return true
	}
	dot := bytes.LastIndexByte(text, '.') // main.go
	return dot > 0 && len(text)-dot <= 5
}

// isTime reports whether a text is an RFC 3339 time. Most times have the form that is checked first; other texts are parsed.
func isTime(raw []byte) bool {
	if len(raw) >= 20 && raw[len(raw)-1] == 'Z' && hasDigits(raw, "0000-00-00T00:00:00") && (len(raw) == 20 || raw[19] == '.' && len(raw) > 21) &&
		raw[5] == '0' && raw[6] != '0' && raw[8] < '2' && raw[9] != '0' && raw[11] < '2' && raw[14] < '6' && raw[17] < '6' {
		return areDigits(raw[min(20, len(raw)-1) : len(raw)-1])
	}
	_, err := time.Parse(time.RFC3339Nano, string(raw))
	return err == nil
}

// hasDigits reports whether a text begins with a pattern, in which 0 stands for any digit.
func hasDigits(text []byte, pattern string) bool {
	for i := range len(pattern) {
		if c := text[i]; pattern[i] == '0' && !isDigit(c) || pattern[i] != '0' && pattern[i] != c {
			return false
		}
	}
	return true
}

// jsonInside returns the JSON object or array that a text holds; nil if it holds none. raw is the text between its quotes.
func jsonInside(raw []byte) []byte {
	if len(raw) < 2 || raw[0] != '{' && raw[0] != '[' {
		return nil
	}
	if last := raw[len(raw)-1]; last != '}' && last != ']' {
		return nil
	}
	if bytes.IndexByte(raw, '\\') >= 0 {
		quoted := slices.Concat([]byte{'"'}, raw, []byte{'"'})
		text, _ := decoder.Raw(quoted).Text()
		raw = []byte(text)
	}
	if end, fault := kernel.Valid(raw, 0, maxDepth*4); fault != kernel.NoFault || end != len(raw) {
		return nil
	}
	return raw
}

// base64Classes has the class of each byte, as a bit: the classes of base64's standard alphabet, or noBase64.
var base64Classes = func() (classes [256]byte) {
	for c := range 256 {
		switch c := byte(c); {
		case c >= 'a' && c <= 'z':
			classes[c] = 1
		case c >= 'A' && c <= 'Z':
			classes[c] = 2
		case isDigit(c):
			classes[c] = 4
		case c == '+' || c == '/':
		default:
			classes[c] = noBase64
		}
	}
	return classes
}()

const noBase64 = 8

// minBase64 is the length in bytes from which on the letters of a text tell whether it is base64.
const minBase64 = 16

// isBase64 reports whether a text can be base64 in the standard alphabet: if it is not short, with letters of both cases. mixed is whether it also has
// digits, as most of those that are not short have.
func isBase64(raw []byte) (ok, mixed bool) {
	short := len(raw) < minBase64
	if len(raw)%4 != 0 {
		return false, false
	}
	raw = bytes.TrimSuffix(bytes.TrimSuffix(raw, []byte("=")), []byte("="))
	seen := byte(0)
	for len(raw) > 0 && seen < noBase64 {
		part := raw[:min(64, len(raw))]
		for _, c := range part {
			seen |= base64Classes[c]
		}
		raw = raw[len(part):]
	}
	if short {
		return seen < noBase64, false
	}
	return seen|4 == 7, seen == 7
}
