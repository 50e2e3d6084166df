package main

import (
	"os"
	"path"
	"path/filepath"

	"golang.org/x/mod/modfile"
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
		if module := modfile.ModulePath(data); module != "" && err == nil {
			return path.Join(module, filepath.ToSlash(below))
		}
		return ""
	}
}
