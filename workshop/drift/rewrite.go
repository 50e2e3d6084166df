package drift

import (
	"errors"
	"strings"

	"github.com/ndwire/ndwire/internal/printable"
	"github.com/ndwire/ndwire/spec"
)

// rewrite is a change of a spec file. The changed file may fail to load.
type rewrite struct {
	in        func(text string) (string, error)
	otherwise []func(text string) (string, error) // other changes, which are tried in turn while the file does not load
	left      func(reason string)                 // called if the file does not load with any
	failed    error                               // the error of the first change
}

// apply makes the changes after which a file still loads. It tries all of them together and then each half, because loading a large spec is slow.
func apply(file, text string, list []rewrite) string {
	if len(list) == 0 {
		return text
	}
	changed, err := text, error(nil)
	for _, r := range list {
		if changed, err = r.in(changed); err != nil {
			break
		}
	}
	if err == nil {
		if _, err = spec.Parse(file, []byte(changed)); err == nil {
			return changed
		}
	}
	if half := len(list) / 2; half > 0 {
		return apply(file, apply(file, text, list[:half]), list[half:])
	}
	first := list[0]
	if first.failed != nil {
		err = first.failed
	}
	if len(first.otherwise) > 0 {
		return apply(file, text, []rewrite{{in: first.otherwise[0], otherwise: first.otherwise[1:], left: first.left, failed: err}})
	}
	if mistakes, ok := errors.AsType[spec.Errors](err); ok {
		err = mistakes[0]
	}
	first.left("the spec would not load: " + strings.ReplaceAll(printable.Text(err.Error()), "\n", " "))
	return text
}
