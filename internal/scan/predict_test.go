package scan_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/scan"
)

// TestPredictions checks that a cursor that has learned from lines decodes all other lines as a new cursor does.
func TestPredictions(t *testing.T) {
	const message = `{"message":{"id":"m","role":"user","content":"so long that its end is not where the head would be"},`
	usual := []string{
		message + `"uuid":"u","session_id":"s","type":"user"}`,
		message + `"uuid":"u","session_id":"s","type":"assistant"}`,
		`{"status":"compacting, which takes a while","subtype":"status","uuid":"u","session_id":"s","type":"system"}`,
		`{"message":{"id":"m","role":"user","content":[{"text":"a text that is longer than a head is","type":"text"}]},"type":"user"}`,
	}
	ends := []string{`"type":"user"}`, `"type":"assistant"}`, `"type":"system"}`, `"type":"system","subtype":"status"}`, `"subtype":"other","type":"system"}`,
		`"type":"bare"}`, `"type":"new"}`, `"type":7}`, `"type":null}`, `"uuid":"v"}`, `"type":"user","type":"assistant"}`, `"type":"user","type":"user"}`,
		`"type":"user","isReplay":true}`, `"type":"\u0075ser"}`, `"ty\u0070e":"user"}`, `"type":"user"`, `"type":"user"}}`, `"type":"us`, `"type": "user" }`, `x}`}
	others := []string{ // lines that begin like the learned ones
		`{"status":"compacting, which takes a while","subtype":"st\u0061tus","uuid":"u","session_id":"s"}`,
		`{"status":"compacting, which takes a while","subtype":"other","uuid":"u","session_id":"s","type":"system"}`,
		`{"status":"compacting, which takes a while","subtype":"other","uuid":"u","session_id":"s","type":"user"}`,
		`{"status":"compacting, which takes a while","uuid":"u","session_id":"s","type":"bare"}`,
		`{"message":{"id":"m","role":"user","content":[{"text":"a text that is longer than a head is","type":"tool_use"}]},"type":"user"}`,
		`{"message":{"id":"m","role":"user","content":[{"text":"a text that is longer than a head is"}]},"type":"user"}`,
	}
	rapid.Check(t, func(t *rapid.T) {
		defer kernel.Force(rapid.SampledFrom(kernel.Levels()).Draw(t, "level"))()
		c := new(scan.Cursor)
		options, scanLine := scan.Options{Drift: true, Strict: rapid.Bool().Draw(t, "strict")}, scanLine
		if rapid.Bool().Draw(t, "view") {
			options, scanLine = scan.Options{}, scanView
		}
		for range rapid.IntRange(1, 4).Draw(t, "turns") {
			line := rapid.SampledFrom(usual).Draw(t, "line")
			for range rapid.IntRange(5, 12).Draw(t, "times") {
				if _, err := decode(c, line, options, scanLine); err != nil {
					t.Fatal(line, err)
				}
			}
			at := strings.LastIndex(line[:len(line)-8], ",") + 1
			for _, text := range []string{line[:at] + rapid.SampledFrom(ends).Draw(t, "end"), rapid.SampledFrom(others).Draw(t, "other"), line} {
				compareWithNew(t, c, text, options, scanLine)
			}
		}
	})
}

// TestFirstObjectOfRecord checks that the first object of a record in a program, if its beginning is compared by generated code, has its members from the
// line, and not from the keys that followed the members of another record. Next is called after each of the fields.
func TestFirstObjectOfRecord(t *testing.T) {
	const count = 128
	names := make([]string, count)
	var usual strings.Builder
	for n := range names {
		names[n] = fmt.Sprintf("k%d", n)
		fmt.Fprintf(&usual, `,"%s":1`, names[n])
	}
	list := func(nameOf func(n int) string) func() []scan.Field {
		all := make([]scan.Field, count)
		for n := range all {
			all[n] = scan.Field{Name: nameOf(n), Path: "." + nameOf(n)}
		}
		return fields(all)
	}
	defer scan.RestartSlots()()
	var c scan.Cursor
	var options scan.Options
	known := scan.Record{Name: "known", Fields: list(func(n int) string { return names[n] })}
	c.Reset([]byte("{"+usual.String()[1:]+"}"), &options)
	for n, i, _ := c.Open128(c.Start(), &known); n >= 0; n, i = c.Next(i, &known) {
		i = c.Valid(i)
	}
	backwards := list(func(n int) string { return names[count-1-n] })
	for n := range count {
		first := scan.Record{Name: "first", Fields: backwards}
		head, next := fmt.Sprintf(`{"%s":1`, names[count-1-n]), names[n] // the slot of the first record's field n-1
		c.Reset([]byte(fmt.Sprintf(`%s,"%s":1,"last":"so long that the prediction does not compare the end of the line"}`, head, next)), &options)
		if c.Start(); !c.Enter(0, n, &first) {
			continue // Open reads the key
		}
		if got, _ := c.Next(len(head), &first); got != count-1-n {
			t.Errorf("after field %d, %q is field %d, want %d", n, next, got, count-1-n)
		}
	}
}

