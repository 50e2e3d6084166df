//go:build !unix && !windows

package source

import "os"

// identity returns "": this system has no name for a file that is independent of its path.
func identity(*os.File) string { return "" }
