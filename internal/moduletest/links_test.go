package moduletest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	codeBlock = regexp.MustCompile("(?s)```.*?```")
	codeSpan  = regexp.MustCompile("`[^`\n]*`")
	heading   = regexp.MustCompile(`(?m)^#+ (.*)$`)
	link      = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	notInSlug = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
)

// TestLinks checks that the links of all pages lead to files and headings that are there.
func TestLinks(t *testing.T) {
	var pages []string
	for _, pattern := range []string{"*.md", "*/*.md", "*/*/*.md", "*/*/*/*.md"} {
		list, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, list...)
	}
	found := 0
	for _, page := range pages {
		text := codeSpan.ReplaceAllString(codeBlock.ReplaceAllString(readPage(t, page), ""), "")
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			path, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(path, "://") {
				continue
			}
			found++
			target := page
			if path != "" {
				target = filepath.Join(filepath.Dir(page), filepath.FromSlash(path))
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: no file is at %s", page, m[1])
			} else if anchor != "" && strings.HasSuffix(target, ".md") && !anchors(readPage(t, target))[anchor] {
				t.Errorf("%s: no heading is at %s", page, m[1])
			}
		}
	}
	if found < 100 {
		t.Errorf("found %d links, want those of README.md, docs and spec/SPEC.md at least", found)
	}
}

// anchors returns the names under which GitHub links to the headings of a page.
func anchors(text string) map[string]bool {
	list := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(codeBlock.ReplaceAllString(text, ""), -1) {
		slug := notInSlug.ReplaceAllString(strings.ToLower(strings.TrimSpace(m[1])), "")
		list[strings.ReplaceAll(slug, " ", "-")] = true
	}
	return list
}

func readPage(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
