package source

import (
	"fmt"
	"os"
	"syscall"
)

// identity returns a name of a file that is independent of its path: volume and index; "" if the file system has none.
func identity(in *os.File) string {
	var info syscall.ByHandleFileInformation
	if err := syscall.GetFileInformationByHandle(syscall.Handle(in.Fd()), &info); err != nil {
		return ""
	}
	return fmt.Sprintf("%d:%d", info.VolumeSerialNumber, uint64(info.FileIndexHigh)<<32|uint64(info.FileIndexLow))
}
