// Package alloc provides the memory of decoded lines: texts, records, what pointers point to, lists and maps.
//
// # Owned and recycled lines
//
// A [Memory] serves the lines of one cursor, one after another. The memory of an owned line is never used again: it belongs to whoever has
// the line, and the collector frees it. The memory of a recycled line belongs to the Memory, which uses it again after [Memory.Free].
// [Memory.Recycle] switches between the two.
//
// # Sharing
//
// An allocation for each value would cost more than reading the value. So small values of one type share an allocation, a slab, and short
// texts share a chunk. A program that keeps one of them keeps its neighbours, and all that they point to. Three rules bound that: a slab has
// fifteen values, a line of 1 KB or more shares nothing, and a slab from which nothing was taken during 64 KB of texts is dropped.
//
// # A core without types
//
// A program has hundreds of record types, and code that is generic over them is compiled for each. So the types Slab and Lists are thin: they
// look for a free value, and leave all else to a [slabPool] or [listPool], which treats values as blocks of memory.
//
// # Files
//
// From the bottom: bytes and blocks with and without unsafe (bytes_*.go, block_*.go), what shares memory (sharing.go), numbers
// of types (number.go), texts (text.go), what a Memory has of one type (pool.go, slabpool.go, listpool.go), the Memory (memory.go), and
// what takes values from it (slab.go, list.go, map.go, recordmap.go).
package alloc
