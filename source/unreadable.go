package source

import (
	"errors"
	"io/fs"

	"github.com/ndwire/ndwire/decoder"
)

// unreadable returns the error of a file that cannot be opened or read, after which reading goes on with the next file. It wraps the cause,
// so that errors.Is(err, fs.ErrNotExist) works, without the file's own path, which the error begins with anyway.
func unreadable(name string, cause error) *decoder.Error {
	if bad, ok := errors.AsType[*decoder.Error](cause); ok {
		return bad
	}
	if at, ok := errors.AsType[*fs.PathError](cause); ok && at.Path == name {
		cause = at.Err
	}
	if name == "" {
		name = `""`
	}
	return &decoder.Error{File: name, Reason: decoder.ErrUnreadable, Err: cause}
}

// notFound is the error of a folder or a pattern without files; it is fs.ErrNotExist for errors.Is.
type notFound string

func (e notFound) Error() string        { return string(e) }
func (e notFound) Is(target error) bool { return target == fs.ErrNotExist }
