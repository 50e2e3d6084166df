package spec

import (
	"fmt"
	"go/token"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"
)

// version is the version of the spec language.
const version = "1"

// topKeys are the keys of a spec.
var topKeys = []string{"ndwire", "protocol", "package", "import", "doc", "since", "unknown", "limits", "signs", "imports", "line", "types", "unions", "records", "enums"}

// header reads the top-level keys of a file, and loads its imports.
func (f *file) header(root *yaml.Node) {
	if isOtherFile(root) {
		f.errorf(f.nodePos(root), "the file is not a spec: it has none of its keys, of which `ndwire: %s` is the first", version)
		return
	}
	f.firstKey(root)
	m := f.model
	var imports *yaml.Node
	f.read(root, theSpec, keys{
		"ndwire":   f.version,
		"protocol": func(n *yaml.Node) { m.Protocol = f.protocol(n) },
		"package":  func(n *yaml.Node) { m.Package = f.packageName(n) },
		"import":   func(n *yaml.Node) { m.Import = f.importPath(n) },
		"doc":      func(n *yaml.Node) { m.Doc = f.prose(n, "a text") },
		"since": func(n *yaml.Node) {
			m.Since = f.text(n, "a version, the default of `since:`")
		},
		"unknown": func(n *yaml.Node) { m.View = f.view(n) },
		"limits":  f.limits,
		"signs":   f.signs,
		"imports": func(n *yaml.Node) { imports = n },
		"line":    func(n *yaml.Node) { f.sections.line = n },
		"types":   func(n *yaml.Node) { f.sections.types = n },
		"unions":  func(n *yaml.Node) { f.sections.unions = n },
		"records": func(n *yaml.Node) { f.sections.records = n },
		"enums":   func(n *yaml.Node) { f.sections.enums = n },
	})
	if root.Kind == yaml.MappingNode {
		f.requireKeys(root, "protocol", "package")
	}
	if imports != nil {
		f.imports(imports)
	}
}

// isOtherFile reports whether a file has only keys that no spec has, not even misspelled ones.
func isOtherFile(root *yaml.Node) bool {
	return root.Kind == yaml.MappingNode && !broken(root) && len(root.Content) > 0 &&
		!slices.ContainsFunc(evens(len(root.Content)), func(i int) bool { return nearest(root.Content[i].Value, topKeys) != "" })
}

// firstKey checks that a spec begins with the version of the language.
func (f *file) firstKey(root *yaml.Node) {
	if root.Kind != yaml.MappingNode || broken(root) {
		return
	}
	if len(root.Content) == 0 {
		f.emptyFile()
		return
	}
	if key := root.Content[0]; key.Value != "ndwire" {
		f.errorf(f.nodePos(key), "expected `ndwire: %s` as the first line of a spec, found %s", version, describe(key))
	}
}

func (f *file) requireKeys(root *yaml.Node, names ...string) {
	for _, name := range names {
		has := func(i int) bool { // a misspelled key is already reported
			key := root.Content[i].Value
			return key == name || !slices.Contains(topKeys, key) && nearest(key, topKeys) == name
		}
		if !slices.ContainsFunc(evens(len(root.Content)), has) && len(root.Content) > 0 {
			f.errorf(f.nodePos(root), "the spec has no `%s:`", name)
		}
	}
}

// evens returns 0, 2, 4, ... below n: the indexes of the keys of a mapping node.
func evens(n int) []int {
	var list []int
	for i := 0; i < n; i += 2 {
		list = append(list, i)
	}
	return list
}

func (f *file) version(n *yaml.Node) {
	if v := f.text(n, "the version of the spec language"); v != "" && v != version {
		f.errorf(f.nodePos(n), "the spec has version %s of the language; this program reads version %s", v, version)
	}
}

func (f *file) protocol(n *yaml.Node) string {
	name := f.word(n, "the protocol's name")
	if name != "" && !isLowerWord(name) {
		f.errorf(f.nodePos(n), "expected the protocol's name as one lower-case word, found %q", name)
	}
	return name
}

func (f *file) packageName(n *yaml.Node) string {
	name := f.word(n, "the name of the Go package")
	switch {
	case token.IsKeyword(name):
		f.errorf(f.nodePos(n), "%s is a keyword of Go; choose another name for the package", name)
	case name == "init":
		f.errorf(f.nodePos(n), "Go cannot import a package named init; choose another name")
	case name != "" && !isPackageName(name):
		f.errorf(f.nodePos(n), "expected the name of a Go package in lower case, found %q", name)
	}
	return name
}

func (f *file) importPath(n *yaml.Node) string {
	if n.Kind == yaml.MappingNode {
		f.errorf(f.nodePos(n), "expected the import path of the Go package, found a mapping; other specs are imported under `imports:`")
		return ""
	}
	text := f.word(n, "the import path of the Go package")
	if text != "" && !isImportPath(text) {
		f.errorf(f.nodePos(n), "expected an import path such as github.com/ndwire/ndwire, found %q", text)
	}
	return text
}

func isImportPath(text string) bool {
	return text != "" && !strings.ContainsAny(text, " \t\n!\"#$%&'()*,:;<=>?[\\]^`{|}") && path.Clean(text) == text && text[0] != '/'
}

