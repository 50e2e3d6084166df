package account

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func said(b *Book, models map[string]Tokens) func(func(Amount) bool) {
	return func(yield func(Amount) bool) {
		for name, t := range models {
			if !yield(Amount{Model: name, Tokens: t}) {
				return
			}
		}
	}
}

func tokens(n int64) Tokens { return Tokens{n, n, n, n} }

// TestSaturation checks that totals saturate at the end of their range, and that subtraction is exact: no count overflows.
func TestSaturation(t *testing.T) {
	var b Book
	line := func(r Response) Tokens {
		b.Next()
		b.Response(r)
		return b.AddedTotal().Tokens
	}
	const huge = 9e18
	line(Response{Session: "s", ID: "a", Amount: Amount{Model: "m", Tokens: tokens(huge)}})
	if got := line(Response{Session: "s", ID: "b", Amount: Amount{Model: "m", Tokens: tokens(huge)}}); got != tokens(huge) {
		t.Errorf("the second response adds %v", got)
	}
	line(Response{Session: "s", Amount: Amount{Model: "m", Tokens: tokens(math.MinInt64)}})
	if got := b.Total().Tokens; got != tokens(math.MaxInt64) {
		t.Errorf("two responses of 9e18: %v", got)
	}
	for a := range b.Models() {
		if a.Tokens != tokens(math.MaxInt64) {
			t.Errorf("%s: %v", a.Model, a.Tokens)
		}
	}
	// The result has the usage of both, and replaces them.
	b.Next()
	b.Result(Result{Session: "s", ID: "r", Models: said(&b, map[string]Tokens{"m": tokens(5)})})
	if got := b.Total().Tokens; got != tokens(5) {
		t.Errorf("after the result: %v", got)
	}
	if got := b.AddedTotal().Tokens; got != tokens(math.MinInt64) {
		t.Errorf("the result adds %v", got)
	}
}

// TestUnnamed checks that the events of a response without an id count together, and not for the response before it.
func TestUnnamed(t *testing.T) {
	for _, agent := range []string{"", "a"} {
		var b Book
		response := func(id string, begins bool, n int64) {
			b.Next()
			b.Response(Response{Session: "s", ID: id, Agent: agent, Begins: begins, Amount: Amount{Model: "m" + id, Tokens: tokens(n)}})
		}
		delta := func(n int64) {
			b.Next()
			b.Delta("s", agent, tokens(n))
		}
		response("x", true, 1)
		delta(100)
		for range 2 {
			response("", true, 2)
			delta(40)
			delta(50)
		}
		response("x", true, 3)
		delta(120)
		if got, want := b.Total().Tokens, tokens(120+50+50); got != want {
			t.Errorf("agent %q: %v, want %v", agent, got, want)
		}
		for a := range b.Models() {
			if want := map[string]Tokens{"m": tokens(100), "mx": tokens(120)}[a.Model]; a.Tokens != want {
				t.Errorf("agent %q: model %s has %v, want %v", agent, a.Model, a.Tokens, want)
			}
		}
	}
}

// TestTurns checks what a later line of a response counts, beside the results of the turns before and after it.
func TestTurns(t *testing.T) {
	response := func(id string, n int64) func(*Book) {
		return func(b *Book) {
			b.Response(Response{Session: "s", ID: id, Amount: Amount{Model: "m", Tokens: tokens(n)}})
		}
	}
	// A result has the tokens of its turn, and those of the session so far.
	result := func(id string, turn, all int64) func(*Book) {
		return func(b *Book) {
			r := Result{Session: "s", ID: id, Turn: tokens(turn)}
			if all > 0 {
				r.Models = said(b, map[string]Tokens{"m": tokens(all)})
			}
			b.Result(r)
		}
	}
	for _, tt := range []struct {
		name  string
		lines []func(*Book)
		want  int64
	}{
		{"a result has all that comes later of its responses", []func(*Book){response("x", 10), result("r", 100, 100), response("x", 50)}, 100},
		{"but not the responses of the next turn", []func(*Book){response("x", 10), result("r", 100, 100), response("x", 50), response("y", 7)}, 107},
		{"a response that has begun before a result without totals", []func(*Book){response("x", 0), result("r", 1, 0), response("x", 50), result("q", 50, 51)}, 51},
		{"one that has grown since", []func(*Book){response("x", 10), result("r", 10, 0), response("x", 20), result("q", 20, 40)}, 40},
	} {
		var b Book
		b.Begin("s")
		for _, line := range tt.lines {
			b.Next()
			line(&b)
		}
		if got := b.Total().Tokens; got != tokens(tt.want) {
			t.Errorf("%s: %v, want %d", tt.name, got, tt.want)
		}
	}
}

