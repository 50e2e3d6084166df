package ndwirebeam

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/source"
	"github.com/ndwire/ndwire/usage"
)

// TestMain runs the pipelines of all tests on Prism, in this process.
func TestMain(m *testing.M) { ptest.Main(m) }

func init() {
	RegisterRecord[*claudecode.AssistantLine]()
	RegisterRecord[*ndwire.BetaUsage]()
	register.Function2x0(badText)
	register.Function1x1(usageText)
	register.Function1x1(modelOf)
	register.Function1x1(usageOf)
	register.Function1x1(outputOf)
	register.Function1x2(withFile)
	register.Function1x1(totalsOf)
	registerDoFn[textFn]()
	registerDoFn[meetFn]()
}

// small makes parts and blocks small, so that short files have several.
func small(t *testing.T, part, block int64) {
	oldPart, oldBlock := partSize, blockSize
	partSize, blockSize = part, block
	t.Cleanup(func() { partSize, blockSize = oldPart, oldBlock })
}

// logs writes the logs of Claude Code and the damaged ones to a folder, plain and in archives of one and of many frames, and returns a pattern
// for all of them.
func logs(t *testing.T) (pattern string) {
	t.Helper()
	dir := t.TempDir()
	names, _ := filepath.Glob("../testdata/claudecode/*.ndjson")
	damaged, _ := filepath.Glob("../testdata/damaged/*.ndjson*")
	if len(names) < 3 || len(damaged) < 30 {
		t.Fatal("where are the logs?", names, damaged)
	}
	names = slices.DeleteFunc(append(names, damaged...), func(name string) bool { return strings.HasSuffix(name, ".golden") })
	zstdEncoder, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer zstdEncoder.Close()
	zstded := func(text []byte) []byte { return zstdEncoder.EncodeAll(text, nil) }
	gzipped := func(text []byte) []byte {
		var out bytes.Buffer
		w := gzip.NewWriter(&out)
		if _, err := w.Write(text); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		write := func(to string, data []byte) {
			to = filepath.Join(dir, filepath.FromSlash(to))
			if err := errors.Join(os.MkdirAll(filepath.Dir(to), 0o777), os.WriteFile(to, data, 0o666)); err != nil {
				t.Fatal(err)
			}
		}
		base := filepath.Base(name)
		write("plain/"+base, text)
		if strings.Contains(name, "claudecode") {
			write("deep/er/"+base+".gz", gzipped(text))
			var frames, members []byte
			for part := range slices.Chunk(text, 3000) {
				frames = append(frames, zstded(part)...)
				members = append(members, gzipped(part)...)
			}
			write("frames/"+base+".zst", frames)
			write("frames/"+base+".gz", members)
		}
	}
	return filepath.Join(dir, "**", "*")
}

// onePass reads the files of a pattern with the plain decoder, one after another.
func onePass[L decoder.Line](t testing.TB, pattern string, newReader NewReader[L], each func(decoder.Pos, L), bad func(*decoder.Error)) decoder.Stats {
	t.Helper()
	src, err := source.Open(pattern)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	r := newReader(src)
	for line, err := range r.All() {
		if e, ok := errors.AsType[*decoder.Error](err); ok {
			bad(e)
		} else if err != nil {
			t.Fatal(err)
		} else {
			each(r.Pos(), line)
		}
	}
	return r.Stats()
}

func text(file string, offset int64, line decoder.Line) string {
	if filepath.Ext(file) != ".ndjson" { // offsets in archives are those within a part
		offset = -1
	}
	data, err := line.AppendJSON(nil)
	return fmt.Sprintf("%s:%d: %T %s %v", file, offset, line, data, err)
}

type textFn struct{}

func (*textFn) ProcessElement(p Placed[claudecode.Line], emit func(string)) error {
	emit(text(p.File, p.Offset, p.Line))
	return nil
}

func badText(b BadLine, emit func(string)) { emit(fmt.Sprintf("%s: %s", b.File, b.Reason)) }

