package draft

import (
	"iter"
	"strings"
)

// Spec is a spec file. The declarations are written in their order.
type Spec struct {
	Name    string   // of the protocol and of the Go package, a lower-case word
	About   []string // lines of the comment at the head
	Line    string   // the union of all lines; "" for a spec of types only
	Unions  []*Union
	Records []*Record
	Enums   []*Enum
}

// Union has one of two forms: by tag (Discriminator is set), or by JSON type (Variants is set).
type Union struct {
	Name, Comment, Doc string
	Deprecated         string
	Discriminator      *Discriminator
	Variants           []Variant
}

// Discriminator finds the case of a union.
type Discriminator struct {
	Tag       []string // the path to the tag; nil: the cases are names of members, and the first one that is present is chosen; without cases all objects are Otherwise
	Sibling   bool     // the tag is next to the value, in the member that fields of this type name with `by:`
	External  bool     // the value is an object with one member, whose name is the case
	Cases     []Case
	Otherwise *Case // for all other values
	Absent    *Case // for an absent tag
}

// All ranges over the cases of a discriminator and of the discriminators below it, each with the one that it belongs to. There are none if d is nil.
func (d *Discriminator) All() iter.Seq2[*Discriminator, *Case] {
	return func(yield func(*Discriminator, *Case) bool) { d.all(yield) }
}

func (d *Discriminator) all(yield func(*Discriminator, *Case) bool) bool {
	if d == nil {
		return true
	}
	var list []*Case
	for k := range d.Cases {
		list = append(list, &d.Cases[k])
	}
	for _, c := range append(list, d.Otherwise, d.Absent) {
		if c != nil && !(yield(d, c) && c.Discriminator.all(yield)) {
			return false
		}
	}
	return true
}

// OneRecord returns the discriminator of a union of lines that are all one record. Their kind is the word of its name.
func OneRecord(record, comment string) *Discriminator {
	return &Discriminator{Otherwise: &Case{Record: record, Kind: strings.ToLower(record), Comment: comment}}
}

// Case is a branch of a discriminator. It leads to a record or to another discriminator; with neither, it is a known case without a record.
type Case struct {
	Text          string // the value of the tag, or the name of the member
	Literal       bool   // Text is a JSON literal other than a string: true, 7
	Kind          string // its part of the kind; "" if that is the text
	Go            string // its part of the names of kinds; "" if it follows from the text
	Record        string
	Unit          bool // a bare text, in an external union
	Discriminator *Discriminator
	Comment       string
}

// Variant is the type of a union by JSON type for one JSON type.
type Variant struct {
	JSON, Go, Type, Comment string
}

// Record is an object with named members.
type Record struct {
	Name, Comment, Doc string
	Deprecated         string
	Embed              string // the record whose members are also members of this one; "" for none
	Open               bool   // other members are expected
	Fields             []Field
}

// Field is a member.
type Field struct {
	Name, Go           string // Go is "" where it follows from Name
	Type, Default      string // Default is a JSON literal
	Const              string // a JSON literal: the member always has this value, and there is no type
	By                 string // the member that is the tag of the field's union
	Optional, Nullable bool
	Comment, Doc       string
	Deprecated         string // what to use instead
}

// Enum is a set of texts, or of whole numbers.
type Enum struct {
	Name, Comment, Doc string
	Deprecated         string
	Int                bool // the values are numbers
	Open               bool // other values are expected
	Values             []Value
}

// Value is a text or number of an enum.
type Value struct {
	Text, Go, Comment string // Go is "" where it follows from Text
	Doc, Deprecated   string
}
