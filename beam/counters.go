package ndwirebeam

import (
	"context"
	"strconv"
	"strings"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/ndwire/ndwire/decoder"
)

// Namespace is that of the counters, see Read.
const Namespace = "ndwire"

func count(ctx context.Context, name string, n int64) {
	if n > 0 {
		beam.NewCounter(Namespace, name).Inc(ctx, n)
	}
}

// countStats counts what a Reader has read.
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

// Runners keep every counter that there is, and logs could have any number of names.
const (
	maxDrifts    = 200
	maxDriftName = 150
)

var drifts = struct {
	sync.Mutex
	known map[string]bool
}{known: map[string]bool{}}

// driftName is the name of the counter of a drift: "unknown field .message.content[].caller". Those beyond the first ones of a process, and very
// long ones, share one.
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

// printable makes a text of a log safe to show.
func printable(s string) string {
	quoted := strconv.QuoteToASCII(s)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
}
