package transcript

import (
	"strings"

	"github.com/ndwire/ndwire/decoder"
)

// What one member or kind says for a protocol, as against the other ones. A line says no more than enough, so that it takes others
// to outvote it, and two of the usual to be sure of.
const (
	hint   = 1
	usual  = 2
	only   = 4 // no other protocol has it
	enough = 6
	plenty = 5 * enough // is not worth looking at more lines, though they are at hand
)

// clues says what the members of one line tell for each protocol, as against the other ones. known are those that know its kind.
func clues(m members, known []Protocol) map[Protocol]int {
	found := map[Protocol]int{}
	for name := range m {
		if c, ok := ofMembers[name]; ok {
			found[c.Protocol] += c.points
		}
	}
	kind := m.word("type")
	switch subtype := m.word("subtype"); kind {
	case "system":
		if subtype != "init" {
			break
		}
		if !m.has("model") && !m.has("cwd") && !m.has("permissionMode") && !m.has("uuid") && m.has("session_id", "tools", "mcp_servers") {
			found[RustyClaw] += usual
		} else if m.has("session_id") {
			found[AgentSDK] += usual
		}
		for _, tool := range m["tools"].Elements() {
			if tool.Type() == decoder.Object { // the CLI names them
				found[RustyClaw] += only
			}
			break
		}
	case "assistant", "user":
		if m.has("duration_ms") && !m.has("session_id") {
			found[RustyClaw] += only
		}
		if _, ok := m["timestamp"].Text(); ok && !m.has("session_id") { // every line on disk has one, few streams do
			found[ClaudeCode] += usual
		}
	case "result":
		switch {
		case subtype == "input_required", subtype == "error" && !m.has("is_error"):
			found[RustyClaw] += only
		case subtype == "success" && !m.has("is_error"):
			found[RustyClaw] += usual
		}
	case "control_request", "control_response":
		if m.has("request") || m.has("response") {
			found[AgentSDK] += usual
		} else if m.has("subtype") {
			found[RustyClaw] += usual
		}
	case "session":
		if m.has("id", "cwd") {
			found[OpenClaw] += enough
		}
	case "message", "message_start", "message_end", "turn_end":
		if role, ok := m["message"].Get("role"); ok && role.Type() == decoder.String {
			found[OpenClaw] += only
		}
	case "error", "done":
		if m.has("reason") {
			found[OpenClaw] += usual
		}
	case "response":
		if m.has("command", "success") {
			found[OpenClaw] += only
		}
	case "":
		if m.has("type") {
			break
		}
		switch m.word("role") { // a message that stands on a line by itself
		case "user", "assistant":
			found[OpenClaw] += usual
		case "toolResult", "bashExecution", "hookMessage", "branchSummary", "compactionSummary", "custom":
			found[OpenClaw] += only
		}
	default:
		if len(known) != 1 {
			break
		}
		if strings.ContainsAny(kind, "-_.") {
			found[known[0]] += only
		} else { // others could have used a single word, too
			found[known[0]] += usual
		}
	}
	// Lines of a turn name their session; the beginning of a session was looked at above.
	if m.has("session_id") && kind != "" && !(kind == "system" && m.word("subtype") == "init") {
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
