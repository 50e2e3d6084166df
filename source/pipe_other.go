//go:build !unix

package source

import (
	"io"
	"os"
)

func readerOf(in *os.File, _ <-chan struct{}) io.Reader { return in }
