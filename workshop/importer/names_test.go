package importer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/draft"
	"github.com/ndwire/ndwire/workshop/importer"
	"github.com/ndwire/ndwire/workshop/infer"
)

// TestNamesOfLines checks that a schema of lines and the lines themselves give the same names of records and of constants: both are without the words
// with which all texts of a tag, or of an enum, begin.
func TestNamesOfLines(t *testing.T) {
	for _, test := range []struct {
		tag   string
		texts []string
		want  []string
	}{
		{"type", []string{"started", "stopped", "paused"}, []string{"Paused", "Started", "Stopped"}},
		{"eventType", []string{"EVENT_TYPE_STARTED", "EVENT_TYPE_STOPPED", "EVENT_TYPE_PAUSED"}, []string{"Paused", "Started", "Stopped"}},
		{"type", []string{"m.room.name", "m.room.topic", "m.reaction"}, []string{"Reaction", "RoomName", "RoomTopic"}},
		{"type", []string{"com.example.orders.created", "com.example.orders.shipped", "com.example.orders.paid"}, []string{"Created", "Paid", "Shipped"}},
		{"type", []string{"geometry_msgs/msg/Twist", "sensor_msgs/msg/Image", "std_msgs/msg/Header"}, []string{"Header", "Image", "Twist"}},
		{"type", []string{"chat.created", "chat.deleted", "chat.renamed"}, []string{"ChatCreated", "ChatDeleted", "ChatRenamed"}},
	} {
		var lines, alternatives []string
		for k, text := range test.texts {
			alternatives = append(alternatives, fmt.Sprintf(
				`{"type":"object","properties":{%q:{"const":%q},"m%d":{"type":"string"},"runState":{"enum":["RUN_STATE_LATE","RUN_STATE_DONE"]}},"required":[%[1]q,"m%[3]d","runState"]}`,
				test.tag, text, k))
			for i, state := range []string{"LATE", "DONE", "LATE", "DONE"} {
				lines = append(lines, fmt.Sprintf(`{%q:%q,"m%d":"a %d","runState":"RUN_STATE_%s"}`, test.tag, text, k, i, state))
			}
		}
		d, err := importer.Import("a", []byte(`{"oneOf":[`+strings.Join(alternatives, ",")+`]}`), importer.Options{})
		if err != nil {
			t.Fatal(err)
		}
		sample := infer.NewSample()
		for range 20 {
			for _, line := range lines {
				sample.Add([]byte(line))
			}
		}
		imported, inferred := namesOf(d), namesOf(sample.Spec("a"))
		if diff := cmp.Diff(inferred, imported); diff != "" {
			t.Errorf("%q: from the lines (-), from the schema (+):\n%s\n%s", test.texts, diff, d.YAML())
		}
		if diff := cmp.Diff(append(slices.Clone(test.want), "Done", "Late"), imported); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.texts, diff)
		}
	}
}

// namesOf returns the names of a spec's records, and behind them those of the constants of its enums, without the name of the enum.
func namesOf(d *draft.Spec) (names []string) {
	var constants []string
	for _, r := range d.Records {
		names = append(names, r.Name)
	}
	for _, e := range d.Enums {
		for _, v := range e.Values {
			if v.Go == "" {
				v.Go = spec.GoName(v.Text)
			}
			constants = append(constants, v.Go)
		}
	}
	slices.Sort(constants)
	return append(slices.Sorted(slices.Values(names)), constants...)
}
