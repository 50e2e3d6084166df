package gen_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/ndwire/ndwire/gen"
	"github.com/ndwire/ndwire/spec"
)

// A spec becomes the files of a Go package.
func ExampleGenerate() {
	dir, err := os.MkdirTemp("", "ndwire")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "chat.yaml")
	err = os.WriteFile(path, []byte(`
ndwire: 1
protocol: chat
package: chat
line: Line
unions:
  Line: {tag: type, cases: {message: Message}}
records:
  Message: {fields: {text: string, reply_to?: string}}
`), 0o666)
	if err != nil {
		log.Fatal(err)
	}

	model, err := spec.Load(path)
	if err != nil {
		log.Fatal(err) // all mistakes, each as file:line:column
	}
	files, err := gen.Generate(model)
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range files {
		fmt.Println(f.Name)
		if _, message, ok := strings.Cut(string(f.Data), "type Message struct "); ok {
			fmt.Println(message[:strings.Index(message, "\n}")+2])
		}
	}
	// Output:
	// types_gen.go
	// {
	// 	Text    string        `json:"text"`
	// 	ReplyTo *string       `json:"reply_to,omitempty"`
	// 	Extra   decoder.Extra `json:"-"`
	// }
	// lines_gen.go
	// decode_gen.go
	// encode_gen.go
	// clone_gen.go
	// jsonv2_gen.go
}
