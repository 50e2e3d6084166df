package scan

// Drift is a difference between a line and the spec. It never changes, and its strings stay valid after the line: lines that differ in the
// same way mostly share one.
type Drift struct {
	What  What
	Path  string // in jq's notation, with [] for every element: ".message.content[].caller"
	Value string // the unknown kind or enum value, or the name of the value's JSON type
}

// What is the sort of a difference. The numbers are those of decoder.DriftKind.
type What uint8

const (
	UnknownKind  What = iota + 1 // the spec's union has no such case
	UnknownField                 // the spec's record has no such member
	UnknownEnum                  // the spec's enum has no such value
	WrongType                    // the value has another JSON type than the spec's
)

// Finding is a difference that is an error in strict mode, and in no other mode.
type Finding struct {
	Code   Code
	Path   string // as in Drift
	Value  string // the kind, name or value that the finding is about
	Offset int    // in the line, in bytes
}
