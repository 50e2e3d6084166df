// Package draft writes a first version of a spec file, for a person to edit: declarations in the order in which they are reached from the line,
// each with a comment that has counts or its origin. The packages infer and importer decide what is in it; this package only names, quotes and
// writes.
package draft
