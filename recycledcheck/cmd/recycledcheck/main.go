// Command recycledcheck runs the analyzer of the same name, alone or as a tool of go vet.
package main

import (
	"golang.org/x/tools/go/analysis/singlechecker"

	"github.com/ndwire/ndwire/recycledcheck"
)

func main() { singlechecker.Main(recycledcheck.Analyzer) }
