package scan

// Drift is a difference between lines and the spec. Its strings are for good, and nobody changes it: lines that differ in the same way
// mostly share one.
type Drift struct {
	What  What
	Path  string // as jq writes it, with [] for any element: ".message.content[].caller"
	Value string // the unknown kind or enum value, or the JSON type that stood there
}

// What says in what a line differs from the spec, numbered as decoder.DriftKind.
type What uint8

const (
	UnknownKind  What = iota + 1 // a case of a union
	UnknownField                 // a member
	UnknownEnum                  // a value of an enumeration
	WrongType                    // a value of another JSON type
)

// Finding is something that is an error in strict mode only.
type Finding struct {
	Code   Code
	Path   string // as in Drift
	Value  string // what it is about: a kind, a name, a value
	Offset int
}
