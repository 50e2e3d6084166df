package gen

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/spec"
)

// bigSpecs have specs with many records, by the way in which lines lead to them.
var bigSpecs = map[string]func(records int) string{
	"cases": func(records int) string {
		var cases, list strings.Builder
		for i := range records {
			fmt.Fprintf(&cases, "      k%d: R%d\n", i, i)
			fmt.Fprintf(&list, "  R%d: {fields: {at: time, count: int, lists%d: 'R%d[]'}}\n", i, i%20, (i*7)%records)
		}
		return "line: Line\nunions:\n  Line:\n    tag: type\n    cases:\n" + cases.String() + "records:\n" + list.String()
	},
	"nested cases": func(records int) string {
		var cases, list strings.Builder
		for i := range records / 10 {
			fmt.Fprintf(&cases, "      k%d:\n        tag: sub\n        cases:\n", i)
			for j := range 10 {
				fmt.Fprintf(&cases, "          s%d: R%dX%d\n", j, i, j)
				fmt.Fprintf(&list, "  R%dX%d: {fields: {at: time}}\n", i, j)
			}
		}
		return "line: Line\nunions:\n  Line:\n    tag: type\n    cases:\n" + cases.String() + "records:\n" + list.String()
	},
	"payloads": func(records int) string {
		var cases, list strings.Builder
		for i := range records {
			fmt.Fprintf(&cases, "      k%d: R%d\n", i, i)
			fmt.Fprintf(&list, "  R%d: {fields: {at: time}}\n", i)
		}
		return "line: Line\nunions:\n  Line: {tag: type, otherwise: Event}\n  Payload:\n    cases:\n" + cases.String() +
			"records:\n  Event: {fields: {payload: {type: Payload, by: type}}}\n" + list.String()
	},
}

// TestBigSpec generates code for specs with ten times as many records. What is allocated shows steps that look at all cases for each record; it does not
// depend on the machine, as the time does.
func TestBigSpec(t *testing.T) {
	for name, text := range bigSpecs {
		t.Run(name, func(t *testing.T) {
			few, many := allocated(t, text(100)), allocated(t, text(1000))
			if many > 14*few {
				t.Errorf("1000 records take %d MB, 100 records %d MB: want about 10 times as much", many>>20, few>>20)
			}
		})
	}
}

// allocated returns the number of bytes that loading a spec and generating its code allocate.
func allocated(t *testing.T, text string) uint64 {
	path := filepath.Join(t.TempDir(), "big.yaml")
	if err := os.WriteFile(path, []byte("ndwire: 1\nprotocol: big\npackage: big\n"+text), 0o666); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	m, err := spec.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Generate(m); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
