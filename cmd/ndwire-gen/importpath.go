package main

import (
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// importPath returns the import path of the package in a folder, by the go.mod in the folder or above it. The folder need not exist. It returns "" if
// there is no module.
func importPath(dir string) string {
	for root := dir; ; root = filepath.Dir(root) {
		data, err := os.ReadFile(filepath.Join(root, "go.mod"))
		if err != nil {
			if root == filepath.Dir(root) {
				return ""
			}
			continue
		}
		below, err := filepath.Rel(root, dir)
		if module := modulePath(data); module != "" && err == nil {
			return path.Join(module, filepath.ToSlash(below))
		}
		return ""
	}
}

// modulePath returns the path in the module directive of a go.mod, "" if there is none.
func modulePath(gomod []byte) string {
	for line := range strings.Lines(string(gomod)) {
		line, _, _ = strings.Cut(line, "//")
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "module"); ok {
			name = strings.TrimSpace(name)
			if plain, err := strconv.Unquote(name); err == nil {
				return plain
			}
			return name
		}
	}
	return ""
}
