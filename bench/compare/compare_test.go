package compare

import (
	"testing"

	"github.com/ndwire/ndwire/bench/compare/easy"
	"github.com/ndwire/ndwire/bench/contest"
	"github.com/ndwire/ndwire/transcript"
)

func TestMain(m *testing.M) { contest.Main(m) }

func decoders(p transcript.Protocol) []contest.Reading {
	readings := append(contest.Apart("Decode", contest.Decoders)(p),
		contest.Mirror[Goccy]("goccy", p),
		contest.Mirror[Segmentio]("segmentio", p),
		simdjson.Reading("simdjson-cpp", "decode"),
	)
	if p == transcript.AgentSDK {
		readings = append(readings,
			contest.Reading{Library: "easyjson", Line: easy.Decode},
			contest.Reading{Library: "jx", Line: decodeJx()},
			serdeJSON.Reading("serde-json", "decode"),
		)
	}
	return withV2(readings, p)
}

func peekers(p transcript.Protocol) []contest.Reading {
	readings := append(contest.Apart("Peek", contest.Peekers)(p),
		contest.Peeker("goccy", Goccy{}.Unmarshal),
		contest.Peeker("segmentio", Segmentio{}.Unmarshal),
		contest.Reading{Library: "gjson", Line: peekGjson},
		contest.Reading{Library: "jsonparser", Line: peekJsonparser},
		contest.Reading{Library: "jx", Line: peekJx()},
		peekSimdjsonGo(),
		simdjson.Reading("simdjson-cpp", "peek"),
	)
	if p == transcript.AgentSDK {
		readings = append(readings, serdeJSON.Reading("serde-json", "peek"))
	}
	return withV2Peeker(readings)
}

func BenchmarkDecode(b *testing.B)     { contest.Readings(decoders).Benchmark(b) }
func BenchmarkPeek(b *testing.B)       { contest.Readings(peekers).Benchmark(b) }
func BenchmarkEncode(b *testing.B)     { contest.Encoders().Apart().Benchmark(b) }
func BenchmarkDecodeFile(b *testing.B) { contest.Apart("DecodeFile", contest.FileReaders).Benchmark(b) }
func BenchmarkLimit(b *testing.B)      { contest.Readings(contest.Limits).Benchmark(b) }
func BenchmarkWorkers(b *testing.B)    { contest.Apart("Workers", contest.Workers).Benchmark(b) }

// TestDecode, TestPeek and TestWorkers check with digests of every byte that all contenders read the same values. Package bench does the same for its
// contenders and the other operations.
func TestDecode(t *testing.T)  { contest.Readings(decoders).Test(t) }
func TestPeek(t *testing.T)    { contest.Readings(peekers).Test(t) }
func TestWorkers(t *testing.T) { contest.Apart("Workers", contest.Workers).Test(t) }
