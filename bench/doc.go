// Package bench compares package ndwire with encoding/json and sonic, on lines of the agent SDK in memory.
//
//	go test -bench . -cpu 1 ./bench                     everything, on one core
//	go test -bench Decode/mixed -cpu 1 -count 6 ./bench one corpus, for benchstat
//
// The benchmarks are named OPERATION/CORPUS/LIBRARY. Operations are Decode (whole lines into Go values), Peek (only the kind of a line), Encode,
// DecodeFile (including reading the file) and Limit (lower bounds: copying, reading and splitting the same bytes). Every contender of an operation
// reads the same fields of its results and must come to the same digest; the tests run the same contenders on smaller corpora and compare every
// byte. encoding/json and sonic run in processes of their own.
//
// NDWIRE_KERNEL chooses the instructions of ndwire's loops over bytes: portable, avx2, avx512 or neon. Without it, they are the best of the machine.
// NDWIRE_PREDICT=off switches off all predictions of ndwire; compiled, keys, tags, prefixes or ends switch off one sort of them.
// NDWIRE_BENCH_FILES is a pattern of a user's own logs, which are then the only corpus, called files.
// NDWIRE_BENCH_MB is the size of the corpora in MB, 64 by default. README.md describes what is compared, and why that is fair.
package bench
