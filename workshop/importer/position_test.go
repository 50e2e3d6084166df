package importer_test

import (
	"testing"

	"github.com/ndwire/ndwire/workshop/importer"
)

func TestLineOf(t *testing.T) {
	const schema = "\n{\"a/b\": [1,\n {\"c\": 2,\n\"c\": {}}\n,3],\n\"d\":null}"
	for pointer, want := range map[string]int{"": 1, "/a~1b": 2, "/a~1b/0": 2, "/a~1b/1": 3, "/a~1b/1/c": 4, "/a~1b/2": 5, "/d": 6, "/e": 0, "/d/x": 0, "/a~1b/3": 0} {
		if got := importer.LineOf([]byte(schema), pointer); got != want {
			t.Errorf("%q is in line %d, not %d", pointer, got, want)
		}
	}
}
