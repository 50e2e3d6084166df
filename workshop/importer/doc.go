// Package importer writes a spec for a JSON Schema, of draft 2020-12 or an earlier one with the same keywords. Objects become records; oneOf and
// anyOf become unions, if a const, an enum, a required member or the JSON type distinguishes the alternatives. It also reads enums, maps, and
// optional and nullable members. A schema that a spec cannot express becomes json with a comment; keywords that a spec does not have are counted in
// the comment at the head of the file.
package importer

// The files: schema.go reads a schema and definitions.go its definitions; import.go declares types, types.go finds the type of a member,
// expand.go the alternatives of oneOf, anyOf and allOf, discriminator.go and external.go what distinguishes them. kinds.go, endless.go and notes.go
// correct and comment the spec in the end; position.go finds lines for errors.
