// Package otheryaml holds spec files to being plain YAML 1.2, which editors and other programs load: a library that package spec does not
// use must read the same data in them. It is a module of its own, so that nobody else needs that library.
package otheryaml
