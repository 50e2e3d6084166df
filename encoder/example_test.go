package encoder_test

import (
	"fmt"
	"os"

	"github.com/ndwire/ndwire/encoder"
)

// note is a record of a program's own.
type note struct {
	Text  string
	Score float64
}

func (n *note) AppendJSON(dst []byte) ([]byte, error) {
	dst = append(dst, `{"type":"note","text":`...)
	dst = encoder.AppendString(dst, n.Text)
	dst = append(dst, `,"score":`...)
	dst, err := encoder.AppendFloat(dst, n.Score)
	return append(dst, '}'), err
}

func ExampleWriter() {
	out := encoder.NewWriter(os.Stdout)
	if err := out.Write(&note{Text: "a <b> \"c\"\n", Score: 0.5}); err != nil {
		fmt.Println(err)
	}
	if err := out.WriteRaw([]byte(`{"type": "as it was"}`)); err != nil {
		fmt.Println(err)
	}
	if err := out.Flush(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"type":"note","text":"a <b> \"c\"\n","score":0.5}
	// {"type": "as it was"}
}
