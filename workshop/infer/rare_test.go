package infer_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestRare checks that a single value of another JSON type among thousands changes no type, and is mentioned in the comment, and that one
// among hundreds changes it.
func TestRare(t *testing.T) {
	const good = `{"type":"a","n":1,"s":"some text","o":{"x":1},"l":["x y"],"m":{"k":"v w"},"w":"Quit","t":"2026-01-02T03:04:05Z","id":"2b0a7d0e-1f1b-4a52-8f0e-0a4f5b6c7d8e"}`
	for _, bad := range []string{
		strings.Replace(good, `"n":1`, `"n":"x"`, 1),
		strings.Replace(good, `"n":1`, `"n":{"y":{"z":1}}`, 1),
		strings.Replace(good, `2026`, `soon`, 1),
		strings.Replace(good, `2b0a7d0e`, `2b0a7d0?`, 1),
		strings.Replace(good, `"some text"`, `17`, 1),
		strings.Replace(good, `{"x":1}`, `[1]`, 1),
		strings.Replace(good, `{"x":1}`, `"x"`, 1),
		strings.Replace(good, `["x y"]`, `"x y"`, 1),
		strings.Replace(good, `["x y"]`, `[7]`, 1),
		strings.Replace(good, `["x y"]`, `[{"a":1}]`, 1),
	} {
		lines := strings.Repeat(good+"\n", 120)
		want := types(inferred("log", []byte(lines)))
		half := strings.Repeat(good+"\n", 60)
		for at, text := range map[string]string{"first": bad + "\n" + lines, "amid": half + bad + "\n" + half, "last": lines + bad + "\n"} {
			yaml := inferred("log", []byte(text))
			if got := types(yaml); got != want {
				t.Errorf("%s, %s:\n%s\nwant:\n%s", bad, at, got, want)
			}
			if !strings.Contains(string(yaml), "left out as rare, 1 of 121: ") {
				t.Errorf("%s, %s: it is not told\n%s", bad, at, yaml)
			}
		}
		if got := types(inferred("log", []byte(half+bad+"\n"))); got == want {
			t.Errorf("%s: one of 61 changes nothing", bad)
		}
	}
}

// types returns a spec without its comments.
func types(yaml []byte) string {
	var b strings.Builder
	for line := range strings.Lines(string(yaml)) {
		line, _, _ = strings.Cut(line, "#")
		fmt.Fprintln(&b, strings.TrimRight(line, " \n"))
	}
	return b.String()
}
