package claudecode

import (
	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
)

// check applies the rules about a line by itself.
func (r report) check(l Line) {
	unknown, isUnknown := l.(*UnknownLine)
	if isUnknown && unknown.system() == nil {
		r.kind(unknown)
		return
	}
	if at := l.GetTimestamp(); at != "" {
		if _, ok := parseTime(at); !ok {
			r.add(RuleTimestamp, ".timestamp", quote(at)+" is not a date and time of ISO 8601")
		}
	}
	e := EnvelopeOf(l)
	if e == nil {
		return
	}
	x := ExtraOf(l)
	r.envelope(e, x)
	switch m := l.(type) {
	case *UserLine:
		r.user(m)
	case *AssistantLine:
		r.assistant(m)
	case *AssistantActionLine:
		r.action(m)
	case SystemLine:
		r.system(m, e, x)
	case *CompactSystemLine:
		r.compact(m)
	}
}

// kind checks that a line has a type. A type that the spec does not know is not a violation.
func (r report) kind(u *UnknownLine) {
	typ, ok := u.Raw.Get("type")
	switch {
	case !ok:
		r.add(RuleRequired, ".type", "is missing")
	case typ.Type() != decoder.String:
		r.add(RuleStructure, ".type", "is of the JSON type "+typ.Type().String()+", not string")
	}
}

// envelope checks the members that all turns have.
func (r report) envelope(e *Envelope, x decoder.Extra) {
	r.required(x, "uuid", e.UUID)
	r.required(x, "timestamp", e.Timestamp)
	r.required(x, "sessionId", e.SessionID)
	r.isType(x, decoder.String, "uuid", "timestamp", "sessionId", "parentUuid", "logicalParentUuid", "userType", "subtype")
	r.isType(x, decoder.Bool, "isSidechain", "isMeta", "isError", "isDeleted", "isAborted")
}

// required checks that a text is present. RuleStructure is about values of another JSON type.
func (r report) required(x decoder.Extra, name, value string) {
	state := x.State(name)
	switch {
	case value != "" || state == decoder.Odd:
	case state == decoder.Absent:
		r.add(RuleRequired, "."+name, "is missing")
	case state == decoder.IsNull:
		r.add(RuleRequired, "."+name, "is null")
	default:
		r.add(RuleRequired, "."+name, "is empty")
	}
}

// isType checks that members are of a JSON type, if they are present.
func (r report) isType(x decoder.Extra, want decoder.JSONType, names ...string) {
	for _, name := range names {
		if v := x.OddValue(name); len(v) > 0 && v.Type() != want {
			r.add(RuleStructure, "."+name, "is of the JSON type "+v.Type().String()+", not "+want.String())
		}
	}
}

// notOf checks that members of other types of lines are absent, null or empty.
func (r report) notOf(x decoder.Extra, what string, names ...string) {
	for _, name := range names {
		if v, _ := x.Get(name); saysSomething(v) {
			r.add(RuleStructure, "."+name, "is not a member of "+what)
		}
	}
}

// saysSomething reports whether a member is present and neither null nor an empty text.
func saysSomething(v decoder.Raw) bool {
	text, isText := v.Text()
	return len(v) > 0 && v.Type() != decoder.Null && (!isText || text != "")
}

func (r report) user(m *UserLine) {
	switch c := &m.Message; {
	case c.Message != nil:
		r.param(c.Message, isCommand(m.Extra))
	case c.Text != "":
	case len(c.Other) > 0:
		r.add(RuleStructure, ".message", "is of the JSON type "+c.Type.String()+", not string or object")
	case !isCommand(m.Extra):
		r.add(RuleRequired, ".message", "is missing or empty, and the line is not a command")
	}
	r.notOf(m.Extra, "a user line", "toolName", "toolArguments", "metadata")
	if s, _ := m.Extra.Get("subtype"); saysSomething(s) && !isCommand(m.Extra) {
		r.add(RuleStructure, ".subtype", quoteValue(s)+" is none that a user line has")
	}
}

