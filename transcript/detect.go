package transcript

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// Detect returns the protocol of the lines. It reports false if the protocol is unknown: no spec knows most of the lines, or another
// program wrote them. [Examine] says why.
func Detect(lines []byte) (Protocol, bool) {
	d := Examine(lines)
	return d.Protocol, d.Protocol != ""
}

// Examine returns the protocol of the lines, with the evidence for it. It reads at most 1,000 lines or 1 MB of them, and stops where one
// protocol leads clearly. The last line may be incomplete.
func Examine(lines []byte) Detection {
	var seen evidence
	seen.judge(lines[:min(len(lines), maxAhead)])
	return seen.verdict()
}

// Detection is the protocol found in the first lines of an input, with the evidence for it.
type Detection struct {
	Protocol   Protocol   // "" if it is unknown, and if there are no lines
	Confidence float64    // from 0 to 1: the share of the lines that the protocol's spec knows, less where other specs know as much
	Lines      int        // lines examined, without blank ones
	Bad        int        // lines among them that are not JSON objects
	Evidence   []Evidence // of the protocols with a spec, the likeliest first; nil if there are no lines

	// Strange are the kinds and members of the lines that no spec has, the most frequent first, at most 8:
	// "type session_meta", "tool_calls". The members of an unknown kind are not listed.
	Strange []string

	// Hint names a known format that a Reader does not read: "a Codex rollout"; "" if there is none.
	Hint string
}

// Evidence says how well the spec of one protocol fits the lines.
type Evidence struct {
	Protocol Protocol
	Fit      float64 // share of the lines that the spec knows, each by the share of its members that it knows; from 0 to 1
	Kinds    int     // lines of a kind that the spec knows
	Points   int     // for members and kinds that set this protocol apart from the others
}

// String returns a one-line summary: "claudecode, confidence 0.98", "unknown: a Codex rollout".
func (d *Detection) String() string {
	switch {
	case d.Protocol != "":
		return fmt.Sprintf("%s, confidence %.2f", d.Protocol, d.Confidence)
	case d.Hint != "":
		return "unknown: " + d.Hint
	case d.Lines == 0:
		return "no lines"
	}
	return "unknown"
}

// protocols has all protocols; of equally likely ones the first is chosen.
var protocols = [...]Protocol{AgentSDK, ClaudeCode, OpenClaw, RustyClaw}

// evidence sums up the evidence in the lines of a file for each protocol, and for programs without a spec.
type evidence struct {
	lines   int // lines examined, without blank ones
	whole   int // lines among them that are objects
	objects int // objects among them that have members
	specs   [len(protocols)]tally
	strange map[string]int

	foreign map[string]int // lines of programs without a spec, by name
	certain string         // the program that one line identifies for the whole file
	text    string         // describes the first line, should no line be an object
	cut     bool           // the first line has the beginning of an object, if it is no object
}

// tally is the evidence for one protocol.
type tally struct {
	fit    float64 // sum over the lines
	own    float64 // the same for fit.own
	kinds  int
	points int
}

const (
	minFit     = 0.5  // a spec that knows less than this share of the lines is not chosen
	nearFit    = 0.75 // nor one that knows less than this share of what the best one knows
	maxStrange = 8
)

// judge adds the evidence of lines, the last of which may be incomplete.
func (v *evidence) judge(text []byte) {
	for line := range bytes.Lines(text) {
		if v.lines >= maxLinesAhead || v.leads(decisive) {
			return
		}
		whole := line
		if line = trim(line); len(line) == 0 && bytes.IndexByte(whole, 0) < 0 {
			continue
		}
		if v.lines++; v.lines == 1 {
			v.text = describe(line)
			v.cut = len(line) > 1 && line[0] == '{'
		}
		v.line(line)
	}
}

