// Package importer makes a spec of a JSON Schema, 2020-12 or an earlier draft with the same words: records of objects, unions of oneOf and
// anyOf whose alternatives a const or enum tells apart, or a required member, or the JSON type, enums, maps, what is optional and what can be
// null. What a spec cannot say becomes json, with a comment that says what stood there; keywords without any words in specs are counted at the
// head.
package importer
