// Package scan is the runtime under the generated decoders: a [Cursor] reads one line and turns it into records. Generated code calls it
// through package genrt.
//
// # Offsets
//
// A Cursor holds the line. The position in the line is a variable of the caller, so that it stays in a register: a method takes the offset
// at which a value begins, and returns the offset after the value or that of the next value. The caller has skipped the white space before
// a value.
//
// After an error the offset is -1. Given -1, every method returns -1 and zero values. Therefore generated code does not check for errors;
// its caller does, once, at the end of the line. The first error of a line counts.
//
// # Frames
//
// Every open object or array has a [frame]. The notes and the unknown members of the open records lie on two stacks; each record owns the
// end of both that was pushed since its frame. Open and the methods like it push a frame in every case, also after an error and for a value
// of another type, so that the Close that must follow has a frame to pop. Such a frame is void.
//
// # Attempts
//
// A union chooses its record by a tag. A member may come twice in an object, and then the last one counts, so that a decoder would have to
// read the whole line before it knows the tag. Instead, the first attempt at a line is optimistic: Find takes the first member with the
// name, and the record checks the tag when it reads it ([Cursor.Tag], [Cursor.TagWithoutField]). Tags that few lines have are not searched at all, or
// only where they are expected ([Cursor.FindRare], [Cursor.FindNext]), and a late tag may be predicted ([Cursor.TagOf], [Cursor.Confirm]).
//
// If the record was the wrong one, or a member comes twice, the line is decoded again from its start by the exact attempt: it predicts
// nothing, and Find takes the last member ([Cursor.Retry]).
//
// # Predictions
//
// For records that are on many lines, the spec says in which order programs write the members. Generated code compares the line with the
// text of the next key in that order ([Cursor.Text]). Where the line has another key, [Cursor.Next] reads it: it compares the line with the
// key that came after the same member the last time, and then with all names of the record.
//
// # Fast and slow
//
// The methods that run for every member are written for JSON as programs write it: little white space, no escapes in keys, integers of at
// most 18 digits, short strings. For any other text they call a function with Slow in its name. The slow function reads every valid text by
// itself, and never depends on what the fast one found.
//
// # Files
//
// The files stand in layers, each of which uses those after it:
//
//   - what generated code opens and closes: object.go, list.go, map.go, external.go, sibling.go; seen.go has the fields that were read;
//   - tags and the cases of unions: tag.go, literal.go, case.go, latetag.go; kind.go names the kinds of lines;
//   - the search for members: find.go, presence.go, peek.go; next.go, with compiled.go, unknownkey.go and view.go, for the next one;
//   - values: pointer.go, number.go, time.go, formatted.go, encoded.go, enum.go;
//   - notes and drift: member.go has unknown members, mistyped.go values of another type, note.go notes, noteset.go what a record gets of
//     them, drift.go drift and findings, with location.go;
//   - texts, and values that are not decoded: string.go, tagtext.go, skip.go;
//   - keys: key.go; frames: frame.go;
//   - the Cursor: cursor.go, pool.go, memory.go, and what it knows of its line, state.go;
//   - tables, which know no line: record.go, keytable.go, union.go, names.go; types of results: finding.go, jsontype.go.
//
// path.go finds the path of an error in a line, without a Cursor.
package scan
