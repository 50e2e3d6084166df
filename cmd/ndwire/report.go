package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ndwire/ndwire/cmd/internal/cmdline"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/printable"
	"github.com/ndwire/ndwire/transcript"
)

// report is what `ndwire stat` prints.
type report struct {
	Files   []summary `json:"files"`
	Total   summary   `json:"total"`
	Seconds float64   `json:"seconds"`
}

// summary is what is in one file, or in all of them.
type summary struct {
	File         string           `json:"file,omitempty"`
	Protocol     string           `json:"protocol,omitempty"` // of a file, "unknown" if it has lines that no spec knows
	Detection    *detection       `json:"detection,omitempty"`
	Lines        int64            `json:"lines"` // with a byte that is not white space
	BlankLines   int64            `json:"blank_lines"`
	Bytes        int64            `json:"bytes"`
	BadLines     int64            `json:"bad_lines"`     // that yield an error
	UnknownLines int64            `json:"unknown_lines"` // good, of a kind that the spec does not know
	Replaced     int64            `json:"replaced_strings,omitempty"`
	Kinds        map[string]int64 `json:"kinds"`
	KindBytes    map[string]int64 `json:"kind_bytes"`
	Reasons      []reasonCount    `json:"reasons,omitempty"`
	Drift        []driftCount     `json:"drift,omitempty"`
	Predictions  predictions      `json:"predictions"`
	Usage        usage            `json:"usage"`
	MBPerSecond  float64          `json:"mb_per_second"`

	failed   bool   // count.failed
	firstBad string // FILE:LINE of the first bad line; "" if it is not known, or there is none
}

// predictions is how often what comes next on a line was predicted correctly: decoder.Predictions.
type predictions struct {
	Order accuracy `json:"order"`
	Keys  accuracy `json:"keys"`
	Tags  accuracy `json:"tags"`
}

type accuracy struct {
	Hits   int64 `json:"hits"`
	Misses int64 `json:"misses"`
}

func predictionsOf(p decoder.Predictions) predictions {
	return predictions{accuracy(p.Order), accuracy(p.Keys), accuracy(p.Tags)}
}

// reasonCount has the number of bad lines for one reason, and the position of the first one.
type reasonCount struct {
	Reason string `json:"reason"`
	Lines  int64  `json:"lines"`
	First  string `json:"first,omitempty"` // FILE:LINE; of a file of an unknown protocol it is not known
}

// driftCount is one difference between the lines and the spec.
type driftCount struct {
	What  string `json:"what"`
	Path  string `json:"path"` // as jq writes it
	Value string `json:"value,omitempty"`
	Count int64  `json:"count"`
	First string `json:"first"` // FILE:LINE
}

// usage has the sums of tokens and costs, under the protocol's names. Tokens, and the cost, are null if no line states any: unknown is not
// zero.
type usage struct {
	InputTokens              *int64   `json:"input_tokens"`
	OutputTokens             *int64   `json:"output_tokens"`
	CacheReadInputTokens     *int64   `json:"cache_read_input_tokens"`
	CacheCreationInputTokens *int64   `json:"cache_creation_input_tokens"`
	AtLeast                  bool     `json:"at_least,omitempty"` // there may be more tokens
	CostUSD                  *float64 `json:"cost_usd"`
	CostAtLeast              bool     `json:"cost_at_least,omitempty"` // of the total: a file has tokens, and its cost is unknown
}

func usageOf(l *transcript.Ledger) (s usage) {
	u := l.Total()
	count := func(n int64, stated bool) *int64 {
		if !stated {
			return nil
		}
		return &n
	}
	input, output, cacheRead, cacheWrite := l.Stated()
	s.InputTokens, s.OutputTokens = count(u.Input, input), count(u.Output, output)
	s.CacheReadInputTokens, s.CacheCreationInputTokens = count(u.CacheRead, cacheRead), count(u.CacheWrite, cacheWrite)
	s.AtLeast = s.hasTokens() && l.AtLeast()
	if u.HasCost {
		s.CostUSD = &u.CostUSD
	}
	return s
}

// hasTokens reports whether a line states a count.
func (u usage) hasTokens() bool {
	return u.InputTokens != nil || u.OutputTokens != nil || u.CacheReadInputTokens != nil || u.CacheCreationInputTokens != nil
}

