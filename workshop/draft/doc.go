// Package draft writes a first version of a spec file, for a person to edit: declarations in the order in which they are reached from the line,
// each with a comment that has counts or its origin. Packages infer and importer decide the content; this package chooses names, quotes texts and
// writes the file.
package draft
