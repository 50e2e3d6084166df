// Package importer writes a spec for a JSON Schema, of draft 2020-12 or an earlier one with the same keywords. Objects become records; oneOf and
// anyOf become unions, if a const, an enum, a required member or the JSON type distinguishes the alternatives. It also reads enums, maps, and
// optional and nullable members. A schema that a spec cannot express becomes json with a comment; keywords that a spec does not have are counted in
// the comment at the head of the file.
package importer
