package transcript_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/transcript"
	"github.com/ndwire/ndwire/usage"
)

// plain counts the usage of a log without code of this module: it keeps all lines in maps, and adds them up at the end. Its rules are those in the
// doc comment of transcript.Ledger.
type plain struct {
	responses map[string]*plainResponse // by id
	sessions  map[string]*plainSession
	order     []*plainSession
	last      string // session
	results   map[string]bool
	messages  map[string]transcript.Usage // of OpenClaw
	costs     map[string]*plainCost       // of responses, by id
	ids       int
}

type plainCost struct {
	model string
	usd   float64
}

type plainResponse struct {
	model  string
	counts [4]int64
	owner  *plainSession
	main   bool
}

type plainSession struct {
	past      map[string][4]int64 // of processes that have ended
	reported  map[string][4]int64 // the last modelUsage
	open      map[string]bool     // ids of responses that no modelUsage covers
	covered   map[string]bool
	turn      map[string]bool // ids of this turn
	news      bool            // one of them is new
	agents    map[string]string
	cost      float64
	hasCost   bool
	costs     map[string]float64 // of the process, by model
	pastCosts map[string]float64
}

func newPlain() *plain {
	return &plain{responses: map[string]*plainResponse{}, sessions: map[string]*plainSession{}, results: map[string]bool{},
		messages: map[string]transcript.Usage{}, costs: map[string]*plainCost{}}
}

type object = map[string]any

func sub(o object, names ...string) object {
	for _, name := range names {
		o, _ = o[name].(object)
	}
	return o
}

func word(o object, names ...string) string {
	for _, name := range names {
		if s, _ := o[name].(string); s != "" {
			return s
		}
	}
	return ""
}

func whole(o object, name string) int64 {
	n, _ := o[name].(float64)
	return max(int64(n), 0)
}

func tokenCounts(u object) [4]int64 {
	return [4]int64{whole(u, "input_tokens"), whole(u, "output_tokens"), whole(u, "cache_read_input_tokens"), whole(u, "cache_creation_input_tokens")}
}

func (p *plain) session(name string) *plainSession {
	if name == "" && len(p.order) > 0 {
		name = p.last
	}
	p.last = name
	s := p.sessions[name]
	if s == nil {
		s = &plainSession{past: map[string][4]int64{}, reported: map[string][4]int64{}, open: map[string]bool{}, covered: map[string]bool{},
			turn: map[string]bool{}, agents: map[string]string{}, costs: map[string]float64{}, pastCosts: map[string]float64{}}
		p.sessions[name] = s
		p.order = append(p.order, s)
	}
	return s
}

// response records one line of a response.
func (p *plain) response(session, agent, id, model string, counts [4]int64) {
	s := p.session(session)
	if id == "" {
		if counts == [4]int64{} {
			return
		}
		p.ids++
		id = fmt.Sprint("\x00", p.ids)
	} else {
		s.agents[agent] = id
	}
	p.grow(s, agent, id, model, counts)
}

func (p *plain) grow(s *plainSession, agent, id, model string, counts [4]int64) {
	r := p.responses[id]
	if r == nil {
		r = &plainResponse{owner: s, main: agent == ""}
		p.responses[id] = r
	}
	if r.model == "" {
		r.model = model
	}
	for i, n := range counts {
		if n > r.counts[i] {
			r.counts[i] = n
			s.news = true
		}
	}
	if r.owner != s {
		return
	}
	s.turn[id] = true
	if !s.covered[id] {
		s.open[id] = true
	}
}

func (s *plainSession) endTurn() { s.turn, s.news = map[string]bool{}, false }

func add4(a, b [4]int64) [4]int64 {
	for i := range a {
		a[i] += b[i]
	}
	return a
}

func number(o object, name string) (float64, bool) {
	f, ok := o[name].(float64)
	return max(f, 0), ok && f >= 0
}

