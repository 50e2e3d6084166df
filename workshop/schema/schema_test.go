package schema_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/casetest"
	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/spelling"
	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/schema"
)

// compile returns a validator for the schema of a spec.
func compile(t *testing.T, m *spec.Model, strict bool) *jsonschema.Schema {
	t.Helper()
	text, err := schema.Of(m, schema.Options{Strict: strict})
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	c.AssertContent()
	// Readers keep any text for a uuid, take times with small letters, and base64 without padding.
	c.RegisterFormat(&jsonschema.Format{Name: "uuid", Validate: func(any) error { return nil }})
	c.RegisterFormat(&jsonschema.Format{Name: "date-time", Validate: func(v any) error {
		text, ok := v.(string)
		if !ok {
			return nil
		}
		_, err := time.Parse(time.RFC3339, strings.ToUpper(text))
		return err
	}})
	c.RegisterContentEncoding(&jsonschema.Decoder{Name: "base64", Decode: func(text string) ([]byte, error) {
		return base64.RawStdEncoding.DecodeString(strings.TrimRight(text, "="))
	}})
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return s
}

// reasons returns the reasons for which a strict reader refuses a line.
func reasons(err error) []decoder.Reason {
	if joined, ok := err.(interface{ Unwrap() []error }); ok && !isError(err) {
		var list []decoder.Reason
		for _, e := range joined.Unwrap() {
			list = append(list, reasons(e)...)
		}
		return list
	}
	if e, ok := errors.AsType[*decoder.Error](err); ok {
		return []decoder.Reason{e.Reason}
	}
	return nil
}

func isError(err error) bool { _, ok := err.(*decoder.Error); return ok }

// TestAgrees checks that the strict schema accepts the lines that strict readers accept, and the open one the lines without wrong types and missing
// members: for correct lines, and for damaged copies with other names, types and texts.
func TestAgrees(t *testing.T) {
	for _, p := range casetest.Cases {
		t.Run(p.Spec, func(t *testing.T) {
			m, err := spec.Load(filepath.Join("../..", p.Spec))
			if err != nil {
				t.Fatal(err)
			}
			open, strict := compile(t, m, false), compile(t, m, true)
			files, err := filepath.Glob(filepath.Join("../..", p.Lines))
			if err != nil {
				t.Fatal(err)
			}
			random := rand.New(rand.NewPCG(1, 2))
			seen, n, accepted, refused, differences := 0, 0, 0, 0, 0
			for _, file := range files {
				text, err := os.ReadFile(file)
				if err != nil || len(text) > 100<<10 {
					continue
				}
				for line := range bytes.Lines(text) {
					if decoder.Raw(bytes.TrimSpace(line)).Type() != decoder.Object || len(line) > 2<<10 {
						continue
					}
					copies := 4
					if seen++; strings.HasPrefix(p.Spec, "spec/") && seen%8 != 0 {
						copies = 1 // the validator takes milliseconds for each of these many lines
					}
					for k := range copies {
						tried := line
						if k > 0 {
							tried = casetest.Mutate(random, line)
						}
						list := reasons(p.Check(tried))
						if slices.ContainsFunc(list, func(r decoder.Reason) bool {
							return !slices.Contains([]decoder.Reason{decoder.ErrUnknown, decoder.ErrType, decoder.ErrMissing, decoder.ErrMissingTag, decoder.ErrRange}, r)
						}) {
							continue // a schema cannot express that
						}
						if repeats(tried) || !json.Valid(tried) {
							continue // a schema sees only the last member, and a view does not check skipped ones
						}
						value, err := jsonschema.UnmarshalJSON(bytes.NewReader(tried))
						if err != nil {
							t.Fatal(err)
						}
						n++
						broken := slices.ContainsFunc(list, func(r decoder.Reason) bool { return r != decoder.ErrUnknown && r != decoder.ErrRange })
						for _, s := range []struct {
							name   string
							schema *jsonschema.Schema
							refuse bool
						}{{"open", open, broken}, {"strict", strict, len(list) > 0}} {
							err := s.schema.Validate(value)
							if (err != nil) != s.refuse {
								if differences++; differences <= 3 {
									t.Errorf("%s: %.600s\nreader: %q\nschema: %.3000v", s.name, tried, p.Check(tried), err)
								}
							} else if err == nil {
								accepted++
							} else {
								refused++
							}
						}
					}
				}
			}
			if differences > 0 {
				t.Errorf("%d of %d lines differ", differences, n)
			}
			if n < 4 || accepted == 0 && p.Spec != "gen/testdata/imports/spec.yaml" || refused == 0 {
				t.Fatalf("of %d lines, %d were accepted and %d refused", n, accepted, refused)
			}
		})
	}
}

