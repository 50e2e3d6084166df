package recycledcheck_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/ndwire/ndwire/recycledcheck"
)

func TestAnalyzer(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), recycledcheck.Analyzer, "kept", "fine")
}
