// Package compare is a module of its own, for what needs other people's decoders: who uses this module does not need those. It
// has the benchmarks of package bench with more contenders, and a test with other people's cases.
//
//	go test .                                          do all contenders read the same?
//	go test -run '^$' -bench Decode/mixed -cpu 1 .     one corpus
//	go test -run '^$' -bench 'Stat|Usage' -cpu 1 .     jobs of whole processes: ndwire stat, DuckDB, jq, ccusage
//
// ndwire, encoding/json and sonic run in processes of their own. C++ simdjson and Rust's serde_json are built from cpp/ and rust/
// when their compilers and sources are here, and are skipped otherwise, as are commands that are not in PATH. ../README.md says what is
// compared, what is fair, and how to get each.
package compare
