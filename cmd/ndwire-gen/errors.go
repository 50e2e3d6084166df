package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/printable"
	"github.com/ndwire/ndwire/spec"
)

// notify prints a line to people. Names of files, and text of logs and specs, are escaped in it: they could control the terminal.
func notify(w io.Writer, format string, args ...any) {
	fmt.Fprintf(w, "ndwire-gen: %s\n", printable.Text(fmt.Sprintf(format, args...)))
}

// complain prints an error, or a line for each error that was joined.
func complain(w io.Writer, err error) { printable.Errors(w, "ndwire-gen", err) }

// explain prints an error; mistakes of a spec with their lines of the file. For a log in the place of a spec, it prints one error instead of
// one for each line.
func explain(w io.Writer, err error) {
	mistakes, ok := errors.AsType[spec.Errors](err)
	switch {
	case !ok:
		complain(w, err)
		return
	case isSchema(mistakes[0].Pos.File):
		notify(w, "%s is a JSON Schema, not a spec: `ndwire-gen import` writes a spec for it", mistakes[0].Pos.File)
		return
	case isLog(mistakes[0].Pos.File):
		notify(w, "%s is a log, not a spec: `ndwire-gen init` writes a spec for logs; the other verbs take the spec first, then logs", mistakes[0].Pos.File)
		return
	}
	for _, e := range mistakes {
		fmt.Fprintf(w, "%s\n%s", printable.Text(e.Error()), e.Excerpt())
	}
}

// isSchema reports whether a file is a JSON Schema, or an OpenAPI document, which has some.
func isSchema(path string) bool {
	data, err := os.ReadFile(path)
	if err != nil {
		return false
	}
	var doc map[string]json.RawMessage
	if json.Unmarshal(data, &doc) != nil || doc["ndwire"] != nil {
		return false
	}
	return doc["$schema"] != nil || doc["$defs"] != nil || doc["openapi"] != nil
}

// specStart matches the beginning of a spec: comments and empty lines, then the version of the language.
var specStart = regexp.MustCompile(`^([ \t]*(#.*)?\r?\n)*ndwire:[ \t]*[0-9]`)

// isSpec reports whether a file begins as a spec does.
func isSpec(path string) bool {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 4096)
	n, _ := io.ReadFull(f, head)
	return specStart.Match(head[:n])
}

// isLog reports whether the first line of a file is a JSON object, and the file is not a spec written in JSON.
func isLog(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	for line, err := range decoder.NewLines(f).Recycled() {
		if err != nil || line[0] != '{' {
			return false
		}
		_, isSpec := line.Get("ndwire")
		return !isSpec
	}
	return false
}
