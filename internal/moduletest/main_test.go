package moduletest

import (
	"fmt"
	"os"
	"testing"
)

// TestMain runs the tests in the module's folder. It opens all files of the module, because go test caches a result until a file changes that the
// test has opened, and does not see the files that a go command reads for the test.
func TestMain(m *testing.M) {
	err := os.Chdir("../..")
	if err == nil {
		err = walkModule(".", func(string) error { return nil })
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}
