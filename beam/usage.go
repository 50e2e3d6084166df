package ndwirebeam

import (
	"cmp"
	"encoding/binary"
	"maps"
	"reflect"
	"slices"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/ndwire/ndwire/usage"
)

func init() {
	beam.RegisterType(reflect.TypeFor[usageLines]())
	beam.RegisterCoder(reflect.TypeFor[usageLines](), encodeUsageLines, decodeUsageLines)
	beam.RegisterType(reflect.TypeFor[UsageTotals]())
	beam.RegisterCoder(reflect.TypeFor[UsageTotals](), encodeJSON, decodeJSON)
	register.Combiner3[usageLines, Placed[usage.Line], UsageTotals](&UsageFn{})
	register.Combiner1[UsageTotals](&UsageSumFn{})
}

// UsageFn is a combiner of the tokens and costs that lines state, which counts nothing twice. It makes UsageTotals of lines with their
// places:
//
//	lines, bad := ndwirebeam.ReadPlaced(s, glob, ndwirebeam.Usage)
//	totals := beam.Combine(s, &ndwirebeam.UsageFn{}, lines) // PCollection<UsageTotals> of one element
//
// The totals are those of a usage.Counter that reads the files one after another in the order of their names. What counts depends on that
// order and on all lines together: responses are repeated in other files, and results replace what was counted before. So an accumulator
// has the lines, some hundred bytes each, and all lines of a key meet in one worker at the end. If that is too much, combine per key, as
// examples/tokens does.
type UsageFn struct{}

// UsageTotals is the usage that a number of lines state.
type UsageTotals struct {
	Tokens  usage.Tokens
	CostUSD *float64     // nil if no line states a cost
	Models  []ModelUsage // by falling number of tokens, as usage.Counter.ByModel has them
	Days    []DayUsage   // by day and model; their sum is that of Models
}

// ModelUsage has the tokens of a model.
type ModelUsage struct {
	Model  string // "" if it is unknown
	Tokens usage.Tokens
}

// DayUsage has the tokens that the lines of a day have added to a model.
type DayUsage struct {
	Day    string // in UTC, as 2026-03-01; "" if lines have no time, like those of the Agent SDK
	Model  string
	Tokens usage.Tokens
}

// usageLines is the accumulator: lines in any order.
type usageLines struct{ lines []Placed[usage.Line] }

// CreateAccumulator returns an accumulator without lines.
func (*UsageFn) CreateAccumulator() usageLines { return usageLines{} }

// AddInput adds a line.
func (*UsageFn) AddInput(a usageLines, l Placed[usage.Line]) usageLines {
	return usageLines{append(a.lines, l)}
}

// MergeAccumulators returns an accumulator with the lines of both.
func (*UsageFn) MergeAccumulators(a, b usageLines) usageLines {
	if len(a.lines) < len(b.lines) {
		a, b = b, a
	}
	return usageLines{append(a.lines, b.lines...)}
}

// ExtractOutput counts the lines, in the order of their places.
func (*UsageFn) ExtractOutput(a usageLines) UsageTotals {
	slices.SortFunc(a.lines, func(a, b Placed[usage.Line]) int { return a.Compare(b.Place) })
	var counter usage.Counter
	days := map[dayModel]usage.Tokens{}
	for _, l := range a.lines {
		counter.AddLine(l.Line)
		for model, t := range counter.Added() {
			at := dayModel{day(l.Line), model}
			t.Add(days[at])
			days[at] = t
		}
	}
	totals := UsageTotals{Tokens: counter.Total()}
	if usd, ok := counter.Cost(); ok {
		totals.CostUSD = &usd
	}
	totals.Models = byModel(maps.Collect(counter.ByModel()))
	totals.Days = byDay(days)
	return totals
}

// UsageSumFn is a combiner that adds UsageTotals, for example those of several keys.
type UsageSumFn struct{}

// CreateAccumulator returns totals of nothing.
func (*UsageSumFn) CreateAccumulator() UsageTotals { return UsageTotals{} }

// AddInput adds totals.
func (*UsageSumFn) AddInput(a, b UsageTotals) UsageTotals { return add(a, b) }

// MergeAccumulators adds the totals of two accumulators.
func (*UsageSumFn) MergeAccumulators(a, b UsageTotals) UsageTotals { return add(a, b) }

// ExtractOutput returns the totals.
func (*UsageSumFn) ExtractOutput(a UsageTotals) UsageTotals { return a }

func add(a, b UsageTotals) UsageTotals {
	a.Tokens.Add(b.Tokens)
	switch {
	case a.CostUSD == nil:
		a.CostUSD = b.CostUSD
	case b.CostUSD != nil:
		a.CostUSD = new(*a.CostUSD + *b.CostUSD)
	}
	models := map[string]usage.Tokens{}
	for _, m := range slices.Concat(a.Models, b.Models) {
		m.Tokens.Add(models[m.Model])
		models[m.Model] = m.Tokens
	}
	days := map[dayModel]usage.Tokens{}
	for _, d := range slices.Concat(a.Days, b.Days) {
		d.Tokens.Add(days[dayModel{d.Day, d.Model}])
		days[dayModel{d.Day, d.Model}] = d.Tokens
	}
	a.Models, a.Days = byModel(models), byDay(days)
	return a
}

type dayModel struct{ day, model string }

// byModel lists sums by model, by falling number of tokens.
func byModel(models map[string]usage.Tokens) (list []ModelUsage) {
	for model, t := range models {
		list = append(list, ModelUsage{model, t})
	}
	slices.SortFunc(list, func(a, b ModelUsage) int {
		return cmp.Or(cmp.Compare(b.Tokens.Sum(), a.Tokens.Sum()), cmp.Compare(a.Model, b.Model))
	})
	return list
}

// byDay lists sums by day and model, without those that are zero.
func byDay(days map[dayModel]usage.Tokens) (list []DayUsage) {
	for at, t := range days {
		if t != (usage.Tokens{}) {
			list = append(list, DayUsage{at.day, at.model, t})
		}
	}
	slices.SortFunc(list, func(a, b DayUsage) int { return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Model, b.Model)) })
	return list
}

// day is that of a line, in UTC.
func day(l usage.Line) string {
	var text string
	switch l := l.(type) {
	case *usage.Response:
		text = l.Timestamp
	case *usage.Progress:
		text = l.Timestamp
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return ""
	}
	return at.UTC().Format(time.DateOnly)
}

func encodeUsageLines(_ reflect.Type, v beam.T) (data []byte, err error) {
	for _, l := range v.(usageLines).lines {
		one, err := encodePlaced(nil, l)
		if err != nil {
			return nil, err
		}
		data = binary.AppendUvarint(data, uint64(len(one)))
		data = append(data, one...)
	}
	return data, nil
}

func decodeUsageLines(_ reflect.Type, data []byte) (beam.T, error) {
	var a usageLines
	for len(data) > 0 {
		n, size := binary.Uvarint(data)
		if size <= 0 || n > uint64(len(data)-size) {
			return nil, errCut
		}
		one, err := decodePlaced(reflect.TypeFor[Placed[usage.Line]](), data[size:size+int(n)])
		if err != nil {
			return nil, err
		}
		a.lines = append(a.lines, one.(Placed[usage.Line]))
		data = data[size+int(n):]
	}
	return a, nil
}
