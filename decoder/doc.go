// Package decoder reads streams of newline-delimited JSON.
//
// A [Reader] is made by a protocol package (ndwire.NewReader, claudecode.NewReader, ...) and gives lines of that protocol's
// type. There are four loops over it; start with the first one:
//
//	for line, err := range r.All()      // start with this one: every line is yours for good
//	for line, err := range r.Recycled() // nothing of a line may be kept, not even as a map key, without Clone or strings.Clone
//	for kind, err := range r.Kinds()    // lines are only peeked at; r.Decode() decodes the current one
//	for batch, err := range r.Batches() // recycled lines in groups, for any goroutine, until batch.Release()
//
// [NewLines] reads lines of any JSON, without a protocol.
//
// # Errors
//
// A bad line is a nil line with an [*Error], and the loop goes on. Any other error (a failing disk, a cancelled context) is the last thing
// that a loop yields. So
//
//	if err != nil { log.Print(err); continue }
//
// reads all that is readable, and
//
//	if err != nil { return err }
//
// stops at the first bad line. errors.AsType[*decoder.Error](err) says which of the two an error is, and [Error.EndsFile] whether the rest of a
// file was not read.
//
// # Lines
//
// A line ends with a line feed, and with nothing else; one carriage return before it belongs to the line end. The last line
// of a file needs no line feed. Blank lines are counted and skipped. A byte order mark at the beginning of a line, and
// runs of NUL bytes before or after a record (a crash leaves them), do not belong to the record. A line of more than
// [DefaultMaxLine] bytes, 256 MB, is reported and skipped, unless [MaxLine] sets another limit, or none. A line is delivered before
// the input is asked for more, so a program may answer over a pipe line by line.
//
// With [Salvage], the whole records of a damaged line are delivered: two on one line, or one after the beginning of another.
//
// # Continuing in a later run
//
// [Reader.Checkpoint] is the position after the current line, as plain data that can be stored. With package source, a later run
// goes on there, and notices if the file is not the same any more.
//
// # Limits
//
// The input need not be trusted. The length of lines is limited ([MaxLine]), and so are nesting ([MaxDepth]) and what can be decoded from
// one line ([MaxElements], [MaxMemory]); [Stats] keeps a limited number of names. Time is proportional to the length of the input, and memory
// to that of a line: all buffers of a Reader together have at most
//
//	1.5 times MaxLine + 1 MB                           without Workers
//	2.5 times MaxLine + 35 MB + 8 MB for each worker   with Workers, and for Batches
//
// and that much only while there are lines of that length. In addition, each [Batch] that is held has its block of 512 KB or one longer
// line, and lines have the memory of their values: their texts are no longer than the line, and the rest takes at most MaxMemory. Recycled
// lines keep up to 8 MB more of it for later lines, and what is kept for lines of one form is dropped when lines of another form need as much.
// Workers stop decoding ahead when the values of the current lines and of those decoded ahead take 8 MB for each worker. Buffers that were too
// small for a line are left to the collector.
//
// # Lifetimes
//
//	from All, Next, Decode, Unmarshal...   yours: nothing is shared with the Reader or with the input
//	from Recycled                          until the next line is asked for; Clone copies a part or the whole
//	from Batch.All, Batch.Raw              until Batch.Release
//	from Borrow...                         as long as the input bytes are not changed
//	Reader.Raw                             until the next line is asked for
//
// # Goroutines
//
// Readers are independent of each other, and so are the functions of a protocol package: any number of goroutines may use them at
// the same time. One goroutine at a time may use a Reader, that of its loop. The goroutines that the Reader starts ([Workers]) end with
// the loop, whether that comes to the end, is left, or is cancelled ([Context]).
//
// A panic on one of the Reader's own goroutines, in a protocol's code or in the input's Read, does not end the program: the loop panics
// with it instead ([WorkerPanic]), when it comes to that line, and the program can recover there. A Reader that has panicked has ended.
//
// Lines from All, Next and Decode may be handed to other goroutines, and so may values such as a [Pos], an [*Error], [Stats] and
// a [Checkpoint]. Several goroutines may read and encode a line at the same time; while one changes it, no other may use it. What has a
// lifetime (above) has the same lifetime on another goroutine. A [Batch] is made to be handed on as a whole: its new owner uses its lines
// and releases it, while the Reader reads on. [Poison] finds batches that are used after their release, and those that are never released.
//
// # The collector
//
// [Reader.Recycled] leaves nothing to collect, and [Reader.Batches] about 100 bytes for each batch. A program that owns its lines, and keeps
// few of them, has a heap of 4 MB, and the runtime would interrupt it after every 3 MB (GOGC=100). Therefore loops that give owned lines, and
// the functions that decode single lines, hold a ballast, once they have read 1 MB: 28 MB of address space that count as heap, so that the
// runtime collects after 28 MB and more. Nobody writes to it, so it takes no memory by itself; what is allocated between two collections
// does, and a process takes up to about 32 MB more than without a ballast. There is one in a process. A loop releases it when it is left, or
// its Reader has ended or is garbage; single lines do when none has been decoded between two collections.
//
// The ballast follows the policy of the program, which this package never sets: it is smaller where GOGC is more than 100, at most a 32nd of
// GOMEMLIMIT, and there is none with GOGC=off.
//
// Go's profile-guided optimization (a CPU profile of the program, as default.pgo in the folder of its main package) makes short lines
// up to a sixth faster.
//
// # What is checked
//
// The result for a line depends on its bytes and the options alone: not on the lines before it, on [Workers], on how the input is cut into
// reads, or on the processor.
//
// Decoding a line checks the grammar of the whole line, including the values that are kept as [Raw]. Less is checked by a peek (Peek,
// Kinds, lines that [Only] and [Except] skip), and of members that a view does not name: the line's object must be made of keys, colons,
// values and commas; a key has no control character in it; a string ends at the next quote that is not escaped; every bracket has one
// that closes it; and anything else begins as a number, true, false or null does, and ends at the next bracket, quote, comma, colon or
// white space. A peek accepts a damaged line that is correct in all this, and returns its kind, for which the last tag counts.
//
// The kind of a line that fails is that of the tags before the damage, where again the last tag counts; it has none if no tag stands there. A
// loop that filters reports such a line if it selects that kind, or if there is none, and skips it otherwise. The error is that of the
// first damage. If a limit ([MaxElements], [MaxMemory], [MaxDepth]) is exceeded before it, the error is that of the limit, for the record of
// the kind that was read so far.
//
// docs/json.md compares this to encoding/json.
package decoder
