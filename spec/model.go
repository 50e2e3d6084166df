package spec

import "slices"

// Model is a loaded spec file: checked, with all names resolved, and everything in the order of the file.
type Model struct {
	File     string // the path given to Load
	Protocol string
	Package  string // name of the Go package to generate
	Import   string // its import path
	Doc      string
	Since    string // the default of About.Since
	View     bool   // unknown: skip: only declared members are read; the others are skipped, and not kept
	Limits   Limits
	Signs    []*Signs // members that identify lines of other protocols, for the hint in Stats
	Imports  []*Import
	Line     *Union   // the union of all lines; nil for a spec of types only
	Types    []string // types that programs use, although no line has them
	Kinds    []*Kind  // the kinds of lines, in the order in which their cases are declared
	Unions   []*Union
	Records  []*Record
	Enums    []*Enum

	Notes Errors // warnings: declarations that are not used, texts of tags that look like keys
}

// Limits are the protocol's own defaults for its readers; zero means the runtime's default.
type Limits struct {
	Depth int   // how deep values may nest
	Line  int64 // the longest line in bytes
}

// Signs are top-level members that lines of another package have, and lines of this protocol do not.
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

	used bool // the type of a member or variant is one of the import's
}

// About has the keys that every declaration may have.
type About struct {
	Doc    string // the Go doc comment; if it is a sentence of its own, it does not begin with the name
	Source string // where the fact comes from: "sdk.d.ts:1140"
	Since  string // the version in which the declared thing first appeared
	Pos    Pos

	Deprecated string // what to use instead: "Use name."; "" if it is not deprecated
}

// Union has one of three forms: a union by tag (Tree is set), whose tag is in the value, next to it or around it; a union by JSON type
// (Variants is set); or a part of another union (Of is set).
type Union struct {
	Name string
	About

	Tree    *Node     // union by tag: the tree that finds the case of a value
	Unknown string    // union by tag: the Go name of the record for unknown cases, "UnknownMessage"
	Cases   []*Record // union by tag or part: the records of all cases, in order of first mention, without duplicates

	Variants []*Variant // union by JSON type

	Of *Union // part: the union whose cases this one has some of. The part has the same Unknown.

	Getters []*Getter // union by tag or part: more methods of the Go interface
}

// Getter is a method of a union's Go interface that returns one member. Every case has it.
type Getter struct {
	GoName string // "GetUUID"
	Member string // "uuid". If the case fixes the member's value, the getter returns this value; if the case lacks the member, the zero value
	Type   *Type  // String, UUID (returns uuid.UUID), Enum, Int, Bool...
	Pos    Pos
}

// Node is a discriminator in the decision tree of a union by tag: what chooses, such as the value of a tag, and its branches. A branch is a case,
// otherwise, or absent, and leads to a Target. At most one of Tag, Has, Sibling, External and Results is set: the form of the discriminator.
type Node struct {
	Tag      [][]string // the tag is in the value: the paths to it, tried in order: {{"request","subtype"}, {"subtype"}}
	Has      bool       // the literals of the cases are names of members, and the first case whose member is present is chosen
	Sibling  bool       // the tag is next to the value, in the member that the field's By names
	External bool       // the value is an object with one member, whose name is the literal and whose value is the record; a Unit is the string
	Results  bool       // the tag is the method of a request, which is on another line
	Adjacent *Adjacent  // of an External node: set if the value is an object with the tag and the record instead

	Cases     []*Case
	Otherwise *Target // for all other values, and for an absent tag if Absent is nil; nil: these values are unknown
	Absent    *Target // for an absent tag; nil: see Otherwise
	Pos       Pos

	hasCases bool     // the spec has `cases:`, which may all be mistakes
	merged   []*Union // the unions whose cases `otherwise:` has added: see mergeOtherwise
}

// Adjacent has the names of the two members of an object with a tag and a record: {"t":"start","c":{...}}. A Unit has only the tag.
type Adjacent struct{ Tag, Content string }

// Case is a branch of a Node: a value of its tag, or a member that is present.
type Case struct {
	Literal string // JSON literal: `"init"`, `true`, `7`; of a Has node the JSON string of the member's name
	GoName  string // the case's part of the Go names of kinds: Init in KindSystemInit
	Unit    bool   // of an External node: the case has only its name, and an empty record in Go
	NotNull bool   // derived, of a Has node: the member cannot be null, so that a null counts as absent
	Target  Target
	About
}