func (f *file) view(n *yaml.Node) bool {
	switch text := f.word(n, "keep or skip"); text {
	case "", "keep":
		return false
	case "skip":
		return true
	default:
		f.errorf(f.nodePos(n), "expected keep (unknown members are kept) or skip (unknown members are skipped, in a view), found %q", text)
		return false
	}
}

func (f *file) limits(n *yaml.Node) {
	limits := &f.model.Limits
	f.read(n, "limits", keys{
		"depth": func(n *yaml.Node) {
			v, err := strconv.ParseInt(n.Value, 10, 32)
			if text := f.text(n, "a depth"); text != "" && (err != nil || v < 0) {
				f.errorf(f.nodePos(n), "expected how deep values may nest, a whole number (0: the runtime's default), found %s", describe(n))
				return
			}
			limits.Depth = int(v)
		},
		"line": func(n *yaml.Node) {
			v, err := parseSize(n.Value)
			if text := f.text(n, "a size"); text != "" && err != nil {
				f.errorf(f.nodePos(n), "expected the size of the longest line in bytes or such as 512KB, 64MB, 1GB (0: the runtime's default), found %s", describe(n))
				return
			}
			limits.Line = v
		},
	})
}

// signs reads the members by which lines of other packages are recognized.
func (f *file) signs(n *yaml.Node) {
	for _, e := range f.entries(n, "signs") {
		s := &Signs{Package: f.importPath(e.key), Pos: f.nodePos(e.key)}
		const members = "the names of members that lines of the other package have"
		s.Members, _ = f.words(e.value, members)
		if e.value.Kind == yaml.SequenceNode && len(e.value.Content) == 0 {
			f.errorf(f.nodePos(e.value), "expected %s, and found none", members)
		}
		f.model.Signs = append(f.model.Signs, s)
	}
}

// parseSize reads a number of bytes; KB, MB and GB are powers of 1024.
func parseSize(text string) (int64, error) {
	unit := int64(1)
	for i, suffix := range []string{"KB", "MB", "GB"} {
		if rest, ok := strings.CutSuffix(text, suffix); ok {
			text, unit = rest, 1<<(10*(i+1))
		}
	}
	v, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, err
	}
	if v < 0 || v > math.MaxInt64/unit {
		return 0, fmt.Errorf("size %s is out of range", text)
	}
	return v * unit, nil
}

// imports loads the specs that this one uses.
func (f *file) imports(n *yaml.Node) {
	if n.Kind == yaml.SequenceNode || n.Kind == yaml.ScalarNode && n.Tag == "!!str" {
		f.errorf(f.nodePos(n), "an import has a name, which comes before its types: {sdk: sdk.yaml}, and then sdk.Message")
		return
	}
	for _, e := range f.entries(n, "imports") {
		alias := e.key.Value
		if !isLowerWord(alias) {
			f.errorf(f.nodePos(e.key), "expected a short lower-case name for the imported spec, as sdk in sdk.Message, found %q", alias)
		}
		imp := &Import{Alias: alias, Pos: f.nodePos(e.key)}
		f.model.Imports = append(f.model.Imports, imp)
		if rel := f.word(e.value, "the path of a spec file, relative to this one, or by its package"); rel != "" {
			imp.Model = f.importModel(e.value, rel)
		}
	}
}

// importFile returns the file that an import names. A file at this path relative to the importing file takes precedence over a package path.
// After an error, ok is false.
func (f *file) importFile(at Pos, rel string) (name string, ok bool) {
	name = f.join(f.model.File, rel)
	if !isPackagePath(rel) {
		return name, true
	}
	if _, err := f.readFile(name); err == nil {
		return name, true
	}
	if f.find == nil {
		f.errorf(at, "cannot find %s: only specs that are files have imports by package path", rel)
		return "", false
	}
	name, err := f.find(f.model.File, rel)
	if err != nil {
		f.errorf(at, "cannot find %s: %v", rel, err)
		return "", false
	}
	return name, true
}

// importModel returns the spec at a path relative to this one, or at a package path, nil after an error.
func (f *file) importModel(n *yaml.Node, rel string) *Model {
	at := f.nodePos(n)
	if path.IsAbs(rel) || path.Ext(rel) != ".yaml" {
		f.errorf(at, "expected the path of a .yaml file relative to this one, or such as example.com/module/spec.yaml, found %q", rel)
		return nil
	}
	name, ok := f.importFile(at, rel)
	if !ok {
		return nil
	}
	if i := slices.Index(f.open, name); i >= 0 {
		chain := append(slices.Clone(f.open[i:]), name)
		f.errorf(at, "specs import each other in a cycle: %s", strings.Join(chain, " -> "))
		return nil
	}
	m, ok := f.models[name]
	if !ok {
		data, err := f.readFile(name)
		if err != nil {
			hint := ""
			if _, path, ok := strings.Cut(n.Value, "://"); ok {
				hint = "; a file of a module is named without the scheme, " + path
			}
			f.errorf(at, "cannot read the imported spec, whose path is relative to this file: %v%s", err, hint)
			f.models[name] = nil
			return nil
		}
		before := len(f.errs)
		m = f.loader.model(name, data)
		if len(f.errs) > before {
			f.models[name] = nil
			return nil
		}
	}
	if m != nil && m.Import == "" {
		f.errorf(at, "%s cannot be imported: it does not say its import path, `import: example.com/module/package`", name)
	}
	return m
}