// TestReadIsOnePass checks that a pipeline reads what one pass reads, however files are divided: lines, bad lines, and counters.
func TestReadIsOnePass(t *testing.T) {
	small(t, 5000, 700)
	pattern := logs(t)
	var want, wantBad []any
	stats := onePass(t, pattern, claudecode.NewReader,
		func(at decoder.Pos, line claudecode.Line) { want = append(want, text(at.File, at.Offset, line)) },
		func(e *decoder.Error) { wantBad = append(wantBad, fmt.Sprintf("%s: %s", e.File, e.Reason)) })
	p, s := beam.NewPipelineWithRoot()
	lines, bad := ReadPlaced(s, pattern, ClaudeCode)
	lines = beam.Reshuffle(s, lines) // encodes the lines
	passert.Equals(s, beam.ParDo(s, &textFn{}, lines), want...)
	passert.Equals(s, beam.ParDo(s, badText, beam.Reshuffle(s, bad)), wantBad...)
	counters := counted(t, ptest.RunAndValidate(t, p))

	wantCounters := map[string]int64{"lines": stats.Lines, "bytes": stats.Bytes, "blank": stats.Blank, "bad": stats.Bad, "unknown lines": stats.Unknown}
	for _, d := range stats.Drift {
		wantCounters[d.What.String()] += d.Count
		wantCounters[driftName(d)] += d.Count
	}
	if diff := cmp.Diff(wantCounters, counters); diff != "" {
		t.Errorf("counters (-one pass +pipeline):\n%s", diff)
	}
	if len(want) < 500 || len(wantBad) < 30 || len(wantCounters) < 20 {
		t.Errorf("only %d lines, %d bad ones, %d counters", len(want), len(wantBad), len(wantCounters))
	}
}

// counted returns the counters of Namespace.
func counted(t *testing.T, result beam.PipelineResult) map[string]int64 {
	t.Helper()
	counters := map[string]int64{}
	for _, c := range result.Metrics().Query(func(r beam.MetricResult) bool { return r.Namespace() == Namespace }).Counters() {
		counters[c.Name()] += c.Result()
	}
	return counters
}

// TestReadIsDivided checks that a file with one part is divided while it is read, if later steps are slow: two workers read it at the same time.
func TestReadIsDivided(t *testing.T) {
	small(t, 1<<40, 700)
	path := filepath.Join(t.TempDir(), "log.jsonl")
	log, err := os.ReadFile("../testdata/claudecode/session.ndjson")
	if err == nil {
		err = os.WriteFile(path, bytes.Repeat(log, 3), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	var want []any
	onePass(t, path, claudecode.NewReader, func(_ decoder.Pos, line claudecode.Line) { want = append(want, string(line.Kind())) }, func(e *decoder.Error) { t.Error(e) })

	meeting.Lock()
	meeting.waiting, meeting.two = 0, make(chan struct{})
	meeting.Unlock()
	p, s := beam.NewPipelineWithRoot()
	lines, _ := Read(s, path, ClaudeCode)
	passert.Equals(s, beam.ParDo(s, &meetFn{}, lines), want...)
	ptest.RunAndValidate(t, p)
}

var meeting struct {
	sync.Mutex
	waiting int
	two     chan struct{} // closed when two workers are there
}

// meetFn waits with its first line for another worker that reads the same file.
type meetFn struct{ met bool }

func (f *meetFn) ProcessElement(line claudecode.Line, emit func(string)) {
	if !f.met {
		f.met = true
		meeting.Lock()
		if meeting.waiting++; meeting.waiting == 2 {
			close(meeting.two)
		}
		two := meeting.two
		meeting.Unlock()
		select {
		case <-two:
		case <-time.After(time.Minute):
			panic("the file is not divided while a worker waits in the middle of it")
		}
	}
	emit(string(line.Kind()))
}

func modelOf(l *claudecode.AssistantLine) string { return l.Message.Model }

// TestOf checks that Of keeps all parts of a record.
func TestOf(t *testing.T) {
	pattern := "../testdata/claudecode/*.ndjson"
	var models, outputs []any
	var wanted int64
	onePass(t, pattern, claudecode.NewReader, func(_ decoder.Pos, line claudecode.Line) {
		if line.Kind().In(claudecode.KindAssistant) {
			wanted++
		}
		if a, ok := line.(*claudecode.AssistantLine); ok {
			models = append(models, modelOf(a))
			outputs = append(outputs, outputOf(usageOf(a)))
		}
	}, func(e *decoder.Error) { t.Error(e) })
	if len(models) < 10 {
		t.Fatal(models)
	}
	p, s := beam.NewPipelineWithRoot()
	lines, _ := Read(s, pattern, ClaudeCode, Only(claudecode.KindAssistant))
	answers := beam.Reshuffle(s, Of[*claudecode.AssistantLine](s, beam.Reshuffle(s, lines)))
	passert.Equals(s, beam.ParDo(s, modelOf, answers), models...)
	passert.Equals(s, beam.ParDo(s, outputOf, beam.Reshuffle(s, beam.ParDo(s, usageOf, answers))), outputs...)
	counters := counted(t, ptest.RunAndValidate(t, p))
	if counters["skipped"] == 0 || counters["lines"]-counters["skipped"]-counters["blank"] != wanted {
		t.Error(counters)
	}
}

func usageOf(l *claudecode.AssistantLine) *ndwire.BetaUsage { return &l.Message.Usage }

func outputOf(u *ndwire.BetaUsage) string {
	data, err := u.AppendJSON(nil)
	return fmt.Sprint(string(data), err)
}

func usageText(u UsageTotals) string {
	cost := "unknown"
	if u.CostUSD != nil {
		cost = fmt.Sprintf("%.9f", *u.CostUSD)
	}
	return fmt.Sprintf("%v %s %v %v", u.Tokens, cost, u.Models, u.Days)
}

// TestUsageFn checks that the combiner has the totals of a Counter that reads the files in the order of their names.
func TestUsageFn(t *testing.T) {
	small(t, 20_000, 5000)
	for _, pattern := range []string{logs(t), "../testdata/agentsdk/**/*.ndjson", "../testdata/*/*.ndjson"} {
		want := onePassUsage(t, pattern)
		p, s := beam.NewPipelineWithRoot()
		lines, _ := ReadPlaced(s, pattern, Usage)
		totals := beam.Combine(s, &UsageFn{}, lines)
		passert.Equals(s, beam.ParDo(s, usageText, totals), usageText(want))
		ptest.RunAndValidate(t, p)
		if want.Tokens.Sum() == 0 || want.CostUSD == nil || len(want.Models) < 2 || len(want.Days) < 2 {
			t.Errorf("%s says too little: %+v", pattern, want)
		}
	}
}

// onePassUsage counts the files one after another.
func onePassUsage(t *testing.T, pattern string) UsageTotals {
	var counter usage.Counter
	days := map[[2]string]usage.Tokens{}
	onePass(t, pattern, usage.NewReader, func(_ decoder.Pos, line usage.Line) {
		counter.AddLine(line)
		for model, t := range counter.Added() {
			sum := days[[2]string{day(line), model}]
			sum.Add(t)
			days[[2]string{day(line), model}] = sum
		}
	}, func(*decoder.Error) {})
	totals := UsageTotals{Tokens: counter.Total()}
	if usd, ok := counter.Cost(); ok {
		totals.CostUSD = &usd
	}
	for model, tokens := range counter.ByModel() {
		totals.Models = append(totals.Models, ModelUsage{model, tokens})
	}
	for _, key := range slices.SortedFunc(maps.Keys(days), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) }) {
		if days[key] != (usage.Tokens{}) {
			totals.Days = append(totals.Days, DayUsage{key[0], key[1], days[key]})
		}
	}
	return totals
}