// Target is what a branch leads to. Exactly one of Record, Node and Bare is set.
type Target struct {
	Record *Record
	Node   *Node
	Bare   bool // "json": a known kind without a record. It is delivered as the Unknown record, but not counted as unknown

	// Kind and Open are derived, for targets below the union of lines. Kind is the kind of the lines that lead to the target; of a Node it is
	// the family of the kinds below, nil if they have none. Open reports that a tag's text that no case has is appended to the kind.
	Kind *Kind
	Open bool

	About About // of an otherwise or absent branch; a case has its own

	union        *Union // the inner union whose tree replaces this target: see graft
	inner        *Union // the inner union whose tree has replaced this target
	part, goName string // the values of `kind:` and `go:`
	at, goAt     Pos    // of the target, and of its `go:`
}

// Variant is the type of a union by JSON type for values of one JSON type.
type Variant struct {
	JSON   JSONType
	GoName string
	Type   *Type
	Why    string // of a json variant: why it has no type
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

	// Shorthand is the Go name of the string field that is set when the JSON value is a bare string instead of an object; "" if the record has
	// no such form. (SystemPromptConfig: a custom prompt, or a preset object.)
	Shorthand string

	// TagField is the field whose value decides which fields with When are in use; nil if the record has no such fields.
	TagField *Field

	// Orders are the orders in which programs write the members, the most frequent one first. Generated code predicts the next key by the
	// first one. Each has all tags, and all members whose absence would be noted.
	Orders       []*Order
	DefaultOrder *Order // derived: if no record of the spec has Orders, the members that are always there, in the order of their declaration

	// ObjectOrders are the orders of objects that contain fields with a path. Only views have them.
	ObjectOrders []*ObjectOrders

	Open  bool // unknown members are expected: they are kept, but not counted, and no error in strict mode
	Group bool // derived: the record is only embedded, so that its Go type has no JSON methods

	// Tags are the members whose values are fixed, because the record is a case of a union: {"type", `"system"`}. They have no
	// Go field and are written first. They are derived from all unions. If several values of a tag lead to the record, the record must
	// declare a field for the tag, which is then not in Tags.
	Tags []*Tag

	// Others are derived. With literals, they are tags that lead to the record by *not* having one of the literals (isReplay is not true).
	// Without literals, they are members that can contain the tag of the record's union, which has several paths or a longer one.
	Others []*Tag
}

// Order is a sequence of the members of a record on a line.
type Order struct {
	Members []OrderMember
	Pos     Pos
}

// ObjectOrders are the orders of an object within a record of a view.
type ObjectOrders struct {
	Path   []string // the names of the members on the path to the object
	Orders []*Order
}

// OrderMember is a member in an order. In a view, it may be a member that the record does not declare, and that is skipped.
type OrderMember struct {
	Name     string
	Optional bool // the member may be missing
}

// index returns the index of a member in the order, -1 if it is not there.
func (o *Order) index(name string) int {
	return slices.IndexFunc(o.Members, func(m OrderMember) bool { return m.Name == name })
}

// Always reports whether all lines with the order have the member.
func (o *Order) Always(name string) bool {
	i := o.index(name)
	return i >= 0 && !o.Members[i].Optional
}

// Tag is a member that has one of the literals, or in Record.Others none of them.
type Tag struct {
	Name     string
	Literals []string // JSON literals; exactly one in Record.Tags
	Unions   []*Union // of Record.Tags: the unions in which the tag leads to the record; the record writes the tag as a case of these
}

// Embed is an embedded record: its members are also members of the embedding record, and the Go struct embeds its struct.
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
	Name   string // the name on the wire; of a field with a Path, the name in the spec
	GoName string
	About
	Type     *Type
	Optional bool     // name?: may be absent
	Nullable bool     // T | null
	Default  string   // JSON literal that means the same as absence; "" if there is none. "{}" for a record: its zero value
	Usual    bool     // programs usually write the member even if it has its default, so that its absence is noted, not its presence
	Const    string   // JSON literal of a constant member, which has no Go field and a nil Type
	Path     []string // of views: the names of the members on the path to the value, two or more; nil: the value is a member of the record
	Alias    []string // other names that are read; of a field with a Path, names of its last member
	When     []string // the values of the record's tag field for which the field is in use; nil: for all
	Encoded  bool     // encoded<T>: a JSON string that contains the JSON of a T, which is the Go field's type
	Lazy     bool     // kept raw and decoded on demand; also set for results of requests
	By       string   // of a union whose tag is next to its values: the name of the tag's member, which has no Go field
	Zero     string   // JSON literal that is written for the zero value of a required json field or union by JSON type; "" for null
	Flat     []Flat   // the names, of Alias, under which the member is written when its record is flattened
	Inline   Inline
	Why      string // of a json field: why it has no type
}

