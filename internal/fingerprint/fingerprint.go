// Package fingerprint identifies a run of bytes by a short text. Package decoder writes such texts into checkpoints, and package source
// compares them with the bytes of the file.
package fingerprint

import (
	"encoding/hex"
	"hash/fnv"
	"strconv"
	"strings"
)

// Size is the number of bytes that a fingerprint is made of, if there are so many: they have the ids and times of several lines, which no
// two transcripts share, and are few enough to be compared at every poll of a live file.
const Size = 1024

// Of returns the fingerprint of p: its length and its hash, "1024-5e0a..."; "" for no bytes. The hash (FNV-1a, 128 bits) detects
// accidental changes, not forgeries.
func Of(p []byte) string {
	if len(p) == 0 {
		return ""
	}
	h := fnv.New128a()
	h.Write(p)
	return strconv.Itoa(len(p)) + "-" + hex.EncodeToString(h.Sum(nil))
}

// Len returns the number of bytes that the fingerprint s was made of. ok is false if s is not a fingerprint.
func Len(s string) (n int, ok bool) {
	if s == "" {
		return 0, true
	}
	length, hash, _ := strings.Cut(s, "-")
	n, err := strconv.Atoi(length)
	return n, err == nil && 0 < n && n <= Size && len(hash) == 32
}

// First appends the next bytes to head, which has the first bytes of a text, up to Size.
func First(head, next []byte) []byte {
	return append(head, next[:min(len(next), max(Size-len(head), 0))]...)
}

// Last appends the next bytes to tail, which has the last bytes of a text, and keeps the last Size of them.
func Last(tail, next []byte) []byte {
	if len(next) >= Size {
		return append(tail[:0], next[len(next)-Size:]...)
	}
	if over := len(tail) + len(next) - Size; over > 0 {
		tail = tail[:copy(tail, tail[over:])]
	}
	return append(tail, next...)
}
