package transcript

import (
	"bytes"

	"github.com/ndwire/ndwire/decoder"
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
	if c, ok := ofKinds[kind]; ok {
		found[c.Protocol] += c.points
	}
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

// ofKinds says what the type of a line tells. Types that several protocols have are not among them.
var ofKinds = func() map[string]clue {
	kinds := map[string]clue{}
	for p, names := range map[Protocol][]string{
		AgentSDK: {"stream_event", "tool_progress", "auth_status", "tool_use_summary", "keep_alive", "control_cancel_request"},
		ClaudeCode: {"compact_system", "saved_hook_context", "custom-title", "ai-title", "last-prompt", "agent-name", "agent-color",
			"agent-setting", "permission-mode", "pr-link", "frame-link", "queue-operation", "file-history-snapshot", "file-history-delta",
			"attribution-snapshot", "speculation-accept", "content-replacement", "worktree-state", "continued-in", "cost-state",
			"bridge-session", "fork-context-ref", "history-suppression", "atis-latch", "isolation-latch"},
		OpenClaw: {"thinking_level_change", "model_change", "branch_summary", "custom_message", "session_info", "agent_start", "agent_end",
			"turn_start", "turn_end", "message_update", "tool_execution_start", "tool_execution_update", "tool_execution_end", "text_start",
			"text_delta", "text_end", "thinking_start", "thinking_delta", "thinking_end", "toolcall_start", "toolcall_delta",
			"toolcall_end", "queue_update", "compaction_start", "compaction_end", "auto_compaction_start", "auto_compaction_end",
			"auto_retry_start", "auto_retry_end", "session_info_changed", "thinking_level_changed", "entry_appended", "agent_settled",
			"extension_error", "extension_ui_request"},
		RustyClaw: {"mcp_message"},
	} {
		for _, name := range names {
			kinds[name] = clue{p, only}
		}
	}
	for name, p := range map[string]Protocol{
		"summary": ClaudeCode, "attachment": ClaudeCode, "progress": ClaudeCode, "tag": ClaudeCode, "mode": ClaudeCode,
		"compaction": OpenClaw, "label": OpenClaw, "reset": OpenClaw,
	} {
		kinds[name] = clue{p, usual}
	}
	return kinds
}()
