package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// TestVerbs checks that generating needs no verb, and that a verb wins over a file with its name.
func TestVerbs(t *testing.T) {
	for _, test := range []struct{ args, verb string }{
		{"-o dir a.yaml b.yaml", "gen"},
		{"gen a.yaml", "gen"},
		{"--check a.yaml", "gen"},
		{"init a.log", "init"},
		{"./init", "gen"},
		{"import a.json", "import"},
	} {
		var c verbs
		parser, err := kong.New(&c, kong.Vars{"version": "v"})
		if err != nil {
			t.Fatal(err)
		}
		ctx, err := parser.Parse(strings.Fields(test.args))
		if err != nil {
			t.Errorf("%s: %v", test.args, err)
		} else if got := ctx.Selected().Name; got != test.verb {
			t.Errorf("%s is the verb %s, want %s", test.args, got, test.verb)
		}
	}
}

func TestInit(t *testing.T) {
	dir := folder(t, map[string]string{"log.ndjson": "starting\n{\"type\":\"a\",\"n\":1}\n{\"type\":\"b\",\"s\":\"x\"}\n", "text.log": "no JSON\n",
		"prefix.log": "event: a\ndata: {\"type\":\"a\"}\n", "empty.log": " \n\n", "comma.log": "{\"a\":1},\n{\"a\":2},\n", "list.log": "[\n{\"a\":1},\n{\"a\":2}\n]\n",
		"mixed.log": "{\"a\":1}\n[2]\n3\n", "wide.log": "\xff\xfe{\x00}\x00"})
	out := filepath.Join(dir, "events.yaml")
	var stdout, stderr bytes.Buffer
	v := initCommand{Out: out, Samples: []string{filepath.Join(dir, "log.ndjson")}}
	if code := v.run(&stdout, &stderr); code != 0 {
		t.Fatalf("exit %d\n%s", code, &stderr)
	}
	for _, want := range []string{"skipped: " + filepath.Join(dir, "log.ndjson") + ":1:1", "wrote " + out} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("no %q in:\n%s", want, &stderr)
		}
	}
	v.Out = "-"
	if code := v.run(&stdout, &stderr); code != 0 || !strings.HasPrefix(stdout.String(), "# From a sample") {
		t.Errorf("init -o -: exit %d, want 0 and the spec on standard output\n%s%s", code, &stdout, &stderr)
	}
	stdout.Reset()
	v.Out = out
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1 of them skipped", "protocol: events\n", "      a: A  # 1 of 2\n"} {
		if !strings.Contains(string(data), want) {
			t.Errorf("no %q in:\n%s", want, data)
		}
	}
	if code := (&genCommand{Out: dir, Specs: []string{out}}).run(&stdout, &stderr); code != 0 {
		t.Errorf("the spec gives no package:\n%s", &stderr)
	}

	// If a file cannot be read, the spec is written for the others, and the exit status is 1.
	stdout.Reset()
	stderr.Reset()
	gone := initCommand{Samples: []string{v.Samples[0], filepath.Join(dir, "gone.log")}}
	if code := gone.run(&stdout, &stderr); code != 1 || !strings.Contains(stdout.String(), "sample of 3 lines, 1 of them skipped") || !strings.Contains(stderr.String(), "gone.log") {
		t.Errorf("exit %d\n%s%s", code, &stdout, &stderr)
	}

	// An existing file is not overwritten, and a log without objects is an error.
	for _, test := range []struct {
		verb initCommand
		want string
	}{
		{v, "exists already"},
		{initCommand{Samples: []string{filepath.Join(dir, "text.log")}}, "no line of the sample is a JSON object: give"},
		{initCommand{Samples: []string{filepath.Join(dir, "prefix.log")}}, "sed 's/^[^{]*//'"},
		{initCommand{Samples: []string{filepath.Join(dir, "empty.log")}}, "the sample has no lines"},
		{initCommand{Samples: []string{filepath.Join(dir, "gone.log")}}, "gone.log"},
		{initCommand{Samples: []string{filepath.Join(dir, "comma.log")}}, "sed 's/,[[:space:]]*$//'"},
		{initCommand{Name: "My Log", Samples: []string{filepath.Join(dir, "log.ndjson")}}, `--name: expected the protocol's name as one lower-case word, found "My Log"`},
		{initCommand{Name: "type", Samples: []string{filepath.Join(dir, "log.ndjson")}}, "--name: type is a keyword of Go"},
	} {
		stderr.Reset()
		if code := test.verb.run(&stdout, &stderr); code != 1 || !strings.Contains(stderr.String(), test.want) {
			t.Errorf("exit %d, no %q in:\n%s", code, test.want, &stderr)
		}
	}

	// The name of a file can be a keyword of Go.
	stderr.Reset()
	keyword := initCommand{Out: filepath.Join(dir, "select.yaml"), Samples: []string{filepath.Join(dir, "log.ndjson")}}
	if code := keyword.run(&stdout, &stderr); code != 0 {
		t.Errorf("exit %d\n%s", code, &stderr)
	}

	// Lines that are no objects are not in the spec, which is said. An error that explains a whole file is the only one.
	stderr.Reset()
	mixed := initCommand{Samples: []string{filepath.Join(dir, "mixed.log")}}
	if code := mixed.run(&stdout, &stderr); code != 0 || !strings.Contains(stderr.String(), "not in the spec: 2 lines of 3, JSON but not objects; the first: "+mixed.Samples[0]+":2") {
		t.Errorf("exit %d\n%s", code, &stderr)
	}
	stderr.Reset()
	list := initCommand{Samples: []string{filepath.Join(dir, "list.log")}}
	if code := list.run(&stdout, &stderr); code != 0 || !strings.Contains(stderr.String(), "some lines have an object and a comma: remove") {
		t.Errorf("exit %d\n%s", code, &stderr)
	}
	stderr.Reset()
	wide := initCommand{Samples: []string{filepath.Join(dir, "wide.log")}}
	if code := wide.run(&stdout, &stderr); code != 1 || strings.Count(stderr.String(), "\n") != 1 {
		t.Errorf("exit %d\n%s", code, &stderr)
	}
}