func (p *plain) result(line object) {
	s := p.session(word(line, "session_id"))
	defer s.endTurn()
	turn := tokenCounts(sub(line, "usage"))
	cost, hasCost := number(line, "total_cost_usd")
	models, costs := map[string][4]int64{}, map[string]float64{}
	var all [4]int64
	for name, v := range sub(line, "modelUsage") {
		m, _ := v.(object)
		models[name] = [4]int64{whole(m, "inputTokens"), whole(m, "outputTokens"), whole(m, "cacheReadInputTokens"), whole(m, "cacheCreationInputTokens")}
		all = add4(all, models[name])
		if usd, ok := number(m, "costUSD"); ok {
			costs[name] = usd
		}
	}
	id := word(line, "uuid")
	key := fmt.Sprint(id, p.last, turn, all, cost)
	if known := p.results[key]; known && (id != "" || !s.news && (len(s.turn) > 0 || cost > 0 || all != [4]int64{})) {
		return
	}
	p.results[key] = true
	same := !hasCost || !s.hasCost || cost >= s.cost
	if all == ([4]int64{}) {
		var main [4]int64
		names := map[string]bool{}
		for id := range s.turn {
			if r := p.responses[id]; r.main && !s.covered[id] && r.counts != [4]int64{} {
				main = add4(main, r.counts)
				names[r.model] = true
			}
		}
		var lacks [4]int64
		for i := range lacks {
			lacks[i] = max(turn[i]-main[i], 0)
		}
		model := ""
		if len(names) == 1 {
			for model = range names {
			}
		}
		if lacks != ([4]int64{}) {
			p.ids++
			id := fmt.Sprint("\x00", p.ids)
			p.responses[id] = &plainResponse{model: model, counts: lacks, owner: s}
			s.open[id] = true
		}
	} else {
		var before, now [4]int64
		for _, counts := range s.reported {
			before = add4(before, counts)
		}
		for id := range s.open {
			if s.turn[id] {
				now = add4(now, p.responses[id].counts)
			} else {
				before = add4(before, p.responses[id].counts)
			}
		}
		for i := range all {
			used := max(now[i], turn[i])
			same = same && all[i] >= before[i]+used-used/8
		}
		for id := range s.open {
			if r := p.responses[id]; !same && !s.turn[id] {
				s.past[r.model] = add4(s.past[r.model], r.counts)
			}
			s.covered[id] = true
		}
		if !same {
			for name, counts := range s.reported {
				s.past[name] = add4(s.past[name], counts)
			}
		}
		s.open, s.reported = map[string]bool{}, models
	}
	s.price(cost, hasCost, costs, same)
}

func (s *plainSession) price(cost float64, hasCost bool, costs map[string]float64, same bool) {
	var sum float64
	for _, usd := range costs {
		sum += usd
	}
	if !hasCost && len(costs) == 0 {
		return
	}
	s.hasCost = true
	if sum == 0 && cost == 0 {
		for name := range costs {
			s.pastCosts[name] += 0
		}
		return
	}
	if hasCost && sum > cost*(1+1e-9) {
		costs = map[string]float64{"": cost}
	} else if hasCost && cost > sum*(1+1e-9) {
		costs[""] = cost - sum
	} else if !hasCost {
		cost = sum
	}
	for name, usd := range s.costs {
		if !same {
			s.pastCosts[name] += usd
		} else {
			s.pastCosts[name] += 0
		}
	}
	s.cost, s.costs = cost, costs
}

