// Package ndwire stands for the real one: the shapes that the analyzer looks at.
package ndwire

import (
	"iter"

	"github.com/ndwire/ndwire/decoder"
)

type Line interface{ Kind() decoder.Kind }

type Block struct {
	Text  string
	Input decoder.Raw
	N     int
}

type Message struct {
	ID     string
	Parent *string
	Blocks []Block
	Tokens int
	Names  []string
	Counts []int
	Labels map[string]string
	ByID   map[int]int
	Cost   decoder.ExactNumber
}

func (m *Message) Kind() decoder.Kind         { return "" }
func (m *Message) Clone() *Message            { return m }
func (m *Message) Text() string               { return "" }
func (m *Message) ToolUses() iter.Seq[*Block] { return nil }

func NewReader() *decoder.Reader[Line]        { return nil }
func BorrowLine(data []byte) (Line, error)    { return nil, nil }
func UnmarshalLine(data []byte) (Line, error) { return nil, nil }
func CloneLine(l Line) Line                   { return l }