// TestTooManyModels checks that the order in which a result has its models does not decide which of them are counted as unknown.
func TestTooManyModels(t *testing.T) {
	models := map[string]Tokens{}
	for i := range maxModels + 100 {
		models[fmt.Sprint("m", i)] = tokens(int64(i))
	}
	var want Tokens
	for try := range 5 {
		var b Book
		b.Next()
		b.Result(Result{Session: "s", ID: "r", Models: said(&b, models)})
		for a := range b.Models() {
			if a.Model != "" {
				continue
			}
			if try == 0 {
				want = a.Tokens
			}
			if a.Tokens != want || want == (Tokens{}) {
				t.Fatalf("the unknown models have %v, and %v in another order", want, a.Tokens)
			}
		}
	}
}

func TestSum(t *testing.T) {
	value := func(s sum) *big.Int {
		n := new(big.Int).Lsh(big.NewInt(s.high), 64)
		return n.Add(n, new(big.Int).SetUint64(s.low))
	}
	clamp := func(n *big.Int) int64 {
		switch {
		case n.IsInt64():
			return n.Int64()
		case n.Sign() < 0:
			return math.MinInt64
		}
		return math.MaxInt64
	}
	rapid.Check(t, func(t *rapid.T) {
		var s sum
		want := new(big.Int)
		for range rapid.IntRange(1, 20).Draw(t, "steps") {
			n := rapid.OneOf(rapid.Int64(), rapid.SampledFrom([]int64{math.MaxInt64, math.MinInt64, -1, 0})).Draw(t, "n")
			o := sumsOf(tokens(n))[0]
			before, less := value(s), s.less(o)
			if less != (before.Cmp(big.NewInt(n)) < 0) {
				t.Fatalf("%v < %d is %t", before, n, less)
			}
			if rapid.Bool().Draw(t, "add") {
				s.add(o)
				want.Add(want, big.NewInt(n))
			} else {
				s.sub(o)
				want.Sub(want, big.NewInt(n))
			}
			if value(s).Cmp(want) != 0 || s.int64() != clamp(want) || s.negative() != (want.Sign() < 0) {
				t.Fatalf("%v, %d; want %v", value(s), s.int64(), want)
			}
		}
	})
}

// TestAddedIsTotal checks that, for any lines, the additions of all lines are equal to the total, also by model, and that no total is
// negative.
func TestAddedIsTotal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b Book
		var total Tokens
		byModel := map[string]Tokens{}
		name := rapid.SampledFrom([]string{"", "m", "n"})
		id := rapid.SampledFrom([]string{"", "a", "b", "c"})
		counts := rapid.Custom(func(t *rapid.T) (n Tokens) {
			for i := range n {
				n[i] = rapid.Int64Range(-2, 9).Draw(t, "count")
			}
			return n
		})
		for range rapid.IntRange(0, 30).Draw(t, "lines") {
			b.Next()
			switch session, agent := id.Draw(t, "session"), name.Draw(t, "agent"); rapid.IntRange(0, 5).Draw(t, "line") {
			case 0, 1:
				b.Response(Response{session, id.Draw(t, "id"), agent, rapid.Bool().Draw(t, "begins"), Amount{Model: name.Draw(t, "model"), Tokens: counts.Draw(t, "tokens")}})
			case 2:
				b.Delta(session, agent, counts.Draw(t, "tokens"))
			case 3:
				b.Begin(session)
			case 4:
				b.Result(Result{Session: session, ID: id.Draw(t, "id"), Turn: counts.Draw(t, "turn")})
			case 5:
				b.Result(Result{Session: session, ID: id.Draw(t, "id"), Turn: counts.Draw(t, "turn"),
					Models: said(&b, map[string]Tokens{"m": counts.Draw(t, "m"), name.Draw(t, "model"): counts.Draw(t, "n")})})
			}
			for a := range b.Added() {
				n := byModel[a.Model]
				for i := range n {
					n[i] += a.Tokens[i]
					total[i] += a.Tokens[i]
				}
				byModel[a.Model] = n
			}
			if got := b.Total().Tokens; got != total || slices.Min(got[:]) < 0 {
				t.Fatalf("the total is %v, the lines add %v", got, total)
			}
			for a := range b.Models() {
				if a.Tokens != byModel[a.Model] || slices.Min(a.Tokens[:]) < 0 {
					t.Fatalf("%q: the total is %v, the lines add %v", a.Model, a.Tokens, byModel[a.Model])
				}
			}
		}
	})
}

