package gen_test

import (
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/gen/testdata/roles"
)

// TestKindsByRole checks kinds that a second tag determines only if the type is absent, and kinds whose last part comes from a union one level
// below.
func TestKindsByRole(t *testing.T) {
	for line, want := range map[string]decoder.Kind{
		`{"role":"user","text":"a"}`:                         roles.KindUser,
		`{"text":"a","role":"bot"}`:                          roles.KindBot,
		`{"role":"userMessage"}`:                             roles.KindUserMessage,
		`{"role":"fresh"}`:                                   "fresh",
		`{"role":7}`:                                         "",
		`{"type":null,"role":"user"}`:                        "",
		`{"type":7,"role":"user"}`:                           "",
		`{"type":"fresh","role":"user"}`:                     "fresh",
		`{"type":"user_message","role":"user"}`:              roles.KindNote,
		`{"type":"message","message":{"role":"user"}}`:       roles.KindMessageUser,
		`{"type":"message","message":{"role":"fresh"}}`:      "message/fresh",
		`{"type":"message","message":{"text":"a"},"role":1}`: roles.KindMessage,
		`{"type":"message","message":"a"}`:                   roles.KindMessage,
		`{"type":"message","message":null}`:                  roles.KindMessage,
		`{"type":"message"}`:                                 roles.KindMessage,
	} {
		l, err := roles.UnmarshalLine([]byte(line))
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if kind, err := roles.Peek([]byte(line)); err != nil || kind != want || l.Kind() != want {
			t.Errorf("%s: Peek %q, %v; Kind %q; want %q", line, kind, err, l.Kind(), want)
		}
	}
	if k := (&roles.Entry{Message: &roles.Bot{}}).Kind(); k != roles.KindMessageBot {
		t.Errorf("an entry of one's own: %q", k)
	}
}
