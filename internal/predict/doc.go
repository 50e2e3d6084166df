// Package predict holds what a reader learns from its lines: which member of a record follows which ([Keys]), and which tag an object has
// that writes the tag behind its other members ([Tags]).
//
// A prediction saves work when it is right. It is checked against the line before anything depends on it. When it is wrong, the line is
// decoded as if nothing had been predicted: a prediction never changes the result of decoding.
//
// A [Predictor] belongs to one cursor. It learns from the lines of one Reader and ends with that Reader, so that no reader's lines affect
// another reader.
package predict
