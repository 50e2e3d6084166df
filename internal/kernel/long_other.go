//go:build !amd64 || purego

package kernel

func plainEnd(b []byte, i int) (end int, wide bool)          { return plainEndPortable(b, i) }
func stringEnd(b []byte, i int) (end int, ok bool)           { return stringEndPortable(b, i) }
func validString(b []byte, i int) (end int, ok bool)         { return validStringPortable(b, i) }
func unquote(dst, src []byte, i int) (n, next int, r Result) { return unquotePortable(dst, src, i) }
func skip(b []byte, i, depth int) (end int, f Fault)         { return skipPortable(b, i, depth) }
func validBrackets([]byte, int, int) (end int)               { return -1 }
func invalidUTF8(b []byte) int                               { return invalidUTF8Portable(b) }

// AppendEscaped appends s as it stands in a JSON string, without the quotes, if the level has a fast form for this length: there
// is none here.
func AppendEscaped(dst []byte, s string) (_ []byte, ok bool) { return dst, false }

// EscapeShort copies s as it stands in a JSON string, if it is ASCII and there is nothing to escape. s must have ShortText bytes at
// most, and dst as many as s. n is how much has been written; if it is -1, dst may have anything.
func EscapeShort(dst []byte, s string) (n int) {
	if len(s) > len(dst) || len(s) > ShortText {
		return -1
	}
	return copyPlainPortable(dst, s)
}

func members([]byte, int, int, *[marksRoom]uint32) (end, n, strings, values int, escapes uint64) {
	return -1, 0, 0, 0, 0
}
