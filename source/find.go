package source

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// find lists the files that one argument of Open stands for.
func find(path string) ([]file, error) {
	if path == "-" {
		return []file{{size: sizeOf(os.Stdin.Stat())}}, nil
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return below(path)
	case err == nil:
		return []file{{path, sizeOf(info, nil)}}, nil
	case !isPattern(path):
		return nil, err
	}
	names, err := doublestar.FilepathGlob(path, doublestar.WithFilesOnly(), doublestar.WithFailOnIOErrors())
	if err != nil {
		return nil, fmt.Errorf("pattern %s: %w", path, err)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("no file matches %s", path)
	}
	slices.Sort(names)
	files := make([]file, len(names))
	for i, name := range names {
		files[i] = file{name, sizeOf(os.Stat(name))}
	}
	return files, nil
}

// below lists the files of a folder, and of the folders in it, that have the names of transcripts.
func below(folder string) ([]file, error) {
	var files []file
	// With a separator behind it, a link to a folder is the folder.
	err := filepath.WalkDir(folder+string(filepath.Separator), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !isTranscript(d.Name()) {
			return err
		}
		info, err := os.Stat(path) // of a link, what it leads to
		if err != nil || !info.Mode().IsRegular() {
			return err
		}
		files = append(files, file{path, info.Size()})
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no .jsonl, .ndjson or .log files, nor .gz or .zst of these, below %s", folder)
	}
	return files, nil
}

func isTranscript(name string) bool {
	name = strings.ToLower(name)
	if ext := filepath.Ext(name); ext == ".gz" || ext == ".zst" {
		name = strings.TrimSuffix(name, ext)
	}
	switch filepath.Ext(name) {
	case ".jsonl", ".ndjson", ".log":
		return true
	}
	return false
}

func isPattern(path string) bool { return strings.ContainsAny(path, "*?[{") }

// sizeOf is the size of a plain file, -1 for a pipe and whatever else has none.
func sizeOf(info fs.FileInfo, err error) int64 {
	if err != nil || !info.Mode().IsRegular() {
		return -1
	}
	return info.Size()
}
