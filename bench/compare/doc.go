// Package compare is a module of its own, so that users of ndwire do not depend on the other decoders that are compared here. It has the
// benchmarks of package bench with more contenders, and a test with the cases of JSONTestSuite.
//
//	go test .                                          checks that all contenders read the same values
//	go test -run '^$' -bench Decode/mixed -cpu 1 .     one corpus
//	go test -run '^$' -bench 'Stat|Usage' -cpu 1 .     jobs of whole processes: ndwire stat, DuckDB, jq, ccusage
//
// ndwire, encoding/json and sonic run in processes of their own. C++ simdjson and Rust's serde_json are built from cpp/ and rust/
// if their compilers and sources are installed. Otherwise they are skipped, and so are commands that are not in PATH. ../README.md describes
// what is compared, why that is fair, and how to install each contender.
package compare
