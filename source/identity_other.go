//go:build !unix && !windows

package source

import "os"

// identity would name a file itself, whatever its path is. Here the system has no such names.
func identity(*os.File) string { return "" }
