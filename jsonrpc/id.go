package jsonrpc

import (
	"bytes"
	"math/big"

	"github.com/ndwire/ndwire/decoder"
)

// maxText is the maximum length in bytes of an id or a method that is kept.
const maxText = 1024

// idOf returns an id in a canonical spelling, the same for equal ids; ok is false if it is neither a text nor a number.
func idOf(raw decoder.Raw) (id string, ok bool) {
	switch raw.Type() {
	case decoder.String:
		text, ok := raw.Text()
		return `"` + text, ok
	case decoder.Number:
		return numberOf(bytes.TrimSpace(raw)), true
	}
	return "", false
}

// numberOf returns the canonical spelling of a valid JSON number: its digits without zeros at the ends, and the power of ten of the last one.
// 1, 1.0 and 10e-1 are 1e0.
func numberOf(text []byte) string {
	if len(text) <= 18 && text[0] >= '1' && text[0] <= '9' && !bytes.ContainsAny(text, ".eE") && text[len(text)-1] != '0' {
		return string(text) + "e0" // most ids
	}
	if len(text) > maxText {
		return string(text) // which is not remembered
	}
	text, negative := bytes.CutPrefix(text, []byte("-"))
	mantissa, exponent := text, []byte("0")
	if i := bytes.IndexAny(text, "eE"); i >= 0 {
		mantissa, exponent = text[:i], text[i+1:]
	}
	whole, fraction, _ := bytes.Cut(mantissa, []byte("."))
	digits := append(bytes.Clone(whole), fraction...)
	all := len(digits)
	digits = bytes.TrimRight(digits, "0")
	zeros := all - len(digits)
	if digits = bytes.TrimLeft(digits, "0"); len(digits) == 0 {
		return "0"
	}
	if negative {
		digits = append([]byte("-"), digits...)
	}
	power, ok := new(big.Int).SetString(string(bytes.TrimPrefix(exponent, []byte("+"))), 10)
	if !ok {
		return string(text)
	}
	power.Add(power, big.NewInt(int64(zeros-len(fraction))))
	return string(digits) + "e" + power.String()
}
