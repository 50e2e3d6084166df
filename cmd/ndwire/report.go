package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
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
	First  string `json:"first"` // FILE:LINE
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
	CostUSD                  *float64 `json:"cost_usd"`
}

func usageOf(u transcript.Usage) (s usage) {
	if u.Input != 0 || u.Output != 0 || u.CacheRead != 0 || u.CacheWrite != 0 {
		s = usage{&u.Input, &u.Output, &u.CacheRead, &u.CacheWrite, nil}
	}
	if u.HasCost {
		s.CostUSD = &u.CostUSD
	}
	return s
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

func (n *count) detection() *detection {
	if n.found.Lines == 0 {
		return nil
	}
	d := &detection{Confidence: n.found.Confidence, Hint: n.found.Hint, Strange: n.found.Strange}
	if n.misread {
		d.Misread = cmp.Or(string(n.found.Protocol), unknownProtocol)
	}
	for _, e := range n.found.Evidence {
		d.Evidence = append(d.Evidence, evidence{string(e.Protocol), e.Fit, e.Kinds, e.Points})
	}
	return d
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

// summary converts n to the form that is printed. elapsed is the time of reading.
func (n *count) summary(elapsed time.Duration) summary {
	s := summary{
		File:         n.file,
		Protocol:     string(n.protocol),
		Detection:    n.detection(),
		Lines:        n.stats.Lines - n.stats.Blank,
		BlankLines:   n.stats.Blank,
		Bytes:        n.stats.Bytes,
		BadLines:     n.stats.Bad,
		UnknownLines: n.stats.Unknown,
		Replaced:     n.stats.Replaced,
		Predictions:  predictionsOf(n.stats.Predictions),
		Kinds:        map[string]int64{},
		KindBytes:    map[string]int64{},
		Usage:        usageOf(n.ledger.Total()),
	}
	switch {
	case n.found.Lines > 0 && n.found.Protocol == "" && !n.misread:
		s.Protocol = unknownProtocol
	case s.Lines == 0:
		s.Protocol = ""
	}
	if elapsed > 0 {
		s.MBPerSecond = float64(n.stats.Bytes) / 1e6 / elapsed.Seconds()
	}
	for kind, c := range n.stats.Kinds {
		s.Kinds[string(kind)] = c.Lines
		s.KindBytes[string(kind)] = c.Bytes
	}
	for reason, lines := range n.stats.Reasons {
		s.Reasons = append(s.Reasons, reasonCount{string(reason), lines, place(n.first[reason])})
	}
	slices.SortFunc(s.Reasons, func(a, b reasonCount) int {
		return cmp.Or(cmp.Compare(b.Lines, a.Lines), cmp.Compare(a.Reason, b.Reason))
	})
	for _, d := range n.stats.Drift {
		s.Drift = append(s.Drift, driftCount{d.What.String(), d.Path, d.Value, d.Count, place(d.First)})
	}
	return s
}

func place(pos decoder.Pos) string {
	if pos.Line == 0 {
		return ""
	}
	return pos.String()
}

// json writes the report as one object.
func (r *report) json(w io.Writer) error { return writeJSON(w, r) }

func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// table writes the report as tables: of the total, and if there are several files, of the files.
func (r *report) table(w io.Writer) error {
	out := &tables{w: w}
	if len(r.Files) > 1 {
		files := out.new("file", "protocol", "lines", "bytes", "bad", "unknown", "tokens in", "out", "cost $", "MB/s")
		for _, f := range append(slices.Clone(r.Files), r.Total) {
			out.row(files, f.File, f.protocol(), grouped(f.Lines), grouped(f.Bytes), grouped(f.BadLines), grouped(f.UnknownLines),
				tokens(f.Usage.input()), tokens(f.Usage.OutputTokens), dollars(f.Usage.CostUSD), fmt.Sprintf("%.0f", f.MBPerSecond))
		}
		out.render(files)
	}
	t := &r.Total
	facts := out.new("what", "count")
	if len(r.Files) == 1 {
		f := &r.Files[0]
		out.row(facts, "protocol", f.protocol())
		if d := f.Detection; d != nil {
			if d.Confidence > 0 && d.Confidence < 0.995 && d.Misread == "" {
				out.row(facts, "confidence", fmt.Sprintf("%.2f", d.Confidence))
			}
			if d.Hint != "" && d.Misread == "" {
				out.row(facts, "looks like", d.Hint)
			}
			if d.Misread != "" {
				out.row(facts, "but the lines are", cmp.Or(d.Hint, d.Misread))
			}
			if len(d.Strange) > 0 {
				out.row(facts, "no spec has", printable.Excerpt(strings.Join(d.Strange, ", "), 60))
			}
		}
	}
	for _, fact := range [][2]string{
		{"lines", grouped(t.Lines)},
		{"blank lines", grouped(t.BlankLines)},
		{"bytes", grouped(t.Bytes)},
		{"bad lines", grouped(t.BadLines)},
		{"lines of unknown kind", grouped(t.UnknownLines)},
		{"input tokens", tokens(t.Usage.InputTokens)},
		{"output tokens", tokens(t.Usage.OutputTokens)},
		{"cache read tokens", tokens(t.Usage.CacheReadInputTokens)},
		{"cache creation tokens", tokens(t.Usage.CacheCreationInputTokens)},
		{"cost in $", dollars(t.Usage.CostUSD)},
		{"MB/s", fmt.Sprintf("%.0f", t.MBPerSecond)},
	} {
		out.row(facts, fact[0], fact[1])
	}
	out.render(facts)

	if len(t.Kinds) > 0 {
		kinds := out.new("kind", "lines", "bytes")
		byLines := slices.SortedFunc(maps.Keys(t.Kinds), func(a, b string) int {
			return cmp.Or(cmp.Compare(t.Kinds[b], t.Kinds[a]), cmp.Compare(a, b))
		})
		for _, kind := range byLines {
			name := kind
			if name == "" {
				name = "(none)"
			}
			out.row(kinds, printable.Excerpt(name, 100), grouped(t.Kinds[kind]), grouped(t.KindBytes[kind]))
		}
		out.render(kinds)
	}
	if len(t.Reasons) > 0 {
		reasons := out.new("bad lines", "count", "first at")
		for _, b := range t.Reasons {
			out.row(reasons, b.Reason, grouped(b.Lines), b.First)
		}
		out.render(reasons)
	}
	out.drift(t.Drift)
	return out.err
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

// input returns the number of input tokens, cached or not.
func (u usage) input() *int64 {
	if u.InputTokens == nil {
		return nil
	}
	n := *u.InputTokens + *u.CacheReadInputTokens + *u.CacheCreationInputTokens
	return &n
}

// tables writes tables with an empty line between them. The error of a failed write is kept.
type tables struct {
	w     io.Writer
	wrote bool
	err   error
}

// new begins a table. Columns of numbers are aligned to the right.
func (t *tables) new(columns ...string) table.Writer {
	tab := table.NewWriter()
	tab.SetStyle(table.StyleLight)
	tab.Style().Options = table.OptionsNoBordersAndSeparators
	tab.Style().Format.Header = text.FormatDefault
	header := make(table.Row, len(columns))
	var configs []table.ColumnConfig
	for i, name := range columns {
		header[i] = name
		switch name {
		case "file", "protocol", "what", "kind", "bad lines", "not in the spec", "path", "value", "first at":
		default:
			configs = append(configs, table.ColumnConfig{Number: i + 1, Align: text.AlignRight, AlignHeader: text.AlignRight})
		}
	}
	tab.AppendHeader(header)
	tab.SetColumnConfigs(configs)
	return tab
}

// row adds a row. Its cells may contain text of logs and names of files, which are escaped, so that they cannot control the terminal.
func (t *tables) row(tab table.Writer, cells ...string) {
	row := make(table.Row, len(cells))
	for i, cell := range cells {
		row[i] = printable.Text(cell)
	}
	tab.AppendRow(row)
}

func (t *tables) render(tab table.Writer) {
	if t.err != nil {
		return
	}
	gap := ""
	if t.wrote {
		gap = "\n"
	}
	t.wrote = true
	_, t.err = fmt.Fprintf(t.w, "%s%s\n", gap, tab.Render())
}

// grouped writes n with thin groups of three: 12 345 678.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + " " + s[i:]
	}
	return s
}

// tokens formats a number of tokens, - if it is unknown.
func tokens(n *int64) string {
	if n == nil {
		return "-"
	}
	return grouped(*n)
}

// dollars formats a cost, - if it is unknown.
func dollars(cost *float64) string {
	if cost == nil {
		return "-"
	}
	return strconv.FormatFloat(*cost, 'f', 4, 64)
}

// protocol returns the text for a table cell.
func (s *summary) protocol() string {
	if s.Protocol == "" && s.Lines == 0 {
		return "- (no lines)"
	}
	return s.Protocol
}

// firstBad returns the position of the first bad line, if known.
func (r *report) firstBad() string {
	for _, f := range r.Files {
		for _, b := range f.Reasons {
			if b.First != "" {
				return b.First
			}
		}
	}
	return "an unknown position"
}
