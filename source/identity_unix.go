//go:build unix

package source

import (
	"fmt"
	"os"
	"syscall"
)

// identity returns a name of a file that is independent of its path: device and inode; "" if the file system has none.
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
