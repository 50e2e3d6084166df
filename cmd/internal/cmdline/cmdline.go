// Package cmdline has what the commands share: how arguments are taken, and how JSON is written.
package cmdline

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"

	"github.com/alecthomas/kong"

	"github.com/ndwire/ndwire/internal/printable"
)

// Verbatim makes kong take texts byte by byte. Its own mapper replaces invalid UTF-8, so that a file with such a name cannot be opened.
func Verbatim() kong.Option {
	return kong.KindMapper(reflect.String, kong.MapperFunc(func(ctx *kong.DecodeContext, target reflect.Value) error {
		text, err := Text(ctx)
		if err == nil {
			target.SetString(text)
		}
		return err
	}))
}

// Text takes the value of a flag, or an argument, as it stands on the command line.
func Text(ctx *kong.DecodeContext) (string, error) {
	if ctx.Scan.Peek().IsEOL() { // kong would say that it expected a string and got "EOL"
		return "", errors.New("the value is missing")
	}
	token, err := ctx.Scan.PopValue("string")
	if err != nil {
		return "", err
	}
	text, ok := token.Value.(string)
	if !ok {
		return "", errors.New("expected a text")
	}
	return text, nil
}

// Output writes to W, and keeps the first error: kong does not report that the help or the version could not be written.
type Output struct {
	W   io.Writer
	Err error
}

// Write writes to W.
func (o *Output) Write(p []byte) (int, error) {
	n, err := o.W.Write(p)
	if o.Err == nil {
		o.Err = err
	}
	return n, err
}

// WriteJSON writes v as indented JSON, in which all characters are escaped that could control a terminal.
func WriteJSON(w io.Writer, v any) error {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(printable.JSON(out.Bytes()))
	return err
}
