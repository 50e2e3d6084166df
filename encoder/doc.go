// Package encoder writes streams of newline-delimited JSON.
//
// Writer is for programs: it writes lines, from records or as they were read.
//
//	out := encoder.NewWriter(os.Stdout)
//	for line, err := range r.All() {
//		...
//		if err := out.Write(line); err != nil { ... }
//	}
//	err := out.Flush()
//
// The rest is for generated code and for AppendJSON methods written by hand: the Append functions, which write values as
// JavaScript's JSON.stringify does, and Object, which writes a record.
//
// # What a record is written as
//
// A value that has not changed since it was read is written as it was spelled, one that has changed in the usual spelling.
// Members stand in the order of the spec, and unknown ones follow in the order of the line. A record that no line was read
// into is written in the usual spelling throughout. For lines that are to go through byte for byte there is Writer.WriteRaw.
package encoder
