// Package transcript stands for the real one: the shapes that the analyzer looks at.
package transcript

import (
	"iter"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
)

type Entry struct {
	Session string
	Line    ndwire.Line
}

func (e *Entry) Model() string                     { return "" }
func (e *Entry) Clone() *Entry                     { return e }
func (e *Entry) ToolCalls() iter.Seq[ToolCall]     { return nil }
func (e *Entry) ToolResults() iter.Seq[ToolResult] { return nil }

type ToolCall struct {
	Name  string
	Input decoder.Raw
}

type ToolResult struct{ Text string }

type Reader struct{}

func (r *Reader) Recycled() iter.Seq2[*Entry, error] { return nil }
func (r *Reader) Raw() []byte                        { return nil }
