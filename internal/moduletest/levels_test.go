package moduletest

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// oneForm has the packages that use only what has the same form at all levels of the kernels.
var oneForm = []string{"internal/kernel/kerneltest", "internal/predict", "internal/spelling"}

// TestLevelsReachTests checks that the tests of each package that uses the kernels use the level which NDWIRE_KERNEL names: .ci/nightly runs them
// once for each level, and a package without the TestMain of kerneltest would run with the usual one each time.
func TestLevelsReachTests(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}}|{{join .Imports " "}}|{{join .TestImports " "}} {{join .XTestImports " "}}`,
		"./decoder", "./encoder", "./internal/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	const kernels = module + "/internal/kernel"
	seen := 0
	for line := range strings.Lines(string(out)) {
		parts := strings.Split(strings.TrimSuffix(line, "\n"), "|")
		tests := strings.Fields(parts[2])
		if len(tests) == 0 || slices.Contains(oneForm, strings.TrimPrefix(parts[0], module+"/")) {
			continue
		}
		if parts[0] != kernels && !slices.Contains(strings.Fields(parts[1]), kernels) {
			continue
		}
		seen++
		if !slices.Contains(tests, kernels+"/kerneltest") {
			t.Errorf("%s uses the kernels: its tests need a TestMain that calls kerneltest.Main", parts[0])
		}
	}
	if seen < 5 {
		t.Errorf("saw %d packages that use the kernels, want decoder, encoder, and those in internal at least", seen)
	}
}
