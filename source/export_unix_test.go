//go:build unix

package source

import (
	"context"
	"os"

	"github.com/ndwire/ndwire/decoder"
)

// ReaderOf returns the reader with which Open reads a file.
var ReaderOf = readerOf

// FollowOpened follows a file that is open, from an offset on, and reports whether the system is asked for
// notifications.
func FollowOpened(in *os.File, offset int64) (watched bool, err error) {
	f := newFollower(context.Background(), in.Name())
	_, err = f.from(in, decoder.File{Offset: offset})
	return f.watcher != nil, err
}
