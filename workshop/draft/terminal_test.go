package draft

import (
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/internal/printable"
	"github.com/ndwire/ndwire/spec"
)

// TestTerminal checks that no text of a log can control a terminal that shows the spec, and that names and docs are read as they were.
func TestTerminal(t *testing.T) {
	text := rapid.OneOf(rapid.StringN(1, 20, -1), rapid.StringOfN(rapid.RuneFrom([]rune("a:#\x1b\x7f\u009b\u00a0\u00ad\u200b\u202e\u2028\ufeff\ue000\U000e0001\U0001f600")), 1, 20, -1))
	rapid.Check(t, func(t *rapid.T) {
		name, doc, instead := text.Draw(t, "name"), text.Draw(t, "doc"), text.Draw(t, "instead")
		if !utf8.ValidString(name+doc+instead) || !IsField(name) {
			t.Skip("no name of a member")
		}
		s := Spec{Name: "p", About: []string{text.Draw(t, "about")}, Line: "Line", Unions: []*Union{{Name: "Line", Discriminator: OneRecord("Entry", text.Draw(t, "comment"))}},
			Records: []*Record{{Name: "Entry", Fields: []Field{{Name: name, Go: "F", Type: "string", Doc: doc, Deprecated: instead, Comment: text.Draw(t, "comment")}}}},
			Enums:   []*Enum{{Name: "E", Deprecated: instead, Values: []Value{{Text: "a", Doc: doc, Deprecated: instead}}}}}
		out := s.YAML()
		for _, r := range string(out) {
			if r != '\n' && printable.Text(string(r)) != string(r) {
				t.Fatalf("%q has %q", out, r)
			}
		}
		m, err := spec.Parse("p.yaml", out)
		if err != nil {
			t.Fatalf("%v in\n%s", err, out)
		}
		f, e := m.Records[0].Fields[0], m.Enums[0]
		is := func(a spec.About) bool { return a.Doc == doc && a.Deprecated == instead }
		if f.Name != name || !is(f.About) || !is(e.Values[0].About) || e.Deprecated != instead {
			t.Errorf("%q, doc %q, deprecated %q, is read as\n%s", name, doc, instead, out)
		}
	})
}
