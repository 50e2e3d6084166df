// Package encoder writes streams of newline-delimited JSON.
//
// A Writer writes lines, from records or as they were read:
//
//	out := encoder.NewWriter(os.Stdout)
//	for line, err := range r.All() {
//		...
//		if err := out.Write(line); err != nil { ... }
//	}
//	err := out.Flush()
//
// AppendString and AppendFloat are for AppendJSON methods that you write: they write values as JavaScript's JSON.stringify does.
//
// # How records are written
//
// A value that has not changed since it was read is written as it was spelled; all others have the spelling of AppendString and
// AppendFloat. Members are written in the order of the spec, and unknown ones after them in the order of the line. Writer.WriteRaw writes
// lines byte for byte.
//
// # What is checked
//
// The result is one JSON value on one line, or an *Error with a Reason and the path of the value that is wrong; then nothing is
// written. That is so for AppendJSON and MarshalJSON of generated types, and for a Writer:
//
//   - Raw texts are checked against the whole grammar, wherever they stand: fields of type decoder.Raw, unknown members, unknown cases of
//     unions, which must be objects if they are lines, and the spellings of values in Extra. Texts from a line are checked as well, since a
//     program may have changed them. Invalid UTF-8 and lone surrogates within strings are accepted, as decoders deliver them.
//   - If a raw text has line feeds or carriage returns between its tokens, it is written without white space. The unknown members of a record
//     are one text.
//   - NaN and the infinities are errors.
//   - In a Go string, each byte of invalid UTF-8 is written as \ufffd, which is U+FFFD.
//   - A nil pointer to a record is an error, as a line and as a case of a union. A union that is nil is null.
//   - A record that contains itself, through its pointers, is not found: AppendJSON and Clone recurse until Go ends the program with a stack
//     overflow. Decoders never make one.
//   - AppendJSON methods that you wrote are not checked. MarshalJSON and encoding/json check what they write.
//
// The check reads raw texts once more, at about 6 GB/s with AVX-512. WriteRaw takes about five times as long as with [Trusted], which omits
// the check (go test -bench WriteRaw ./encoder), and records with raw texts, such as the inputs of tools, up to twice as long.
package encoder