// TestTagsAlone checks that a record in a field must have the tags with which it is written there, those of its first
// union.
func TestTagsAlone(t *testing.T) {
	const text = "ndwire: 1\nprotocol: a\npackage: a\nline: Line\nunions:\n  First: FIRST\n  Line: {tag: type, cases: {a: A}}\n  Second: SECOND\n" +
		"records:\n  A: {fields: {\"p?\": Part, \"f?\": First, \"s?\": Second}}\n  Part: {}\n"
	const tagged, external = "{tag: kind, cases: {part: Part}}", "{external: {Part: Part}}"
	for _, test := range []struct {
		first, second string
		accepted      bool
	}{{external, tagged, true}, {tagged, external, false}} {
		m, err := spec.Parse("a.yaml", []byte(strings.NewReplacer("FIRST", test.first, "SECOND", test.second).Replace(text)))
		if err != nil {
			t.Fatal(err)
		}
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(`{"type":"a","p":{}}`))
		if err != nil {
			t.Fatal(err)
		}
		if err := compile(t, m, true).Validate(value); (err == nil) != test.accepted {
			t.Errorf("%s first: %v", test.first, err)
		}
	}
}

// TestLines checks lines of small specs. The verdicts are those of strict readers.
func TestLines(t *testing.T) {
	for _, test := range []struct {
		name, spec, line string
		accepted         bool
	}{
		{"nested under an alias", flat, `{"type":"a","u":{"x":1}}`, true},
		{"nested", flat, `{"type":"a","v":{"x":1}}`, true},
		{"flattened", flat, `{"type":"a","x":1}`, true},
		{"nested under an alias, and a member beside it", flat, `{"type":"a","u":{"x":1},"x":2}`, false},
		{"both names", flat, `{"type":"a","v":{"x":1},"u":{"x":2}}`, false},
		{"no member", flat, `{"type":"a"}`, false},
		{"a list in a union by JSON type", byType, `{"type":"a","u":[1]}`, true},
		{"a map in a union by JSON type", byType, `{"type":"a","u":{"x":1}}`, true},
		{"null in a union by JSON type", byType, `{"type":"a","u":null}`, true},
		{"another JSON type than those of the union", byType, `{"type":"a","u":"x"}`, false},
		{"a tag beside a record that is not there", besides, `{"type":"a","s":{"t":"start"}}`, false},
		{"a name without its record", externals, `{"type":"a","s":"Start"}`, false},
		{"the largest numbers", numbers, `{"type":"a","i":9223372036854775807,"u":18446744073709551615,"n":1.7976931348623157e308,"s":4611686018427387904,"d":1e999,"l":[-9223372036854775808],"o":null}`, true},
		{"an int out of range", numbers, `{"type":"a","i":9223372036854775808}`, false},
		{"a negative int out of range", numbers, `{"type":"a","i":-9223372036854775809}`, false},
		{"a uint64 out of range", numbers, `{"type":"a","u":18446744073709551616}`, false},
		{"a negative fraction of zero in a uint64", numbers, `{"type":"a","u":-0.5}`, true},
		{"a negative uint64", numbers, `{"type":"a","u":-1}`, false},
		{"a number out of range", numbers, `{"type":"a","n":-1e309}`, false},
		{"a time out of range", numbers, `{"type":"a","s":4611686018427387905}`, false},
		{"a time in milliseconds out of range", numbers, `{"type":"a","ms":-4611686018427387904001}`, false},
		{"an int out of range in a list", numbers, `{"type":"a","l":[9223372036854775808]}`, false},
		{"an int out of range that can be null", numbers, `{"type":"a","o":9223372036854775808}`, false},
		{"an enum's number", numberEnum, `{"type":"a","e":9223372036854775807}`, true},
		{"an enum's number out of range", numberEnum, `{"type":"a","e":9223372036854775808}`, false},
		{"an embedded record without its tag", embeds, `{"type":"b","p":{"x":1}}`, true},
		{"an embedded record with its tag", embeds, `{"type":"b","p":{"x":1,"type":"a"}}`, false},
		{"an unknown member in an open record", opens, `{"type":"a","d":{"q":1,"z":1}}`, true},
		{"an unknown member beside a flattened open record", opens, `{"type":"a","q":1,"z":1}`, false},
		{"an unknown member beside an open record that is always flattened", opens, `{"type":"b","q":1,"z":1}`, false},
		{"an unknown member in an open case", opens, `{"type":"c","d":{"t":"x","o":1,"z":1}}`, true},
		{"an unknown member beside a flattened open case", opens, `{"type":"c","t":"x","o":1,"z":1}`, false},
		{"a flattened open case", opens, `{"type":"c","t":"x","o":1}`, true},
		{"an unknown member beside an embedded open record", opens, `{"type":"d","q":1,"z":1}`, false},
		{"an unknown member in an open record that embeds another one", opens, `{"type":"e","q":1,"z":1}`, true},
		{"a flattened record with its tag", tagged, `{"type":"a","n":1,"t":"x"}`, true},
		{"a flattened record without its tag", tagged, `{"type":"a","n":1}`, false},
		{"an optional flattened record without its tag", tagged, `{"type":"b","n":1}`, false},
		{"a flattened open record without its tag", opens, `{"type":"f","o":1}`, false},
		{"a flattened open record with its tag", opens, `{"type":"f","t":"x","o":1}`, true},
		{"only the tag of an optional flattened record", tagged, `{"type":"b","t":"x"}`, false},
		{"no member of an optional flattened record", tagged, `{"type":"b"}`, true},
	} {
		m, err := spec.Parse("a.yaml", []byte("ndwire: 1\nprotocol: a\npackage: a\nline: Line\nunions:\n"+test.spec))
		if err != nil {
			t.Fatal(err)
		}
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(test.line))
		if err != nil {
			t.Fatal(err)
		}
		if err := compile(t, m, true).Validate(value); (err == nil) != test.accepted {
			t.Errorf("%s: %s: %v", test.name, test.line, err)
		}
	}
}