// isCommand reports whether a user line is a command, which needs no message.
func isCommand(x decoder.Extra) bool {
	if _, ok := x.Get("command"); ok {
		return true
	}
	s, _ := x.Get("subtype")
	text, _ := s.Text()
	return text == "command"
}

// role checks the role of an API message.
func (r report) role(x decoder.Extra, role, want string) {
	switch state := x.State("role"); {
	case state == decoder.Odd:
		r.add(RuleStructure, ".message.role", "is of the JSON type "+x.OddValue("role").Type().String()+", not string")
	case role == "":
		r.add(RuleStructure, ".message.role", "is missing or empty")
	case role != want:
		r.add(RuleStructure, ".message.role", quote(role)+" does not fit a line of the type "+want)
	}
}

// param checks the API message of a user line.
func (r report) param(m *ndwire.MessageParam, command bool) {
	r.role(m.Extra, m.Role, "user")
	const at = ".message.content"
	switch c := &m.Content; {
	case m.Extra.State("content") == decoder.Absent:
		r.add(RuleStructure, at, "is missing")
	case len(c.Other) > 0:
		r.add(RuleStructure, at, "is of the JSON type "+c.Other.Type().String()+", not string or array")
	case len(c.Blocks) > 0:
		r.blocks(c.Blocks)
	case c.Text != "":
	case c.Type == decoder.Null:
		r.add(RuleStructure, at, "is null, not string or array")
	case !command:
		r.add(RuleRequired, at, "is empty, and the line is not a command")
	}
}

// blocks checks the content of an API message.
func (r report) blocks(blocks []ndwire.ContentBlock) {
	const at = ".message.content[]"
	for _, b := range blocks {
		switch b := b.(type) {
		case nil:
			r.add(RuleStructure, at, "is null, not object")
		case *ndwire.UnknownContentBlock:
			typ, ok := b.Raw.Get("type")
			switch {
			case b.Raw.Type() != decoder.Object:
				r.add(RuleStructure, at, "is of the JSON type "+b.Raw.Type().String()+", not object")
			case !ok:
				r.add(RuleStructure, at+".type", "is missing")
			case typ.Type() != decoder.String:
				r.add(RuleStructure, at+".type", "is of the JSON type "+typ.Type().String()+", not string")
			}
		case *ndwire.ToolUseBlock:
			r.toolUse(b)
		case *ndwire.ToolResultBlock:
			if b.ToolUseID == "" {
				r.add(RuleStructure, at+".tool_use_id", "is not the id of a tool call")
			}
		}
	}
}

func (r report) assistant(m *AssistantLine) {
	if s, _ := m.Extra.Get("subtype"); saysSomething(s) {
		r.add(RuleStructure, ".subtype", quoteValue(s)+" is none that an assistant line has")
	}
	switch state := m.Extra.State("message"); state {
	case decoder.Odd:
		if v := m.Extra.OddValue("message"); v.Type() != decoder.String {
			r.add(RuleStructure, ".message", "is of the JSON type "+v.Type().String()+", not string or object")
		}
	case decoder.Absent, decoder.IsNull:
	default:
		r.response(&m.Message)
	}
	r.notOf(m.Extra, "an assistant line that calls no tool", "toolName", "toolArguments")
	r.notOf(m.Extra, "an assistant line", "metadata")
}

// response checks the API message of an assistant line.
func (r report) response(m *ndwire.BetaMessage) {
	r.role(m.Extra, m.Role, "assistant")
	const at = ".message.content"
	switch m.Extra.State("content") {
	case decoder.Absent:
		r.add(RuleStructure, at, "is missing")
	case decoder.IsNull:
		r.add(RuleStructure, at, "is null, not array")
	case decoder.Odd:
		r.add(RuleStructure, at, "is of the JSON type "+m.Extra.OddValue("content").Type().String()+", not array")
	}
	r.blocks(m.Content)
}

