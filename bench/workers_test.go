package bench

import (
	"testing"

	"github.com/ndwire/ndwire/bench/contest"
)

func BenchmarkWorkers(b *testing.B) { contest.Readings(contest.Workers).Benchmark(b) }

func TestWorkers(t *testing.T) { contest.Readings(contest.Workers).Test(t) }