const (
	numbers = "  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {\"i?\": int, \"u?\": uint64, \"n?\": number, \"s?\": time(s), \"ms?\": time(ms), \"d?\": decimal, \"l?\": \"int64[]\", \"o?\": int | null}}\n"

	numberEnum = "  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {e: E}}\nenums:\n  E: {type: int, open: true, values: [1]}\n"

	flat = "  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {v: {type: X, inline: accepted, alias: [u]}}}\n  X: {fields: {x: int}}\n"

	byType = "  Line: {tag: type, cases: {a: A}}\n  U: {kinds: {array: {go: List, type: json}, object: {go: Map, type: json}, number: N}}\nrecords:\n  A: {fields: {u: U}}\n"

	besides = "  Line: {tag: type, cases: {a: A}}\n  S: {tag: t, content: c, cases: {start: Start, stop: null}}\nrecords:\n  A: {fields: {s: S}}\n  Start: {fields: {\"n?\": int}}\n"

	externals = "  Line: {tag: type, cases: {a: A}}\n  S: {external: {Start: Start, Quit: null}}\nrecords:\n  A: {fields: {s: S}}\n  Start: {fields: {\"n?\": int}}\n"

	opens = "  Line: {tag: type, cases: {a: A, b: B, c: C, d: D, e: E, f: F}}\n  U: {tag: t, cases: {x: Case}}\nrecords:\n  A: {fields: {d: {type: Free, inline: accepted}}}\n" +
		"  B: {fields: {d: {type: Free, inline: always}}}\n  C: {fields: {d: {type: U, inline: accepted}}}\n  D: {embed: Free}\n  E: {embed: Free, open: true}\n" +
		"  F: {fields: {d: {type: Case, inline: always}}}\n" +
		"  Free: {open: true, fields: {q: int}}\n  Case: {open: true, fields: {o: int}}\n"

	tagged = "  Line: {tag: type, cases: {a: A, b: B}}\n  U: {tag: t, cases: {x: X}}\nrecords:\n  X: {fields: {n: int}}\n" +
		"  A: {fields: {d: {type: X, inline: accepted}}}\n  B: {fields: {\"d?\": {type: X, inline: accepted}}}\n"

	embeds = "  Line: {tag: type, cases: {a: A, b: B}}\nrecords:\n  A: {fields: {x: int}}\n  B: {fields: {p: P}}\n  P: {embed: A}\n"
)

