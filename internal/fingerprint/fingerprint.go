// Package fingerprint knows a run of bytes again by a short text: decoder writes such texts into checkpoints, source compares
// them with what stands in the file.
package fingerprint

import (
	"encoding/hex"
	"hash/fnv"
	"strconv"
	"strings"
)

// Size is how many bytes a fingerprint is made of, where there are so many: some lines' worth of ids and times, which no two
// transcripts share, and few enough to be compared at every poll of a live file.
const Size = 1024

// Of is the fingerprint of p: its length and its hash, "1024-5e0a..."; "" for no bytes. The hash (FNV-1a, 128 bits) tells accidents
// apart, not forgeries.
func Of(p []byte) string {
	if len(p) == 0 {
		return ""
	}
	h := fnv.New128a()
	h.Write(p)
	return strconv.Itoa(len(p)) + "-" + hex.EncodeToString(h.Sum(nil))
}

// Len is how many bytes the fingerprint s was made of. ok is false if s is none.
func Len(s string) (n int, ok bool) {
	if s == "" {
		return 0, true
	}
	length, hash, _ := strings.Cut(s, "-")
	n, err := strconv.Atoi(length)
	return n, err == nil && 0 < n && n <= Size && len(hash) == 32
}

// First adds to head, the first bytes of something, those that come next, up to Size.
func First(head, next []byte) []byte {
	return append(head, next[:min(len(next), max(Size-len(head), 0))]...)
}

// Last adds to tail, the last bytes of something, those that come next, and keeps the last Size of them.
func Last(tail, next []byte) []byte {
	if len(next) >= Size {
		return append(tail[:0], next[len(next)-Size:]...)
	}
	if over := len(tail) + len(next) - Size; over > 0 {
		tail = tail[:copy(tail, tail[over:])]
	}
	return append(tail, next...)
}