// read records a line of a file of protocol proto.
func (p *plain) read(proto transcript.Protocol, text []byte) {
	var line object
	if json.Unmarshal(text, &line) != nil || line == nil {
		return
	}
	message := sub(line, "message")
	if proto == transcript.OpenClaw {
		p.claw(line)
		return
	}
	session := word(line, "sessionId", "session_id")
	if proto != transcript.ClaudeCode {
		session = word(line, "session_id")
	}
	agent := word(line, "parent_tool_use_id")
	switch word(line, "type") {
	case "assistant":
		if message == nil && proto == transcript.ClaudeCode {
			return // the flat form
		}
		id := word(message, "id")
		if id == "" {
			id = word(line, "requestId", "request_id")
		}
		p.response(session, agent, id, word(message, "model"), tokenCounts(sub(message, "usage")))
		if usd, ok := number(line, "costUSD"); ok && proto == transcript.ClaudeCode {
			c := p.costs[id]
			if c == nil {
				c = &plainCost{model: p.responses[id].model}
				p.costs[id] = c
			}
			c.usd = max(c.usd, usd)
		}
	case "progress":
		inner := sub(line, "data", "message")
		if m := sub(inner, "message"); m != nil && word(inner, "type") == "assistant" {
			id := word(m, "id")
			if id == "" {
				id = word(inner, "requestId")
			}
			p.response(session, "progress", id, word(m, "model"), tokenCounts(sub(m, "usage")))
		}
	case "stream_event":
		if proto != transcript.AgentSDK {
			return
		}
		event := sub(line, "event")
		switch m := sub(event, "message"); word(event, "type") {
		case "message_start":
			id := word(m, "id")
			if id == "" { // the events that follow are of no other response
				p.ids++
				id = fmt.Sprint("\x00", p.ids)
			}
			p.response(session, agent, id, word(m, "model"), tokenCounts(sub(m, "usage")))
		case "message_delta":
			s := p.session(session)
			if id := s.agents[agent]; id != "" {
				p.grow(s, agent, id, "", tokenCounts(sub(event, "usage")))
			} else {
				p.response(session, agent, "", "", tokenCounts(sub(event, "usage")))
			}
		}
	case "system":
		if word(line, "subtype") == "init" && proto != transcript.ClaudeCode {
			p.session(session).endTurn()
		}
	case "result":
		if proto != transcript.ClaudeCode {
			p.result(line)
		}
	case "cost-state":
		costs := map[string]float64{}
		for name, v := range sub(line, "modelUsage") {
			if usd, ok := number(v.(object), "costUSD"); ok {
				costs[name] = usd
			}
		}
		cost, has := number(line, "totalCostUSD")
		s := p.session(session)
		if key := fmt.Sprint("cost-state ", p.last, cost, has, costs); !p.results[key] {
			p.results[key] = true
			s.price(cost, has, costs, true)
		}
	}
}

// claw records a line of OpenClaw: a complete message, alone or in an entry.
func (p *plain) claw(line object) {
	m := line
	if line["type"] != nil {
		if m = sub(line, "message"); m == nil || line["type"] != "message" && line["type"] != "message_end" {
			return
		}
	}
	u := sub(m, "usage")
	if u == nil || m["role"] != "assistant" {
		return
	}
	now := transcript.Usage{Input: whole(u, "input"), Output: whole(u, "output"), CacheRead: whole(u, "cacheRead"), CacheWrite: whole(u, "cacheWrite")}
	now.CostUSD, now.HasCost = number(sub(u, "cost"), "total")
	id := any(fmt.Sprint(m["responseId"], m["timestamp"]))
	if m["responseId"] == nil && m["timestamp"] == nil {
		if id = word(line, "id") + word(line, "timestamp"); line["type"] != "message" || word(line, "id") == "" {
			p.ids++
			id = p.ids
		}
	}
	p.messages[word(m, "responseModel", "model")+"\x00"+fmt.Sprint(word(m, "model"), id, now.Input, now.Output, now.CacheRead, now.CacheWrite)] = now
}

func (p *plain) byModel() map[string]transcript.Usage {
	all := map[string]transcript.Usage{}
	add := func(model string, t [4]int64, cost float64, has bool) {
		u := all[model]
		u.Add(transcript.Usage{Input: t[0], Output: t[1], CacheRead: t[2], CacheWrite: t[3], CostUSD: cost, HasCost: has})
		all[model] = u
	}
	for _, s := range p.order {
		for _, models := range []map[string][4]int64{s.past, s.reported} {
			for name, counts := range models {
				add(name, counts, 0, false)
			}
		}
		for id := range s.open {
			add(p.responses[id].model, p.responses[id].counts, 0, false)
		}
		for _, costs := range []map[string]float64{s.pastCosts, s.costs} {
			for name, usd := range costs {
				add(name, [4]int64{}, usd, true)
			}
		}
		if s.hasCost && len(s.costs) == 0 && len(s.pastCosts) == 0 {
			add("", [4]int64{}, 0, true)
		}
	}
	for _, c := range p.costs {
		add(c.model, [4]int64{}, c.usd, true)
	}
	for key, u := range p.messages {
		model, _, _ := strings.Cut(key, "\x00")
		add(model, [4]int64{u.Input, u.Output, u.CacheRead, u.CacheWrite}, u.CostUSD, u.HasCost)
	}
	for name, u := range all {
		if u == (transcript.Usage{}) {
			delete(all, name)
		}
	}
	return all
}

