package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestDocsAndNoGo(t *testing.T) {
	dir := folder(t, map[string]string{"good.yaml": good, "bad.yaml": strings.Replace(good, "text: string", "text: strng", 1)})
	page := filepath.Join(dir, "page.md")
	var stderr strings.Builder
	f := flags{Out: dir, Docs: page, Specs: []string{filepath.Join(dir, "good.yaml")}}
	if status := run(f, &stderr); status != 0 {
		t.Fatalf("status %d: %s", status, &stderr)
	}
	text, err := os.ReadFile(page)
	if err != nil || !strings.Contains(string(text), "## good") || !strings.Contains(string(text), "| `text` | `string` | `Text` |") {
		t.Errorf("%v\n%s", err, text)
	}
	if list := names(t, dir); len(list) != 0 {
		t.Errorf("Go files: %v", list)
	}

	f.Docs = filepath.Join(dir, "other.md")
	f.Specs = append(f.Specs, filepath.Join(dir, "bad.yaml"))
	if status := run(f, &stderr); status != 1 || !strings.Contains(stderr.String(), "bad.yaml:11:") {
		t.Errorf("status %d: %s", status, &stderr)
	}
	if _, err := os.Stat(f.Docs); err == nil {
		t.Error("a page is written all the same")
	}
	f.Docs, f.Specs = filepath.Join(dir, "none", "page.md"), f.Specs[:1]
	if status := run(f, &stderr); status != 1 {
		t.Errorf("a folder that is not there: status %d", status)
	}
}
