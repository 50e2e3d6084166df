package encoder_test

import (
	"errors"
	"fmt"
	"os"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/encoder"
)

// note is a record of the program.
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

// call is a record with a raw value.
type call struct{ Input decoder.Raw }

func (c *call) AppendJSON(dst []byte) ([]byte, error) {
	dst, err := encoder.AppendRaw(append(dst, `{"type":"call","input":`...), c.Input)
	return append(dst, '}'), err
}

func ExampleError() {
	out := encoder.NewWriter(os.Stdout)
	err := out.Write(&call{Input: decoder.Raw(`1,"type":"result"`)})
	var e *encoder.Error
	if errors.As(err, &e) {
		fmt.Println(e.Reason)
	}
	fmt.Println(err)
	if err := out.Write(&call{Input: decoder.Raw(`[1,2]`)}); err != nil { // the Writer can still be used
		fmt.Println(err)
	}
	if err := out.Flush(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// not valid JSON
	// encoder: a raw value is not one JSON value: the byte ',' at offset 1 is not allowed there
	// {"type":"call","input":[1,2]}
}

func ExampleTrusted() {
	out := encoder.NewWriter(os.Stdout, encoder.Trusted()) // for lines that were read and not changed
	if err := out.WriteRaw([]byte(`{"type": "as it was"}`)); err != nil {
		fmt.Println(err)
	}
	if err := out.Flush(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"type": "as it was"}
}
