// Package conformance tests what the module promises about JSON: a table of texts with their verdicts, the differences from
// encoding/json in docs/json.md, fuzz tests of the protocols' decoders, and recorded logs, which are compared with an independent count. The
// package has only tests.
package conformance
