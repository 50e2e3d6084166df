// Package predict is what a reader learns from its lines: which member of a record comes behind which ([Keys]), and which tag an object has
// that keeps it behind its other members ([Tags]).
//
// A prediction saves work where it is right. It is checked against the line before it counts for anything, and where it is wrong the line
// is decoded as if there had been none: it never changes what decoding gives.
//
// A [Predictor] belongs to one cursor. What is in it comes from the lines of one Reader and ends with it, so that no reader's lines have a
// part in what another one does.
package predict
