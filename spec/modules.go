package spec

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
)

// An import names a file by its path relative to the importing file, or by a package path, as Go code names packages: the path of a module,
// followed by the path of the file in the module. This file finds the folder of the module with the go command, in the module graph of the
// importing file.

// isPackagePath reports whether the path of an import can be a package path: its first element looks like a host name.
func isPackagePath(name string) bool {
	host, _, below := strings.Cut(name, "/")
	return below && strings.Contains(host, ".") && host[0] != '.' && host[0] != '-' && path.Clean(name) == name && !strings.ContainsFunc(name, func(r rune) bool {
		return r > '~' || r <= ' ' || strings.ContainsRune("\"'`*?[]{}()<>|&;:!$\\@", r)
	})
}

// findInModules returns the file that a package path names in the imports of the spec file base. The result is relative to the working
// directory if base is, else absolute.
func findInModules(base, name string) (string, error) {
	// The module's path is one of the prefixes of name.
	var prefixes []string
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		prefixes = append(prefixes, dir)
	}
	args := append([]string{"list", "-mod=readonly", "-m", "-e", "-f", "{{.Path}}\t{{.Dir}}\t{{if .Error}}{{.Error}}{{end}}", "--"}, prefixes...)
	cmd := exec.Command("go", args...)
	cmd.Dir = filepath.Dir(base)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		if strings.Contains(stderr.String(), "go.mod file not found") {
			return "", errors.New("there is no go.mod in this folder or above it; run go mod init and go get, or name the file by its path relative to this one")
		}
		if msg, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n"); msg != "" {
			err = errors.New(strings.TrimPrefix(msg, "go: "))
		}
		return "", fmt.Errorf("the go command cannot find its module: %w", err)
	}
	missing := ""
	for line := range strings.Lines(string(out)) { // the longest path first
		fields := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		switch {
		case len(fields) < 3 || fields[2] != "":
		case fields[1] == "":
			missing = fields[0]
		default:
			file := filepath.Join(fields[1], filepath.FromSlash(strings.TrimPrefix(name, fields[0]+"/")))
			return asNamed(base, file), nil
		}
	}
	if missing != "" {
		return "", fmt.Errorf("the module %s is required, but not downloaded: run go mod download %s", missing, missing)
	}
	return "", errors.New("no required module has it: run go get with the path of the module, or name the file by its path relative to this one")
}

// asNamed makes the path of a file relative if base is relative, so that a file that is imported in both ways is loaded once.
func asNamed(base, file string) string {
	if filepath.IsAbs(base) {
		return file
	}
	working, err := filepath.Abs(".")
	if err != nil {
		return file
	}
	if resolved, err := filepath.EvalSymlinks(working); err == nil && !strings.HasPrefix(file, working+string(filepath.Separator)) {
		working = resolved
	}
	if rel, err := filepath.Rel(working, file); err == nil {
		return rel
	}
	return file
}