func withFile(p Placed[usage.Line]) (string, Placed[usage.Line]) { return p.File, p }

func totalsOf(u UsageTotals) string { return fmt.Sprint(u.Tokens) }

// TestUsagePerKey checks that the totals of each file are those of one pass over the file, and UsageSumFn adds them.
func TestUsagePerKey(t *testing.T) {
	pattern := "../testdata/claudecode/*.ndjson"
	names, _ := filepath.Glob(pattern)
	var want []any
	var parts []UsageTotals
	for _, name := range names {
		parts = append(parts, onePassUsage(t, name))
		want = append(want, totalsOf(parts[len(parts)-1]))
	}
	var sum UsageSumFn
	all := sum.CreateAccumulator()
	for _, part := range parts {
		all = sum.MergeAccumulators(all, part)
	}
	p, s := beam.NewPipelineWithRoot()
	lines, _ := ReadPlaced(s, pattern, Usage)
	totals := beam.DropKey(s, beam.CombinePerKey(s, &UsageFn{}, beam.ParDo(s, withFile, lines)))
	passert.Equals(s, beam.ParDo(s, totalsOf, totals), want...)
	passert.Equals(s, beam.ParDo(s, usageText, beam.Combine(s, &UsageSumFn{}, totals)), usageText(sum.ExtractOutput(all)))
	ptest.RunAndValidate(t, p)
}

// TestReadNothing checks that a pattern that cannot be read is an error, and not an empty PCollection.
func TestReadNothing(t *testing.T) {
	p, s := beam.NewPipelineWithRoot()
	Read(s, filepath.Join(t.TempDir(), "*.jsonl"), ClaudeCode)
	if _, err := beam.Run(context.Background(), "prism", p); err == nil || !strings.Contains(err.Error(), "no file matches") {
		t.Error(err)
	}
	if _, err := reader[usage.Line]("claudecode"); err == nil {
		t.Error("claudecode has lines of usage")
	}
	defer func() {
		if recover() == nil {
			t.Error("two protocols have one name")
		}
	}()
	Register("claudecode", usage.NewReader, usage.UnmarshalLine)
}
