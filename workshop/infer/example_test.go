package infer_test

import (
	"fmt"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/workshop/infer"
)

func Example() {
	log := `{"type":"opened","path":"/a","size":7}
{"type":"closed","path":"/a"}
{"type":"opened","path":"/b","size":9,"mode":"r"}
`
	s := infer.NewSample()
	for line, err := range decoder.NewLines(strings.NewReader(log)).Recycled() {
		if err != nil {
			fmt.Println(err)
			continue
		}
		s.Add(line)
	}
	fmt.Printf("%s", s.Spec("files").YAML())
	// Output:
	// # From a sample of 3 lines. `12 of 40`: in 12 of the 40 objects of that shape.
	// ndwire: 1
	// protocol: files
	// package: files
	// line: Line
	//
	// unions:
	//   Line:  # 3 lines
	//     tag: type
	//     cases:
	//       opened: Opened  # 2 of 3
	//       closed: Closed  # 1 of 3
	//
	// records:
	//   Opened:  # 2
	//     fields:
	//       path: string
	//       size: int
	//       mode?: string  # 1 of 2
	//   Closed: {fields: {path: string}}  # 1
}
