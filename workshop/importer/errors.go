package importer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/internal/printable"
)

// Error is a mistake in a schema, or a construct that cannot be imported.
type Error struct {
	Path   string // JSON Pointer within the schema, without #: "/$defs/Line"
	Reason string // with what to do
	Line   int    // the line of the file to which Path leads, from 1; 0 if it leads to nothing
}

// Error returns the place in the schema, as a JSON Pointer, and the reason.
func (e *Error) Error() string {
	return "importer: #" + printable.Text(e.Path) + ": " + printable.Text(e.Reason)
}

// Errors are all mistakes of a schema, in the order of its lines. There is at least one.
type Errors []*Error

// Error has one line for each mistake.
func (e Errors) Error() string {
	var lines []string
	for _, err := range e {
		lines = append(lines, err.Error())
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the mistakes, for errors.As.
func (e Errors) Unwrap() []error {
	var list []error
	for _, err := range e {
		list = append(list, err)
	}
	return list
}

// fail records a mistake at a path, once.
func (i *importer) fail(path, reason string) {
	one := Error{Path: i.inFile(path), Reason: reason}
	if !i.failed[one] {
		i.failed[one] = true
		i.errs = append(i.errs, &one)
	}
}

// inFile returns the path in the file to which a path leads, also one within a combined schema.
func (i *importer) inFile(path string) string {
	for end := len(path); end > 0; end = strings.LastIndexByte(path[:end], '/') {
		if original, ok := i.parts[path[:end]]; ok {
			return i.inFile(original + path[end:])
		}
	}
	return path
}

// noType records that a schema names a JSON type that does not exist.
func (i *importer) noType(s schema, name string) {
	i.fail(s.path+"/type", fmt.Sprintf("no JSON type is named %q; there are string, number, integer, boolean, array, object and null", name))
}

// mistakes returns what was recorded, with the lines of the file.
func (i *importer) mistakes() Errors {
	var paths []string
	for _, e := range i.errs {
		paths = append(paths, e.Path)
	}
	for k, line := range linesOf(i.root, paths) {
		i.errs[k].Line = line
	}
	slices.SortStableFunc(i.errs, func(a, b *Error) int { return cmp.Compare(a.Line, b.Line) })
	return i.errs
}
