// Package spec loads the description of a protocol: a YAML file that declares the messages of a line and their members.
// SPEC.md describes the language.
package spec

// Loading runs in steps, which share the state in file.go:
//
//  1. yaml.go parses the file into YAML nodes; yaml_errors.go explains and repairs errors of YAML.
//  2. header.go reads the keys of the file itself, and loads its imports.
//  3. declare.go makes an empty value for every declared name, so that names can be used before their declaration.
//  4. enums.go, records.go, fields.go and unions.go fill these values.
//  5. derive.go computes what follows from the declarations.
//  6. check.go and the check_*.go files check the rules that need the whole file; check_unused.go notes unused declarations.
//
// A step continues after a mistake. A part that could not be read is nil, and later steps skip it without another error.

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

// Load reads a spec and the specs that it imports. Mistakes in them are returned as [Errors]. The go command resolves imports by package path.
func Load(file string) (*Model, error) { return newFileLoader().load(file) }

// newFileLoader is a loader of files of the operating system.
func newFileLoader() *loader {
	l := newLoader(readFile, func(base, rel string) string { return filepath.Join(filepath.Dir(base), filepath.FromSlash(rel)) })
	l.find = findInModules
	return l
}

// LoadFS is Load for a file of fsys, such as [Files]. It does not resolve imports by package path.
func LoadFS(fsys fs.FS, file string) (*Model, error) {
	read := func(file string) ([]byte, error) { return fs.ReadFile(fsys, file) }
	l := newLoader(read, func(base, rel string) string { return path.Join(path.Dir(base), rel) })
	return l.load(file)
}

// Parse is Load for a file with the given content. Its imports are read relative to file.
func Parse(file string, data []byte) (*Model, error) {
	return newFileLoader().parse(file, data)
}

// readFile reads a regular file. It refuses devices and pipes, whose end may never come.
func readFile(file string) ([]byte, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", file)
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

// model reads one file. The result is complete only if no errors were added.
func (l *loader) model(name string, data []byte) *Model {
	l.open = append(l.open, name)
	defer func() { l.open = l.open[:len(l.open)-1] }()

	m := &Model{File: name}
	l.models[name] = m
	l.lines[name] = strings.Split(strings.TrimPrefix(string(data), "\ufeff"), "\n")
	f := &file{
		loader: l,
		model:  m,
		source: l.lines[name],
		scope:  make(map[string]any),
		origin: make(map[*Field]*origin),

		repaired:  make(map[int]bool),
		misplaced: make(map[string]bool),
		grafted:   make(map[*Union]bool),
	}
	root := f.parseYAML(data)
	if root == nil {
		return m
	}
	before := len(f.errs)
	f.header(root)
	f.declare()
	f.fill()
	if f.isRepaired() { // the next steps need the whole file
		f.errs = append(f.errs[:before:before], f.dropConsequences(f.errs[before:])...)
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
	for _, p := range f.parts { // after all trees are filled: the cases of a part are cases of another union
		f.fillPart(p)
	}
	f.fillLine()
	f.fillTypes()
}
