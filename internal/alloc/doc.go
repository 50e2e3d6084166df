// Package alloc is where decoded lines have their memory from: texts, records, what pointers point to, lists and maps.
//
// # Owned and recycled lines
//
// A [Memory] serves the lines of one cursor, one after another. What an owned line gets is never used again: it belongs to whoever has the
// line, and goes when the collector finds that nobody has it. What a recycled line gets belongs to the Memory, which uses it again after
// [Memory.Free]. [Memory.Recycle] switches between the two.
//
// # Sharing
//
// An allocation for each value would cost more than to read it. So small values of one type share an allocation, a slab, and short texts
// share a chunk. Whoever keeps one of them keeps its neighbours, and all that they point to. Three rules bound that: a slab has sixteen
// values at most, a line of 1 KB or more shares nothing, and what nobody has taken from for 64 KB of texts is given up.
//
// # A core without types
//
// A program has hundreds of record types, and code that is generic over them is compiled for each. So the types Slab and Lists are thin: they
// look for a free value, and leave all else to a [stock] or [listStock], which know their values as blocks of memory.
package alloc
