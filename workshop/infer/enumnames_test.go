package infer_test

import (
	"strings"
	"testing"

	"github.com/ndwire/ndwire/gen"
	"github.com/ndwire/ndwire/spec"
)

// TestConstantsOfEnums checks that the constants of an enum have other names than the types and the constants of other enums: HeaderScope is the
// type of header_scope, and would be the constant for scope of an enum Header.
func TestConstantsOfEnums(t *testing.T) {
	lines := strings.Repeat(`{"type":"page","header":"scope","header_scope":{"x":1,"z":"a b"},"route":"total","route_total":"sum"}
{"type":"page","header":"lease","header_scope":{"x":1,"z":"a b"},"route":"other","route_total":"difference"}
{"type":"open","p":1,"q":"a b"}
`, 20)
	yaml := inferred("log", []byte(lines))
	m, err := spec.Parse("spec.yaml", yaml)
	if err != nil {
		t.Fatalf("%v\n%s", err, yaml)
	}
	if _, err := gen.Generate(m); err != nil {
		t.Errorf("%v\n%s", err, yaml)
	}
	if names := enumNames(m); names != "PageHeader Route PageRouteTotal" {
		t.Errorf("the enums are %s:\n%s", names, yaml)
	}
}

func enumNames(m *spec.Model) string {
	var names []string
	for _, e := range m.Enums {
		names = append(names, e.Name)
	}
	return strings.Join(names, " ")
}
