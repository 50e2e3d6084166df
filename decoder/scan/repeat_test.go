package scan_test

import (
	"fmt"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/decoder/scan"
	"github.com/ndwire/ndwire/internal/kernel"
)

// TestRepeated has that a field's text is right, whatever it was before, and is one string for as long as it stays the same.
func TestRepeated(t *testing.T) {
	for _, level := range kernel.Levels() {
		t.Run(level.String(), func(t *testing.T) {
			defer kernel.Force(level)()
			c := new(scan.Cursor) // one that has not given up on anything
			read := func(id, session string) *user {
				t.Helper()
				text := fmt.Sprintf(`{"type":"user","uuid":"%s","session_id":"%s","message":{"id":"m","content":"x"}}`, id, session)
				u, err := decode(c, text, scan.Options{}, scanLine)
				if err != nil || u.(*user).UUID != id || u.(*user).SessionID != session {
					t.Fatalf("%s: %v, %v", text, u, err)
				}
				return u.(*user)
			}
			for _, session := range []string{"one", "another-of-36-letters-as-uuids-have-it", ""} {
				var before *user
				for k := range 1000 { // the ids are given up on
					u := read(fmt.Sprint("id", k), session)
					if session != "" && k > 2 && unsafe.StringData(u.SessionID) != unsafe.StringData(before.SessionID) {
						t.Fatalf("line %d has %q in memory of its own", k, session)
					}
					before = u
				}
			}
			rapid.Check(t, func(rt *rapid.T) {
				some := rapid.SampledFrom([]string{"a", "b", "12345678", "12345679", "a text that is longer than that", "a text that is longer than this"})
				for range 20 {
					read(some.Draw(rt, "id"), some.Draw(rt, "session"))
				}
			})
		})
	}
}
