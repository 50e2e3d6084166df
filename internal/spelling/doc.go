// Package spelling reads and writes the scalars that JSON has no type for: times, and bytes. Each value has one canonical spelling, in which
// it is written. Reading reports whether a spelling was canonical, so that the caller can keep the text of another one. Numbers have a spelling in
// which they are compared.
package spelling
