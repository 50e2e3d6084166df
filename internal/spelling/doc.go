// Package spelling reads and writes the scalars that JSON has no type for: times, and bytes. Each has one usual spelling, which is the one
// that is written. A value that was spelled otherwise is said to be so, and whoever reads it keeps its text.
package spelling
