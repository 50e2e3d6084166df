package claudecode

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/ndwire/ndwire/decoder"
)

// Rule is a rule for the lines of a session.
type Rule string

// The integrity rules of a session, and the requirement that fields are there.
const (
	RuleUnique    Rule = "unique"    // a uuid occurs once in a session
	RuleTimestamp Rule = "timestamp" // a timestamp is a date and a time as ISO 8601 writes them
	RuleParent    Rule = "parent"    // parentUuid is null, or the uuid of a line before or after, and does not lead back to the line
	RuleStructure Rule = "structure" // a line has the structure that its type says
	RuleTool      Rule = "tool"      // a tool call has a name and arguments
	RuleSidechain Rule = "sidechain" // isSidechain changes only where a sidechain begins or ends
	RuleRequired  Rule = "required"  // a field that the type requires is there
)

// Finding is a violation of a rule in a line.
type Finding struct {
	Pos    decoder.Pos
	Rule   Rule
	Path   string // of the value, as jq writes it: .toolName
	Reason string
}

// String returns "FILE:LINE: RULE: PATH REASON".
func (f Finding) String() string {
	return f.Pos.String() + ": " + string(f.Rule) + ": " + f.Path + " " + f.Reason
}

// Validator checks the lines of a stream, one file or many, against the rules of a session:
//
//	var v claudecode.Validator
//	for line, err := range r.Recycled() {
//		if err == nil {
//			v.Add(r.Pos(), line)
//		}
//	}
//	for _, f := range v.Findings() {
//		fmt.Println(f)
//	}
//
// Lines may come in any order: a parent may follow its children. A uuid is unique in its session; a parent may be of any
// session of the stream. A session that goes on in another file repeats its lines there: a line with the session, uuid, kind, time
// and parent of one in another file is not checked again. In a cycle of parents, the first line has the finding.
//
// All turns are checked, and of the notes about a session the timestamps that the spec names. Members and types that the
// spec does not know are not violations (decoder.Strict reports them), and such a line can be a parent and have one.
// A member that is null or an empty text counts as missing.
//
// The fields that are required are uuid, timestamp and sessionId; the message of a user line, unless it is a command, which has
// a member command or a subtype of that name; the text of a system line of the flat form; toolName and toolArguments of
// a tool_use; the message of a compact_system line, and the metadata of one that says conversation_compacted.
//
// A sidechain begins where a line with the flag follows one without it, and ends where the opposite holds. An assistant line
// cannot begin one, since a prompt comes first; a line that follows a user line cannot end one, since the prompt would have no answer;
// and a user line cannot end one, since people do not write into sidechains. A line with results of tools does not count as a user
// line here: a result has the flag of its call, and may come after the sidechain that the call began.
//
// The message of a user or an assistant line, unless it is a text, is an API message, which has a role and content: of a user line a text
// or blocks, of an assistant line blocks. Blocks are objects with a type; those of the type tool_use have a name and, as input, an
// object, and those of the type tool_result have the id of a call.
//
// A Validator keeps no text. It takes at most 48 bytes for each uuid of a session and each tool call of the stream,
// which it stores as hashes of 128 bits, about 50 bytes for each session, and 8 bytes for each result whose flag is
// not that of its call; Findings takes 4 bytes more for each uuid while it runs. The probability that two of n uuids
// have the same hash is n²/2¹²⁹, 1 in 10²⁰ for a billion uuids; then a missing parent may be overlooked, or a uuid be
// reported as a duplicate. It distinguishes 33,554,431 sessions; further ones may have the same uuid twice without a
// finding.
//
// The zero value is ready to use. A Validator must not be copied, nor used by several goroutines at once.
type Validator struct {
	// Limit is the maximum number of findings that are kept, the first ones found; 0 means 10,000.
	Limit int

	ids       *ids
	calls     *ids // by the ids of tool calls
	sessions  map[hash128]idTag
	positions positions
	found     []found
	crossed   []crossedResult
	omitted   int64
}

// found is a finding that has the number of its line; Findings looks up the position.
type found struct {
	line         uint32
	rule         Rule
	path, reason string
}

const defaultLimit = 10_000

func (v *Validator) limit() int {
	if v.Limit > 0 {
		return v.Limit
	}
	return defaultLimit
}

// Add checks a line. It keeps no memory of it.
func (v *Validator) Add(pos decoder.Pos, l Line) {
	if l == nil || v.positions.n == 1<<32-1 {
		return
	}
	if v.ids == nil {
		v.ids = &ids{hasher: newHasher()}
		v.calls = new(ids)
		v.sessions = make(map[hash128]idTag)
	}
	r := report{v, v.positions.n}
	v.positions.add(pos)
	t, ok := turnOf(l)
	if !ok {
		r.check(l)
		return
	}
	sum := v.sumOf(l, t)
	if v.isCopy(pos.File, t, sum) {
		return
	}
	r.check(l)
	v.link(r, t, sum)
	v.linkTools(r, l, t)
}

// Findings returns the violations in the lines so far, in the order of the lines: a parent that has not come yet is missing.
func (v *Validator) Findings() []Finding {
	all, _ := v.collect()
	lines := make([]uint32, len(all))
	for i, f := range all {
		lines[i] = f.line
	}
	list := make([]Finding, len(all))
	v.positions.each(lines, func(i int, pos decoder.Pos) {
		list[i] = Finding{pos, all[i].rule, all[i].path, all[i].reason}
	})
	return list
}

// Omitted returns the number of findings beyond Limit.
func (v *Validator) Omitted() int64 {
	_, omitted := v.collect()
	return omitted
}

// collect returns the findings that are kept, in the order of lines, and the number of the others.
func (v *Validator) collect() (list []found, omitted int64) {
	limit := v.limit()
	list = slices.Clone(v.found)
	omitted = v.omitted
	add := func(rule Rule, path string, lines []uint32, reason string) {
		slices.Sort(lines)
		omitted += int64(max(0, len(lines)-limit))
		for _, line := range lines[:min(len(lines), limit)] {
			list = append(list, found{line, rule, path, reason})
		}
	}
	if v.ids != nil {
		add(RuleParent, ".parentUuid", v.ids.orphans(), "names no line of the stream")
		add(RuleParent, ".parentUuid", v.ids.circles(), "leads back to the line itself, from parent to parent")
	}
	crossed := make(map[string][]uint32) // lines by reason
	for _, c := range v.crossed {
		if tag := v.calls.tag(c.call); tag&idMixed == 0 {
			crossed[crossedReason(tag)] = append(crossed[crossedReason(tag)], c.line)
		}
	}
	for _, reason := range slices.Sorted(maps.Keys(crossed)) {
		add(RuleSidechain, ".isSidechain", crossed[reason], reason)
	}
	slices.SortStableFunc(list, func(a, b found) int { return cmp.Compare(a.line, b.line) })
	omitted += int64(max(0, len(list)-limit))
	return list[:min(len(list), limit)], omitted
}

// report collects findings about one line.
type report struct {
	v    *Validator
	line uint32
}

func (r report) add(rule Rule, path, reason string) {
	if len(r.v.found) >= r.v.limit() {
		r.v.omitted++
		return
	}
	r.v.found = append(r.v.found, found{r.line, rule, path, reason})
}

// quote quotes a value of a line, a long one in part.
func quote(s string) string {
	const most = 60
	if len(s) > most {
		end := most
		for end > most-utf8.UTFMax && !utf8.RuneStart(s[end]) {
			end--
		}
		return strconv.Quote(s[:end]) + "..."
	}
	return strconv.Quote(s)
}
