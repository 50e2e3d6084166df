package corpus

// This file writes the lines of a session, with the members in the order of the published SDK.

func (m *maker) systemInit() {
	m.open(system, `,"type":"system","subtype":"init"`)
	m.value("cwd", "/home/dev/projects/"+words[m.rnd.IntN(len(words))])
	m.value("session_id", m.sessionID)
	m.raw(`,"tools":["Task","Bash","Glob","Grep","Read","Edit","Write","NotebookEdit","WebFetch","TodoWrite","WebSearch","BashOutput","KillShell"`)
	for range m.rnd.IntN(16) {
		m.raw(`,"mcp__tracker__`)
		m.line = m.id(m.line, 4+m.rnd.IntN(16))
		m.raw(`"`)
	}
	m.raw(`],"mcp_servers":[{"name":"tracker","status":"connected"},{"name":"browser","status":"failed"}]`)
	m.value("model", m.model)
	m.value("permissionMode", []string{"default", "acceptEdits", "bypassPermissions", "plan"}[m.rnd.IntN(4)])
	m.raw(`,"slash_commands":["compact","context","cost","init","pr-comments","release-notes","review","security-review"],"apiKeySource":"none"`)
	m.raw(`,"claude_code_version":"2.1.12","output_style":"default","agents":["general-purpose","Explore","Plan"],"skills":["pdf","docx"]`)
	m.raw(`,"plugins":[{"name":"formatter","path":"/home/dev/.claude/plugins/formatter"}],"uuid":"`)
	m.line = m.uuid(m.line)
	m.raw(`"`)
	m.close()
	if !m.shape.hooks {
		return
	}

	hook := string(m.uuid(nil))
	m.open(system, `,"type":"system","subtype":"hook_started"`)
	m.value("hook_id", hook)
	m.raw(`,"hook_name":"SessionStart:startup","hook_event":"SessionStart"`)
	m.base()
	m.close()

	m.open(system, `,"type":"system","subtype":"status"`)
	if m.chance(50) {
		m.raw(`,"status":null`)
	} else {
		m.raw(`,"status":"compacting"`)
	}
	m.base()
	m.close()
}

func (m *maker) hookResponse() {
	m.open(system, `,"type":"system","subtype":"hook_response"`)
	m.raw(`,"hook_id":"`)
	m.line = m.uuid(m.line)
	m.raw(`","hook_name":"PostToolUse:Edit","hook_event":"PostToolUse","output":"`)
	start := len(m.line)
	m.prose(m.size(m.shape.answers))
	output := string(m.line[start:])
	m.raw(`","stdout":"`)
	m.raw(output)
	m.raw(`","stderr":"","exit_code":0,"outcome":"success"`)
	m.base()
	m.close()
}

func (m *maker) compactBoundary() {
	m.open(system, `,"type":"system","subtype":"compact_boundary"`)
	m.raw(`,"compact_metadata":{"trigger":"auto","pre_tokens":`)
	m.number(150000 + m.rnd.IntN(20000))
	m.raw(`}`)
	m.base()
	m.close()
}

func (m *maker) userPrompt() {
	m.open(user, `,"type":"user"`)
	m.raw(`,"message":{"role":"user","content":"`)
	m.prose(m.size(m.shape.prompts))
	m.raw(`"},"parent_tool_use_id":null`)
	m.base()
	m.close()
}

// usage appends the token counts of a message.
func (m *maker) usage(output int) {
	m.counts(output)
	m.raw(`,"service_tier":"standard"}`)
}

// counts appends the token counts of a message_delta event.
func (m *maker) counts(output int) {
	m.raw(`"usage":{"input_tokens":`)
	m.below(40)
	m.raw(`,"cache_creation_input_tokens":`)
	m.below(9000)
	m.raw(`,"cache_read_input_tokens":`)
	m.below(160000)
	m.raw(`,"output_tokens":`)
	m.number(output)
}

// parent appends the id of the tool use that a subagent works for, or null.
func (m *maker) parent() {
	if m.turns%9 == 8 {
		m.value("parent_tool_use_id", m.tool)
	} else {
		m.raw(`,"parent_tool_use_id":null`)
	}
}

// assistantMessage writes a message that ends in a tool use, for toolResult to answer.
func (m *maker) assistantMessage() {
	m.open(assistant, `,"type":"assistant"`)
	m.raw(`,"message":{"model":"`)
	m.raw(m.model)
	m.raw(`","id":"`)
	m.raw(m.message)
	m.raw(`","type":"message","role":"assistant","content":[`)
	switch k := m.rnd.IntN(100); {
	case k < 20:
		m.raw(`{"type":"thinking","thinking":"`)
		m.prose(m.size(m.shape.answers))
		m.raw(`","signature":"`)
		m.line = m.base64(m.line, 60+m.rnd.IntN(m.size(m.shape.answers)))
		m.raw(`"},`)
	case k < 60:
		m.raw(`{"type":"text","text":"`)
		m.prose(m.size(m.shape.answers))
		m.raw(`"},`)
	}
	m.toolUse()
	m.raw(`],"stop_reason":null,"stop_sequence":null,`)
	m.usage(m.rnd.IntN(3000))
	m.raw(`}`)
	m.parent()
	m.base()
	m.close()
}