// checkTotals compares the totals of a Ledger, a Counter and plain for the same files, in the order of their names.
func checkTotals(t *testing.T, p transcript.Protocol, paths ...string) (total transcript.Usage) {
	t.Helper()
	var ledger transcript.Ledger
	var counter usage.Counter
	want := newPlain()
	added := map[string]transcript.Usage{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			want.read(p, []byte(line))
		}
		r := p.NewReader(strings.NewReader(string(data)))
		var file transcript.Ledger
		for e, err := range r.Recycled() {
			if err != nil {
				continue
			}
			ledger.Add(e)
			file.Add(e)
			for model, u := range ledger.Added() {
				sum := added[model]
				sum.Add(u)
				added[strings.Clone(model)] = sum
			}
		}
		if got, want := r.Ledger().Total(), file.Total(); got != want {
			t.Errorf("%s: the reader has counted %+v, want %+v", path, got, want)
		}
		for l, err := range usage.NewReader(strings.NewReader(string(data)), decoder.Poison()).Recycled() {
			if err == nil {
				counter.AddLine(l)
			}
		}
	}
	got, of := map[string]transcript.Usage{}, map[string]transcript.Usage{}
	for model, u := range ledger.ByModel() {
		got[model] = u
	}
	var sum transcript.Usage
	models := want.byModel()
	for model, u := range models {
		sum.Add(u)
		if u.Input|u.Output|u.CacheRead|u.CacheWrite != 0 {
			of[model] = u
		}
	}
	near := cmpopts.EquateApprox(1e-9, 1e-9)
	if diff := cmp.Diff(models, got, near); diff != "" {
		t.Errorf("%s: the ledger by model (-plain +ledger):\n%s", paths, diff)
	}
	if diff := cmp.Diff(sum, ledger.Total(), near); diff != "" {
		t.Errorf("%s: the ledger (-plain +ledger):\n%s", paths, diff)
	}
	for name, u := range added {
		if u == (transcript.Usage{}) {
			delete(added, name)
		}
	}
	if diff := cmp.Diff(models, added, near); diff != "" {
		t.Errorf("%s: the sums of what each line adds (-plain +ledger):\n%s", paths, diff)
	}
	if p == transcript.OpenClaw {
		return ledger.Total()
	}
	counted := map[string]transcript.Usage{}
	for model, n := range counter.ByModel() {
		counted[model] = transcript.Usage{Input: int64(n.InputTokens), Output: int64(n.OutputTokens), CacheRead: int64(n.CacheReadInputTokens),
			CacheWrite: int64(n.CacheCreationInputTokens), CostUSD: of[model].CostUSD, HasCost: of[model].HasCost}
	}
	if diff := cmp.Diff(of, counted, near); diff != "" {
		t.Errorf("%s: the counter by model (-plain +counter):\n%s", paths, diff)
	}
	n := counter.Total()
	whole := transcript.Usage{Input: int64(n.InputTokens), Output: int64(n.OutputTokens), CacheRead: int64(n.CacheReadInputTokens), CacheWrite: int64(n.CacheCreationInputTokens)}
	whole.CostUSD, whole.HasCost = counter.Cost()
	if diff := cmp.Diff(sum, whole, near); diff != "" {
		t.Errorf("%s: the counter (-plain +counter):\n%s", paths, diff)
	}
	return ledger.Total()
}

// below returns the files below a folder.
func below(t *testing.T, folder string) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// TestByHand checks the totals of the files in testdata, which have usage at all places, against sums by hand.
func TestByHand(t *testing.T) {
	for folder, want := range map[string]transcript.Usage{
		"testdata/usage/claudecode": {Input: 35, Output: 174, CacheRead: 2212, CacheWrite: 1009, CostUSD: 0.9375, HasCost: true},
		"testdata/usage/agentsdk":   {Input: 140, Output: 728, CacheRead: 1680, CacheWrite: 1019, CostUSD: 2.8125, HasCost: true},
	} {
		if got := checkTotals(t, transcript.Protocol(filepath.Base(folder)), below(t, folder)...); got != want {
			t.Errorf("%s: %+v, want %+v", folder, got, want)
		}
	}
}

