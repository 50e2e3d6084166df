package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// TestLongNames checks that what drift says of a patch has only the beginning of a long name.
func TestLongNames(t *testing.T) {
	long := strings.Repeat("n", 5000)
	dir := folder(t, map[string]string{
		"spec.yaml":  "ndwire: 1\nprotocol: p\npackage: p\nline: Line\nunions:\n  Line:\n    tag: type\n    cases: {a: A}\nrecords:\n  A: {}\n",
		"log.ndjson": `{"type":"a","` + long + `":1}` + "\n",
	})
	var stdout, stderr bytes.Buffer
	v := driftCommand{Patch: true, Spec: filepath.Join(dir, "spec.yaml"), Files: []string{filepath.Join(dir, "log.ndjson")}}
	if code := v.run(&stdout, &stderr); code != 1 || !strings.Contains(stderr.String(), "accepted from now on: unknown field .nnn") || stderr.Len() > 1000 {
		t.Errorf("exit %d, %d bytes\n%.300s", code, stderr.Len(), &stderr)
	}
}
