package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/ndwire/ndwire/gen"
	"github.com/ndwire/ndwire/internal/printable"
	"github.com/ndwire/ndwire/spec"
)

// change is a generated file that differs from what its spec gives.
type change struct {
	path     string
	old, new []byte // nil: there is no such file
}

// printDiff prints the diff of a change, for patch -p1. The name of the file is relative to the folder that the command runs in, where the file is in
// it. Otherwise it is the whole path, since patch refuses a name with "..".
func printDiff(stdout, stderr io.Writer, c change) error {
	name := filepath.Clean(c.path)
	dir, err := os.Getwd()
	if path, absErr := filepath.Abs(name); err == nil && absErr == nil {
		if rel, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(rel) {
			name = rel
		} else {
			notify(stderr, "%s is outside of this folder: apply the diff with `patch -p1 -d /`", filepath.Base(name))
			name = strings.TrimLeft(strings.TrimPrefix(path, filepath.VolumeName(path)), `/\`)
		}
	}
	name = filepath.ToSlash(name)
	_, err = stdout.Write(diff.Diff("a/"+name, c.old, "b/"+name, c.new))
	return err
}

// compare returns the changes after which the generated files of a folder, whose names match a pattern, are the given ones. It returns an error
// if a change would overwrite a file that was not generated.
func compare(dir, pattern string, files map[string][]byte) ([]change, error) {
	var changes []change
	for name, data := range files {
		path := filepath.Join(dir, name)
		old, err := os.ReadFile(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			old = nil
		case err != nil:
			return nil, err
		case bytes.Equal(old, data):
			continue
		case !isGenerated(old):
			return nil, fmt.Errorf("%s was not written by ndwire-gen, and is not overwritten: rename it, or write to another folder", printable.Text(path))
		}
		changes = append(changes, change{path, old, data})
	}
	present, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil {
		return nil, err
	}
	for _, path := range present {
		if _, ok := files[filepath.Base(path)]; ok {
			continue
		}
		old, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if isGenerated(old) {
			changes = append(changes, change{path: path, old: old})
		}
	}
	slices.SortFunc(changes, func(a, b change) int { return cmp.Compare(a.path, b.path) })
	return changes, nil
}

// isGenerated reports whether ndwire-gen has written a file, by its first line.
func isGenerated(data []byte) bool {
	return strings.HasPrefix(string(data), gen.Header) || strings.HasPrefix(string(data), strings.TrimSpace(gen.DocsMark))
}

// apply makes the changes in a folder, which is created if needed.
func apply(dir string, changes []change) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	return replace(changes)
}

// replace makes the changes. It first writes all new files under temporary names, and then renames them, so that a full disk changes nothing.
func replace(changes []change) (err error) {
	const suffix = ".ndwire-gen" // not .go, so that the go command ignores the files
	defer func() {
		if err != nil {
			for _, c := range changes {
				os.Remove(c.path + suffix)
			}
		}
	}()
	for _, c := range changes {
		if c.new == nil {
			continue
		}
		if err := os.WriteFile(c.path+suffix, c.new, 0o666); err != nil {
			return err
		}
	}
	for _, c := range changes {
		if c.new == nil {
			err = os.Remove(c.path)
		} else {
			err = os.Rename(c.path+suffix, c.path)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// diff returns the change as a unified diff.
func (c *change) diff() []byte {
	from, to := c.path, c.path
	if c.old == nil {
		from = os.DevNull
	}
	if c.new == nil {
		to = os.DevNull
	}
	return diff.Diff(from, c.old, to, c.new)
}

// stdin is the name of the standard input in messages.
const stdin = "stdin"

// loadSpec is spec.Load, but - is the standard input.
func loadSpec(path string) (*spec.Model, error) {
	if path != "-" {
		return spec.Load(path)
	}
	data, err := readSpec(os.Stdin)
	if err != nil {
		return nil, err
	}
	return spec.Parse(stdin, data)
}

// readSpec reads the text of a spec.
func readSpec(in io.Reader) ([]byte, error) {
	const most = 16 << 20 // the limit for spec files
	data, err := io.ReadAll(io.LimitReader(in, most+1))
	if err == nil && len(data) > most {
		err = fmt.Errorf("the spec has more than %d bytes", most)
	}
	return data, err
}
