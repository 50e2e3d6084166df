package spec

import (
	"fmt"
	"slices"
)

// Model is a spec file that was loaded: checked, with all names resolved, everything in the order of the file.
type Model struct {
	File     string // the path given to Load
	Protocol string
	Package  string // name of the Go package to generate
	Import   string // its import path
	Doc      string
	Since    string // version in which everything first appeared that says no other, and stands in nothing that does
	View     bool   // unknown: skip: only declared members are read, the rest is jumped over and not kept
	Limits   Limits
	Signs    []*Signs // of other packages' lines, for readers that are given these by mistake
	Imports  []*Import
	Line     *Union   // what stands on one line; nil for a spec of types only
	Types    []string // that programs use by themselves, though no line leads to them
	Kinds    []*Kind  // of what can stand on a line, in the order in which their cases are declared
	Unions   []*Union
	Records  []*Record
	Enums    []*Enum

	Notes Errors // what is no mistake, but hardly meant: declarations that nothing leads to

	lines map[string][]string // of the spec and its imports, by file
}

// Errorf is a mistake at a place in the spec, or in one that it imports, which only its user can find.
func (m *Model) Errorf(at Pos, format string, args ...any) *Error {
	e := &Error{Pos: at, Msg: fmt.Sprintf(format, args...)}
	e.quote(m.lines)
	return e
}

// Limits are the protocol's own defaults for its readers; zero means the runtime's default.
type Limits struct {
	Depth int   // nesting
	Line  int64 // bytes
}

// Signs are members at the top of lines that another package's lines have, and lines of this protocol do not.
type Signs struct {
	Package string // import path
	Members []string
	Pos     Pos
}

// Import is another spec whose types this one uses as ALIAS.Type.
type Import struct {
	Alias string
	Model *Model
	Pos   Pos
}

// About is what every declaration has beside its name.
type About struct {
	Doc    string // for the Go doc comment, without the name in front when it is a sentence of its own
	Source string // where the fact comes from: "sdk.d.ts:1140"
	Since  string // version in which it first appeared
	Pos    Pos

	Deprecated string // what to use instead, "" where nothing speaks against it: "Use name."
}

// Union is one of three forms: a union by tag, which can stand within or beside the value or around it (Tree is set), a union by JSON type
// (Variants is set), or a part of another union (Of is set).
type Union struct {
	Name string
	About

	Tree    *Node     // union by tag: how a case is found
	Unknown string    // union by tag: Go name of the record for everything else, "UnknownMessage"
	Cases   []*Record // union by tag or part: the records that can stand there, in order of first mention, each once

	Variants []*Variant // union by JSON type

	Of *Union // part: a union of which this has some cases. Its Unknown is also of the part.

	Getters []*Getter // union by tag or part: methods of the Go interface beside AppendJSON
}

// Getter is a method of a union's Go interface that every case has: it returns one member.
type Getter struct {
	GoName string // "GetUUID"
	Member string // "uuid"; a member that the case fixes returns its constant, one that a case lacks the zero value
	Type   *Type  // String, UUID (returns uuid.UUID), Enum, Int, Bool...
	Pos    Pos
}

// Node is one question about a value, and where its answers lead.
type Node struct {
	// Tag has the places of the tag, tried in order: {{"request","subtype"}, {"subtype"}}. There are two other forms of question. Has: the
	// literals of the cases are names of members, and the first that is there decides. Sibling: the tag stands beside the value, in the
	// member that the field's By names. External: the value is an object with one member, whose name is the literal and which has the
	// record, or for a case that is a Unit that name as a string. Results: the answer is not on the line: it is the method of a request.
	Tag      [][]string
	Has      bool
	Sibling  bool
	External bool
	Results  bool
	Adjacent *Adjacent // of an External node: the other form, an object with the tag and the record

	Cases     []*Case
	Otherwise *Target // any other value, and also an absent tag unless Absent is set; nil: unknown
	Absent    *Target // the tag is absent; nil: as Otherwise
	Pos       Pos
}

