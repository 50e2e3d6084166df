package source

import (
	"io/fs"
	"os"
	"syscall"
)

// open opens what is at path for reading. Unlike [os.Open], it lets other programs rename and delete the file meanwhile: a program that writes a
// log must be able to rotate it while the log is followed.
func open(path string) (*os.File, error) {
	name, err := syscall.UTF16PtrFromString(path)
	if err == nil {
		var in syscall.Handle
		in, err = syscall.CreateFile(name, syscall.GENERIC_READ, syscall.FILE_SHARE_READ|syscall.FILE_SHARE_WRITE|syscall.FILE_SHARE_DELETE, nil,
			syscall.OPEN_EXISTING, syscall.FILE_ATTRIBUTE_NORMAL|syscall.FILE_FLAG_BACKUP_SEMANTICS, 0) // the last flag opens folders, too
		if err == nil {
			return os.NewFile(uintptr(in), path), nil
		}
	}
	return nil, &fs.PathError{Op: "open", Path: path, Err: err}
}
