// Package moduletest holds the tests of the module as a whole: which package may import which, what the compiler inlines, and that the
// generated files are those of the specs.
package moduletest