// Adjacent are the two members of an object in which a tag stands beside its record: {"t":"start","c":{...}}. A Unit has the tag alone.
type Adjacent struct{ Tag, Content string }

// Case is one answer.
type Case struct {
	Literal string // JSON literal: `"init"`, `true`, `7`; of a Has node the JSON string of the member's name
	GoName  string // what the answer is in the names of kinds: Init in KindSystemInit
	Unit    bool   // of an External node: nothing but the name, in Go an empty record
	NotNull bool   // derived, of a Has node: null is no value of the member, which is taken for absent then
	Target  Target
	About
}

// Target is where an answer leads: to exactly one of the three.
type Target struct {
	Record *Record
	Node   *Node
	Bare   bool // "json": a known kind without a record; delivered as the Unknown record, but not counted as unknown

	// Derived, below the union for lines: the kind of the lines that lead here, and of a question the family of its answers, nil if it has
	// none. Open says that a text which no case has is one more part of the kind.
	Kind *Kind
	Open bool

	union        *Union // whose question is asked on: see graft
	part, goName string // `kind:` and `go:`, if they are given
	at           Pos
}

// Variant is the form that a union by JSON type takes for one JSON type.
type Variant struct {
	JSON   JSONType
	GoName string
	Type   *Type
	Why    string // of a json variant: why it is not typed
	About
}

// JSONType is one of JSON's types, as written in a spec: "string", "array", ...
type JSONType string

// Record is a JSON object with named members.
type Record struct {
	Name string
	About
	Embed    []*Embed
	Fields   []*Field
	GoFields []*GoField

	// Shorthand is the Go name of a string field that stands for the whole record when the JSON value is a bare string; ""
	// if there is no such form. (SystemPromptConfig: a custom prompt, or a preset object.)
	Shorthand string

	// TagField is the field whose value decides which of the fields with When are meant; nil if no field has it.
	TagField *Field

	// Orders are the members as programs write them, the most frequent order first: a line that has one is read without looking a
	// member up. Each has all tags, and all members whose absence would be noted.
	Orders     []*Order
	LateOrders bool // derived: they do not tell which case it is, so that this must be known before they are tried
	FieldTags  bool // derived: some of the tags in them are fields

	// ObjectOrders are, in a view, the orders of objects in which fields lie that have a path.
	ObjectOrders []*ObjectOrders

	Open  bool // unknown members are expected: kept, but not counted and no error in strict mode
	Group bool // derived: only ever embedded, so that it gets no methods of a record of its own

	// Tags are the members whose value is fixed because the record is the case of a union: {"type", `"system"`}. They have no
	// Go field and are written first. Derived from all unions; a record that is reached by different values of a tag must
	// declare a field for it, and then it has none here.
	Tags []*Tag

	// Others are tags that decide about this record by *not* having one of the literals (isReplay is not true), or, without literals, members
	// in which one of several places of a tag is: derived.
	Others []*Tag
}

// Order is how the members of a record follow each other on a line.
type Order struct {
	Members []OrderMember
	Pos     Pos
}

// ObjectOrders are the orders of an object within a record of a view.
type ObjectOrders struct {
	Path   []string // the members that lead to it
	Orders []*Order
}

// OrderMember is a member in an order. In a view it may be one that the record does not declare, and which is jumped over.
type OrderMember struct {
	Name     string
	Optional bool // it may be missing there
}

// index is the place of a member in the order, -1 if it has none.
func (o *Order) index(name string) int {
	return slices.IndexFunc(o.Members, func(m OrderMember) bool { return m.Name == name })
}

// Always reports whether a member stands on all lines that have the order.
func (o *Order) Always(name string) bool {
	i := o.index(name)
	return i >= 0 && !o.Members[i].Optional
}

// Tag is a member that has, or for Others has not, one of some values.
type Tag struct {
	Name     string
	Literals []string // JSON literals; exactly one in Record.Tags
	Unions   []*Union // of Record.Tags: those in which it leads to the record; the record writes it where it is a case of these
}

