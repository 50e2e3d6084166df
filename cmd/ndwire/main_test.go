package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"ndwire": main, "ndwire-peak": mainPeak})
}

func TestScripts(t *testing.T) {
	shipped, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           "testdata",
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != "",
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"cut": cut},
		Setup: func(env *testscript.Env) error {
			env.Setenv("SHIPPED", shipped)
			return nil
		},
	})
}

// cut is `cut FILE ARCHIVE N`: it packs a file into a gzip archive, and cuts off the last N bytes of the archive, but not its first two.
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
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), packed.Bytes()[:max(packed.Len()-n, 2)], 0o600))
}
