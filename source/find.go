package source

import (
	"errors"
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
	options := []doublestar.GlobOption{doublestar.WithFailOnIOErrors()}
	if strings.Contains(path, "**") {
		options = append(options, doublestar.WithNoFollow()) // links may go round in circles
	}
	names, err := doublestar.FilepathGlob(path, options...)
	if err != nil {
		return nil, fmt.Errorf("pattern %s: %w", path, err)
	}
	slices.Sort(names)
	var files []file
	for _, name := range names {
		size, ok, err := plain(name)
		if err != nil {
			return nil, fmt.Errorf("pattern %s: %w", path, err)
		}
		if ok {
			files = append(files, file{name, size})
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no file matches %s", path)
	}
	return files, nil
}

// below lists the files of a folder, and of the folders in it, that have the names of transcripts. A folder in it that cannot be
// listed stands for its files: it cannot be opened when its turn comes, and what stands before it is read.
func below(folder string) ([]file, error) {
	var files []file
	// With a separator behind it, a link to a folder is the folder.
	root := folder + string(filepath.Separator)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil && path != root && d.IsDir() {
			files = append(files, file{path: path})
			return fs.SkipDir
		}
		if err != nil || d.IsDir() || !isTranscript(d.Name()) {
			return err
		}
		if size, ok, err := plain(path); err != nil {
			return err
		} else if ok {
			files = append(files, file{path, size})
		}
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

// plain says whether a path that was found leads to a plain file, and of what size. A pipe would be waited for, and a link may
// lead nowhere, or to itself.
func plain(path string) (size int64, ok bool, err error) {
	info, err := os.Stat(path)
	if err != nil {
		if link, err2 := os.Lstat(path); err2 == nil && link.Mode()&fs.ModeSymlink != 0 && !errors.Is(err, fs.ErrPermission) {
			return 0, false, nil
		}
		return 0, false, err
	}
	return info.Size(), info.Mode().IsRegular(), nil
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
