// Package draft writes a spec file that a person goes on with: declarations in the order in which they are met from the line on, each
// with the counts or the words that say where it comes from. It is what a sample of lines and a JSON Schema are turned into; whoever fills
// it in decides, and this package only names, quotes and writes.
package draft
