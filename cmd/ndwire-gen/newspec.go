package main

import (
	"bufio"
	"errors"
	"fmt"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/draft"
)

// This file writes a new spec, for init and import.

// isThere reports whether the file to write exists already, and prints an error if it does. It is called before samples are read.
func isThere(out string, stderr io.Writer) bool {
	if isStdout(out) {
		return false
	}
	if _, err := os.Lstat(out); err != nil {
		return false
	}
	notify(stderr, "%s exists already, and is not overwritten: give another name with -o", out)
	return true
}

// isStdout reports whether a spec is to be written to standard output.
func isStdout(out string) bool { return out == "" || out == "-" }

// writeSpec writes a drafted spec to a new file, whose folder is created if needed, or to stdout if out is "" or "-". It returns the exit status.
func writeSpec(d *draft.Spec, out string, stdout, stderr io.Writer) int {
	data, status := d.YAML(), 0
	if _, err := spec.Parse("spec.yaml", data); err != nil {
		// This should not happen. A spec with mistakes is still useful, and is written.
		notify(stderr, "the spec has mistakes, which must be corrected by hand:")
		explain(stderr, err)
		status = 1
	}
	if isStdout(out) {
		w := bufio.NewWriter(stdout)
		w.Write(data)
		if err := w.Flush(); err != nil {
			complain(stderr, err)
			return 1
		}
		return status
	}
	if err := os.MkdirAll(filepath.Dir(out), 0o777); err != nil {
		complain(stderr, err)
		return 1
	}
	f, err := os.OpenFile(out, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if os.IsExist(err) && isThere(out, stderr) {
		return 1
	}
	if err == nil {
		_, err = f.Write(data)
		if closing := f.Close(); err == nil {
			err = closing
		}
	}
	if err != nil {
		complain(stderr, err)
		return 1
	}
	notify(stderr, "wrote %s; read it, then: ndwire-gen -o %s %s", out, filepath.Dir(out), out)
	return status
}

// protocolName returns the name of a protocol: the given one, or the name of the file or folder to which the spec is written.
func protocolName(name, out string) string {
	if name != "" {
		return name
	}
	name = strings.TrimSuffix(filepath.Base(out), filepath.Ext(out))
	if isStdout(out) {
		if dir, err := os.Getwd(); err == nil {
			name = filepath.Base(dir)
		}
	}
	name = strings.Map(func(r rune) rune {
		if r = unicode.ToLower(r); r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, name)
	switch {
	case name == "" || name[0] <= '9':
		return "protocol"
	case token.IsKeyword(name): // no package can have this name
		return name + "log"
	}
	return name
}

// isName reports whether a name can be that of a protocol and of a Go package, or is "", for the default, and prints an error if not. It is called before
// samples are read.
func isName(name string, stderr io.Writer) bool {
	if name == "" {
		return true
	}
	_, err := spec.Parse("--name", fmt.Appendf(nil, "ndwire: 1\nprotocol: %s\npackage: %[1]s\n", draft.Quote(name)))
	if mistakes, ok := errors.AsType[spec.Errors](err); ok {
		notify(stderr, "--name: %s", mistakes[0].Msg)
		return false
	}
	return true
}