// text formats a number of tokens, - if it is unknown.
func (u usage) text(n *int64) string {
	switch {
	case n == nil:
		return "-"
	case u.AtLeast || *n == math.MaxInt64:
		return "at least " + grouped(*n)
	}
	return grouped(*n)
}

// dollars formats the cost, - if it is unknown.
func (u usage) dollars() string {
	if u.CostUSD == nil {
		return "-"
	}
	usd := *u.CostUSD
	text := strconv.FormatFloat(usd, 'f', 4, 64)
	if usd != 0 && (usd < 0.0001 || usd >= 1e15) {
		text = strconv.FormatFloat(usd, 'g', 3, 64)
	}
	if u.CostAtLeast {
		return "at least " + text
	}
	return text
}

// input returns the number of input tokens, cached or not, nil if the others are not known.
func (u usage) input() *int64 {
	if u.InputTokens == nil {
		return nil
	}
	sum := transcript.Usage{Input: *u.InputTokens}
	for _, cached := range []*int64{u.CacheReadInputTokens, u.CacheCreationInputTokens} {
		if cached != nil {
			sum.Add(transcript.Usage{Input: *cached})
		}
	}
	return &sum.Input
}

// unknownProtocol is the protocol of a file whose lines no spec knows.
const unknownProtocol = "unknown"

// detection is the result of detecting the protocol of a file.
type detection struct {
	Confidence float64    `json:"confidence"` // from 0 to 1
	Hint       string     `json:"hint,omitempty"`
	Misread    string     `json:"misread,omitempty"` // the protocol of the lines, where another one was given
	Strange    []string   `json:"no_spec_has,omitempty"`
	Evidence   []evidence `json:"evidence,omitempty"`
}

// evidence has the figures of how well the spec of one protocol fits.
type evidence struct {
	Protocol string  `json:"spec"`
	Fit      float64 `json:"fit"`   // the share of the lines and their members that the spec knows
	Kinds    int     `json:"kinds"` // lines of known kinds
	Points   int     `json:"points"`
}

// because returns the reason why a protocol is unknown, for the end of a sentence.
func (d *detection) because() string {
	switch {
	case d == nil:
	case d.Hint != "":
		return ": it looks like " + d.Hint
	case len(d.Strange) > 0:
		return ": no spec knows " + printable.Excerpt(d.Strange[0], 64)
	}
	return ""
}

// protocol returns the text for a table cell.
func (s *summary) protocol() string {
	if s.Protocol == "" && s.Lines == 0 {
		return "- (no lines)"
	}
	return s.Protocol
}

// bad returns an error that says where the first bad line is, nil if there is none.
func (r *report) bad() error {
	for _, f := range r.Files {
		switch n := r.Total.BadLines; {
		case f.BadLines == 0:
		case n == 1:
			return fmt.Errorf("1 bad line, at %s", cmp.Or(f.firstBad, f.File))
		case f.firstBad == "":
			return fmt.Errorf("%d bad lines, the first in %s", n, f.File)
		default:
			return fmt.Errorf("%d bad lines, the first at %s", n, f.firstBad)
		}
	}
	return nil
}

// unknown returns an error that names the files of unknown protocols, nil if there are none.
func (r *report) unknown() error {
	var unknown []error
	for i := range r.Files {
		if f := &r.Files[i]; f.Protocol == unknownProtocol && !f.failed { // otherwise the error has been reported
			unknown = append(unknown, fmt.Errorf("%s: unknown protocol%s", f.File, f.Detection.because()))
		}
	}
	const most = 5
	if more := len(unknown) - most; more > 0 {
		unknown = append(unknown[:most], fmt.Errorf("and %d more files of unknown protocols", more))
	}
	return errors.Join(unknown...)
}

// costsAreMissing reports whether a file has tokens, and no line of it states a cost.
func (r *report) costsAreMissing() bool {
	return slices.ContainsFunc(r.Files, func(f summary) bool { return f.Usage.hasTokens() && f.Usage.CostUSD == nil })
}

// hasKnown reports whether a file with lines is of a known protocol.
func (r *report) hasKnown() bool {
	return slices.ContainsFunc(r.Files, func(f summary) bool { return f.Protocol != "" && f.Protocol != unknownProtocol })
}

// json writes the report as one object.
func (r *report) json(w io.Writer) error { return cmdline.WriteJSON(w, r) }