// Embed is a record whose fields are also this record's: the Go struct embeds it.
type Embed struct {
	Record *Record
	Pos    Pos
}

// GoField is a field of the Go struct that is not on the wire.
type GoField struct {
	Name string
	Go   string // Go type: "context.Context", "func(string)", "CanUseToolFunc"
	About
}

// Field is a named member.
type Field struct {
	Name   string // on the wire; of a field with a Path its name in the spec
	GoName string
	About
	Type     *Type
	Optional bool     // name?: may be absent
	Nullable bool     // T | null
	Default  string   // JSON literal that means the same as absence; "" if none. "{}" for a record: its zero value
	Usual    bool     // programs usually write the member, also with its default: it is absence that is worth a note
	Const    string   // JSON literal: no Go field; Type is nil
	Path     []string // of views: the members that lead from the record to the value, two or more; nil: it is a member of the record
	Alias    []string // other names that are read; with a Path, of its last member
	When     []string // values of the record's own tag field for which the field is meant
	Encoded  bool     // encoded<T>: a JSON string that holds the JSON of a T, which is the Go field
	Lazy     bool     // kept raw, decoded on demand; so is what its request tells
	By       string   // of a union whose tag stands beside its values: the member that is the tag; it has no Go field
	Zero     string   // JSON literal that the zero value of a required json field or union by JSON type is written as; "" for null
	Flat     []Flat   // the names, of Alias, under which the member is written where its record is flattened
	Inline   Inline
	Why      string // of a json field: why it is not typed
}

// Flat is a name of a member in the flattened form of its record.
type Flat struct {
	When string // the value of the record's tag for which it is; "" for any
	Name string
}

// Inline says whether an object's members may stand beside those of the record that has it.
type Inline uint8

const (
	InlineNever    Inline = iota
	InlineAccepted        // usually nested under the field's name; flattened is read, too, and written back so
	InlineAlways          // always flattened: the field's name is not on the wire
)

// Type is a type expression.
type Type struct {
	Kind   TypeKind
	Elem   *Type // Array, Map
	Key    *Type // Map: String or EnumType
	Record *Record
	Union  *Union
	Enum   *Enum
	Import *Import // where Record, Union or Enum comes from, nil for this spec
	GoType GoType  // GoText
	Null   bool    // an element that may be null: (T | null)[]; of a field's own type see Field.Nullable
}

// GoType is a type of some Go package, whose pointer is an encoding.TextMarshaler and encoding.TextUnmarshaler.
type GoType struct{ Package, Name string } // Package is the import path

// TypeKind is the form of a Type.
type TypeKind uint8

const (
	String       TypeKind = iota + 1
	Int                   // Go int
	Int64                 // Go int64
	Uint64                // Go uint64
	Number                // Go float64
	Bool                  // Go bool
	JSON                  // anything, as it stands: decoder.Raw
	UUID                  // Go string, and GetUUID-like methods that parse it
	Time                  // an RFC 3339 text: time.Time
	Seconds               // a number of seconds since 1970: time.Time
	Milliseconds          // the same in milliseconds
	Decimal               // a number as it is spelled: decoder.ExactNumber
	Bytes                 // base64 text: []byte
	GoText                // a text that a Go type of the user's reads and writes: GoType
	RecordType
	UnionType
	EnumType
	Array
	Map
)

// Enum is a set of named strings, or numbers. Enums are open: other values are kept.
type Enum struct {
	Name   string
	Prefix string // of the constants; default Name
	Int    bool   // the values are whole numbers: a Go int
	// Untyped enums have constants without a Go type: the fields that hold them are strings.
	Untyped bool
	About
	Values []*EnumValue
}

// EnumValue is one value of an Enum.
type EnumValue struct {
	Value  string // of an Int enum in decimal
	GoName string // of the constant, with the prefix
	About
}