// TestLargestCountsAreFinal checks that the largest counts of a response are final: in streams with all events, their sum over a turn is the usage of
// the turn's result.
func TestLargestCountsAreFinal(t *testing.T) {
	const real = "../../shared/real/agent-sdk-stream"
	if _, err := os.Stat(real); err != nil {
		t.Skip("no real files here")
	}
	turns, later := 0, 0 // later: turns whose assistant lines alone have too small counts
	for _, folder := range []string{"testdata/usage/agentsdk", real} {
		for _, path := range below(t, folder) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			all, lines := map[string][4]int64{}, map[string][4]int64{}
			last, deltas := "", 0
			keep := func(of map[string][4]int64, counts [4]int64) {
				before := of[last]
				for i := range counts {
					before[i] = max(before[i], counts[i])
				}
				of[last] = before
			}
			total := func(of map[string][4]int64) (sum [4]int64) {
				for _, counts := range of {
					sum = add4(sum, counts)
				}
				return sum
			}
			for text := range strings.Lines(string(data)) {
				var line object
				if json.Unmarshal([]byte(text), &line) != nil || word(line, "parent_tool_use_id") != "" {
					continue
				}
				switch event := sub(line, "event"); word(line, "type") + word(event, "type") {
				case "assistant":
					last = word(sub(line, "message"), "id")
					keep(all, tokenCounts(sub(line, "message", "usage")))
					keep(lines, tokenCounts(sub(line, "message", "usage")))
				case "stream_eventmessage_start":
					last = word(sub(event, "message"), "id")
					keep(all, tokenCounts(sub(event, "message", "usage")))
				case "stream_eventmessage_delta":
					keep(all, tokenCounts(sub(event, "usage")))
					deltas++
				case "result":
					if want := tokenCounts(sub(line, "usage")); want != [4]int64{} && deltas > 0 && deltas == len(all) {
						turns++
						if total(all) != want {
							t.Errorf("%s: the largest counts are %v, the result has %v", path, total(all), want)
						}
						if total(lines) != want {
							later++
						}
					}
					clear(all)
					clear(lines)
					deltas = 0
				}
			}
		}
	}
	if turns == 0 || later == 0 {
		t.Errorf("%d turns, and %d of which assistant lines say too little: nothing was tested", turns, later)
	}
	t.Logf("%d turns, %d of which assistant lines say too little", turns, later)
}

// TestTotals compares the totals of files, each alone and all of a folder together: those of testdata, and real ones if there are any.
func TestTotals(t *testing.T) {
	for folder, p := range map[string]transcript.Protocol{
		"testdata/usage/claudecode":           transcript.ClaudeCode,
		"testdata/usage/agentsdk":             transcript.AgentSDK,
		"../testdata/claudecode":              transcript.ClaudeCode,
		"../testdata/openclaw":                transcript.OpenClaw,
		"../testdata/agentsdk":                transcript.AgentSDK,
		"../testdata/rustyclaw":               transcript.RustyClaw,
		"../../shared/real/claude-transcript": transcript.ClaudeCode,
		"../../shared/real/openclaw-pi":       transcript.OpenClaw,
		"../../shared/real/agent-sdk-stream":  transcript.AgentSDK,
		"../../shared/real/rusty-claw":        transcript.RustyClaw,
	} {
		t.Run(strings.ReplaceAll(strings.Trim(folder, "./"), "/", "-"), func(t *testing.T) {
			if _, err := os.Stat(folder); err != nil {
				t.Skip(err)
			}
			paths := slices.DeleteFunc(below(t, folder), func(path string) bool {
				// TestOpenClawUsage checks their usage.
				return p == transcript.OpenClaw && slices.Contains([]string{"session.ndjson", "newer.ndjson", "stream.ndjson", "kinds.ndjson"}, filepath.Base(path))
			})
			for _, path := range paths {
				checkTotals(t, p, path)
			}
			total := checkTotals(t, p, paths...)
			t.Logf("%d files: %+v", len(paths), total)
			if total.Input+total.Output == 0 {
				t.Error("there is no usage")
			}
			slices.Reverse(paths)
			checkTotals(t, p, paths...)
		})
	}
}
