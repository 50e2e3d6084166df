package transcript

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/openclaw"
	"github.com/ndwire/ndwire/rustyclaw"
)

// Detect says which protocol the lines speak. It reports false if that is unknown: no spec knows most of them, or they are those of a
// program that ndwire does not know. [Examine] says why.
func Detect(lines []byte) (Protocol, bool) {
	d := Examine(lines)
	return d.Protocol, d.Protocol != ""
}

// Examine says which protocol the lines speak, and what tells. It looks at the first 1,000 or 1 MB of them, or at as many as are
// needed to leave no doubt. The last line may be incomplete.
func Examine(lines []byte) Detection {
	var seen evidence
	seen.judge(lines[:min(len(lines), maxAhead)])
	return seen.verdict()
}

// Detection is what the lines at the beginning of an input tell of its protocol.
type Detection struct {
	Protocol   Protocol   // "" if it is unknown, and if there are no lines
	Confidence float64    // from 0 to 1: the share of the lines that the protocol's spec knows, less where other specs know as much
	Lines      int        // that were looked at, blank ones not counted
	Bad        int        // of these, lines that are no JSON objects
	Evidence   []Evidence // of the protocols with a spec, the likeliest first; nil if there are no lines

	// Strange are the kinds and members of the lines that no spec has, the most frequent first, at most 8:
	// "type session_meta", "tool_calls". Of a kind that no spec has the members are not looked at.
	Strange []string

	// Hint names what the lines are, where it can be told that they are of no protocol that ndwire knows: "a Codex rollout".
	Hint string
}

// Evidence says how well the spec of one protocol fits.
type Evidence struct {
	Protocol Protocol
	Fit      float64 // share of the lines that the spec knows, each by the share of its members that it knows; from 0 to 1
	Kinds    int     // lines of a kind that the spec knows
	Points   int     // for members and kinds that set this protocol apart from the others
}

// String is one line for people: "claudecode, confidence 0.98", "unknown: a Codex rollout".
func (d *Detection) String() string {
	switch {
	case d.Lines == 0:
		return "no lines"
	case d.Protocol != "":
		return fmt.Sprintf("%s, confidence %.2f", d.Protocol, d.Confidence)
	case d.Hint != "":
		return "unknown: " + d.Hint
	}
	return "unknown"
}

// protocols has them in the order in which they are taken when in doubt.
var protocols = [...]Protocol{AgentSDK, ClaudeCode, OpenClaw, RustyClaw}

// evidence counts what the lines of a file say for each protocol, and for none.
type evidence struct {
	lines   int // that were judged, and are not blank
	whole   int // of these, objects
	objects int // of these, such with members
	specs   [len(protocols)]tally
	strange map[string]int

	foreign map[string]int // lines of other programs, by what the program is called
	certain string         // a line says for the whole file that it is of this one
	text    string         // what the first line is, if it is no object
}

// tally is what speaks for one protocol.
type tally struct {
	fit    float64 // sum over the lines
	kinds  int
	points int
}

const (
	fits       = 0.5  // a spec that knows less than this share of the lines is not theirs
	near       = 0.75 // a spec that knows less than this share of what the best one knows is out of the question
	maxStrange = 8
)

// judge takes lines into account, the last of which may be incomplete.
func (v *evidence) judge(text []byte) {
	for line := range bytes.Lines(text) {
		if v.lines >= maxLinesAhead || v.leads(plenty) {
			return
		}
		if line = trim(line); len(line) == 0 {
			continue
		}
		if v.lines++; v.lines == 1 {
			v.text = describe(line)
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
		return // it says nothing
	}
	v.objects++
	var known []Protocol
	judges := 0
	strangers := map[string]int{} // how many specs do not know a member
	for i, p := range protocols {
		f := p.fit(line, members)
		v.specs[i].fit += f.share
		if f.kind {
			v.specs[i].kinds++
			known = append(known, p)
		}
		if f.judged {
			judges++
		}
		for _, name := range f.unknown {
			strangers[name]++
		}
	}
	if len(known) == 0 {
		if kind, ok := members.kind(); ok {
			v.strangers(kind)
		}
	}
	for name, n := range strangers {
		if n == judges {
			v.strangers(name)
		}
	}
	points := clues(members, known)
	for i, p := range protocols {
		v.specs[i].points += min(points[p], enough)
	}
	if name, certain := foreigner(members); name != "" {
		if v.foreign == nil {
			v.foreign = map[string]int{}
		}
		v.foreign[name]++
		if certain && v.certain == "" {
			v.certain = name
		}
	}
}

// strangers counts a name that no spec has. Names come from the input: the table is bounded.
func (v *evidence) strangers(name string) {
	const most = 1000
	if v.strange == nil {
		v.strange = map[string]int{}
	}
	if _, ok := v.strange[name]; ok || len(v.strange) < most {
		v.strange[name]++
	}
}

// best is the index of the likeliest protocol, -1 if the lines are of none.
func (v *evidence) best() int {
	if v.objects == 0 || v.stranger() != "" {
		return -1
	}
	top := 0.0
	for _, t := range v.specs {
		top = max(top, t.fit)
	}
	if top < fits*float64(v.objects) {
		return -1
	}
	best := -1
	for i, t := range v.specs {
		if t.fit < near*top {
			continue
		}
		if best < 0 || cmp.Or(cmp.Compare(t.points, v.specs[best].points), cmp.Compare(t.fit, v.specs[best].fit)) > 0 {
			best = i
		}
	}
	return best
}

// stranger names the program whose lines they are, if ndwire does not know it.
func (v *evidence) stranger() string {
	if v.certain != "" {
		return v.certain
	}
	for name, n := range v.foreign {
		if 3*n >= v.objects {
			return name
		}
	}
	return ""
}

// leads reports whether one protocol has so many points more than each other one.
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
		if d.Hint = v.stranger(); d.Hint == "" && v.whole == 0 {
			d.Hint = v.text
		}
		return d
	}
	d.Protocol = protocols[best]
	rivals := 1 // specs that know as much, and have as much to say for themselves
	for i, t := range v.specs {
		if i != best && t.points >= v.specs[best].points && t.fit >= near*v.specs[best].fit {
			rivals++
		}
	}
	d.Confidence = min(share(v.specs[best].fit), 1) * float64(v.whole) / float64(v.lines) / float64(rivals)
	return d
}