// TypeText returns the type of the field as a spec writes it, such as "encoded<Input> | null". The field must have a Type.
func (f *Field) TypeText() string {
	text := f.Type.String()
	if f.Encoded {
		text = "encoded<" + text + ">"
	}
	if f.Nullable {
		text += " | null"
	}
	return text
}

// typeInErrors is TypeText for errors, in which the type of a text in a Go type of the user differs from that of other texts.
func (f *Field) typeInErrors() string {
	if f.Type.Kind == GoText {
		return f.TypeText() + " with a `go_type:`"
	}
	return f.TypeText()
}

// CanBeEmpty reports whether an object without any member of a flattened record (InlineAccepted) has that record, without members: none of them
// is required. Then the member is never missing.
func (f *Field) CanBeEmpty() bool {
	return f.Inline == InlineAccepted && f.Type.Kind == RecordType && !f.Type.Record.requires()
}

// requires reports whether objects of the record must have some member.
func (r *Record) requires() bool {
	return len(r.Tags) > 0 || slices.ContainsFunc(r.Fields, func(f *Field) bool {
		return !f.Optional && len(f.When) == 0 && (f.Inline != InlineAlways || f.Type.Kind != RecordType || f.Type.Record.requires())
	}) || slices.ContainsFunc(r.Embed, func(e *Embed) bool { return e.Record.requires() })
}

// LeavesOut reports whether AppendJSON writes no member for a field that a program has set to a value.
func (f *Field) LeavesOut(literal string) bool {
	switch {
	case !f.Optional || f.Usual || f.Type == nil:
		return false
	case f.Default != "":
		return sameLiteral(f.Default, literal)
	}
	return literal == "null" && f.Type.Kind != JSON
}

// Flat is a name of a member in the flattened form of its record.
type Flat struct {
	When string // the value of the record's tag for which the name is used; "" for any
	Name string
}

// Inline says whether a field's record can be flattened: its members are then members of the object around it.
type Inline uint8

// The forms of a field's record.
const (
	InlineNever    Inline = iota
	InlineAccepted        // usually nested under the field's name; the flattened form is also read, and written back flattened
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
	Import *Import // the import that declares Record, Union or Enum; nil for this spec
	GoType GoType  // GoText
	Null   bool    // of an element: it may be null, (T | null)[]; for a field's own type see Field.Nullable
}

// GoType is a Go type whose pointer implements encoding.TextMarshaler and encoding.TextUnmarshaler. Package is its import path.
type GoType struct{ Package, Name string }

// TypeKind is the form of a Type.
type TypeKind uint8

// The forms of types.
const (
	String       TypeKind = iota + 1
	Int                   // Go int
	Int64                 // Go int64
	Uint64                // Go uint64
	Number                // Go float64
	Bool                  // Go bool
	JSON                  // any value, kept as text: decoder.Raw
	UUID                  // Go string, and a method such as GetUUID that parses it
	Time                  // an RFC 3339 text: time.Time
	Seconds               // a number of seconds since 1970: time.Time
	Milliseconds          // a number of milliseconds since 1970: time.Time
	Decimal               // a number, kept as it is spelled: decoder.ExactNumber
	Bytes                 // base64 text: []byte
	GoText                // a text that is read and written by the user's GoType
	RecordType
	UnionType
	EnumType
	Array
	Map
)

// Enum is a set of named strings, or numbers. Enums are open: other values are kept.
type Enum struct {
	Name   string
	Prefix string // of the constants' names; Name by default
	Int    bool   // the values are whole numbers: a Go int
	// Untyped enums have constants without a Go type: the fields that hold them are strings.
	Untyped bool
	Open    bool // other values are expected: they are not counted, and strict readers accept them
	About
	Values []*EnumValue
}

// EnumValue is one value of an Enum.
type EnumValue struct {
	Value  string // of an Int enum in decimal
	GoName string // of the constant, with the prefix
	About
}
