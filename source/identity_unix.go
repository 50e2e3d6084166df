//go:build unix

package source

import (
	"fmt"
	"os"
	"syscall"
)

// identity names a file itself, whatever its path is: device and inode. It is "" where there are no such.
func identity(in *os.File) string {
	info, err := in.Stat()
	if err != nil {
		return ""
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return fmt.Sprintf("%d:%d", stat.Dev, stat.Ino)
	}
	return ""
}
