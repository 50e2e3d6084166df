package spec

import (
	"strings"
	"testing"
)

// TestCaseNames checks Go names of cases, which are their part of the names of kinds. Values with the same derived name need one.
func TestCaseNames(t *testing.T) {
	parse := func(cases string) (*Model, error) {
		return Parse("a.yaml", []byte("ndwire: 1\nprotocol: a\npackage: a\nline: U\nunions:\n  U: {tag: type, cases: {"+cases+"}}\nrecords:\n  A: {}\n  B: {}\n"))
	}
	m, err := parse("a_b: A, aB: {to: B, go: Other}, c: {go: See, tag: d, cases: {e: json}}, f: {has: {g: json}}")
	if err != nil {
		t.Fatal(err)
	}
	cases := m.Line.Tree.Cases
	for i, want := range []string{"AB", "Other", "See", "F"} {
		if cases[i].GoName != want {
			t.Errorf("%s is %q, want %q", cases[i].Literal, cases[i].GoName, want)
		}
	}
	if m, err := parse("1e400: A, -2.50E-3: B"); err != nil || m.Line.Tree.Cases[0].Literal != "1e400" || m.Line.Tree.Cases[1].Literal != "-2.50E-3" {
		t.Errorf("numbers beyond a float64 or with an exponent: %v, %+v", err, m)
	}
	if name := cases[2].Target.Node.Cases[0].GoName; name != "E" {
		t.Errorf("the case of a nested discriminator is %q, want E", name)
	}
	if name := cases[3].Target.Node.Cases[0].GoName; name != "G" {
		t.Errorf("the name of a member is %q, want G", name)
	}
	for cases, want := range map[string]string{
		"a_b: A, aB: B":              "a.yaml:6:34: the kinds a_b and aB have the same constant KindAB",
		"a_b: A, c: {to: B, go: AB}": "a.yaml:6:34: the kinds a_b and c have the same constant KindAB",
		"a: {to: A, go: a b}":        `a.yaml:6:41: expected a Go name that begins with a capital, found "a b"`,
		"true: A, \"true\": B":       "a.yaml:6:35: two cases have the kind true: give one of them another by `kind:` (see also a.yaml:6:26)",
		"😀: A":                       "a.yaml:6:26: no Go name can be made of the case 😀 for its constant: give it one, {to: Record, go: Name}",
	} {
		if _, err := parse(cases); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", cases, err, want)
		}
	}
}
