package infer_test

import (
	"strings"
	"testing"

	"github.com/ndwire/ndwire/spec"
)

// TestTagTextsThatAreNoWords checks that a member with the name of a tag is a tag although some of its texts are numbers, as in IRC, or have
// characters that names do not have.
func TestTagTextsThatAreNoWords(t *testing.T) {
	for _, c := range []struct{ tag, a, b, c string }{
		{"command", "PRIVMSG", "JOIN", "001"},
		{"$type", "app.events#created", "app.events#removed", "app.events#moved"},
		{"type", "user+created", "user+removed", "user"},
		{"type", "m.room.message", "m.room.member", "org.matrix.msc3381.poll.start"},
	} {
		lines := strings.Repeat(`{"`+c.tag+`":"`+c.a+`","text":"some words here","to":"x y"}
{"`+c.tag+`":"`+c.b+`","channel":"a b","who":"c d"}
{"`+c.tag+`":"`+c.c+`","names":["a"],"count":3}
`, 20)
		yaml := inferred("log", []byte(lines))
		if !strings.Contains(string(yaml), "tag: "+c.tag) || strings.Count(string(yaml), "# 20 of 60") != 3 {
			t.Errorf("%s: no union:\n%s", c.tag, yaml)
		}
		if _, err := spec.Parse("spec.yaml", yaml); err != nil {
			t.Errorf("%s: %v\n%s", c.tag, err, yaml)
		}
	}
}
