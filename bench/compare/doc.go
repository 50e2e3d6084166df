// Package compare is a module of its own, for what needs other people's decoders: who uses this module does not need those. It
// has the benchmarks of package bench with more contenders, and a test with other people's cases.
//
//	go test .                                          do all contenders read the same?
//	go test -run '^$' -bench Decode/mixed -cpu 1 .     one corpus
//	GOEXPERIMENT=jsonv2 go test -bench JSONv2 -cpu 1 . encoding/json/v2, which has to be asked for at build time
//
// ndwire, encoding/json and sonic run in processes of their own. C++ simdjson and Rust's serde_json are built from cpp/ and rust/
// when their compilers and Debian's packages are here, and are skipped otherwise. ../README.md says what is compared, and what is
// fair.
package compare
