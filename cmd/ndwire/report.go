package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/ndwire/ndwire/decoder"
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
	Protocol     string           `json:"protocol,omitempty"` // of a file
	Lines        int64            `json:"lines"`              // with a byte that is not white space
	BlankLines   int64            `json:"blank_lines"`
	Bytes        int64            `json:"bytes"`
	BadLines     int64            `json:"bad_lines"`     // that yield an error
	UnknownLines int64            `json:"unknown_lines"` // good, of a kind that the spec does not know
	Replaced     int64            `json:"replaced_strings,omitempty"`
	Kinds        map[string]int64 `json:"kinds"`
	KindBytes    map[string]int64 `json:"kind_bytes"`
	Reasons      []reasonCount    `json:"reasons,omitempty"`
	Drift        []driftCount     `json:"drift,omitempty"`
	Usage        usage            `json:"usage"`
	MBPerSecond  float64          `json:"mb_per_second"`
}

// reasonCount says how many lines were bad for one reason, and where the first is.
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

// usage is the sum of the tokens and the costs, named as the protocol names them.
type usage struct {
	InputTokens              int64   `json:"input_tokens"`
	OutputTokens             int64   `json:"output_tokens"`
	CacheReadInputTokens     int64   `json:"cache_read_input_tokens"`
	CacheCreationInputTokens int64   `json:"cache_creation_input_tokens"`
	CostUSD                  float64 `json:"cost_usd"`
}

func usageOf(u transcript.Usage) usage {
	return usage{u.Input, u.Output, u.CacheRead, u.CacheWrite, u.CostUSD}
}

// summary puts n into the form that is printed; elapsed is the time that reading took.
func (n *count) summary(elapsed time.Duration) summary {
	s := summary{
		File:         n.file,
		Protocol:     string(n.protocol),
		Lines:        n.stats.Lines - n.stats.Blank,
		BlankLines:   n.stats.Blank,
		Bytes:        n.stats.Bytes,
		BadLines:     n.stats.Bad,
		UnknownLines: n.stats.Unknown,
		Replaced:     n.stats.Replaced,
		Kinds:        map[string]int64{},
		KindBytes:    map[string]int64{},
		Usage:        usageOf(n.ledger.Total()),
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
func (r *report) json(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}

// table writes the report as tables: what the total has, and a line for each file if there are several.
func (r *report) table(w io.Writer) error {
	out := &tables{w: w}
	if len(r.Files) > 1 {
		files := out.new("file", "protocol", "lines", "bytes", "bad", "unknown", "tokens in", "out", "cost $", "MB/s")
		for _, f := range append(slices.Clone(r.Files), r.Total) {
			files.AppendRow(table.Row{f.File, f.Protocol, grouped(f.Lines), grouped(f.Bytes), grouped(f.BadLines), grouped(f.UnknownLines),
				grouped(f.Usage.input()), grouped(f.Usage.OutputTokens), dollars(f.Usage.CostUSD), fmt.Sprintf("%.0f", f.MBPerSecond)})
		}
		out.render(files)
	}
	t := &r.Total
	facts := out.new("what", "count")
	if len(r.Files) == 1 {
		facts.AppendRow(table.Row{"protocol", r.Files[0].Protocol})
	}
	facts.AppendRows([]table.Row{
		{"lines", grouped(t.Lines)},
		{"blank lines", grouped(t.BlankLines)},
		{"bytes", grouped(t.Bytes)},
		{"bad lines", grouped(t.BadLines)},
		{"lines of unknown kind", grouped(t.UnknownLines)},
		{"input tokens", grouped(t.Usage.InputTokens)},
		{"output tokens", grouped(t.Usage.OutputTokens)},
		{"cache read tokens", grouped(t.Usage.CacheReadInputTokens)},
		{"cache creation tokens", grouped(t.Usage.CacheCreationInputTokens)},
		{"cost in $", dollars(t.Usage.CostUSD)},
		{"MB/s", fmt.Sprintf("%.0f", t.MBPerSecond)},
	})
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
			kinds.AppendRow(table.Row{name, grouped(t.Kinds[kind]), grouped(t.KindBytes[kind])})
		}
		out.render(kinds)
	}
	if len(t.Reasons) > 0 {
		reasons := out.new("bad lines", "count", "first at")
		for _, b := range t.Reasons {
			reasons.AppendRow(table.Row{b.Reason, grouped(b.Lines), b.First})
		}
		out.render(reasons)
	}
	if len(t.Drift) > 0 {
		drift := out.new("not in the spec", "path", "value", "count", "first at")
		for _, d := range t.Drift {
			drift.AppendRow(table.Row{d.What, d.Path, text.Trim(d.Value, 40), grouped(d.Count), d.First})
		}
		out.render(drift)
	}
	return out.err
}

func (u usage) input() int64 {
	return u.InputTokens + u.CacheReadInputTokens + u.CacheCreationInputTokens
}

// tables writes tables with an empty line between them; a failed write stays.
type tables struct {
	w     io.Writer
	wrote bool
	err   error
}

// new begins a table: numbers, in all columns but those for names, stand to the right.
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

func dollars(cost float64) string { return strconv.FormatFloat(cost, 'f', 4, 64) }
