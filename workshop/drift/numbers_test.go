package drift_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/casetest"
	"github.com/ndwire/ndwire/workshop/drift"
)

// TestOutOfRange checks the law of numbers that a Go type cannot hold: where nothing else is new on a line, strict readers refuse it for a number
// out of range exactly if the report has one.
func TestOutOfRange(t *testing.T) {
	if strconv.IntSize < 64 {
		t.Skip("generated code has an int of 32 bits here")
	}
	all := 0
	for _, p := range casetest.Cases {
		t.Run(p.Spec, func(t *testing.T) {
			c, lines := caseLines(t, p)
			random := rand.New(rand.NewPCG(5, 6))
			failed := 0
			for _, line := range lines {
				for range 6 {
					tried := enlarge(random, line)
					refusal := p.Strict(tried)
					exceeds, other := c.OutOfRange(tried)
					e, _ := errors.AsType[*decoder.Error](refusal)
					refused := e != nil && e.Reason == decoder.ErrRange
					if refused {
						all++
					}
					if e != nil && !refused {
						continue // for an earlier reason, such as a duplicate key
					}
					if !other && refused != exceeds {
						if failed++; failed <= 3 {
							t.Errorf("%.600s\nstrict: %v\ndrift: %+v", tried, refusal, c.Report().Findings)
						}
					}
				}
			}
		})
	}
	if all < 200 {
		t.Errorf("only %d lines were refused for a number out of range", all)
	}
}

var memberNumber = regexp.MustCompile(`":-?[0-9][0-9.eE+-]*`)

// enlarge replaces the number of a member.
func enlarge(random *rand.Rand, line []byte) []byte {
	places := memberNumber.FindAllIndex(line, 400)
	if len(places) == 0 {
		return line
	}
	at := places[random.IntN(len(places))]
	numbers := []string{"9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
		"18446744073709551616", "-1", "-0", "1e19", "1e25", "1e400", "-1e400", "9223372036854775807.0", "5e18", "5e21", "0.5"}
	return slices.Concat(line[:at[0]+2], []byte(numbers[random.IntN(len(numbers))]), line[at[1]:])
}

const numbersSpec = `ndwire: 1
protocol: n
package: n
line: Line
unions:
  Line: {tag: type, cases: {a: A}}
  Size: {kinds: {string: Text, number: {go: Count, type: int}}}
records:
  A:  # all of them
    fields:
      type: string
      i?: int           # counts
      l?: int64[]
      m?: map<string, uint64>
      u?: uint64 = 7
      n?: number
      t?: time(ms)
      o?: Op
      s?: Size
      e?: encoded<In>
  In: {fields: {k: "int | null"}}
enums:
  Op: {type: int, values: {1: One}}
`

// TestNumbers checks what is reported of numbers that do not fit into their Go types, and that the patch gives the members types into which they fit.
func TestNumbers(t *testing.T) {
	for _, test := range []struct{ members, want, patched string }{
		{`"i":1.5`, `.i fraction`, `i?: number        # counts`},
		{`"i":1.50e1`, ``, ``},
		{`"i":1.0`, ``, ``},
		{`"i":-0`, ``, ``},
		{`"i":1e2`, ``, ``},
		{`"i":1e-2`, `.i fraction`, `i?: number        # counts`},
		{`"i":0.0e-5`, ``, ``},
		{`"i":9223372036854775808`, `.i out of range`, `i?: decimal       # counts`},
		{`"i":9223372036854775807`, ``, ``},
		{`"l":[1,2.5]`, `.l[] fraction`, `l?: number[]`},
		{`"l":[1e30]`, `.l[] out of range`, `l?: decimal[]`},
		{`"m":{"x":-1}`, `.m[] out of range`, `m?: map<string, decimal>`},
		{`"m":{"x":18446744073709551615}`, ``, ``},
		{`"u":0.5`, `.u fraction`, `u?: number = 7`},
		{`"n":1e400`, `.n out of range`, `n?: decimal`},
		{`"n":1.5`, ``, ``},
		{`"t":1.5`, ``, ``},
		{`"t":1e30`, `.t out of range`, `t?: decimal`},
		{`"o":1.5`, `.o fraction`, `o?: number`},
		{`"o":1.0`, ``, ``},
		{`"o":1e30`, `.o out of range`, `o?: decimal`},
		{`"s":1.5`, `.s fraction`, `number: {go: Count, type: number}`},
		{`"e":"{\"k\":1.5}"`, `.e|fromjson.k fraction`, `In: {fields: {k: number | null}}`},
	} {
		file := specFile(t, "n.yaml", numbersSpec)
		line := []byte(`{"type":"a",` + test.members + "}\n")
		c := compare(t, file, line)
		var got []string
		for _, f := range c.Report().Findings {
			if f.What != decoder.WrongType || f.Count != 1 || f.First.Line != 1 || f.Example == "" {
				t.Errorf("%s: %+v", test.members, f)
			}
			got = append(got, f.Path+" "+f.Value)
		}
		if diff := cmp.Diff(test.want, strings.Join(got, ", ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.members, diff)
		}
		p, err := c.Patch(drift.PatchOptions{})
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case test.want == "":
			if len(p.Changes)+len(p.Left) > 0 {
				t.Errorf("%s: %+v", test.members, p)
			}
			continue
		}
		if len(p.Changes) != 1 || len(p.Retyped) != 1 || !strings.Contains(string(p.Changes[0].New), test.patched) {
			t.Errorf("%s: want %s: %+v", test.members, test.patched, fmt.Sprintf("%+v %s", p.Left, p.Changes))
			continue
		}
		writeFile(t, file, p.Changes[0].New)
		if again := compare(t, file, line).Report().Findings; len(again) > 0 {
			t.Errorf("%s: found again: %+v", test.members, again)
		}
	}
}

// TestIntEnumSpellings checks that a number that an enum does not have is reported as an int writes it, exactly.
func TestIntEnumSpellings(t *testing.T) {
	file := specFile(t, "n.yaml", numbersSpec)
	for number, want := range map[string]string{"7.0": "7", "70e-1": "7", "-0.0": "0", "9007199254740993e0": "9007199254740993", "9007199254740993.0": "9007199254740993"} {
		found := compare(t, file, []byte(`{"type":"a","o":`+number+"}\n")).Report().Findings
		if len(found) != 1 || found[0].What != decoder.UnknownEnum || found[0].Value != want {
			t.Errorf("%s: %+v", number, found)
		}
	}
}
