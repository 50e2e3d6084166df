package main

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/gzip"
)

// BenchmarkStat runs the command on plain and packed logs: those of the pattern NDWIRE_BENCH_FILES, or one of testdata. The compiler's profile is
// recorded with it (CONTRIBUTING.md).
func BenchmarkStat(b *testing.B) {
	pattern := os.Getenv("NDWIRE_BENCH_FILES")
	if pattern == "" {
		pattern = "../../testdata/claudecode/session.ndjson"
	}
	logs, err := filepath.Glob(pattern)
	if err != nil || len(logs) == 0 {
		b.Fatalf("no logs %s: %v", pattern, err)
	}
	dir := b.TempDir()
	plain, packed := filepath.Join(dir, "plain.jsonl"), filepath.Join(dir, "packed.jsonl.gz")
	all := writer(b, plain)
	zip := gzip.NewWriter(writer(b, packed))
	for size := int64(0); size < 32<<20; { // repeat short logs
		for _, path := range logs {
			in, err := os.Open(path)
			if err != nil {
				b.Fatal(err)
			}
			n, err := io.Copy(io.MultiWriter(all, zip), in)
			in.Close()
			if size += n; err != nil || size == 0 {
				b.Fatalf("%s: %d bytes, %v", path, n, err)
			}
		}
	}
	if err := zip.Close(); err != nil {
		b.Fatal(err)
	}
	for name, path := range map[string]string{"plain": plain, "gzip": packed} {
		b.Run(name, func(b *testing.B) {
			info, err := os.Stat(plain)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(info.Size())
			for b.Loop() {
				if status := run([]string{"stat", path}, streams{io.Discard, io.Discard}); status != 0 {
					b.Fatal("status", status)
				}
			}
		})
	}
}

// writer creates a file.
func writer(b *testing.B, path string) *os.File {
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { f.Close() })
	return f
}
