package compare

import (
	"testing"

	"github.com/ndwire/ndwire/bench/contest"
)

func BenchmarkStat(b *testing.B)  { contest.Readings(kindCounters).Benchmark(b) }
func BenchmarkUsage(b *testing.B) { contest.Readings(tokenCounters).Benchmark(b) }

// TestStat checks that all commands have the same counts, and TestUsage that their sums are similar.
func TestStat(t *testing.T)  { contest.Readings(kindCounters).Test(t) }
func TestUsage(t *testing.T) { contest.Readings(tokenCounters).Test(t) }