// TestUnknownKeys checks the same for unknown members, whose keys are learned: anywhere in a record, at any depth, and in any spelling.
func TestUnknownKeys(t *testing.T) {
	member := rapid.SampledFrom([]string{`"new":1`, `"new":"text"`, `"new":{"id":2}`, `"new": 3`, `"newer":[true]`, `"newer":null`, `"newer":"\ud800"`, `"newest" :4`,
		`"a_key_that_is_longer_than_those_that_are_predicted":5`, `"n\u0065w":6`, `"newer":tru`})
	rapid.Check(t, func(t *rapid.T) {
		defer kernel.Force(rapid.SampledFrom(kernel.Levels()).Draw(t, "level"))()
		c := new(scan.Cursor)
		options := scan.Options{Drift: rapid.Bool().Draw(t, "drift"), Strict: rapid.IntRange(0, 4).Draw(t, "strict") == 0, NoExtra: rapid.IntRange(0, 4).Draw(t, "no extra") == 0}
		// some returns the text of some unknown members, most of them the same as those of the lines before.
		usual := rapid.SliceOfN(member, 1, 3).Draw(t, "usual")
		some := func() string {
			all := usual
			switch rapid.IntRange(0, 5).Draw(t, "members") {
			case 0:
				all = nil
			case 1:
				all = rapid.SliceOfN(member, 0, 7).Draw(t, "others")
			}
			var b strings.Builder
			for _, m := range all {
				b.WriteString("," + m)
			}
			return b.String()
		}
		for range rapid.IntRange(1, 12).Draw(t, "lines") {
			text := `{"type":"user"` + some() + `,"message":{"id":"m"` + some() + `,"content":[{"type":"text"` + some() + `,"text":"t"},{"type":"text","text":"t"` + some() + `}]},"uuid":"u"` + some() + `}`
			compareWithNew(t, c, text, options, scanLine)
		}
	})
}

// compareWithNew checks that c decodes a line as a new cursor does.
func compareWithNew[T any](t *rapid.T, c *scan.Cursor, text string, options scan.Options, scanLine func(*scan.Cursor, int) (T, int)) {
	got, err := decode(c, text, options, scanLine)
	drift, findings := c.Drift(), c.Findings()
	fresh := new(scan.Cursor)
	want, wantErr := decode(fresh, text, options, scanLine)
	if diff := cmp.Diff(want, got, cmp.Exporter(func(reflect.Type) bool { return true })); diff != "" || (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
		t.Fatalf("%s (-new +learned), %v, %v:\n%s", text, wantErr, err, diff)
	}
	if diff := cmp.Diff(fresh.Drift(), drift, cmpopts.EquateEmpty()) + cmp.Diff(fresh.Findings(), findings, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("%s: what is found differs:\n%s", text, diff)
	}
}

// TestPredictionOfManyMembers checks that a view does not accept a prediction for an object with more members than memberIndex has positions.
func TestPredictionOfManyMembers(t *testing.T) {
	const message = `{"message":{"role":"user","content":"hello"},`
	for _, level := range kernel.Levels() {
		func() {
			defer kernel.Force(level)()
			c := new(scan.Cursor)
			for range 20 {
				if got, err := decode(c, message+`"type":"user"}`, scan.Options{}, scanView); err != nil || reflect.TypeOf(got) != reflect.TypeFor[*unknown]() {
					t.Fatalf("%v: %T, %v", level, got, err)
				}
			}
			got, err := decode(c, message+`"type":"user",`+strings.Repeat(`"many":1,`, 300)+`"type":"assistant"}`, scan.Options{}, scanView)
			if err != nil || reflect.TypeOf(got) != reflect.TypeFor[*assistant]() {
				t.Errorf("%v: %T, %v", level, got, err)
			}
		}()
	}
}

var unionView = scan.UnionOf("type")

// scanView is scanLine for a view, which skips lines of users.
func scanView(c *scan.Cursor, i int) (line, int) {
	tag := c.TagOf(i, &unionView)
	switch string(tag) {
	case "assistant":
		m := new(assistant)
		return m, m.ScanJSON(c, i)
	case "system":
		sub := c.TagText(c.Find(i, "subtype"))
		if string(sub) == "status" {
			m := new(system)
			return m, m.ScanJSON(c, i)
		}
		tag = c.Join(tag, sub)
	}
	m := new(unknown)
	m.Raw, i = c.PassedCase(i, tag)
	return m, i
}
