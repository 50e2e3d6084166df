package scan_test

import (
	"testing"

	"github.com/ndwire/ndwire/internal/scan"
)

// A member is found by its name, however its key is spelled, and no other one is.
func TestFindSpelledKeys(t *testing.T) {
	for _, tt := range []struct {
		object, name string
		found        bool
	}{
		{`{"kinds":0,"kind":1}`, "kind", true},
		{`{"kin":0,"\u006bind":1}`, "kind", true},
		{`{"kind\u0073":0}`, "kind", false},
		{`{"kin\u0064":1}`, "kind", true},
		{`{"ki\u006bd":0}`, "kind", false},
		{`{"\n":0,"\\n":1}`, `\n`, true},
		{`{"\n":0}`, `\n`, false},
		{`{"\n":1}`, "\n", true},
		{`{"a\\b":0,"a\\":1}`, `a\`, true},
		{`{"a\\":0}`, `a\\`, false},
		{`{"\"":1}`, `"`, true},
		{`{"":1}`, "", true},
		{`{"\\":0,"x":0}`, "", false},
	} {
		for _, exact := range []bool{false, true} {
			c := new(scan.Cursor)
			c.Reset([]byte(tt.object), &scan.Options{})
			if exact {
				c.BeExact()
			}
			at := c.Find(0, tt.name)
			if (at >= 0) != tt.found || at >= 0 && string(c.Literal(at)) != "1" {
				t.Errorf("Find(%q) in %s, exact %t: offset %d, found %t wanted", tt.name, tt.object, exact, at, tt.found)
			}
		}
	}
}
