// Package mirror has the messages of the agent SDK as a Go program would declare them without a generator: structs with json tags. A JSON library
// decodes a line in two passes: the first one reads the tags, and the second one fills the struct that the tags choose.
//
// The mirrors have the same values as the types of package ndwire, as far as plain structs can. All members are typed except free-form values (tool
// inputs, tool_use_result, structured_output), which are raw JSON. They are written for speed. A union by tag is one struct with the fields of all
// its cases, so that the libraries decode it in the same pass. UnmarshalJSON, which costs another pass over its text, is used only for values that
// are a string or a list. UUIDs are strings.
//
// The mirrors do less than ndwire: they drop members that they do not name, they do not distinguish absent, null and empty, and a line of a kind that
// is not in [Unmarshal] is an error.
package mirror
