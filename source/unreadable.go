package source

import (
	"errors"
	"io/fs"

	"github.com/ndwire/ndwire/decoder"
)

// unreadable is the error of a file that cannot be opened or read, after which the next file goes on. The cause is kept, so that
// errors.Is(err, fs.ErrNotExist) works, without its path where that is the file's own, which the error begins with anyway.
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

// notFound is why a folder or a pattern stands for no files: errors.Is says that it is fs.ErrNotExist.
type notFound string

func (e notFound) Error() string        { return string(e) }
func (e notFound) Is(target error) bool { return target == fs.ErrNotExist }
