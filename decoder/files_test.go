package decoder_test

import (
	"fmt"
	"io"
	"strings"

	"github.com/ndwire/ndwire/decoder"
)

// OneFile gives positions a name and an offset.
func ExampleOneFile() {
	in := strings.NewReader("{}\n{\n")
	r := decoder.NewLines(decoder.OneFile(decoder.File{Name: "body", Offset: 100, Line: 7}, in))
	for _, err := range r.All() {
		fmt.Println(r.Pos(), r.Pos().Offset, err != nil)
	}
	_, err := r.Next()
	fmt.Println(err == io.EOF)
	// Output:
	// body:7 100 false
	// body:8 103 true
	// true
}
