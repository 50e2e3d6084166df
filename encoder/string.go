package encoder

import "github.com/ndwire/ndwire/internal/kernel"

// AppendString writes a string as JavaScript's JSON.stringify does: only quotes, backslashes and control characters are
// escaped, by one letter where there is one, else as \u001f. What is not UTF-8 becomes \ufffd.
func AppendString(dst []byte, s string) []byte { return kernel.AppendQuoted(dst, s) }
