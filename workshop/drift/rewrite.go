package drift

import (
	"errors"
	"strings"

	"github.com/ndwire/ndwire/internal/printable"
	"github.com/ndwire/ndwire/spec"
)

// rewrite is a change of a spec file.
type rewrite struct {
	ways []way               // at least one; they are tried in turn while the changed file does not load
	left func(reason string) // called if the file does not load with any
}

// way returns a changed text, or an error if the change cannot be made in it.
type way func(text string) (string, error)

// apply makes the changes after which a file still loads. It tries all of them together and then each half, because loading a large spec is slow.
func apply(file, text string, list []rewrite) string {
	if len(list) == 0 {
		return text
	}
	first := make([]way, len(list))
	for k, r := range list {
		first[k] = r.ways[0]
	}
	changed, err := loading(file, text, first...)
	if err == nil {
		return changed
	}
	if half := len(list) / 2; half > 0 {
		return apply(file, apply(file, text, list[:half]), list[half:])
	}
	for _, other := range list[0].ways[1:] {
		if changed, err := loading(file, text, other); err == nil {
			return changed
		}
	}
	if mistakes, ok := errors.AsType[spec.Errors](err); ok {
		err = mistakes[0]
	}
	list[0].left("the spec would not load: " + strings.ReplaceAll(printable.Text(err.Error()), "\n", " "))
	return text
}

// loading returns a text with changes, or an error if it does not load with them.
func loading(file, text string, changes ...way) (string, error) {
	var err error
	for _, change := range changes {
		if text, err = change(text); err != nil {
			return "", err
		}
	}
	_, err = spec.Parse(file, []byte(text))
	return text, err
}
