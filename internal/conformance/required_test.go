package conformance_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/openclaw"
)

// byHand are files that name a version, but were changed or written by others.
var byHand = []string{
	"alfredjeanlab__claudeless",       // of a program that stands in for Claude Code
	"daaain__claude-code-log",         // tests of a reader: the members are misspelled
	"Dicklesworthstone__coding_agent", // tests of a reader
	"jd-solanki__krutrimbox",          // cut down by hand
	"jnarowski__agent-cli-sdk",        // another program's lines around those of Claude Code
	"specstoryai__getspecstory",       // tests of a reader
}

// missing counts the required members that are missing in the real files of a folder, by path and name, and the lines that were checked. Files and
// lines for which isOwn is false are left out.
func missing(t *testing.T, folder string, check func([]byte) error, isOwn func(file, line []byte) bool) (lines int, found map[string]int) {
	t.Helper()
	files, err := filepath.Glob("../../../shared/real/" + folder + "/*")
	if err != nil || len(files) == 0 {
		t.Skip("no real files here")
	}
	found = map[string]int{}
	for _, path := range files {
		if slices.ContainsFunc(byHand, func(name string) bool { return strings.HasPrefix(filepath.Base(path), name) }) {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range bytes.Split(data, []byte("\n")) {
			if !json.Valid(line) || !isOwn(data, line) {
				continue
			}
			lines++
			for _, e := range eachError(check(line)) {
				if e.Reason == decoder.ErrMissing {
					found[regexp.MustCompile(`\[[^\]]*\]`).ReplaceAllString(e.Path, "[]")+" "+e.Err.Error()]++
				}
			}
		}
	}
	return lines, found
}

// eachError returns the errors of a line.
func eachError(err error) (list []*decoder.Error) {
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		for _, err := range many.Unwrap() {
			var e *decoder.Error
			if errors.As(err, &e) {
				list = append(list, e)
			}
		}
	}
	var e *decoder.Error
	if len(list) == 0 && errors.As(err, &e) {
		list = append(list, e)
	}
	return list
}

// TestRequiredMembersOfRealFiles checks the figures in the pages about the differences: how often programs leave out members that the
// descriptions require.
func TestRequiredMembersOfRealFiles(t *testing.T) {
	versioned := regexp.MustCompile(`"version": ?"[0-9]`)
	t.Run("Claude Code", func(t *testing.T) { // its lines have its version
		lines, found := missing(t, "claude-transcript", claudecode.CheckLine, func(_, line []byte) bool { return versioned.Match(line) })
		want := map[string]int{".message.usage.server_tool_use web_fetch_requests": 1} // 1.0.51
		if d := cmp.Diff(want, found); d != "" || lines < 7000 {
			t.Errorf("%d lines (-want +got):\n%s", lines, d)
		}
		t.Logf("%d lines", lines)
	})
	t.Run("pi, version 1", func(t *testing.T) { // files without a version have neither ids nor, of responses, totals
		header := regexp.MustCompile(`^{"type": ?"session"[^\n]*\n`)
		lines, found := missing(t, "openclaw-pi", openclaw.CheckLine, func(file, line []byte) bool {
			first := header.Find(file)
			return first != nil && !bytes.Contains(first, []byte(`"version"`)) && bytes.Contains(file, []byte(`"usage"`))
		})
		for _, name := range []string{". id", ". parentId", ".message.usage totalTokens"} {
			if found[name] == 0 {
				t.Errorf("%s is never missing", name)
			}
		}
		t.Logf("%d lines: %v", lines, found)
	})
	t.Run("pi, version 3", func(t *testing.T) {
		header := regexp.MustCompile(`"type": ?"session"[^\n]*"version": ?3`)
		api := regexp.MustCompile(`"(openai-completions|anthropic-messages|openai-responses|google-generative-ai|bedrock-converse-stream)"`)
		lines, found := missing(t, "openclaw-pi", openclaw.CheckLine, func(file, _ []byte) bool { return header.Match(file) && api.Match(file) })
		if d := cmp.Diff(map[string]int{}, found); d != "" || lines < 1000 {
			t.Errorf("%d lines (-want +got):\n%s", lines, d)
		}
		t.Logf("%d lines", lines)
	})
	t.Run("Claude Code for the SDK", func(t *testing.T) {
		version := regexp.MustCompile(`"claude_code_version": ?"[0-9]`)
		lines, found := missing(t, "agent-sdk-stream", ndwire.CheckLine, func(file, _ []byte) bool { return version.Match(file) })
		want := map[string]int{". stop_reason": 2, ".modelUsage[] maxOutputTokens": 2} // 2.0.57 and 2.1.27; 2.0.57
		if d := cmp.Diff(want, found); d != "" || lines < 100 {
			t.Errorf("%d lines (-want +got):\n%s", lines, d)
		}
		t.Logf("%d lines", lines)
	})
}
