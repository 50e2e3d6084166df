// Package scan is the cursor: what generated decoders call, through package genrt.
//
// # Offsets
//
// A [Cursor] holds one line. Where it stands in it is not in the cursor but in a variable of the caller, so that it
// lives in a register: a method takes the offset at which a value begins and returns the offset behind it, or that of
// the next value. White space in front of a value has been skipped by whoever gave its offset.
//
// After an error the offset is -1. Given -1, every method returns -1 and zero values; so generated code looks for errors
// nowhere, and the driver looks once, at the end of the line. The first error counts.
//
// # Frames
//
// Every open object or array has a [frame]. Frames carry what there is to say about a record: its notes and its unknown
// members are the ends of two stacks, from the frame's beginnings on. Open and OpenList push a frame in every case, also
// after an error and for a value that is neither, so that the Close that follows has one to pop; such a frame is void.
//
// # Tries
//
// Which record a line is depends on tags, and a member may stand twice, where the last one counts. Looking for a second one would mean to
// walk over the whole line first. So a line is decoded optimistically: Find takes the first member of the name, and the record that was
// chosen for it checks when it meets the tag again ([Cursor.Tag], [Cursor.Others]). A tag that most lines lack is not looked for, or only
// where it usually stands ([Cursor.FindRare], [Cursor.FindNext]), and one that stands behind the rest of a usual object may be predicted
// ([Cursor.TagOf], [Cursor.Confirm]). If the record was the wrong one, or a member stands twice, the line is decoded again from the start
// in the exact try, where nothing is predicted and Find takes the last member ([Cursor.Retry]).
//
// # Usual orders
//
// Of records that stand on many lines the spec says in which order programs write their members. Generated code compares the line with the
// usual next key where it has read a member ([Cursor.Text]). Where another key stands, [Cursor.Next] reads it.
//
// # Fast and slow
//
// The methods that every member calls are written for the form in which programs write JSON: white space as the last time or none, no
// escapes in keys, integers of at most 18 digits, members in the order in which they came the last time, objects that begin as they
// did the last time, strings that end soon. Whatever is different goes to a function with Slow in its name, which is complete by
// itself.
//
// # Files
//
// The files stand in layers, and refer to those below: the tables of records and unions (record.go, union.go), what is known of a line
// (state.go), the Cursor (cursor.go), values (string.go, number.go, skip.go), keys (key.go, unknownkey.go), notes and drift (note.go, drift.go), the search for
// members (find.go, next.go, view.go), tags (latetag.go, tag.go), and what generated code opens and closes (object.go, list.go, map.go).
package scan
