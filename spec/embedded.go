package spec

import "embed"

// Files has the spec files of this project.
//
//go:embed *.yaml
var Files embed.FS
