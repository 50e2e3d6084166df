package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/ndwire/ndwire/decoder"
)

// file is a file to read, or the error for it.
type file struct {
	path string         // "" is the standard input
	size int64          // -1 if unknown
	err  *decoder.Error // why it cannot be read, if already known
}

const stdin = "stdin"

func (f file) name() string {
	if f.path == "" {
		return stdin
	}
	return f.path
}

// find returns the files that an argument of Open names: at least one, which may be an error.
func find(arg string) []file {
	if arg == "-" {
		return []file{{size: sizeOf(os.Stdin.Stat())}}
	}
	info, err := os.Stat(arg)
	switch {
	case err == nil && info.IsDir():
		return below(arg)
	case err == nil:
		return []file{{path: arg, size: sizeOf(info, nil)}}
	case isPattern(arg):
		return matching(arg)
	}
	return []file{missing(arg, err)}
}

// missing is a path at which nothing can be read.
func missing(name string, cause error) file { return file{path: name, err: unreadable(name, cause)} }

// below returns the files of a folder and its subfolders that have the names of transcripts. A folder that cannot be listed to its end
// is an error of that folder, after the files that could be listed.
func below(folder string) []file {
	var files []file
	// A trailing separator follows a link to a folder.
	root := folder + string(filepath.Separator)
	_ = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && name == root:
			files = append(files, missing(folder, cause(err)))
		case err != nil:
			files = append(files, missing(name, err))
		case !d.IsDir() && isTranscript(d.Name()):
			files = appendPlain(files, name)
		}
		return nil // therefore WalkDir returns nil as well
	})
	if len(files) == 0 {
		files = append(files, missing(folder, notFound("there are no .jsonl, .ndjson or .log files, nor .gz or .zst of these, below it")))
	}
	return files
}

// cause returns the error within a PathError, without the path.
func cause(err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return at.Err
	}
	return err
}

// matching returns the plain files that a pattern matches, and errors for folders that cannot be listed for it, in the order of their
// paths.
func matching(pattern string) []file {
	var options []doublestar.GlobOption
	if strings.Contains(pattern, "**") {
		options = append(options, doublestar.WithNoFollow()) // links may go round in circles
	}
	base, rest := doublestar.SplitPattern(filepath.ToSlash(filepath.Clean(pattern)))
	folders := listing{FS: os.DirFS(base), base: base, failed: map[string]error{}}
	names, err := doublestar.Glob(folders, rest, options...)
	if err != nil {
		return []file{missing(pattern, fmt.Errorf("invalid pattern: %w", err))}
	}
	var files []file
	for _, name := range names {
		if name = folders.path(name); folders.failed[name] == nil {
			files = appendPlain(files, name)
		}
	}
	for name, err := range folders.failed {
		files = append(files, missing(name, cause(err)))
	}
	if len(files) == 0 {
		return []file{missing(pattern, notFound("no file matches"))}
	}
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.path, b.path) })
	return files
}

// listing is the file system that a pattern is matched in. It records errors by path.
type listing struct {
	fs.FS
	base   string
	failed map[string]error
}

func (l listing) path(name string) string { return filepath.FromSlash(path.Join(l.base, name)) }

func (l listing) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(l.FS, name)
	l.note(name, err)
	return entries, err
}

func (l listing) Stat(name string) (fs.FileInfo, error) {
	info, err := fs.Stat(l.FS, name)
	l.note(name, err)
	return info, err
}

// note records an error, unless it only says that nothing at name could match: no file, no folder, or a broken link.
func (l listing) note(name string, err error) {
	if err == nil || errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return
	}
	if name = l.path(name); errors.Is(err, fs.ErrPermission) || !isLink(name) {
		l.failed[name] = err
	}
}

// appendPlain appends the file at a path if it is a plain file or a link to one. Reading a pipe might wait, and a link may be broken or
// refer to itself. A file that no longer exists or may not be examined is an error.
func appendPlain(files []file, name string) []file {
	info, err := os.Stat(name)
	switch {
	case err == nil && info.Mode().IsRegular():
		return append(files, file{path: name, size: info.Size()})
	case err == nil || !errors.Is(err, fs.ErrPermission) && isLink(name):
		return files
	}
	return append(files, missing(name, err))
}

func isLink(name string) bool {
	info, err := os.Lstat(name)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
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

func isPattern(arg string) bool { return strings.ContainsAny(arg, "*?[{") }

// sizeOf returns the size of a plain file, -1 for a pipe and others without a size.
func sizeOf(info fs.FileInfo, err error) int64 {
	if err != nil || !info.Mode().IsRegular() {
		return -1
	}
	return info.Size()
}
