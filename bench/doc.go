// Package bench compares package ndwire with encoding/json and sonic, on lines of the agent SDK in memory.
//
//	go test -bench . -cpu 1 ./bench                     everything, on one core
//	go test -bench Decode/mixed -cpu 1 -count 6 ./bench one corpus, for benchstat
//
// The benchmarks are called OPERATION/CORPUS/LIBRARY. Operations are Decode (whole lines into Go values), Peek (only what a
// line is), Encode, DecodeFile (with the file read) and Limit (what the machine does with the same bytes). Every contender of
// an operation touches the same fields of its results and must come to the same digest; the tests run the same contenders on
// smaller corpora and look at every byte. encoding/json and sonic run in processes of their own.
//
// NDWIRE_KERNEL chooses the instructions of our loops over bytes: portable, avx2, avx512 or neon; the best that there are if unset.
// NDWIRE_PREDICT=off has ndwire predict nothing, from the spec or from earlier lines; compiled, keys, tags or prefixes leave out one of these.
// NDWIRE_BENCH_FILES is a pattern of somebody's own logs, which then are the only corpus, called files.
// NDWIRE_BENCH_MB sets the size of the corpora; it is 64 if unset. README.md says what is compared, and what is fair.
package bench
