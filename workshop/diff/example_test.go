package diff_test

import (
	"fmt"

	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/diff"
)

func ExampleCompare() {
	const text = `ndwire: 1
protocol: chat
package: chat
line: Line
unions:
  Line: {tag: type, cases: {message: Message}}
records:
  Message: {fields: {%s}}
`
	before, err := spec.Parse("old.yaml", fmt.Appendf(nil, text, `text: string, "mood?": string`))
	if err != nil {
		fmt.Println(err)
		return
	}
	after, err := spec.Parse("new.yaml", fmt.Appendf(nil, text, `text: string | null, mood: string`))
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := diff.Compare(before, after)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("compatible:", r.Compatible())
	for _, c := range r.Changes {
		fmt.Printf("%v: %s %s: %s\n  data: %q\n  callers: %q\n", c.Pos, c.What, c.Name, c.Text, c.Data.Why, c.Callers.Why)
	}
	// Output:
	// compatible: false
	// new.yaml:8:22: member Message.text: can be null
	//   data: ""
	//   callers: "Message.Text is *string, was string"
	// new.yaml:8:43: member Message.mood: required
	//   data: "lines that lack it are refused by strict readers, and the field is zero"
	//   callers: "Message.Mood is string, was *string"
}
