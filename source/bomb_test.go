package source_test

import (
	"errors"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/decoder"
)

// bomb returns a zstd frame with a number of blocks of 128 KB, each of which is one repeated byte in four bytes, followed by a short end. Its window
// is 1<<(10+window) bytes.
func bomb(window byte, blocks int, end string) string {
	const size = 128 << 10
	var b strings.Builder
	b.WriteString("\x28\xb5\x2f\xfd\x00" + string([]byte{window << 3}))
	head := func(kind, size, last int) []byte {
		n := size<<3 | kind<<1 | last
		return []byte{byte(n), byte(n >> 8), byte(n >> 16)}
	}
	for range blocks {
		b.Write(head(1, size, 0))
		b.WriteByte('x')
		b.Write(head(0, len(end), 0))
		b.WriteString(end)
	}
	b.Write(head(0, 0, 1))
	return b.String()
}

// TestArchiveBombs checks that the memory for reading an archive is bounded, whatever its headers state and however large its text is.
func TestArchiveBombs(t *testing.T) {
	const mb = 1 << 20
	text := strings.Repeat(strings.Repeat("x", 100_000)+"\n", 4*mb/100_001)
	line := strings.Repeat("x", 4*mb)
	header := "\x1f\x8b\x08\x1c\x00\x00\x00\x00\x00\x00\xff\xff" + strings.Repeat("e", 65535) + strings.Repeat("n", 10*mb) + "\x00"
	for _, tt := range []struct {
		name    string
		archive string
		text    int // its unpacked size in MB; 0: it is refused
		limit   int // of the allocated memory, in MB
	}{
		{"lines, gzip", strings.Repeat(gzipped(text), 20), 75, 16},
		{"one line, gzip", strings.Repeat(gzipped(line), 20), 75, 16},
		{"a header, gzip", header, 0, 16},
		{"lines, zstd", bomb(10, 640, "\n"), 80, 16},
		{"one line, zstd", bomb(10, 640, "x"), 80, 16},
		{"many frames, zstd", strings.Repeat(bomb(13, 8, "\n"), 80), 80, 16},
		{"far apart in many frames, zstd", strings.Repeat(bomb(17, 8, "\n"), 80), 80, 160},
		{"too far apart, zstd", bomb(18, 4000, "\n"), 0, 16},
		{"to be skipped, zstd", "\x50\x2a\x4d\x18" + "\xff\xff\xff\x7f" + line, 0, 16},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := tree(t, map[string]string{"a.jsonl": tt.archive, "b.jsonl": "{}\n"})
			src := open(t, dir)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			r := decoder.NewLines(src, decoder.MaxLine(mb))
			good := 0
			for _, err := range r.Recycled() {
				if _, ok := errors.AsType[*decoder.Error](err); err != nil && !ok {
					t.Fatal(err)
				}
				if err == nil {
					good++
				}
			}
			runtime.ReadMemStats(&after)
			if good != 1 || r.Pos().File != "" && filepath.Base(r.Pos().File) != "b.jsonl" {
				t.Errorf("%d good lines, the last at %v", good, r.Pos())
			}
			if n := r.Stats().Bytes / mb; n < int64(tt.text) || tt.text == 0 && n > 0 {
				t.Errorf("%d MB of text, want %d", n, tt.text)
			}
			used := (after.TotalAlloc - before.TotalAlloc) / mb
			t.Logf("%d KB unpack to %d MB; %d MB allocated", len(tt.archive)>>10, r.Stats().Bytes/mb, used)
			if used > uint64(tt.limit) {
				t.Errorf("%d MB allocated, want at most %d", used, tt.limit)
			}
		})
	}
}