// toolUse appends a tool use block, and keeps its id and name for toolResult.
func (m *maker) toolUse() {
	m.tool = "toolu_01" + string(m.id(nil, 22))
	m.toolName = []string{"Bash", "Read", "Edit", "Grep", "TodoWrite", "mcp__tracker__list_issues"}[m.rnd.IntN(6)]
	m.raw(`{"type":"tool_use","id":"`)
	m.raw(m.tool)
	m.raw(`","name":"`)
	m.raw(m.toolName)
	m.raw(`","input":`)
	switch m.toolName {
	case "Bash":
		m.raw(`{"command":"`)
		m.prose(m.size(m.shape.inputs))
		m.raw(`","description":"`)
		m.prose(20)
		m.raw(`"}`)
	case "Read":
		m.raw(`{"file_path":"/home/dev/projects/src/`)
		m.line = m.id(m.line, 12)
		m.raw(`.go","offset":`)
		m.below(900)
		m.raw(`,"limit":200}`)
	case "Edit":
		m.raw(`{"file_path":"/home/dev/projects/src/`)
		m.line = m.id(m.line, 12)
		m.raw(`.go","old_string":"`)
		m.prose(m.size(m.shape.inputs))
		m.raw(`","new_string":"`)
		m.prose(m.size(m.shape.inputs))
		m.raw(`","replace_all":false}`)
	case "Grep":
		m.raw(`{"pattern":"`)
		m.prose(12)
		m.raw(`","path":"src","output_mode":"content","-n":true}`)
	case "TodoWrite":
		m.raw(`{"todos":[{"content":"`)
		m.prose(m.shape.inputs[0])
		m.raw(`","status":"completed","activeForm":"`)
		m.prose(m.shape.inputs[0])
		m.raw(`"},{"content":"`)
		m.prose(m.shape.inputs[1])
		m.raw(`","status":"pending","activeForm":"`)
		m.prose(m.shape.inputs[1])
		m.raw(`"}]}`)
	default:
		m.raw(`{}`)
	}
	m.raw(`}`)
}

// toolResult writes the answer to the current tool use.
func (m *maker) toolResult() {
	if m.shape.longLine && !m.long && len(m.out) > cap(m.out)/2 {
		m.longResult()
		return
	}
	m.open(user, `,"type":"user"`)
	m.raw(`,"message":{"role":"user","content":[{"tool_use_id":"`)
	m.raw(m.tool)
	m.raw(`","type":"tool_result","content":`)
	blocks := m.chance(13)
	if blocks {
		m.raw(`[{"type":"text","text":`)
	}
	m.raw(`"`)
	start := len(m.line)
	m.prose(m.size(m.shape.results))
	result := string(m.line[start:])
	m.raw(`"`)
	if blocks {
		m.raw(`}]`)
	}
	switch {
	case m.chance(5):
		m.raw(`,"is_error":true`)
	case m.toolName == "Bash":
		m.raw(`,"is_error":false`)
	}
	m.raw(`}]}`)
	m.parent()
	m.base()
	if m.chance(m.shape.both) {
		m.raw(`,"tool_use_result":`)
		m.structured(result)
	}
	if m.sessions%8 == 5 && m.turns <= 2 { // the session was resumed
		m.raw(`,"isReplay":true`)
	}
	m.close()
}

func (m *maker) toolProgress() {
	m.open(system, `,"type":"tool_progress"`)
	m.value("tool_use_id", m.tool)
	m.value("tool_name", m.toolName)
	m.parent()
	m.raw(`,"elapsed_time_seconds":`)
	m.below(300)
	m.raw(`.5`)
	m.base()
	m.close()
}

// structured appends the structured result of a tool.
func (m *maker) structured(result string) {
	switch m.toolName {
	case "Bash":
		m.raw(`{"stdout":"`)
		m.raw(result)
		m.raw(`","stderr":"","interrupted":false,"isImage":false}`)
	case "Read":
		m.raw(`{"type":"text","file":{"filePath":"/home/dev/projects/src/main.go","content":"`)
		m.raw(result)
		m.raw(`","numLines":200,"startLine":1,"totalLines":`)
		m.below(3000)
		m.raw(`}}`)
	case "Edit":
		m.raw(`{"filePath":"/home/dev/projects/src/main.go","originalFile":"`)
		m.raw(result)
		m.raw(`","structuredPatch":[{"oldStart":`)
		m.below(900)
		m.raw(`,"oldLines":2,"newStart":12,"newLines":2,"lines":["  }","-  return nil","+  return err"]}],"userModified":false,"replaceAll":false}`)
	case "Grep":
		m.raw(`{"mode":"content","numFiles":0,"filenames":[],"content":"`)
		m.raw(result)
		m.raw(`","numLines":`)
		m.below(90)
		m.raw(`}`)
	case "TodoWrite":
		m.raw(`{"oldTodos":[],"newTodos":[{"content":"`)
		m.raw(result)
		m.raw(`","status":"pending","activeForm":"Working"}]}`)
	default:
		m.raw(`[{"type":"text","text":"`)
		m.raw(result)
		m.raw(`"}]`)
	}
}

