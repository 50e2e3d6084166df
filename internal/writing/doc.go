// Package writing has what generated encoders call, through package genrt: functions that append values, and [Object], which writes a record
// member by member, in the form that the record had on its line, as far as its notes say it. Its errors are those of package encoder.
//
// Canonical is the spelling of a value without a note. Where trusted is set, raw texts are written without a check: see encoder.Trusted.
//
// object.go has Object, value.go its methods for values, noted.go what it does where there are notes, splice.go what it does with members of
// other records. plain.go has the functions for values without notes, which use scalar.go, raw.go and sorted.go (maps). same.go compares a
// field with its note, syntax.go reads JSON text. sibling.go and external.go write tags that are not in the value, rename.go other names of
// members. error.go makes errors.
package writing