func (v *evidence) line(line []byte) {
	members, line := membersOf(line)
	if members == nil {
		return
	}
	if v.whole++; len(members) == 0 {
		return // an empty object is not evidence
	}
	v.objects++
	var known []Protocol
	judges := 0
	unknowns := map[string]int{} // for each member, how many specs do not have it
	for i, p := range protocols {
		f := p.fit(line, members)
		v.specs[i].fit += f.share
		v.specs[i].own += f.own
		if f.kind {
			v.specs[i].kinds++
			known = append(known, p)
		}
		if f.judged {
			judges++
		}
		for _, name := range f.unknown {
			unknowns[name]++
		}
	}
	if len(known) == 0 {
		if kind, ok := members.kind(); ok {
			v.countUnknown(kind)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(unknowns)) { // in an order of their own, since not all may be counted
		if unknowns[name] == judges {
			v.countUnknown(name)
		}
	}
	points := pointsOf(members, known)
	for i, p := range protocols {
		v.specs[i].points += min(points[p], maxPerLine)
	}
	if name, certain := foreignProgramOf(members); name != "" {
		if v.foreign == nil {
			v.foreign = map[string]int{}
		}
		v.foreign[name]++
		if certain && v.certain == "" {
			v.certain = name
		}
	}
}

// countUnknown counts a name that no spec has. Names come from the input: the table is bounded.
func (v *evidence) countUnknown(name string) {
	const most = 1000
	if v.strange == nil {
		v.strange = map[string]int{}
	}
	if _, ok := v.strange[name]; ok || len(v.strange) < most {
		v.strange[name]++
	}
}

// best returns the index of the likeliest protocol, -1 if there is none.
func (v *evidence) best() int {
	if v.objects == 0 || v.foreignName() != "" {
		return -1
	}
	top := 0.0
	for _, t := range v.specs {
		top = max(top, t.fit)
	}
	if top < minFit*float64(v.objects) {
		return -1
	}
	best := -1
	for i, t := range v.specs {
		if t.fit < nearFit*top {
			continue
		}
		if best < 0 || cmp.Or(cmp.Compare(t.points, v.specs[best].points), cmp.Compare(t.fit, v.specs[best].fit)) > 0 {
			best = i
		}
	}
	// Nothing sets the spec apart: then most members of its kinds must be there.
	if t := v.specs[best]; t.points == 0 && t.own < minFit*float64(v.objects) {
		return -1
	}
	return best
}

// foreignName returns the name of the program without a spec that wrote the lines, or a third of them and more than others; "" if there is none.
func (v *evidence) foreignName() string {
	if v.certain != "" {
		return v.certain
	}
	most := ""
	for name, n := range v.foreign {
		if 3*n >= v.objects && (most == "" || cmp.Or(cmp.Compare(n, v.foreign[most]), cmp.Compare(most, name)) > 0) {
			most = name
		}
	}
	return most
}

// leads reports whether one protocol is ahead of every other one by that many points.
func (v *evidence) leads(points int) bool {
	best := v.best()
	if best < 0 || len(v.foreign) > 0 {
		return false
	}
	for i, t := range v.specs {
		if i != best && v.specs[best].points-t.points < points {
			return false
		}
	}
	return true
}

func (v *evidence) verdict() Detection {
	d := Detection{Lines: v.lines, Bad: v.lines - v.whole}
	if v.lines == 0 {
		return d
	}
	share := func(sum float64) float64 { return sum / float64(max(v.objects, 1)) }
	for i, t := range v.specs {
		d.Evidence = append(d.Evidence, Evidence{protocols[i], share(t.fit), t.kinds, t.points})
	}
	best := v.best()
	slices.SortStableFunc(d.Evidence, func(a, b Evidence) int {
		first := func(e Evidence) int {
			if best >= 0 && e.Protocol == protocols[best] {
				return 0
			}
			return 1
		}
		return cmp.Or(cmp.Compare(first(a), first(b)), cmp.Compare(b.Fit, a.Fit), cmp.Compare(b.Points, a.Points))
	})
	d.Strange = slices.SortedFunc(maps.Keys(v.strange), func(a, b string) int {
		return cmp.Or(cmp.Compare(v.strange[b], v.strange[a]), cmp.Compare(a, b))
	})
	d.Strange = slices.Clip(d.Strange[:min(len(d.Strange), maxStrange)])
	if best < 0 {
		switch d.Hint = v.foreignName(); {
		case d.Hint != "" || v.whole > 0:
		case v.cut && v.lines == 1:
			d.Hint = "one JSON object that is cut, or not completely written yet"
		default:
			d.Hint = v.text
		}
		return d
	}
	d.Protocol = protocols[best]
	rivals := 1 // protocols with as many points and about as good a fit
	for i, t := range v.specs {
		if i != best && t.points >= v.specs[best].points && t.fit >= nearFit*v.specs[best].fit {
			rivals++
		}
	}
	d.Confidence = min(share(v.specs[best].fit), 1) * float64(v.whole) / float64(v.lines) / float64(rivals)
	return d
}
