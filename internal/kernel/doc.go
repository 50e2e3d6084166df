// Package kernel has the byte loops under the cursor: where a string ends, what its escapes stand for, whether a value is
// JSON, where it ends, whether bytes are UTF-8.
//
// Every function is a pure function of bytes, written in portable Go that works on eight bytes at a time (SWAR). They
// are the reference for any faster form of them, and each is compared with a naive one in the tests.
//
// # Masks
//
// A mask has the top bit of a byte set where the byte is one that is looked for. The subtractions that make it borrow
// from one byte to the next, so bits above the lowest one may be wrong; the lowest one is exact, and a mask without
// bits is exact, too. No code here looks at any other bit.
package kernel
