package importer_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/importer"
)

// TestAbout checks that the spec has what a schema says about its types, their members and the values of their enums, and what it deprecates.
func TestAbout(t *testing.T) {
	const unknown = "The schema does not say what to use instead."
	d, err := importer.Import("lines", []byte(`{"$defs":{
"Old":{"type":"object","description":"Old is old.\n\nDeprecated: Send\na New.\n\nMore.","required":["type"],"properties":{"type":{"const":"old"}}},
"New":{"type":"object","deprecated":false,"required":["type"],"properties":{
  "type":{"const":"new"},
  "a":{"type":"string","description":"A text.","deprecated":true},
  "b":{"type":"string","deprecated":"Write a."},
  "c":{"type":"integer","description":"Deprecated: No longer read."},
  "d":{"type":"integer","description":"Deprecated things."},
  "in":{"$ref":"#/$defs/In","deprecated":true},
  "level":{"oneOf":[{"const":"low","description":"Not high."},{"const":"high","deprecated":true},{"enum":["x","y"],"description":"Both."}]},
  "mode":{"anyOf":[{"type":"string"},{"$ref":"#/$defs/Fast"},{"const":"slow"}]},
  "state":{"type":"string","enum":["on","off"],"enumDescriptions":["It runs.","It does not."]},
  "code":{"type":"integer","deprecated":true,"enum":[1,2],"enumDescriptions":["One.","Two."]},
  "other":{"deprecated":true,"oneOf":[{"type":"string"},{"type":"object","properties":{"n":{"type":"integer"}}}]}}},
"Fast":{"const":"fast","description":"Not slow."},
"In":{"type":"object","deprecated":true,"properties":{"x":{"type":"integer"}}}},
"oneOf":[{"$ref":"#/$defs/Old"},{"$ref":"#/$defs/New"}]}`), importer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := spec.Parse("lines.yaml", d.YAML())
	if err != nil {
		t.Fatalf("%v\n%s", err, d.YAML())
	}
	got := map[string]string{}
	add := func(name string, a spec.About) {
		if a.Doc != "" || a.Deprecated != "" {
			got[name] = fmt.Sprintf("%s|%s", a.Doc, a.Deprecated)
		}
	}
	for _, r := range m.Records {
		add(r.Name, r.About)
		for _, f := range r.Fields {
			add(r.Name+"."+f.Name, f.About)
		}
	}
	for _, u := range m.Unions {
		add(u.Name, u.About)
	}
	for _, e := range m.Enums {
		add(e.Name, e.About)
		for _, v := range e.Values {
			add(e.Name+"."+v.GoName, v.About)
		}
	}
	want := map[string]string{
		"Old": "Old is old.|Send a New.", "In": "|" + unknown, "New.in": "|" + unknown,
		"New.a": "A text.|" + unknown, "New.b": "|Write a.", "New.c": "|No longer read.", "New.d": "Deprecated things.|",
		"Level.LevelLow": "Not high.|", "Level.LevelHigh": "|" + unknown, "Mode.ModeFast": "Not slow.|",
		"State.StateOn": "It runs.|", "State.StateOff": "It does not.|",
		"Code": "|" + unknown, "New.code": "|" + unknown, "Code.Code1": "One.|", "Code.Code2": "Two.|",
		"Other": "|" + unknown, "New.other": "|" + unknown,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s\n%s", diff, d.YAML())
	}
}
