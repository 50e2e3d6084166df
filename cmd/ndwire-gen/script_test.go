package main

import (
	"bytes"
	"flag"
	"io"
	"os"
	"strconv"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"ndwire-gen": main})
}

var update = flag.Bool("update", false, "write what the commands print into the scripts")

// TestScripts runs the command by the scripts of testdata.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata", UpdateScripts: *update, Cmds: map[string]func(*testscript.TestScript, bool, []string){"cut": cut}})
}

// cut is `cut FILE ARCHIVE N`: it packs a file into a gzip archive, and cuts off the last N bytes of the archive.
func cut(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: cut FILE ARCHIVE N")
	}
	n, err := strconv.Atoi(args[2])
	ts.Check(err)
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed)
	_, err = io.WriteString(zip, ts.ReadFile(args[0]))
	ts.Check(err)
	ts.Check(zip.Close())
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), packed.Bytes()[:packed.Len()-n], 0o600))
}
