package transcript

import (
	"strings"

	"github.com/ndwire/ndwire/decoder"
)

// Points that a member or kind of a line gives to one protocol. A line gives a protocol at most maxPerLine points, so that one line
// cannot decide against many.
const (
	weak       = 1
	strong     = 2
	unique     = 4 // no other protocol has it
	maxPerLine = 6
	decisive   = 5 * maxPerLine // with this lead, no more lines are examined
)

// pointsOf returns the points that one line gives to each protocol. known are the protocols whose spec has the line's kind.
func pointsOf(m members, known []Protocol) map[Protocol]int {
	found := map[Protocol]int{}
	for name := range m {
		if c, ok := pointsOfMember[name]; ok {
			found[c.Protocol] += c.points
		}
	}
	addPointsOfKind(found, m, known)
	kind, subtype := m.text("type"), m.text("subtype")
	if m.has("session_id") && kind != "" && !(kind == "system" && subtype == "init") { // lines of a turn name their session
		found[AgentSDK] += strong
	}
	return found
}

// addPointsOfKind adds the points for the line's kind.
func addPointsOfKind(found map[Protocol]int, m members, known []Protocol) {
	kind := m.text("type")
	switch kind {
	case "system":
		if m.text("subtype") == "init" {
			addPointsOfInit(found, m)
		}
	case "assistant", "user":
		if m.has("duration_ms") && !m.has("session_id") {
			found[RustyClaw] += unique
		}
		if _, ok := m["timestamp"].Text(); ok && !m.has("session_id") { // every line on disk has one, few streams do
			found[ClaudeCode] += strong
		}
	case "result":
		addPointsOfResult(found, m)
	case "control_request", "control_response":
		if m.has("request") || m.has("response") {
			found[AgentSDK] += strong
		} else if m.has("subtype") {
			found[RustyClaw] += strong
		}
	case "session":
		if m.has("id", "cwd") {
			found[OpenClaw] += maxPerLine
		}
	case "message", "message_start", "message_end", "turn_end":
		if role, ok := m["message"].Get("role"); ok && role.Type() == decoder.String {
			found[OpenClaw] += unique
		}
	case "error", "done":
		if m.has("reason") {
			found[OpenClaw] += strong
		}
	case "response":
		if m.has("command", "success") {
			found[OpenClaw] += unique
		}
	case "":
		if !m.has("type") {
			addPointsOfRole(found, m)
		}
	default:
		if len(known) != 1 {
			break
		}
		if strings.ContainsAny(kind, "-_.") {
			found[known[0]] += unique
		} else { // other programs may use the same single word
			found[known[0]] += strong
		}
	}
}

// addPointsOfResult adds the points for the end of a turn.
func addPointsOfResult(found map[Protocol]int, m members) {
	switch subtype := m.text("subtype"); {
	case subtype == "input_required", subtype == "error" && !m.has("is_error"):
		found[RustyClaw] += unique
	case subtype == "success" && !m.has("is_error"):
		found[RustyClaw] += strong
	}
}

// addPointsOfRole adds the points for a message without an envelope.
func addPointsOfRole(found map[Protocol]int, m members) {
	switch m.text("role") {
	case "user", "assistant":
		found[OpenClaw] += strong
	case "toolResult", "bashExecution", "hookMessage", "branchSummary", "compactionSummary", "custom":
		found[OpenClaw] += unique
	}
}

// addPointsOfInit adds the points for a line that begins a session or a turn.
func addPointsOfInit(found map[Protocol]int, m members) {
	if !m.has("model") && !m.has("cwd") && !m.has("permissionMode") && !m.has("uuid") && m.has("session_id", "tools", "mcp_servers") {
		found[RustyClaw] += strong
	} else if m.has("session_id") {
		found[AgentSDK] += strong
	}
	for _, tool := range m["tools"].Elements() {
		if tool.Type() == decoder.Object { // the CLI names them
			found[RustyClaw] += unique
		}
		break
	}
}

type memberPoints struct {
	Protocol
	points int
}

// pointsOfMember has the points of members at the top of a line.
var pointsOfMember = map[string]memberPoints{
	"parent_tool_use_id":  {AgentSDK, strong},
	"claude_code_version": {AgentSDK, unique},
	"apiKeySource":        {AgentSDK, strong},
	"slash_commands":      {AgentSDK, strong},
	"permission_denials":  {AgentSDK, strong},
	"modelUsage":          {AgentSDK, strong},
	"total_cost_usd":      {AgentSDK, weak},
	"is_error":            {AgentSDK, weak},
	"hook_id":             {AgentSDK, unique},
	"tool_use_result":     {AgentSDK, strong},
	"isReplay":            {AgentSDK, strong},

	"sessionId":         {ClaudeCode, strong},
	"parentUuid":        {ClaudeCode, unique},
	"logicalParentUuid": {ClaudeCode, unique},
	"isSidechain":       {ClaudeCode, unique},
	"leafUuid":          {ClaudeCode, unique},
	"userType":          {ClaudeCode, strong},
	"gitBranch":         {ClaudeCode, strong},
	"toolUseResult":     {ClaudeCode, unique},
	"toolUseID":         {ClaudeCode, strong},
	"requestId":         {ClaudeCode, weak},
	"isMeta":            {ClaudeCode, strong},
	"messageId":         {ClaudeCode, weak},
	"toolArguments":     {ClaudeCode, strong},

	"parentId":              {OpenClaw, strong},
	"traceSchema":           {OpenClaw, maxPerLine},
	"assistantMessageEvent": {OpenClaw, maxPerLine},
	"contentIndex":          {OpenClaw, strong},
	"partial":               {OpenClaw, strong},
	"toolCallId":            {OpenClaw, strong},
	"toolResults":           {OpenClaw, strong},
	"customType":            {OpenClaw, unique},
	"firstKeptEntryId":      {OpenClaw, unique},
	"firstKeptEntryIndex":   {OpenClaw, unique},
	"thinkingLevel":         {OpenClaw, strong},
	"stopReason":            {OpenClaw, strong},
	"provider":              {OpenClaw, weak},
	"api":                   {OpenClaw, weak},
}
