// Package writing is what generated encoders call, through package genrt: functions that append values, and [Object], which writes a record
// member by member, as its notes say that it stood on its line. Its errors are those of package encoder.
//
// What is trusted is written without a check of raw texts: see encoder.Trusted.
package writing
