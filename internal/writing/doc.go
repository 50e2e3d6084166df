// Package writing has what generated encoders call, through package genrt: functions that append values, and [Object], which writes a record
// member by member, in the form that the record had on its line, as far as its notes say it. Its errors are those of package encoder.
//
// Canonical is the spelling of a value without a note. Where trusted is set, raw texts are written without a check: see encoder.Trusted.
package writing
