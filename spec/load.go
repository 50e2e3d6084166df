// Package spec loads the description of a protocol: a YAML file that says which messages stand on a line, and what is in
// them. SPEC.md describes the language.
//
// Loading goes one way over what the steps share (file.go): YAML nodes (yaml.go, and syntax.go where they have errors), a shell for
// every declared name (declare.go), so that names can be used before they are declared, then what the shells hold (enums.go,
// records.go, fields.go, unions.go), what follows from it (derive.go), the checks that need the whole (check.go and the files it
// names), and what is left over (check_unused.go). Every step goes on after a mistake, and a nil stands for what could not be read:
// later steps pass over it in silence.
package spec

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// maxFile is the size of the largest file that is read, in bytes.
const maxFile = 16 << 20

// Load reads a spec and the specs that it imports. Mistakes in them are an [Errors]. Imports by package path are looked for by the go command.
func Load(file string) (*Model, error) { return newFileLoader().load(file) }

// newFileLoader is a loader of files of the operating system.
func newFileLoader() *loader {
	l := newLoader(readFile, func(base, rel string) string { return filepath.Join(filepath.Dir(base), filepath.FromSlash(rel)) })
	l.find = findInModules
	return l
}

// LoadFS is Load for a file of fsys, such as [Files]. It has no imports by package path.
func LoadFS(fsys fs.FS, file string) (*Model, error) {
	read := func(file string) ([]byte, error) { return fs.ReadFile(fsys, file) }
	l := newLoader(read, func(base, rel string) string { return path.Join(path.Dir(base), rel) })
	return l.load(file)
}

// Parse is Load for a file whose content is at hand. Its imports are read relative to file.
func Parse(file string, data []byte) (*Model, error) {
	return newFileLoader().parse(file, data)
}

// readFile reads a regular file. An import that names a device or a pipe would not end.
func readFile(file string) ([]byte, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file", file)
	}
	if info.Size() > maxFile {
		return nil, fmt.Errorf("%s has %d bytes; a spec has at most %d", file, info.Size(), maxFile)
	}
	return os.ReadFile(file)
}

func (l *loader) load(file string) (*Model, error) {
	data, err := l.readFile(file)
	if err != nil {
		return nil, fmt.Errorf("spec: cannot read the spec: %w", err)
	}
	return l.parse(file, data)
}

func (l *loader) parse(file string, data []byte) (*Model, error) {
	m := l.model(file, data)
	if len(l.errs) > 0 {
		l.quote(l.errs)
		return nil, l.errs.sorted()
	}
	l.quote(m.Notes)
	return m, nil
}

// model reads one file. What it returns is complete only if it added no errors.
func (l *loader) model(name string, data []byte) *Model {
	l.open = append(l.open, name)
	defer func() { l.open = l.open[:len(l.open)-1] }()

	m := &Model{File: name, lines: l.lines}
	l.models[name] = m
	l.lines[name] = strings.Split(strings.TrimPrefix(string(data), "\ufeff"), "\n")
	f := &file{
		loader: l,
		model:  m,
		source: l.lines[name],
		scope:  make(map[string]any),
		origin: make(map[*Field]*origin),

		misplaced: make(map[string]bool),
		mended:    make(map[int]bool),

		grafted: make(map[*Union]bool),
	}
	root := f.parseYAML(data)
	if root == nil {
		return m
	}
	before := len(f.errs)
	f.header(root)
	f.declare()
	f.fill()
	if f.isMended() { // the rest needs all of the file
		f.errs = append(f.errs[:before:before], f.dropDoubtful(f.errs[before:])...)
		return m
	}
	f.derive()
	f.check()
	f.findUnused()
	return m
}

func (f *file) fill() {
	for _, d := range f.enums {
		f.fillEnum(d)
	}
	for _, d := range f.recs {
		f.fillRecord(d)
	}
	for _, d := range f.unions {
		f.fillUnion(d)
	}
	f.graftAll()
	for _, p := range f.parts { // their cases are those of other unions
		f.fillPart(p)
	}
	f.fillLine()
	f.fillTypes()
}
