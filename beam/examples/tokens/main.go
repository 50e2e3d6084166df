// Command tokens counts tokens by model and day, over all logs of Claude Code or of the Agent SDK that a pattern matches.
//
//	go run ./examples/tokens --logs '../testdata/claudecode/*.ndjson'
//
// It writes CSV. A response that stands on several lines and in several files counts once.
//
// All lines with usage are collected by one worker, some hundred bytes for each. With --by-response, each response is counted separately, by any
// number of workers. The result is the same for the logs of Claude Code. For streams of the Agent SDK it lacks the usage that only the totals of
// results have, and the command prints the number of lines that were left out.
package main

import (
	"cmp"
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"log"
	"os"
	"strconv"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/textio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	ndwirebeam "github.com/ndwire/ndwire/beam"
	_ "github.com/ndwire/ndwire/beam/gcs" // gs://
	"github.com/ndwire/ndwire/usage"
)

var (
	logs       = flag.String("logs", "", "pattern of the logs: /logs/**/*.jsonl, gs://logs/**/*.jsonl")
	output     = flag.String("output", "/dev/stdout", "where the CSV goes, a file or gs://bucket/object")
	byResponse = flag.Bool("by-response", false, "count each response apart: for more logs than one worker can count")
)

func init() {
	register.Function3x0(keyByResponse)
	register.Function1x2(table)
	register.Emitter2[string, ndwirebeam.Placed[usage.Line]]()
}

func main() {
	flag.Parse()
	beam.Init()
	if *logs == "" {
		log.Fatal("tokens: say which logs: --logs '/logs/**/*.jsonl'")
	}
	p, s := beam.NewPipelineWithRoot()
	build(s, *logs, *output, *byResponse)
	result, err := beamx.RunWithMetrics(context.Background(), p)
	if err != nil {
		log.Fatal(err)
	}
	if result == nil { // the runner continues after this program has ended
		return
	}
	for _, c := range result.Metrics().Query(func(r beam.MetricResult) bool { return r.Namespace() == ndwirebeam.Namespace }).Counters() {
		switch n := c.Result(); c.Name() {
		case "bad":
			fmt.Fprintf(os.Stderr, "tokens: %d bad lines\n", n)
		case leftOut:
			fmt.Fprintf(os.Stderr, "tokens: %d lines with totals of sessions are not counted, because of --by-response\n", n)
		}
	}
}

// build makes the pipeline.
func build(s beam.Scope, logs, output string, byResponse bool) {
	lines, _ := ndwirebeam.ReadPlaced(s, logs, ndwirebeam.Usage)
	var totals beam.PCollection
	if byResponse {
		apart := beam.CombinePerKey(s, &ndwirebeam.UsageFn{}, beam.ParDo(s, keyByResponse, lines))
		totals = beam.Combine(s, &ndwirebeam.UsageSumFn{}, beam.DropKey(s, apart))
	} else {
		totals = beam.Combine(s, &ndwirebeam.UsageFn{}, lines)
	}
	textio.Write(s, output, beam.ParDo(s, table, totals))
}

// leftOut is the name of a counter.
const leftOut = "left out"

// keyByResponse gives all lines of a response the same key, and leaves out lines about the usage of several responses.
func keyByResponse(ctx context.Context, l ndwirebeam.Placed[usage.Line], emit func(string, ndwirebeam.Placed[usage.Line])) {
	var id string
	switch m := l.Line.(type) {
	case *usage.Response:
		id = cmp.Or(m.MessageID, m.RequestID)
	case *usage.Progress:
		id = cmp.Or(m.MessageID, m.RequestID)
	case *usage.StreamEvent:
		if id = m.MessageID; id == "" {
			if m.Delta != (usage.Tokens{}) {
				beam.NewCounter(ndwirebeam.Namespace, leftOut).Inc(ctx, 1)
			}
			return
		}
	case *usage.Result, *usage.SessionCost:
		beam.NewCounter(ndwirebeam.Namespace, leftOut).Inc(ctx, 1)
		return
	default:
		return
	}
	if id == "" { // the response counts by itself
		id = fmt.Sprintf("%s:%d:%d", l.File, l.Part, l.Offset)
	}
	emit(id, l)
}

// table returns totals as CSV.
func table(totals ndwirebeam.UsageTotals) (string, error) {
	var out strings.Builder
	w := csv.NewWriter(&out)
	w.Write([]string{"day", "model", "input", "output", "cache_read", "cache_creation"})
	for _, d := range totals.Days {
		t := d.Tokens
		w.Write([]string{cmp.Or(d.Day, "unknown"), cmp.Or(d.Model, "unknown"), strconv.Itoa(t.InputTokens), strconv.Itoa(t.OutputTokens),
			strconv.Itoa(t.CacheReadInputTokens), strconv.Itoa(t.CacheCreationInputTokens)})
	}
	w.Flush()
	return strings.TrimSuffix(out.String(), "\n"), w.Error()
}