func (r report) toolUse(call *ndwire.ToolUseBlock) {
	const at = ".message.content[]"
	of := "of the tool call " + quote(call.ID)
	switch {
	case call.Extra.State("name") == decoder.Odd:
		r.add(RuleTool, at+".name", of+" is of the JSON type "+call.Extra.OddValue("name").Type().String()+", not string")
	case call.Name == "":
		r.add(RuleTool, at+".name", of+" is missing or empty")
	}
	switch typ := call.Input.Type(); {
	case call.Extra.State("input") == decoder.Absent:
		r.add(RuleTool, at+".input", of+" is missing")
	case len(call.Input) == 0 || typ == decoder.Null:
		r.add(RuleTool, at+".input", of+" is null, not object")
	case typ != decoder.Object:
		r.add(RuleTool, at+".input", of+" is of the JSON type "+typ.String()+", not object")
	}
}

func (r report) action(m *AssistantActionLine) {
	r.isType(m.Extra, decoder.String, "message", "toolName")
	r.notOf(m.Extra, "an assistant line", "metadata")
	if m.Subtype == AssistantSubtypeToolUse {
		if m.ToolName == "" && m.Extra.State("toolName") != decoder.Odd {
			r.add(RuleTool, ".toolName", "is missing or empty")
		}
		switch t := m.ToolArguments.Type(); {
		case len(m.ToolArguments) == 0:
			r.add(RuleTool, ".toolArguments", "is missing or null")
		case t != decoder.Object:
			r.add(RuleTool, ".toolArguments", "is of the JSON type "+t.String()+", not object")
		}
		return
	}
	if m.ToolName != "" {
		r.add(RuleStructure, ".toolName", "is not a member of an assistant line that calls no tool")
	}
	if saysSomething(m.ToolArguments) {
		r.add(RuleStructure, ".toolArguments", "is not a member of an assistant line that calls no tool")
	}
}

func (r report) system(l SystemLine, e *Envelope, x decoder.Extra) {
	r.isType(x, decoder.String, "message", "content")
	for _, name := range []string{"message", "content"} { // of subtypes for which the spec has none
		if v, ok := x.Get(name); ok && saysSomething(v) && v.Type() != decoder.String {
			r.add(RuleStructure, "."+name, "is of the JSON type "+v.Type().String()+", not string")
		}
	}
	r.notOf(x, "a system line", "toolName", "toolArguments", "metadata")
	flat := false // a line of the flat form, whose message is a text
	switch l.(type) {
	case *SystemTextLine, *SystemToolResultLine, *SystemErrorLine, *SystemMetaLine:
		flat = true
	case *UnknownLine:
		v, _ := x.Get("subtype")
		flat = !saysSomething(v)
		if !flat && v.Type() != decoder.String {
			r.add(RuleStructure, ".subtype", "is of the JSON type "+v.Type().String()+", not string")
		}
	}
	if flat {
		odd := x.State("message") == decoder.Odd || x.State("content") == decoder.Odd
		if PlainTextOf(l) == "" && !odd {
			r.add(RuleRequired, ".message", "is missing or empty")
		}
	}
	switch l.(type) {
	case *SystemErrorLine:
		if !e.IsError && x.State("isError") != decoder.Odd {
			r.add(RuleStructure, ".isError", "is not true on an error")
		}
	case *SystemMetaLine:
		if !e.IsMeta && x.State("isMeta") != decoder.Odd {
			r.add(RuleStructure, ".isMeta", "is not true on metadata")
		}
	}
}

func (r report) compact(m *CompactSystemLine) {
	r.required(m.Extra, "message", string(m.Message))
	r.isType(m.Extra, decoder.String, "message")
	r.isType(m.Extra, decoder.Object, "metadata")
	r.notOf(m.Extra, "a compact_system line", "toolName", "toolArguments")
	switch {
	case m.Message != "" && !m.Message.Known():
		r.add(RuleStructure, ".message", quote(string(m.Message))+" is not a step of a compaction")
	case m.Message == CompactOperationCompacted && m.Metadata == nil && m.Extra.State("metadata") != decoder.Odd:
		r.add(RuleRequired, ".metadata", "is missing on a compaction that is complete")
	}
}

// quoteValue quotes a value of any JSON type, a text only once.
func quoteValue(v decoder.Raw) string {
	if text, ok := v.Text(); ok {
		return quote(text)
	}
	return "of the JSON type " + v.Type().String()
}