// TestEnds checks that the strict schema accepts the numbers at the ends of a Go type's range that strict readers accept: a number is out of range if it is
// beyond the end, be it only by a fraction.
func TestEnds(t *testing.T) {
	m, err := spec.Parse("a.yaml", []byte("ndwire: 1\nprotocol: a\npackage: a\nline: Line\nunions:\n"+numbers))
	if err != nil {
		t.Fatal(err)
	}
	strict := compile(t, m, true)
	for member, exceeds := range map[string]func(num string) bool{
		"i": func(num string) bool { _, exceeds := kernel.Truncate([]byte(num)); return exceeds },
		"u": func(num string) bool { _, exceeds := kernel.TruncateUint([]byte(num)); return exceeds },
		"s": func(num string) bool {
			_, _, exceeds := spelling.ParseEpoch([]byte(num), spelling.Seconds)
			return exceeds
		},
		"ms": func(num string) bool {
			_, _, exceeds := spelling.ParseEpoch([]byte(num), spelling.Milliseconds)
			return exceeds
		},
	} {
		for _, end := range []string{"0", "1", "9223372036854775807", "9223372036854775808", "18446744073709551615", "4611686018427387904", "4611686018427387904000"} {
			for _, sign := range []string{"", "-"} {
				for _, fraction := range []string{"", ".0", ".5", ".999999999999", ".00000000000000000000000000000001"} {
					line := `{"type":"a","` + member + `":` + sign + end + fraction + `}`
					value, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
					if err != nil {
						t.Fatal(err)
					}
					if err := strict.Validate(value); (err != nil) != exceeds(sign+end+fraction) {
						t.Errorf("%s: the reader refuses it: %t, the schema: %v", line, exceeds(sign+end+fraction), err)
					}
				}
			}
		}
	}
}

