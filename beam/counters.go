package ndwirebeam

import (
	"context"
	"strconv"
	"strings"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/ndwire/ndwire/decoder"
)

// Namespace is the namespace of the counters, see Read.
const Namespace = "ndwire"

func count(ctx context.Context, name string, n int64) {
	if n > 0 {
		beam.NewCounter(Namespace, name).Inc(ctx, n)
	}
}

// countStats adds the counts of a Reader.
func countStats(ctx context.Context, s decoder.Stats) {
	count(ctx, "lines", s.Lines)
	count(ctx, "bytes", s.Bytes)
	count(ctx, "blank", s.Blank)
	count(ctx, "skipped", s.Skipped)
	count(ctx, "bad", s.Bad)
	count(ctx, "unknown lines", s.Unknown)
	for _, d := range s.Drift {
		count(ctx, d.What.String(), d.Count)
		count(ctx, driftName(d), d.Count)
	}
}

// Runners keep all counters, and logs can have any number of names, so the number of drift counters is bounded.
const (
	maxDrifts    = 200
	maxDriftName = 150
)

var drifts = struct {
	sync.Mutex
	known map[string]bool
}{known: map[string]bool{}}

// driftName returns the name of the counter of a drift: "unknown field .message.content[].caller". Names beyond the first maxDrifts of a
// process, and very long ones, share one counter.
func driftName(d decoder.Drift) string {
	name := d.What.String()
	for _, part := range []string{d.Path, d.Value} {
		if part = printable(part); part != "" {
			name += " " + part
		}
	}
	drifts.Lock()
	defer drifts.Unlock()
	if !drifts.known[name] {
		if len(name) > maxDriftName || len(drifts.known) >= maxDrifts {
			return d.What.String() + " (others)"
		}
		drifts.known[name] = true
	}
	return name
}

// printable escapes a text from a log, so that it is safe to show.
func printable(s string) string {
	quoted := strconv.QuoteToASCII(s)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
}
