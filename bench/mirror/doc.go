// Package mirror has the messages of the agent SDK as a Go program would write them without a generator: structs with json
// tags, decoded by a JSON library in two passes, of which the first one reads the tags and the second one fills the struct
// they ask for.
//
// The mirrors give what package ndwire gives, as far as plain structs can: everything is typed but the values that are free
// of form (tool inputs, tool_use_result, structured_output), which are raw JSON. They are written for speed: a union by tag
// is one struct with the fields of all its cases, so that the libraries decode it in the same pass; an UnmarshalJSON, which
// costs both libraries another pass over its text, stands only where a value is a string or a list. UUIDs are strings.
//
// The mirrors leave out what ndwire has beside that: members that they do not name are dropped, absent, null and empty are
// not told apart, and a line of a kind that is not in [Unmarshal] is an error.
package mirror
