// Package conformance holds what the module promises about JSON: a table of texts with their verdicts, the differences from
// encoding/json that docs/json.md lists, the protocols' decoders under fuzzing, and recorded logs against an independent count. All
// of it is tests.
package conformance
