package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/ndwire/ndwire/gen"
	"github.com/ndwire/ndwire/internal/printable"
)

// A change is a generated file that is not as its spec says.
type change struct {
	path     string
	old, new []byte // nil: there is no such file
}

// compare returns what is to be changed in a folder so that its generated files, whose names match a pattern, are these. It is an error
// if a file that was not generated is in the way.
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
			return nil, fmt.Errorf("%s was not written by ndwire-gen, and is left as it is: rename it, or write to another folder", printable.Text(path))
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

// isGenerated reports whether the first line of a file says that ndwire-gen has written it.
func isGenerated(data []byte) bool {
	return strings.HasPrefix(string(data), gen.Header) || strings.HasPrefix(string(data), strings.TrimSpace(gen.DocsMark))
}

// apply makes the changes in a folder, which it makes if there is none.
func apply(dir string, changes []change) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	return replace(changes)
}

// replace makes the changes: first it writes all new files beside the old ones, and if that works, it renames them. So a full disk leaves
// everything as it was.
func replace(changes []change) (err error) {
	const suffix = ".ndwire-gen" // so the go command does not take it for a source file
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

// diff is the change as a unified diff.
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
