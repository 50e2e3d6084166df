package source_test

import (
	"fmt"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/source"
)

// A log in an object store is divided among workers, each of which reads a range of it.
func ExampleRangeOf() {
	object := strings.NewReader("{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n")
	for _, part := range [][2]int64{{0, 12}, {12, object.Size()}} {
		src, err := source.RangeOf(object, "s3://logs/a.jsonl", object.Size(), part[0], part[1])
		if err != nil {
			fmt.Println(err)
			return
		}
		r := decoder.NewLines(src)
		for line, err := range r.Recycled() {
			if err != nil {
				fmt.Println(err)
				continue
			}
			fmt.Println(part, r.Pos().Offset, line)
		}
		src.Close()
	}
	// Output:
	// [0 12] 0 {"n":1}
	// [0 12] 8 {"n":2}
	// [12 24] 16 {"n":3}
}
