package importer_test

import (
	"strings"
	"testing"

	"github.com/ndwire/ndwire/workshop/importer"
)

// TestSingleObject checks that the words of a member are an enum, and no tag, if a line has one schema, unless the member has the name of a tag.
func TestSingleObject(t *testing.T) {
	const severity = `"severity":{"enum":["low","high"]}`
	for schema, want := range map[string]string{
		`{"type":"object","required":["severity","id"],"properties":{` + severity + `,"id":{"type":"string"}}}`:             "otherwise: {to: Entry, kind: entry}",
		`{"type":"object","required":["severity","type"],"properties":{` + severity + `,"type":{"enum":["threshold"]}}}`:    "tag: type",
		`{"type":"object","required":["severity","kind"],"properties":{` + severity + `,"kind":{"enum":["start","stop"]}}}`: "tag: kind",
	} {
		d, err := importer.Import("p", []byte(schema), importer.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if text := string(d.YAML()); !strings.Contains(text, want) || !strings.Contains(text, "severity: Severity") {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
