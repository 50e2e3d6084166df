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
// AppendString and AppendFloat are for AppendJSON methods written by hand: they write values as JavaScript's JSON.stringify does.
//
// # What a record is written as
//
// A value that has not changed since it was read is written as it was spelled, one that has changed in the usual spelling.
// Members stand in the order of the spec, and unknown ones follow in the order of the line. A record that no line was read
// into is written in the usual spelling throughout. For lines that are to go through byte for byte there is Writer.WriteRaw.
//
// # What is checked
//
// What is written is one JSON value on one line, or there is an *Error with the path of the value that is wrong, a Reason, and nothing is
// written. That holds for AppendJSON and MarshalJSON of generated types as for a Writer:
//
//   - Raw texts are checked against the whole grammar, wherever they stand: fields of type decoder.Raw, unknown members, unknown cases of
//     unions, which are objects if they are lines, and what Extra knows of how a value was spelled. A text that came from a line is
//     checked like one that a program made. Within strings, bytes that are no UTF-8 and lone surrogates pass, as decoders deliver them.
//   - Where a raw text has line feeds or carriage returns between its tokens, it is written without white space.
//   - NaN and the infinities are errors.
//   - In a Go string, each byte that is no UTF-8 is written as \ufffd, which is U+FFFD.
//   - A nil pointer to a record is an error, as a line, and where a union has one. A union that is nil itself is null.
//   - AppendJSON methods that you wrote are not checked. MarshalJSON and encoding/json check what they write.
//
// Raw texts are checked at about 4 GB/s: WriteRaw takes two to three times as long as with [Trusted], which leaves the check out, and
// lines with large raw texts, as the inputs of tools are, take a quarter to a third longer to encode.
package encoder
