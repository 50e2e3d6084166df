package spec

import "embed"

// Files are the specs of this project, for programs that show or check them.
//
//go:embed *.yaml
var Files embed.FS
