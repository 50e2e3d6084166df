package main

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/source"
)

// This file reads logs for the verbs that take some, and says what to do with logs that have no objects.

// readLogs reads each of the logs that can be read. It prints what could not be read, and reports whether all could.
func readLogs(c interface{ Read(io.Reader) error }, files []string, stderr io.Writer) bool {
	all := true
	for _, file := range files {
		err := readLog(c, file)
		if err == nil {
			continue
		}
		all = false
		complain(stderr, err)
	}
	return all
}

// readLog opens a log and passes it to c.Read.
func readLog(c interface{ Read(io.Reader) error }, file string) error {
	if file == "-" {
		return c.Read(os.Stdin)
	}
	if isSpec(file) {
		return fmt.Errorf("%s is a spec, not a log: the spec comes first, then logs", file)
	}
	src, err := source.Open(file)
	if err != nil {
		return err
	}
	defer src.Close()
	return c.Read(src)
}

// noLine says that no line of the logs could be used. bad is the number of lines that are not JSON objects.
func noLine(stderr io.Writer, bad int64) {
	if bad == 0 {
		notify(stderr, "the logs have no lines")
		return
	}
	notify(stderr, "no line of the logs is a JSON object: %s", adviceFor(false, false))
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
