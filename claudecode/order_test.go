package claudecode_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/spec"
)

// TestOrders checks that the lines of newer versions, and the messages and the usage on them, have the orders of the specs.
func TestOrders(t *testing.T) {
	lines, sdk := records(t, "claudecode"), records(t, "agentsdk")
	turns := map[string]*spec.Record{
		"user": lines["UserLine"], "assistant": lines["AssistantLine"], "attachment": lines["AttachmentLine"], "progress": lines["ProgressLine"],
	}
	for i, line := range readLines(t, "newer.ndjson") {
		_, turn := members(t, line)
		check := func(r *spec.Record, text json.RawMessage) map[string]json.RawMessage {
			names, values := members(t, text)
			if r == nil || !slices.ContainsFunc(r.Orders, func(o *spec.Order) bool { return has(o, names) }) {
				t.Errorf("newer.ndjson:%d: no order of the spec: %s", i+1, strings.Join(names, ", "))
			}
			return values
		}
		var kind string
		if err := json.Unmarshal(turn["type"], &kind); err != nil {
			t.Fatal(err)
		}
		if check(turns[kind], line); kind == "assistant" {
			message := check(sdk["BetaMessage"], turn["message"])
			usage := check(sdk["BetaUsage"], message["usage"])
			check(sdk["CacheCreation"], usage["cache_creation"])
		}
	}
}

// TestReadByOrder checks that a record that is read in the order of the spec is equal to one that is read member by member, as in strict mode.
func TestReadByOrder(t *testing.T) {
	for i, line := range readLines(t, "newer.ndjson") {
		want := readThrice(t, line, decoder.Strict())
		if d := cmp.Diff(want, readThrice(t, line)); d != "" {
			t.Errorf("newer.ndjson:%d (-want +got):\n%s", i+1, d)
		}
	}
}

// readThrice decodes a line three times, so that tables are made and keys are learned, and returns the last result.
func readThrice(t *testing.T, line []byte, opts ...decoder.Option) (last claudecode.Line) {
	t.Helper()
	lines := bytes.NewReader(bytes.Repeat(slices.Concat(line, []byte("\n")), 3))
	for l, err := range claudecode.NewReader(lines, opts...).All() {
		if err != nil {
			t.Fatal(err)
		}
		last = l
	}
	return last
}

// records returns the records of a spec by name.
func records(t *testing.T, name string) map[string]*spec.Record {
	t.Helper()
	m, err := spec.Load("../spec/" + name + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]*spec.Record{}
	for _, r := range m.Records {
		byName[r.Name] = r
	}
	return byName
}

// members returns the names of an object's members in their order, and their values.
func members(t *testing.T, text []byte) (names []string, values map[string]json.RawMessage) {
	t.Helper()
	if err := json.Unmarshal(text, &values); err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	for d.Token(); d.More(); {
		name, _ := d.Token()
		names = append(names, name.(string))
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			t.Fatal(err)
		}
	}
	return names, values
}

// has reports whether the members have an order of the spec.
func has(o *spec.Order, names []string) bool {
	for _, m := range o.Members {
		if len(names) > 0 && names[0] == m.Name {
			names = names[1:]
		} else if !m.Optional {
			return false
		}
	}
	return len(names) == 0
}
