package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/source"
	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/draft"
	"github.com/ndwire/ndwire/workshop/infer"
)

// initCommand is `ndwire-gen init`, which writes a spec for sample lines.
type initCommand struct {
	Name    string   `placeholder:"NAME" help:"Name of the protocol and of the Go package; by default that of the spec file, or of the current folder."`
	Out     string   `short:"o" placeholder:"FILE" help:"Spec file to write, which must not be there yet; by default, and for -, standard output."`
	Samples []string `arg:"" name:"sample" help:"Logs: files, folders, patterns, gzip and zstd too; - is standard input."`
}

func (v *initCommand) run(stdout, stderr io.Writer) int {
	if isThere(v.Out, stderr) || !isName(v.Name, stderr) {
		return 1
	}
	for _, path := range v.Samples {
		if isSpec(path) {
			notify(stderr, "%s is a spec, not a log; the spec to be written is named by -o: init LOG... -o SPEC", path)
			return 1
		}
	}
	src, err := source.Open(v.Samples...)
	if err != nil {
		complain(stderr, err)
		return 1
	}
	defer src.Close()
	sample, status, prefixed, followed := infer.NewSample(), 0, false, false
	var firstOther decoder.Pos
	lines := decoder.NewLines(src)
	for line, err := range lines.Recycled() {
		if err == nil {
			if sample.Add(line); sample.Others == 1 && firstOther.Line == 0 {
				firstOther = lines.Pos()
			}
			continue
		}
		if bad, ok := errors.AsType[*decoder.Error](err); !ok || bad.EndsFile() {
			complain(stderr, err)
			status = 1 // the spec is written for the lines that could be read
			continue
		}
		if sample.Lines == sample.Others {
			prefixed, followed = prefixed || hasPrefix(lines.Raw()), followed || hasComma(lines.Raw())
		}
		if sample.Bad++; sample.Bad <= 3 {
			notify(stderr, "skipped: %v", err)
		}
	}
	if sample.Bad > 3 {
		notify(stderr, "skipped %d lines in total", sample.Bad)
	}
	if sample.Others > 0 && sample.Lines > sample.Others {
		notify(stderr, "not in the spec: %s of %d, JSON but not objects; the first: %v", count(int64(sample.Others), "line"), sample.Lines+sample.Bad, firstOther)
	}
	advice := adviceFor(prefixed, followed)
	switch {
	case sample.Lines > sample.Others && (prefixed || followed):
		notify(stderr, "some %s", advice)
	case sample.Lines > sample.Others:
	case sample.Lines+sample.Bad == 0 && status > 0: // no file could be read, and each error says why
		return 1
	case sample.Lines+sample.Bad+status == 0:
		notify(stderr, "the sample has no lines")
		return 1
	case prefixed || followed:
		notify(stderr, "no line of the sample is a JSON object, but some %s", advice)
		return 1
	default:
		notify(stderr, "no line of the sample is a JSON object: %s", advice)
		return 1
	}
	return max(status, writeSpec(sample.Spec(protocolName(v.Name, v.Out)), v.Out, stdout, stderr))
}

// adviceFor returns what to do with lines that are not JSON objects: with those that have an object after other text, before a comma, or none.
func adviceFor(prefixed, followed bool) string {
	switch {
	case prefixed:
		return "lines have an object after other text: remove the text first, with sed 's/^[^{]*//'"
	case followed:
		return "lines have an object and a comma: remove the comma first, with sed 's/,[[:space:]]*$//'"
	}
	return "give logs that have one object a line (jq -c . writes a document on one line, jq -c '.[]' the elements of a list on a line each)"
}

// hasPrefix reports whether a line that is not JSON is an object after other text, such as a time or `data:`.
func hasPrefix(line []byte) bool {
	at := bytes.IndexByte(line, '{')
	if at <= 0 {
		return false
	}
	_, err := decoder.Raw(line[at:]).Any()
	return err == nil
}

// hasComma reports whether a line that is not JSON is an object and a comma, as the lines within a list are.
func hasComma(line []byte) bool {
	object, ok := bytes.CutSuffix(bytes.TrimRight(line, " \t\r\n"), []byte(","))
	if !ok || !bytes.HasPrefix(object, []byte("{")) {
		return false
	}
	_, err := decoder.Raw(object).Any()
	return err == nil
}

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
