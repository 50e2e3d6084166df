package spec

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// TestPlainYAML checks that YAML 1.1 can read the specs of this project, those of tests and those in pages included: a scalar without quotes has
// no question mark within brackets and braces.
func TestPlainYAML(t *testing.T) {
	fences := regexp.MustCompile("(?ms)^ *```yaml[^\n]*\n(.*?)^ *```")
	specs := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() && path != ".." && strings.HasPrefix(name, ".") {
			return filepath.SkipDir
		}
		ext := filepath.Ext(path)
		if d.IsDir() || ext != ".yaml" && ext != ".md" {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		text := string(data)
		switch {
		case ext == ".md":
			for _, place := range fences.FindAllStringSubmatchIndex(text, -1) {
				specs++
				before := strings.Count(text[:place[2]], "\n")
				checkPlain(t, path, strings.Repeat("\n", before)+text[place[2]:place[3]])
			}
		case strings.HasPrefix(text, "ndwire:"), strings.Contains(text, "\nndwire:"):
			specs++
			checkPlain(t, path, text)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if specs < 100 {
		t.Errorf("found only %d specs", specs)
	}
}

func checkPlain(t *testing.T, file, text string) {
	t.Helper()
	var root yaml.Node
	if yaml.Unmarshal([]byte(text), &root) != nil {
		return // an example of wrong YAML
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