// table writes the report as tables: of the total, and if there are several files, of the files.
func (r *report) table(w io.Writer) error {
	out := &tables{w: w}
	if len(r.Files) > 1 {
		total := r.Total
		total.File = "total"
		out.files(append(slices.Clone(r.Files), total))
	}
	out.facts(r)
	t := &r.Total
	out.kinds(t)
	if len(t.Reasons) > 0 {
		reasons := out.new("bad lines", "count", "first at")
		for _, b := range t.Reasons {
			out.row(reasons, b.Reason, grouped(b.Lines), cmp.Or(b.First, "-"))
		}
		out.render(reasons)
	}
	out.drift(t.Drift)
	return out.err
}

// files writes a row for each file, and for the total.
func (t *tables) files(all []summary) {
	files := t.new("file", "protocol", "lines", "bytes", "bad", "unknown", "tokens in", "out", "cost $", "MB/s")
	for _, f := range all {
		t.row(files, f.File, f.protocol(), grouped(f.Lines), grouped(f.Bytes), grouped(f.BadLines), grouped(f.UnknownLines),
			f.Usage.text(f.Usage.input()), f.Usage.text(f.Usage.OutputTokens), f.Usage.dollars(), fmt.Sprintf("%.0f", f.MBPerSecond))
	}
	t.render(files)
}

// facts writes the sums of the total, and of a single file also its protocol.
func (t *tables) facts(r *report) {
	facts := t.new("what", "count")
	if len(r.Files) == 1 {
		f := &r.Files[0]
		t.row(facts, "protocol", f.protocol())
		for _, fact := range f.Detection.facts() {
			t.row(facts, fact[0], fact[1])
		}
	}
	all := &r.Total
	for _, fact := range [][2]string{
		{"lines", grouped(all.Lines)},
		{"blank lines", grouped(all.BlankLines)},
		{"bytes", grouped(all.Bytes)},
		{"bad lines", grouped(all.BadLines)},
		{"lines of unknown kind", grouped(all.UnknownLines)},
		{"input tokens", all.Usage.text(all.Usage.InputTokens)},
		{"output tokens", all.Usage.text(all.Usage.OutputTokens)},
		{"cache read tokens", all.Usage.text(all.Usage.CacheReadInputTokens)},
		{"cache creation tokens", all.Usage.text(all.Usage.CacheCreationInputTokens)},
		{"cost in $", all.Usage.dollars()},
		{"MB/s", fmt.Sprintf("%.0f", all.MBPerSecond)},
	} {
		t.row(facts, fact[0], fact[1])
	}
	t.render(facts)
}

// facts returns what is not obvious of a detected protocol: a name and a text for each fact.
func (d *detection) facts() (all [][2]string) {
	if d == nil {
		return nil
	}
	switch {
	case d.Misread != "":
		all = append(all, [2]string{"but the lines are", cmp.Or(d.Hint, d.Misread)})
	default:
		if d.Confidence > 0 && d.Confidence < 0.995 {
			all = append(all, [2]string{"confidence", fmt.Sprintf("%.2f", d.Confidence)})
		}
		if d.Hint != "" {
			all = append(all, [2]string{"looks like", d.Hint})
		}
	}
	if len(d.Strange) > 0 {
		all = append(all, [2]string{"no spec has", printable.Excerpt(strings.Join(d.Strange, ", "), 60)})
	}
	return all
}

// kinds writes the kinds of lines, the most frequent first, if there are any.
func (t *tables) kinds(total *summary) {
	if len(total.Kinds) == 0 {
		return
	}
	kinds := t.new("kind", "lines", "bytes")
	byLines := slices.SortedFunc(maps.Keys(total.Kinds), func(a, b string) int {
		return cmp.Or(cmp.Compare(total.Kinds[b], total.Kinds[a]), cmp.Compare(a, b))
	})
	for _, kind := range byLines {
		t.row(kinds, printable.Excerpt(cmp.Or(kind, "(none)"), 100), grouped(total.Kinds[kind]), grouped(total.KindBytes[kind]))
	}
	t.render(kinds)
}

// drift writes a table of differences, if there are any.
func (t *tables) drift(all []driftCount) {
	if len(all) == 0 {
		return
	}
	drift := t.new("not in the spec", "path", "value", "count", "first at")
	for _, d := range all {
		t.row(drift, d.What, printable.Excerpt(d.Path, 200), printable.Excerpt(d.Value, 40), grouped(d.Count), d.First)
	}
	t.render(drift)
}
