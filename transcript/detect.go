package transcript

import (
	"bytes"
	"strings"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/openclaw"
	"github.com/ndwire/ndwire/rustyclaw"
)

// Detect says which protocol the lines speak: that of which most of them tell, among the first 1,000 or 1 MB, or as many as are
// needed to leave no doubt. It reports false if nothing tells.
func Detect(lines []byte) (Protocol, bool) {
	var seen evidence
	seen.judge(lines[:min(len(lines), maxAhead)])
	if p := seen.likeliest(); seen.points[p] > 0 {
		return p, true
	}
	return "", false
}

// evidence counts what the lines of a file say for each protocol.
type evidence struct {
	points map[Protocol]int
	lines  int // that were judged, and are not blank
}

// What one member or kind says for a protocol. A line says no more than enough, so that it takes others to outvote it, and
// two of the usual to be sure of.
const (
	hint   = 1
	usual  = 2
	only   = 4 // no other protocol has it
	enough = 6
	plenty = 5 * enough // is not worth looking at more lines, though they are at hand
)

// leads reports whether one protocol has so many points more than each other one.
func (v *evidence) leads(points int) bool {
	best := v.likeliest()
	for _, p := range protocols {
		if p != best && v.points[best]-v.points[p] < points {
			return false
		}
	}
	return true
}

// protocols has them in the order in which they are taken when in doubt.
var protocols = [...]Protocol{AgentSDK, ClaudeCode, OpenClaw, RustyClaw}

func (v *evidence) likeliest() Protocol {
	best := protocols[0]
	for _, p := range protocols {
		if v.points[p] > v.points[best] {
			best = p
		}
	}
	return best
}

// judge takes lines into account, the last of which may be incomplete.
func (v *evidence) judge(text []byte) {
	if v.points == nil {
		v.points = map[Protocol]int{}
	}
	for line := range bytes.Lines(text) {
		if v.lines >= maxLinesAhead || v.leads(plenty) {
			return
		}
		if line = trim(line); len(line) == 0 {
			continue
		}
		v.lines++
		for p, n := range clues(decoder.Raw(line)) {
			v.points[p] += min(n, enough)
		}
	}
}

// trim takes off what may stand around a record.
func trim(line []byte) []byte {
	return bytes.Trim(bytes.TrimPrefix(bytes.Trim(line, "\x00 \t\r\n"), []byte("\xef\xbb\xbf")), "\x00 \t\r\n")
}

// clues says what stands on one line for each protocol. It needs no good line: what stands before the first error counts.
func clues(line decoder.Raw) map[Protocol]int {
	found := map[Protocol]int{}
	members := map[string]decoder.Raw{}
	for name, v := range line.Members() {
		members[name] = v
	}
	for name := range members {
		if c, ok := ofMembers[name]; ok {
			found[c.Protocol] += c.points
		}
	}
	has := func(names ...string) bool {
		for _, name := range names {
			if _, ok := members[name]; !ok {
				return false
			}
		}
		return true
	}
	word := func(name string) string {
		s, _ := members[name].Text()
		return s
	}
	kind := word("type")
	switch subtype := word("subtype"); kind {
	case "system":
		if subtype != "init" {
			break
		}
		if !has("model") && !has("cwd") && !has("permissionMode") && !has("uuid") && has("session_id", "tools", "mcp_servers") {
			found[RustyClaw] += usual
		} else if has("session_id") {
			found[AgentSDK] += usual
		}
		for _, tool := range members["tools"].Elements() {
			if tool.Type() == decoder.Object { // the CLI names them
				found[RustyClaw] += only
			}
			break
		}
	case "assistant", "user":
		if has("duration_ms") && !has("session_id") {
			found[RustyClaw] += only
		}
		if _, ok := members["timestamp"].Text(); ok && !has("session_id") { // every line on disk has one, few streams do
			found[ClaudeCode] += usual
		}
	case "result":
		switch {
		case subtype == "input_required", subtype == "error" && !has("is_error"):
			found[RustyClaw] += only
		case subtype == "success" && !has("is_error"):
			found[RustyClaw] += usual
		}
	case "control_request", "control_response":
		if has("request") || has("response") {
			found[AgentSDK] += usual
		} else if has("subtype") {
			found[RustyClaw] += usual
		}
	case "session":
		if has("id", "cwd") {
			found[OpenClaw] += enough
		}
	case "message", "message_start", "message_end", "turn_end":
		if role, ok := members["message"].Get("role"); ok && role.Type() == decoder.String {
			found[OpenClaw] += only
		}
	case "error", "done":
		if has("reason") {
			found[OpenClaw] += usual
		}
	case "response":
		if has("command", "success") {
			found[OpenClaw] += only
		}
	case "":
		if has("type") {
			break
		}
		switch word("role") { // a message that stands on a line by itself
		case "user", "assistant":
			found[OpenClaw] += usual
		case "toolResult", "bashExecution", "hookMessage", "branchSummary", "compactionSummary", "custom":
			found[OpenClaw] += only
		}
	default:
		if c, ok := ofKind(kind); ok {
			found[c.Protocol] += c.points
		}
	}
	// Lines of a turn name their session; the beginning of a session was looked at above.
	if has("session_id") && kind != "" && !(kind == "system" && word("subtype") == "init") {
		found[AgentSDK] += usual
	}
	return found
}