// TestNoPresence checks that the open schema accepts an object with none of the members of `has:` if readers call it an unknown case, which it is
// if the text of a tag chose a case before. Otherwise its tag is missing.
func TestNoPresence(t *testing.T) {
	const tree = "  Line: {tag: type, cases: {7: {has: {b: A}}, x: {has: {b: B, c: {has: {d: C}}}}, y: {has: {c: {tag: t, cases: {7: {has: {b: D}}}}}}}, otherwise: " +
		"{has: {b: E, c: {has: {d: F}}}}}\nrecords:\n  A: {fields: {b: int}}\n  B: {fields: {b: int}}\n  C: {fields: {c: int, d: int}}\n  D: {fields: {b: int, c: int}}\n" +
		"  E: {fields: {type: json, b: int}}\n  F: {fields: {type: json, c: int, d: int}}\n"
	m, err := spec.Parse("a.yaml", []byte("ndwire: 1\nprotocol: a\npackage: a\nline: Line\nunions:\n"+tree))
	if err != nil {
		t.Fatal(err)
	}
	open := compile(t, m, false)
	for line, accepted := range map[string]bool{
		`{"type":7}`: false, `{"type":"x"}`: true, `{"type":"x","c":1}`: true, `{"type":"y"}`: true, `{"type":"y","c":1,"t":7}`: true, `{"type":"y","c":1}`: false,
		`{"type":"z"}`: false, `{"type":"z","c":1}`: false, `{"c":1}`: false, `{"c":1,"d":1}`: false, `{"type":"z","c":1,"d":1}`: true,
	} {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
		if err != nil {
			t.Fatal(err)
		}
		if err := open.Validate(value); (err == nil) != accepted {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// TestUnknownExternal checks that the open schema accepts what readers deliver as an unknown case of a union with the tag around or beside its value,
// also where the spec has a case of that name.
func TestUnknownExternal(t *testing.T) {
	for _, test := range []struct {
		spec, value string
		accepted    bool
	}{
		{besides, `{"t":"start","c":{}}`, true},
		{besides, `{"t":"start"}`, true},
		{besides, `{"t":"start","c":7}`, true},
		{besides, `{"t":"start","c":{"n":"x"}}`, false},
		{besides, `{"t":"start","c":{},"d":1}`, true},
		{besides, `{"t":"stop","c":7}`, true},
		{besides, `{"t":7,"c":{}}`, false},
		{besides, `{"c":{}}`, false},
		{externals, `"Start"`, true},
		{externals, `"Quit"`, true},
		{externals, `{"Start":7}`, true},
		{externals, `{"Start":{"n":"x"}}`, false},
		{externals, `{"Start":{},"x":1}`, false},
		{externals, `7`, false},
	} {
		m, err := spec.Parse("a.yaml", []byte("ndwire: 1\nprotocol: a\npackage: a\nline: Line\nunions:\n"+test.spec))
		if err != nil {
			t.Fatal(err)
		}
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(`{"type":"a","s":` + test.value + `}`))
		if err != nil {
			t.Fatal(err)
		}
		if err := compile(t, m, false).Validate(value); (err == nil) != test.accepted {
			t.Errorf("%s: %v", test.value, err)
		}
	}
}

// TestManyPresences checks the schema of a union with so many cases by presence that they share definitions of the
// members of earlier cases.
func TestManyPresences(t *testing.T) {
	model := func(n int) *spec.Model {
		var b strings.Builder
		b.WriteString("ndwire: 1\nprotocol: a\npackage: a\nline: Line\nunions:\n  Line:\n    otherwise: Other\n    has:\n")
		for i := range n {
			fmt.Fprintf(&b, "      m%d: R%d\n", i, i)
		}
		b.WriteString("records:\n  Other: {fields: {\"v?\": string}}\n")
		for i := range n {
			fmt.Fprintf(&b, "  R%d: {fields: {m%d: %s, \"m%d?\": string}}\n", i, i, []string{"string", "json"}[i%2], i+1)
		}
		m, err := spec.Parse("a.yaml", []byte(b.String()))
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	const n = 100
	m := model(n)
	for _, strict := range []bool{false, true} {
		s := compile(t, m, strict)
		for i := 0; i < n; i += 11 {
			for line, accepted := range map[string]bool{
				fmt.Sprintf(`{"m%d":"a"}`, i):                      true,
				fmt.Sprintf(`{"m%d":"a","m%d":"b"}`, i, i+1):       true,
				fmt.Sprintf(`{"m%d":"a","m%d":"b"}`, i, (i+n/2)%n): !strict, // the first one's record has no second one
				fmt.Sprintf(`{"m%d":null,"v":"a"}`, i):             !strict, // null of a text is not present
				fmt.Sprintf(`{"m%d":"a","m%d":1}`, i, i+1):         false,
				fmt.Sprintf(`{"m%d":{},"v":"a","other":true}`, i):  !strict && i%2 == 1,
				fmt.Sprintf(`{"v":"a","w":%d}`, i):                 !strict,
				fmt.Sprintf(`{"v":%d}`, i):                         false,
			} {
				value, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
				if err != nil {
					t.Fatal(err)
				}
				if err := s.Validate(value); (err == nil) != accepted {
					t.Fatalf("strict %v, %s: %v", strict, line, err)
				}
			}
		}
	}
	size := func(n int) int {
		text, err := schema.Of(model(n), schema.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return len(text)
	}
	if once, twice := size(200), size(400); float64(twice) > 2.3*float64(once) {
		t.Errorf("%d bytes for 200 cases, %d for 400", once, twice)
	}
}

// repeats reports whether an object has two members of the same name.
func repeats(line []byte) bool {
	type open struct {
		names map[any]bool // nil in a list
		value bool         // a value comes next
	}
	stack := []open{{}}
	dec := json.NewDecoder(bytes.NewReader(line))
	for {
		token, err := dec.Token()
		if err != nil {
			return false
		}
		top := &stack[len(stack)-1]
		if _, end := token.(json.Delim); top.names != nil && !top.value && !end {
			if top.names[token] {
				return true
			}
			top.names[token], top.value = true, true
			continue
		}
		top.value = false
		switch token {
		case json.Delim('{'):
			stack = append(stack, open{names: map[any]bool{}})
		case json.Delim('['):
			stack = append(stack, open{})
		case json.Delim('}'), json.Delim(']'):
			stack = stack[:len(stack)-1]
		}
	}
}

// TestBranchesAreDescribed checks that the doc of otherwise and absent is the description of their alternatives.
func TestBranchesAreDescribed(t *testing.T) {
	m, err := spec.Parse("a.yaml", []byte(`ndwire: 1
protocol: a
package: a
line: Line
unions:
  Line:
    tag: type
    cases: {a: A}
    otherwise: {to: json, doc: Something newer.}
    absent: {to: json, deprecated: Send a.}
records:
  A: {}
`))
	if err != nil {
		t.Fatal(err)
	}
	text, err := schema.Of(m, schema.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"description": "Something newer."`, `"description": "Deprecated: Send a."`, `"deprecated": true`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the schema lacks %s:\n%s", want, text)
		}
	}
}

// TestSafeToShow checks that a schema has no character that changes what a terminal shows: names in a spec can come from a log.
func TestSafeToShow(t *testing.T) {
	m, err := spec.Parse("a.yaml", []byte(`ndwire: 1
protocol: a
package: a
line: Line
unions:
  Line: {tag: type, cases: {a: A}}
records:
  A: {fields: {"x\x7f\u0085\u202e": string}}
`))
	if err != nil {
		t.Fatal(err)
	}
	text, err := schema.Of(m, schema.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if i := bytes.IndexFunc(text, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }); i >= 0 {
		t.Errorf("the schema has %q", text[max(i-20, 0):i+20])
	}
	if !json.Valid(text) || !strings.Contains(string(text), `"x\u007f\u0085\u202e": {`) {
		t.Errorf("the schema lacks the member:\n%s", text)
	}
}

func TestDeterministic(t *testing.T) {
	m, err := spec.Load("../../spec/agentsdk.yaml")
	if err != nil {
		t.Fatal(err)
	}
	first, err := schema.Of(m, schema.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		if again, _ := schema.Of(m, schema.Options{}); !bytes.Equal(first, again) {
			t.Fatal("the same spec has different schemas")
		}
	}
	if !json.Valid(first) || strings.Contains(string(first), `\u003c`) {
		t.Error("the schema is not plain JSON")
	}
}
