package corpus

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/ndwire/ndwire/transcript"
)

// Files is the name of the corpus of a user's own logs.
const Files = "files"

// Logs has the lines of a user's own files, all of one protocol.
type Logs struct {
	Protocol transcript.Protocol
	Lines    []Line // without blank ones
	Files    int
	Foreign  int // number of files that were left out because of their protocol
}

// Line is a line of a file.
type Line struct {
	Text   []byte // without its line end
	File   string
	Number int // from 1
}

// Load reads the files that a glob pattern matches, in the order of their names: those of the Agent SDK or those of Claude
// Code, whichever have more bytes. It stops after size bytes. In the pattern, ** matches any number of folders.
func Load(pattern string, size int) (Logs, error) {
	names, err := doublestar.FilepathGlob(pattern, doublestar.WithFilesOnly())
	if err != nil {
		return Logs{}, fmt.Errorf("corpus: read the pattern %q: %w", pattern, err)
	}
	if len(names) == 0 {
		return Logs{}, noFiles(pattern)
	}
	type file struct {
		name string
		text []byte
	}
	files := map[transcript.Protocol][]file{}
	sums := map[transcript.Protocol]int{}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return Logs{}, fmt.Errorf("corpus: read logs: %w", err)
		}
		protocol, _ := transcript.Detect(text)
		if protocol != transcript.AgentSDK && protocol != transcript.ClaudeCode || sums[protocol] >= size {
			continue
		}
		files[protocol] = append(files[protocol], file{name, text})
		sums[protocol] += len(text)
	}
	logs := Logs{Protocol: transcript.AgentSDK}
	if sums[transcript.ClaudeCode] > sums[transcript.AgentSDK] {
		logs.Protocol = transcript.ClaudeCode
	}
	if sums[logs.Protocol] == 0 {
		return Logs{}, fmt.Errorf("corpus: none of the files that match %q (%d) is a log of the Agent SDK or of Claude Code; compressed ones must be unpacked",
			pattern, len(names))
	}
	logs.Files = len(files[logs.Protocol])
	logs.Foreign = len(names) - logs.Files
	left := size
	for _, f := range files[logs.Protocol] {
		number := 0
		for line := range bytes.Lines(f.text) {
			number++
			line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
			if left -= len(line) + 1; left < 0 {
				return logs, nil
			}
			if len(bytes.TrimSpace(line)) > 0 {
				logs.Lines = append(logs.Lines, Line{line, f.name, number})
			}
		}
	}
	return logs, nil
}

// Of returns a corpus with copies of lines.
func Of(name string, protocol transcript.Protocol, lines [][]byte) *Corpus {
	size := 0
	for _, line := range lines {
		size += len(line) + 1
	}
	text, seal := allocate(max(size, 1))
	text = text[:0]
	ends := make([]int, len(lines))
	for i, line := range lines {
		text = append(append(text, line...), '\n')
		ends[i] = len(text)
	}
	seal()
	return of(name, protocol, text, ends)
}

// noFiles returns an error that says why a pattern matches no file, and what to do.
func noFiles(pattern string) error {
	if info, err := os.Stat(pattern); err == nil && info.IsDir() {
		return fmt.Errorf("corpus: %q is a folder: for the logs in it, write %q", pattern, filepath.Join(pattern, "**", "*.jsonl"))
	}
	if full, err := filepath.Abs(pattern); err == nil && full != pattern {
		return fmt.Errorf("corpus: no file matches %q: go test runs in the folder of the package, so that it stands for %q; write it in full", pattern, full)
	}
	return fmt.Errorf("corpus: no file matches %q", pattern)
}
