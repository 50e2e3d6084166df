package draft

// Spec is a spec file. The declarations are written in their order.
type Spec struct {
	Name    string   // of the protocol and of the Go package, a lower-case word
	About   []string // lines of the comment at the head
	Line    string   // the union that stands on a line; "" for a spec of types only
	Unions  []*Union
	Records []*Record
	Enums   []*Enum
}

// Union is one of two forms: by tag (Ask is set), or by JSON type (Variants).
type Union struct {
	Name, Comment, Doc string
	Ask                *Question
	Variants           []Variant
}

// Question finds the case of a union.
type Question struct {
	Tag       []string // the path to the tag; nil: the first member that is there decides, and the literals are names of members
	Beside    bool     // the tag stands beside the value, where fields of this type say which member it is
	Around    bool     // the value is an object with one member, which has the case's value, and whose name is the case
	Cases     []Case
	Otherwise *Case // any other value
	Absent    *Case // the tag is absent
}

// Case is one answer: it leads to a record, to a question within, or to neither of them, which is a known case without a record.
type Case struct {
	Text    string // what the tag says, or the name of the member
	Literal bool   // Text is a JSON literal that is no string: true, 7
	Kind    string // its part of the kind, if another case has that which the text gives
	Go      string // its part of the names of kinds, if the text gives none
	Record  string
	Unit    bool // a bare text, of a question around the value
	Ask     *Question
	Comment string
}

// Variant is what a union by JSON type is for one JSON type.
type Variant struct {
	JSON, Go, Type, Comment string
}

// Record is an object with named members.
type Record struct {
	Name, Comment, Doc string
	Fields             []Field
}

// Field is a member.
type Field struct {
	Name, Go           string // Go is "" where it follows from Name
	Type, Default      string // Default is a JSON literal
	Const              string // a JSON literal: the member always has this value, and there is no type
	By                 string // the member that tells the case of a union whose tag is beside it
	Optional, Nullable bool
	Comment, Doc       string
}

// Enum is a set of texts.
type Enum struct {
	Name, Comment, Doc string
	Values             []Value
}

// Value is a text of an enum.
type Value struct {
	Text, Go, Comment string // Go is "" where it follows from Text
}
