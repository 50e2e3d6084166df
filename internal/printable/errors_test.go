package printable_test

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/internal/printable"
)

func TestErrors(t *testing.T) {
	missing := &fs.PathError{Op: "open", Path: "\x1b[31mred", Err: fs.ErrNotExist}
	wraps := fmt.Errorf("%w: the line is cut off: %w", errors.New("log:1"), errors.New("truncated"))
	err := errors.Join(missing, errors.Join(wraps, errors.New("two\nlines")))
	var out strings.Builder
	printable.Errors(&out, "prog", err)
	const want = `prog: open \x1b[31mred: file does not exist
prog: log:1: the line is cut off: truncated
prog: two\nlines
`
	if out.String() != want {
		t.Errorf("written:\n%swant:\n%s", &out, want)
	}
}