// TestProcesses checks that a result of a process replaces the earlier results of that process, and is added to those of other processes.
func TestProcesses(t *testing.T) {
	type step struct {
		responses []string // ids of new responses with 10 tokens of each kind
		result    int64    // tokens so far in modelUsage; 0: no result
		cost      float64
		total     int64 // the expected total
		usd       float64
	}
	for _, tt := range []struct {
		name  string
		steps []step
	}{
		{"one process", []step{{[]string{"a"}, 12, 1, 12, 1}, {[]string{"b"}, 25, 3, 25, 3}, {nil, 25, 3, 25, 3}}},
		{"one process that does not agree to the token", []step{{[]string{"a"}, 12, 1, 12, 1}, {[]string{"b"}, 21, 3, 21, 3}}},
		{"two processes", []step{{[]string{"a"}, 12, 1, 12, 1}, {[]string{"b"}, 13, 2, 25, 3}, {[]string{"c"}, 23, 3, 35, 4}}},
		{"less cost", []step{{[]string{"a"}, 12, 2, 12, 2}, {[]string{"b"}, 30, 1, 42, 3}}},
		{"a turn without a result", []step{{[]string{"a"}, 0, 0, 10, 0}, {[]string{"b"}, 21, 1, 21, 1}}},
		{"a process that was cut off", []step{{[]string{"a", "b"}, 0, 0, 20, 0}, {[]string{"c"}, 11, 1, 31, 1}}},
		{"less than the responses", []step{{[]string{"a", "b"}, 15, 1, 15, 1}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b Book
			for i, s := range tt.steps {
				b.Begin("s")
				for _, id := range s.responses {
					b.Response(Response{Session: "s", ID: id, Amount: Amount{Model: "m", Tokens: tokens(10)}})
				}
				if s.result != 0 {
					b.Result(Result{Session: "s", ID: fmt.Sprint(i), CostUSD: s.cost, HasCost: true, Models: said(&b, map[string]Tokens{"m[1m]": tokens(s.result)})})
				}
				if got := b.Total(); got.Tokens != tokens(s.total) || got.CostUSD != s.usd {
					t.Errorf("step %d: %v, $%v; want %d, $%v", i, got.Tokens, got.CostUSD, s.total, s.usd)
				}
			}
		})
	}
}

// TestRepeatedResults checks that the results of a log count once if the log is read again, as a copy in another file,
// also if they have no ids, as those of older versions: a total up to now that has not grown says that nothing was used
// since.
func TestRepeatedResults(t *testing.T) {
	for _, tt := range []struct {
		name  string
		turns []Result
		want  int64 // tokens
		usd   float64
	}{
		{"with ids", []Result{{ID: "x", Turn: tokens(10)}, {ID: "y", Turn: tokens(10)}}, 20, 0},
		{"with a cost", []Result{{Turn: tokens(10), CostUSD: 1, HasCost: true}, {Turn: tokens(10), CostUSD: 2, HasCost: true}}, 20, 2},
		{"with tokens so far", []Result{{Turn: tokens(10), Models: said(nil, map[string]Tokens{"m": tokens(11)})},
			{Turn: tokens(10), Models: said(nil, map[string]Tokens{"m": tokens(22)})}}, 22, 0},
		{"of two processes", []Result{{Turn: tokens(10), CostUSD: 2, HasCost: true}, {Turn: tokens(10), CostUSD: 1, HasCost: true}}, 20, 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b Book
			for range 3 {
				for _, r := range tt.turns {
					r.Session = "s"
					b.Begin("s")
					b.Result(r)
				}
				if got := b.Total(); got.Tokens != tokens(tt.want) || got.CostUSD != tt.usd {
					t.Errorf("%v, $%v; want %d, $%v", got.Tokens, got.CostUSD, tt.want, tt.usd)
				}
			}
		})
	}
}

// TestRepeatedSessionCosts checks that the last cost of a session counts, and that an earlier one, read again in a copy
// of the session, does not replace it.
func TestRepeatedSessionCosts(t *testing.T) {
	usd := func(models ...float64) (r Result) {
		r.Models = func(yield func(Amount) bool) {
			for i, c := range models {
				if !yield(Amount{Model: fmt.Sprint("m", i), CostUSD: c, HasCost: true}) {
					return
				}
			}
		}
		for _, c := range models {
			r.CostUSD += c
		}
		r.HasCost = true
		return r
	}
	noTotal := func(models ...float64) Result {
		r := usd(models...)
		r.CostUSD, r.HasCost = 0, false
		return r
	}
	for _, costs := range [][]Result{
		{usd(1), usd(2)},
		{usd(2), usd(1)}, // of a process that counts anew
		{usd(1, 1), usd(2, 0), usd(0, 2)},
		{noTotal(1), noTotal(2)},
		{{CostUSD: 1, HasCost: true}, {CostUSD: 3, HasCost: true}},
	} {
		var b Book
		add := func(r Result, session string) {
			r.Session = session
			b.SessionCost(r)
		}
		for _, r := range costs {
			add(r, "s")
		}
		want := fmt.Sprint(slices.Collect(b.Models()))
		var last Book
		last.SessionCost(costs[len(costs)-1])
		if got := fmt.Sprint(slices.Collect(last.Models())); got != want {
			t.Errorf("%s with earlier costs, want %s", want, got)
		}
		for n := range costs { // a copy of the beginning of the session
			for _, r := range costs[:n+1] {
				add(r, "s")
			}
			if got := fmt.Sprint(slices.Collect(b.Models())); got != want {
				t.Errorf("%s after %d copies, want %s", got, n+1, want)
			}
		}
		total := b.Total().CostUSD
		for _, r := range costs { // another session
			add(r, "t")
		}
		if got := b.Total().CostUSD; got != 2*total {
			t.Errorf("two sessions: %v, want %v", got, 2*total)
		}
	}
}

