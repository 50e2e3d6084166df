package bench

import (
	"testing"

	"github.com/ndwire/ndwire/bench/contest"
)

func TestMain(m *testing.M) { contest.Main(m) }

func BenchmarkDecode(b *testing.B)     { contest.Readings(contest.Decoders).Benchmark(b) }
func BenchmarkPeek(b *testing.B)       { contest.Readings(contest.Peekers).Benchmark(b) }
func BenchmarkEncode(b *testing.B)     { contest.Encoders().Benchmark(b) }
func BenchmarkDecodeFile(b *testing.B) { contest.Readings(contest.FileReaders).Benchmark(b) }
func BenchmarkLimit(b *testing.B)      { contest.Readings(contest.Limits).Benchmark(b) }

// TestDecode and the other tests execute the benchmarks on small corpora, with digests of every byte.
func TestDecode(t *testing.T)     { contest.Readings(contest.Decoders).Test(t) }
func TestPeek(t *testing.T)       { contest.Readings(contest.Peekers).Test(t) }
func TestEncode(t *testing.T)     { contest.Encoders().Test(t) }
func TestDecodeFile(t *testing.T) { contest.Readings(contest.FileReaders).Test(t) }
func TestLimit(t *testing.T)      { contest.Readings(contest.Limits).Test(t) }

func TestCorporaHaveAllKinds(t *testing.T) { contest.TestCorporaHaveAllKinds(t) }
