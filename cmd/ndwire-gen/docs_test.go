package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestDocsAndNoGo(t *testing.T) {
	dir := folder(t, map[string]string{"good.yaml": good, "bad.yaml": strings.Replace(good, "text: string", "text: strng", 1)})
	pages := filepath.Join(dir, "docs")
	var stderr strings.Builder
	f := genCommand{Out: dir, Docs: pages, Specs: []string{filepath.Join(dir, "good.yaml")}}
	if status := f.run(io.Discard, &stderr); status != 0 {
		t.Fatalf("status %d: %s", status, &stderr)
	}
	text, err := os.ReadFile(filepath.Join(pages, "good.md"))
	if err != nil || !strings.Contains(string(text), "# good") || !strings.Contains(string(text), "| `text` | `string` | `Text` |") {
		t.Errorf("%v\n%s", err, text)
	}
	if list := names(t, dir); len(list) != 0 {
		t.Errorf("Go files: %v", list)
	}
	if index, err := os.ReadFile(filepath.Join(pages, "README.md")); err != nil || !strings.Contains(string(index), "[good](good.md)") {
		t.Errorf("%v\n%s", err, index)
	}

	// Generated pages of removed specs are removed, other pages are not.
	stale, own := filepath.Join(pages, "stale.md"), filepath.Join(pages, "own.md")
	if err := errors.Join(os.WriteFile(stale, text, 0o666), os.WriteFile(own, []byte("# own"), 0o666)); err != nil {
		t.Fatal(err)
	}
	f.run(io.Discard, &stderr)
	if _, err := os.Stat(stale); err == nil {
		t.Error("a stale page is still there")
	}
	if _, err := os.Stat(own); err != nil {
		t.Error(err)
	}

	f.Docs = filepath.Join(dir, "other")
	f.Specs = append(f.Specs, filepath.Join(dir, "bad.yaml"))
	if status := f.run(io.Discard, &stderr); status != 1 || !strings.Contains(stderr.String(), "bad.yaml:11:") {
		t.Errorf("status %d: %s", status, &stderr)
	}
	if _, err := os.Stat(f.Docs); err == nil {
		t.Error("a page is written all the same")
	}
	f.Specs[1] = filepath.Join(folder(t, map[string]string{"good.yaml": good}), "good.yaml")
	if status := f.run(io.Discard, &stderr); status != 1 || !strings.Contains(stderr.String(), "both give good.md") {
		t.Errorf("two specs of one protocol: status %d: %s", status, &stderr)
	}
	f.Docs, f.Specs = own, f.Specs[:1]
	if status := f.run(io.Discard, &stderr); status != 1 {
		t.Errorf("a file in place of a folder: status %d", status)
	}
}
