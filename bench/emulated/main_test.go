package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	counts, others, err := parse("count 7 kernel.skip\nwrong: it says\ncount 12 scan.(*Cursor).member[go.shape.int; a b]\ncount 19 all\n")
	if err != nil || others != "wrong: it says\n" || counts["kernel.skip"] != 7 || counts["all"] != 19 {
		t.Errorf("parse = %v, %q, %v", counts, others, err)
	}
	if got, want := largest(counts, 5), []string{"scan.(*Cursor).member[go.shape.int; a b]", "kernel.skip"}; !slices.Equal(got, want) {
		t.Errorf("largest = %q, want %q", got, want)
	}
	if _, _, err := parse("count x y\n"); err == nil {
		t.Error("parse reads x as a number")
	}
}

func TestWithoutQEMU(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv("QEMU", "")
	if _, err := findQEMU(); err == nil || !strings.Contains(err.Error(), "Debian's qemu-user") {
		t.Errorf("no emulator: got the error %v, want one that says what to install", err)
	}
	own := filepath.Join(t.TempDir(), "qemu")
	if err := os.WriteFile(own, nil, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("QEMU", own)
	if got, err := findQEMU(); got != own || err != nil {
		t.Errorf("findQEMU = %q, %v, want %q", got, err, own)
	}
}