type clue struct {
	Protocol
	points int
}

// ofMembers says what a member at the top of a line tells.
var ofMembers = map[string]clue{
	"parent_tool_use_id":  {AgentSDK, usual},
	"claude_code_version": {AgentSDK, only},
	"apiKeySource":        {AgentSDK, usual},
	"slash_commands":      {AgentSDK, usual},
	"permission_denials":  {AgentSDK, usual},
	"modelUsage":          {AgentSDK, usual},
	"total_cost_usd":      {AgentSDK, hint},
	"is_error":            {AgentSDK, hint},
	"hook_id":             {AgentSDK, only},
	"tool_use_result":     {AgentSDK, usual},
	"isReplay":            {AgentSDK, usual},

	"sessionId":         {ClaudeCode, usual},
	"parentUuid":        {ClaudeCode, only},
	"logicalParentUuid": {ClaudeCode, only},
	"isSidechain":       {ClaudeCode, only},
	"leafUuid":          {ClaudeCode, only},
	"userType":          {ClaudeCode, usual},
	"gitBranch":         {ClaudeCode, usual},
	"toolUseResult":     {ClaudeCode, only},
	"toolUseID":         {ClaudeCode, usual},
	"requestId":         {ClaudeCode, hint},
	"isMeta":            {ClaudeCode, usual},
	"messageId":         {ClaudeCode, hint},
	"toolArguments":     {ClaudeCode, usual},

	"parentId":              {OpenClaw, usual},
	"traceSchema":           {OpenClaw, enough},
	"assistantMessageEvent": {OpenClaw, enough},
	"contentIndex":          {OpenClaw, usual},
	"partial":               {OpenClaw, usual},
	"toolCallId":            {OpenClaw, usual},
	"toolResults":           {OpenClaw, usual},
	"customType":            {OpenClaw, only},
	"firstKeptEntryId":      {OpenClaw, only},
	"firstKeptEntryIndex":   {OpenClaw, only},
	"thinkingLevel":         {OpenClaw, usual},
	"stopReason":            {OpenClaw, usual},
	"provider":              {OpenClaw, hint},
	"api":                   {OpenClaw, hint},
}

// ofKind says what the type of a line tells: the one protocol whose spec has it. A name of a single word is one that others could
// have used, too.
func ofKind(name string) (clue, bool) {
	if name == "" || len(name) > 64 || strings.Trim(name, nameBytes) != "" {
		return clue{}, false
	}
	line := []byte(`{"type":"` + name + `"}`)
	var of []Protocol
	for _, p := range protocols {
		if p.knows(line) {
			of = append(of, p)
		}
	}
	switch {
	case len(of) != 1:
		return clue{}, false
	case strings.ContainsAny(name, "-_."):
		return clue{of[0], only}, true
	}
	return clue{of[0], usual}, true
}

// nameBytes are those that the names of types are made of.
const nameBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."

// knows reports whether a line is of a kind that the protocol has a record for.
func (p Protocol) knows(line []byte) bool {
	var l decoder.Line
	var err error
	switch p {
	case AgentSDK:
		l, err = ndwire.UnmarshalLine(line)
	case ClaudeCode:
		l, err = claudecode.UnmarshalLine(line)
	case OpenClaw:
		l, err = openclaw.UnmarshalLine(line)
	case RustyClaw:
		l, err = rustyclaw.UnmarshalLine(line)
	}
	if err != nil {
		return false
	}
	switch l.(type) {
	case *ndwire.UnknownMessage, *claudecode.UnknownLine, *openclaw.UnknownLine, *rustyclaw.UnknownMessage:
		return false
	}
	return true
}
