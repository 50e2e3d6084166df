package spec

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// TestPlainYAML checks that YAML 1.1 can read the specs of this project: a scalar without quotes has no question mark within brackets and
// braces.
func TestPlainYAML(t *testing.T) {
	files, err := filepath.Glob("*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no specs: %v", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var root yaml.Node
		if err := yaml.Unmarshal(data, &root); err != nil {
			t.Fatal(file, err)
		}
		var walk func(n *yaml.Node, flow bool)
		walk = func(n *yaml.Node, flow bool) {
			const quoted = yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle
			if flow && n.Kind == yaml.ScalarNode && n.Style&quoted == 0 && strings.Contains(n.Value, "?") {
				t.Errorf("%s:%d:%d: %s stands without quotes", file, n.Line, n.Column, n.Value)
			}
			for _, c := range n.Content {
				walk(c, flow || n.Style&yaml.FlowStyle != 0)
			}
		}
		walk(&root, false)
	}
}
