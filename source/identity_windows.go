package source

import (
	"fmt"
	"os"
	"syscall"
)

// identity names a file itself, whatever its path is: volume and index. It is "" where there are no such.
func identity(in *os.File) string {
	var info syscall.ByHandleFileInformation
	if err := syscall.GetFileInformationByHandle(syscall.Handle(in.Fd()), &info); err != nil {
		return ""
	}
	return fmt.Sprintf("%d:%d", info.VolumeSerialNumber, uint64(info.FileIndexHigh)<<32|uint64(info.FileIndexLow))
}