// longResult writes a line with an image, which is longer than any buffer.
func (m *maker) longResult() {
	m.long = true
	m.open(user, `,"type":"user"`)
	m.raw(`,"message":{"role":"user","content":[{"tool_use_id":"`)
	m.raw(m.tool)
	m.raw(`","type":"tool_result","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"`)
	m.line = m.base64(m.line, cap(m.out)/64*5)
	m.raw(`"}}]}]}`)
	m.parent()
	m.base()
	m.close()
}

// event begins a stream event, and eventEnd ends it.
func (m *maker) event(open string) {
	m.open(stream, `,"type":"stream_event"`)
	m.raw(`,"event":`)
	m.raw(open)
}

func (m *maker) eventEnd() {
	m.raw(`}`)
	m.value("session_id", m.sessionID)
	m.parent()
	m.raw(`,"uuid":"`)
	m.line = m.uuid(m.line)
	m.raw(`"`)
	m.close()
}

// streamed writes the events of one message: a block of text or thinking, then one of tool input.
func (m *maker) streamed() {
	m.event(`{"type":"message_start","message":{"model":"`)
	m.raw(m.model)
	m.raw(`","id":"`)
	m.raw(m.message)
	m.raw(`","type":"message","role":"assistant","content":[],"stop_reason":null,"stop_sequence":null,`)
	m.usage(1)
	m.raw(`}`)
	m.eventEnd()

	events := m.shape.run + m.rnd.IntN(m.shape.run)
	inputs := events * m.shape.fragments / 100
	thinking := m.chance(25)
	if thinking {
		m.event(`{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}`)
	} else {
		m.event(`{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}`)
	}
	m.eventEnd()
	for range events - inputs {
		if thinking {
			m.event(`{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"`)
		} else {
			m.event(`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"`)
		}
		m.prose(m.shape.deltas[m.rnd.IntN(len(m.shape.deltas))])
		m.raw(`"}`)
		m.eventEnd()
	}
	if thinking {
		m.event(`{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"`)
		m.line = m.base64(m.line, 300)
		m.raw(`"}`)
		m.eventEnd()
	}
	m.event(`{"type":"content_block_stop","index":0`)
	m.eventEnd()

	m.event(`{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"toolu_01`)
	m.line = m.id(m.line, 22)
	m.raw(`","name":"Write","input":{}}`)
	m.eventEnd()
	for range inputs {
		m.event(`{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"`)
		m.line = m.fragment(m.line, m.shape.deltas[m.rnd.IntN(len(m.shape.deltas))])
		m.raw(`"}`)
		m.eventEnd()
	}
	m.event(`{"type":"content_block_stop","index":1`)
	m.eventEnd()

	m.event(`{"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},`)
	m.counts(m.rnd.IntN(3000))
	m.raw(`}`)
	m.eventEnd()
	m.event(`{"type":"message_stop"`)
	m.eventEnd()
}

func (m *maker) result() {
	failed := m.chance(10)
	if failed {
		m.open(system, `,"type":"result","subtype":"error_max_turns"`)
		m.raw(`,"is_error":true`)
	} else {
		m.open(system, `,"type":"result","subtype":"success"`)
		m.raw(`,"is_error":false`)
	}
	m.raw(`,"duration_ms":`)
	m.number(2000 + m.rnd.IntN(900000))
	m.raw(`,"duration_api_ms":`)
	m.number(1000 + m.rnd.IntN(900000))
	m.raw(`,"num_turns":`)
	m.number(m.turns)
	if failed {
		m.raw(`,"stop_reason":null,"errors":["Reached maximum number of turns"]`)
	} else {
		m.raw(`,"result":"`)
		m.prose(m.size(m.shape.answers))
		m.raw(`","stop_reason":"end_turn"`)
	}
	m.raw(`,"total_cost_usd":`)
	m.dollars()
	m.raw(`,`)
	m.usage(m.rnd.IntN(90000))
	m.raw(`,"modelUsage":{"`)
	m.raw(m.model)
	m.raw(`":{"inputTokens":`)
	m.below(9000)
	m.raw(`,"outputTokens":`)
	m.below(90000)
	m.raw(`,"cacheReadInputTokens":`)
	m.below(900000)
	m.raw(`,"cacheCreationInputTokens":`)
	m.below(90000)
	m.raw(`,"webSearchRequests":0,"costUSD":`)
	m.dollars()
	m.raw(`,"contextWindow":200000,"maxOutputTokens":64000}},"permission_denials":[`)
	if m.chance(20) {
		m.raw(`{"tool_name":"Bash","tool_use_id":"`)
		m.raw(m.tool)
		m.raw(`","tool_input":{"command":"git push","description":"Push"}}`)
	}
	m.raw(`]`)
	m.base()
	m.close()
}
