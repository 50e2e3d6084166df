package schema_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/schema"
)

func ExampleOf() {
	dir, err := os.MkdirTemp("", "schema")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "points.yaml")
	os.WriteFile(file, []byte(`ndwire: 1
protocol: points
package: points
records:
  Point: {doc: A place., fields: {x: number, "name?": string}}
`), 0o666)

	m, err := spec.Load(file)
	if err != nil {
		panic(err)
	}
	text, err := schema.Of(m, schema.Options{})
	fmt.Printf("%s%v", text, err)
	// Output:
	// {
	//   "$schema": "https://json-schema.org/draft/2020-12/schema",
	//   "title": "points",
	//   "$defs": {
	//     "Point": {
	//       "type": "object",
	//       "description": "A place.",
	//       "properties": {
	//         "x": {
	//           "type": "number"
	//         },
	//         "name": {
	//           "type": [
	//             "string",
	//             "null"
	//           ]
	//         }
	//       },
	//       "required": [
	//         "x"
	//       ]
	//     }
	//   }
	// }
	// <nil>
}
