package drift_test

import (
	"fmt"
	"strings"

	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/drift"
)

func ExampleComparer() {
	m, err := spec.Parse("chat.yaml", []byte(`ndwire: 1
protocol: chat
package: chat
line: Line
unions:
  Line: {tag: type, cases: {message: Message}}
records:
  Message: {fields: {text: string}}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := drift.New(m)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := c.Read(strings.NewReader(`{"type":"message","text":"hello","mood":"happy"}` + "\n" + `{"type":"left"}`)); err != nil {
		fmt.Println(err)
	}
	for _, f := range c.Report().Findings {
		fmt.Println(f.Count, f.What, f.Path, f.Value, "at line", f.First.Line)
	}
	// Output:
	// 1 unknown kind . left at line 2
	// 1 unknown field .mood  at line 1
}
