package decoder

import (
	"bytes"
	"errors"
)

// This file detects files without lines by their first bytes: UTF-16, gzip and zstd.

var (
	errConvert = errors.New("convert it to UTF-8, with iconv -f UTF-16 -t UTF-8")
	errGzip    = errors.New("these bytes are gzip: read them with source.Open, or through a gzip.Reader")
	errZstd    = errors.New("these bytes are zstd: read them with source.Open, or through a zstd.Decoder")
)

// unreadableFormat returns why a file has no lines that can be read, and what to do; "" if it may have some. head has up to four bytes of
// its beginning.
func unreadableFormat(head []byte) (Reason, error) {
	switch {
	case isUTF16(head):
		return ErrUTF16, errConvert
	case bytes.HasPrefix(head, []byte("\x1f\x8b\x08")):
		return ErrCompressed, errGzip
	case isZstd(head):
		return ErrCompressed, errZstd
	}
	return "", nil
}

// isZstd reports whether a file that begins with p is zstd: with a frame, or with a skippable one, as pzstd writes it.
func isZstd(p []byte) bool {
	if bytes.HasPrefix(p, []byte("\x28\xb5\x2f\xfd")) {
		return true
	}
	return len(p) > 0 && p[0]&0xf0 == 0x50 && bytes.HasPrefix(p[1:], []byte("\x2a\x4d\x18"))
}

// isUTF16 reports whether a file that begins with p is UTF-16: p has a byte order mark, or a printable ASCII character and another one,
// each in two bytes.
func isUTF16(p []byte) bool {
	if len(p) >= 2 && (p[0] == 0xff && p[1] == 0xfe || p[0] == 0xfe && p[1] == 0xff) {
		return true
	}
	if len(p) < 4 {
		return false
	}
	// No record in UTF-8 begins with a NUL byte in every second place.
	return isPrintable(p[0]) && p[1] == 0 && p[2] != 0 && p[3] == 0 || p[0] == 0 && isPrintable(p[1]) && p[2] == 0 && p[3] != 0
}

func isPrintable(b byte) bool { return ' ' < b && b < 0x7f }