// fit is how well a spec fits a line.
type fit struct {
	share   float64  // of the line that the spec knows, from 0 to 1
	kind    bool     // it knows the line's kind
	judged  bool     // it has a record that the line can be held against
	unknown []string // members at the top of the line that this record does not have
}

// fit holds a line against p's spec.
func (p Protocol) fit(line []byte, m members) (f fit) {
	weight := 1.0
	if !m.tagged() {
		// A line without a tag, as old programs and other people's tools write: its members may be those of the usual kinds.
		if len(m) < 3 {
			return f
		}
		line = append([]byte(`{"type":"assistant",`), bytes.TrimSpace(line[1:])...)
		weight = near
	}
	against := 0.0
	for _, err := range findings(p.check(line)) {
		name, top := strings.CutPrefix(err.Path, ".")
		top = top && name != "" && !strings.ContainsAny(name, ".[")
		switch {
		case err.Path == "" || err.Path == ".":
			if err.Reason == decoder.ErrUnknown && m.has("subtype") && p.family(m.word("type")) {
				return fit{share: fits, kind: true}
			}
			if err.Reason == decoder.ErrUnknown || err.Reason == decoder.ErrMissingTag {
				return fit{}
			}
		case err.Reason == decoder.ErrUnknown && top:
			against++
			f.unknown = append(f.unknown, name)
		case err.Reason == decoder.ErrUnknown: // newer versions have more, and so has the content of tools
			against += 0.25
		case err.Reason == decoder.ErrType:
			against++
		}
	}
	all := float64(max(len(m), 1))
	f.share = weight * max(0, all-against) / all
	f.kind, f.judged = weight == 1, true
	return f
}

// family reports whether p has kinds of this type, which differ in their subtypes.
func (p Protocol) family(kind string) bool {
	line, _ := json.Marshal(map[string]string{"type": kind}) // of a text
	return errors.Is(p.check(line), decoder.ErrMissingTag)
}

// check is what CheckLine of p's package says of a line.
func (p Protocol) check(line []byte) error {
	switch p {
	case AgentSDK:
		return ndwire.CheckLine(line)
	case ClaudeCode:
		return claudecode.CheckLine(line)
	case OpenClaw:
		return openclaw.CheckLine(line)
	case RustyClaw:
		return rustyclaw.CheckLine(line)
	}
	return nil
}

// findings are the errors that CheckLine has joined.
func findings(err error) (all []*decoder.Error) {
	var joined interface{ Unwrap() []error }
	if _, ok := err.(*decoder.Error); !ok && errors.As(err, &joined) {
		for _, e := range joined.Unwrap() {
			all = append(all, findings(e)...)
		}
		return all
	}
	if e, ok := errors.AsType[*decoder.Error](err); ok {
		all = append(all, e)
	}
	return all
}

// members are those at the top of a line, the last one of each name.
type members map[string]decoder.Raw

// membersOf gives the members of a line, and the line itself. A damaged line need not be whole: what stands before the first error
// counts, and makes a line of its own. The members are nil if the line is no object.
func membersOf(line []byte) (members, []byte) {
	if len(line) == 0 || line[0] != '{' {
		return nil, nil
	}
	m := members{}
	for name, v := range decoder.Raw(line).Members() {
		m[name] = v
	}
	if json.Valid(line) {
		return m, line
	}
	maps.DeleteFunc(m, func(_ string, v decoder.Raw) bool { return !json.Valid(v) }) // the last one may be cut
	if len(m) == 0 {
		return nil, nil
	}
	line, _ = json.Marshal(m) // of valid values it does not fail
	return m, line
}

func (m members) has(names ...string) bool {
	for _, name := range names {
		if _, ok := m[name]; !ok {
			return false
		}
	}
	return true
}

// word is the text of a member, "" if it is none.
func (m members) word(name string) string {
	s, _ := m[name].Text()
	return s
}

func (m members) is(name string, t decoder.JSONType) bool { return m.has(name) && m[name].Type() == t }

// tagged reports whether something says what kind of line it is.
func (m members) tagged() bool { return m.has("type") || m.has("role") }

// kind is what the line calls itself, with the name of the tag, if that is short enough to be shown.
func (m members) kind() (string, bool) {
	const most = 64
	for _, tag := range []string{"type", "role"} {
		if s := m.word(tag); s != "" && len(s) <= most {
			if sub := m.word("subtype"); sub != "" && len(sub) <= most {
				s += "/" + sub
			}
			return tag + " " + s, true
		}
	}
	return "", false
}

// trim takes off what may stand around a record.
func trim(line []byte) []byte {
	return bytes.Trim(bytes.TrimPrefix(bytes.Trim(line, "\x00 \t\r\n"), []byte("\xef\xbb\xbf")), "\x00 \t\r\n")
}