// TestCosts checks that a number that cannot be a cost is ignored, and that contradicting costs never make the cost of a model negative.
func TestCosts(t *testing.T) {
	models := func(costs ...float64) func(func(Amount) bool) {
		return func(yield func(Amount) bool) {
			for i, c := range costs {
				if !yield(Amount{Model: fmt.Sprint("m", i), CostUSD: c, HasCost: true}) {
					return
				}
			}
		}
	}
	for _, tt := range []struct {
		name string
		r    Result
		want map[string]float64
	}{
		{"of models", Result{CostUSD: 3, HasCost: true, Models: models(1, 2)}, map[string]float64{"m0": 1, "m1": 2}},
		{"more than of models", Result{CostUSD: 4, HasCost: true, Models: models(1, 2)}, map[string]float64{"m0": 1, "m1": 2, "": 1}},
		{"less than of models", Result{CostUSD: 2, HasCost: true, Models: models(1, 2)}, map[string]float64{"": 2}},
		{"no models", Result{CostUSD: 2, HasCost: true}, map[string]float64{"": 2}},
		{"no total", Result{Models: models(1, 2)}, map[string]float64{"m0": 1, "m1": 2}},
		{"zero", Result{HasCost: true}, map[string]float64{"": 0}},
		{"negative", Result{CostUSD: -1, HasCost: true}, map[string]float64{}},
		{"no number", Result{CostUSD: math.NaN(), HasCost: true}, map[string]float64{}},
		{"beyond all numbers", Result{CostUSD: math.MaxFloat64, HasCost: true}, map[string]float64{}},
		{"negative of a model", Result{CostUSD: 3, HasCost: true, Models: models(-1, 2)}, map[string]float64{"m1": 2, "": 1}},
		{"nothing", Result{}, map[string]float64{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b Book
			b.SessionCost(tt.r)
			got := map[string]float64{}
			for a := range b.Models() {
				got[a.Model] = a.CostUSD
			}
			if fmt.Sprint(got) != fmt.Sprint(tt.want) || b.Total().HasCost != (len(tt.want) > 0) {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
}

// TestManyModels checks that a log whose every line names another model takes bounded memory, and that nothing is missing in the totals.
func TestManyModels(t *testing.T) {
	var b Book
	const lines = 10 * maxModels
	for i := range lines {
		b.Next()
		b.Response(Response{Session: "s", ID: fmt.Sprint(i), Amount: Amount{Model: fmt.Sprint("model ", i), Tokens: tokens(1)}})
		b.Next()
		one := func(yield func(Amount) bool) {
			yield(Amount{Model: fmt.Sprint("other ", i), Tokens: tokens(1), CostUSD: 1, HasCost: true})
		}
		b.Result(Result{Session: fmt.Sprint("t", i), ID: fmt.Sprint("r", i), Models: one})
	}
	b.Next()
	b.Always(Amount{Model: strings.Repeat("x", maxName+1), Tokens: tokens(1)})
	models, sum := map[string]Amount{}, Amount{}
	for a := range b.Models() {
		models[a.Model] = a
		for k, n := range a.Tokens {
			sum.Tokens[k] += n
		}
		sum.CostUSD += a.CostUSD
	}
	if len(models) != maxModels+1 || len(b.models) != maxModels+1 {
		t.Errorf("%d models, want %d and the unknown one", len(models), maxModels)
	}
	if total := b.Total(); total.Tokens != sum.Tokens || total.Tokens[Input] != 2*lines+1 || total.CostUSD != sum.CostUSD || total.CostUSD != lines {
		t.Errorf("the total is %v, and the models have %v", total, sum)
	}
	if got := models["model 0"]; got.Tokens != tokens(1) {
		t.Errorf("the first model has %v", got)
	}
}

func BenchmarkResponse(b *testing.B) {
	var book Book
	ids := make([]string, 1000)
	for i := range ids {
		ids[i] = fmt.Sprintf("msg_%026d", i)
	}
	b.ReportAllocs()
	for i := range b.N {
		book.Next()
		book.Response(Response{Session: "11111111-1111-4111-8111-111111111111", ID: ids[i/3%len(ids)], Amount: Amount{Model: "m", Tokens: tokens(5)}})
	}
}
