package provider_test

import (
	"strings"
	"testing"

	"github.com/ndwire/ndwire/internal/jsontest"
	"github.com/ndwire/ndwire/openclaw"
	"github.com/ndwire/ndwire/openclaw/provider"
)

const (
	later   = `{"role":"user","content":"And now?","timestamp":5}`
	outcome = `{"role":"toolResult","toolCallId":"call_1","toolName":"read","content":[{"type":"text","text":"a"}],"isError":false,"timestamp":3}`
)

func stopped(reason, blocks string) string {
	return strings.Replace(response("anthropic-messages", blocks), `"stopReason":"stop"`, `"stopReason":"`+reason+`"`, 1)
}

// TestCallsAndResultsMeet checks that each call is followed directly by its result, whatever the order was.
func TestCallsAndResultsMeet(t *testing.T) {
	call := response("anthropic-messages", toolCall)
	for _, tt := range []struct {
		name  string
		lines []string
		want  string // the messages after the first one: c is a call, r its result, e a result that was inserted, t a text
		says  string
	}{
		{"as it should be", []string{call, outcome, later}, "c r t", ""},
		{"no result", []string{call, later}, "c e t", "message 1: result inserted: that of the tool call call_1: No result was recorded."},
		{"no result at the end", []string{call}, "c e", "message 1: result inserted: that of the tool call call_1: No result was recorded."},
		{"a late result", []string{call, later, outcome}, "c r t", "message 3: result moved: behind its tool call call_1"},
		{"no call", []string{outcome, later}, "t", `message 1: message dropped: no tool call "call_1" stands before it that has no other result`},
		{"two results", []string{call, outcome, outcome, later}, "c r t", `message 3: message dropped: no tool call "call_1" stands before it that has no other result`},
		{"a result before its call", []string{outcome, call, later}, "c e t",
			"message 1: message dropped: no tool call \"call_1\" stands before it that has no other result\n" +
				"message 2: result inserted: that of the tool call call_1: No result was recorded."},
		{"an aborted call", []string{stopped("aborted", toolCall), outcome, later}, "t",
			"message 1: message dropped: it is incomplete, its stop reason is aborted\n" +
				`message 2: message dropped: no tool call "call_1" stands before it that has no other result`},
		{"an error", []string{stopped("error", text), later}, "t", "message 1: message dropped: it is incomplete, its stop reason is error"},
	} {
		messages, changes := provider.Anthropic(conversation(t, append([]string{question}, tt.lines...)...))
		var got []string
		for _, m := range messages[1:] {
			text, err := m.AppendJSON(nil)
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case strings.Contains(string(text), `"tool_use"`):
				got = append(got, "c")
			case strings.Contains(string(text), "No result was recorded."):
				got = append(got, "e")
			case strings.Contains(string(text), `"tool_result"`):
				got = append(got, "r")
			case m.Role == "user":
				got = append(got, "t")
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %q, want %s", tt.name, got, tt.want)
		}
		t.Run(tt.name, func(t *testing.T) { reports(t, changes, tt.says) })
	}
}

// TestToolCallIDs checks that ids that an API does not accept are replaced, in calls and results alike, and always by the same ids.
func TestToolCallIDs(t *testing.T) {
	call := func(id string) string {
		return response("openai-responses", `{"type":"toolCall","id":"`+id+`","name":"n","arguments":{}}`)
	}
	result := func(id string) string {
		return `{"role":"toolResult","toolCallId":"` + id + `","toolName":"n","content":[{"type":"text","text":"a"}],"isError":false,"timestamp":3}`
	}
	long := "call_" + strings.Repeat("0123456789", 5)
	for _, tt := range []struct {
		id                string
		anthropic, openAI string // ids; with a star at the end, their prefix
	}{
		{"call_1", "call_1", "call_1"},
		{"call_1|fc_1", "call_1_*", "call_1_*"},
		{"a.b:c", "a_b_c_*", "a_b_c_*"},
		{long, long, "call_01234567890123456789012345_*"},
		{"", "call_*", "call_*"},
	} {
		c := conversation(t, question, call(tt.id), result(tt.id))
		anthropic, changes := provider.Anthropic(c)
		openAI, _ := provider.OpenAI(c)
		first := list(t, anthropic)
		used := between(first, `"tool_use","id":"`)
		matches(t, tt.anthropic, used)
		if between(first, `"tool_use_id":"`) != used {
			t.Errorf("%q: the result has another id:\n%s", tt.id, first)
		}
		matches(t, tt.openAI, openAI[1].ToolCalls[0].ID)
		if openAI[2].ToolCallID != openAI[1].ToolCalls[0].ID {
			t.Errorf("%q: the result is of %q", tt.id, openAI[2].ToolCallID)
		}
		if used != tt.id {
			reports(t, changes[:1], `message 1: tool call renamed: "`+tt.id+`" is `+used)
		}
		if again, _ := provider.Anthropic(c); list(t, again) != first {
			t.Errorf("%q gets another id the second time", tt.id)
		}
	}

	// Two calls with one id, as in a copied session, are two calls.
	messages, _ := provider.OpenAI(conversation(t, question, call("a"), result("a"), call("a"), result("a")))
	if messages[1].ToolCalls[0].ID != "a" || messages[3].ToolCalls[0].ID == "a" || messages[4].ToolCallID != messages[3].ToolCalls[0].ID {
		t.Errorf("%s", list(t, messages))
	}
}

// between returns the text between a prefix and the next quote.
func between(text, begin string) string {
	_, rest, _ := strings.Cut(text, begin)
	rest, _, _ = strings.Cut(rest, `"`)
	return rest
}

func matches(t *testing.T, want, got string) {
	t.Helper()
	if begin, ok := strings.CutSuffix(want, "*"); got != want && !(ok && strings.HasPrefix(got, begin) && len(got) == len(begin)+8) {
		t.Errorf("the id is %q, want %q", got, want)
	}
}

// TestThinkingOfAnotherModel checks that thinking with the signature of another model becomes text.
func TestThinkingOfAnotherModel(t *testing.T) {
	lines := []string{question, response("anthropic-messages", thinking, text)}
	for _, tt := range []struct {
		provider, model string
		native          bool
	}{
		{"", "", true}, {"p", "m", true}, {"", "m", true}, {"other", "m", false}, {"p", "other", false}, {"", "other", false},
	} {
		c := conversation(t, lines...)
		c.Provider, c.Model = tt.provider, tt.model
		got, _ := provider.Anthropic(c)
		if out := list(t, got); strings.Contains(out, `"thinking"`) != tt.native || strings.Contains(out, "signature") != tt.native {
			t.Errorf("%+v: %s", tt, out)
		}
		c = conversation(t, question, response("google-vertex", thinking, text))
		c.Provider, c.Model = tt.provider, tt.model
		google, _ := provider.Google(c)
		if out := list(t, google.Contents); strings.Contains(out, "thought") != tt.native {
			t.Errorf("%+v: %s", tt, out)
		}
		c = conversation(t, question, response("ollama", thinking, text))
		c.Provider, c.Model = tt.provider, tt.model
		ollama, _ := provider.Ollama(c, provider.NativeCalls)
		if out := list(t, ollama); strings.Contains(out, `"thinking"`) != tt.native {
			t.Errorf("%+v: %s", tt, out)
		}
	}
}

// TestReasoningContent checks that reasoning is sent back in reasoning_content to servers that use this member; pi keeps its name as the
// signature.
func TestReasoningContent(t *testing.T) {
	named := strings.Replace(thinking, "c2ln", "reasoning_content", 1)
	got, changes := provider.OpenAI(conversation(t, question, response("openai-completions", named, text)))
	want := `[{"role":"user","content":"Look"},{"role":"assistant","content":"Yes","reasoning_content":"hm"}]`
	if d := jsontest.Diff(t, want, list(t, got)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	reports(t, changes, "message 1: signature dropped: there is no place for that of a text")
}

// TestGemini3WantsSignatures checks that calls for Gemini 3 have signatures; those of other models are not accepted.
func TestGemini3WantsSignatures(t *testing.T) {
	c := conversation(t, question, response("anthropic-messages", toolCall, secondCall), outcome, secondResult)
	c.Model = "gemini-3-pro-preview"
	got, changes := provider.Google(c)
	parts := got.Contents[1].Parts
	if parts[0].ThoughtSignature != "skip_thought_signature_validator" || parts[1].ThoughtSignature != "" {
		t.Errorf("%s", list(t, got.Contents))
	}
	reports(t, changes[:1], "message 1: signature replaced: the tool call call_1 has none: skip_thought_signature_validator")
}

// TestBlankContents checks that empty content, which APIs refuse, is left out or replaced.
func TestBlankContents(t *testing.T) {
	c := conversation(t, question,
		`{"role":"user","content":"  ","timestamp":1}`,
		`{"role":"user","content":[{"type":"text","text":""}],"timestamp":1}`,
		response("x", `{"type":"text","text":" \n"}`),
		response("x", toolCall, `{"type":"text","text":""}`),
		`{"role":"toolResult","toolCallId":"call_1","toolName":"read","content":[{"type":"text","text":""}],"isError":false,"timestamp":3}`,
		response("x", `{"type":"text","text":"So. "}`))
	c.System = " \n"
	checkRules(t, c)
	openAI, changes := provider.OpenAI(c)
	want := `[{"role":"user","content":"Look"},{"role":"assistant","content":null,"tool_calls":[
		{"id":"call_1","type":"function","function":{"name":"read","arguments":"{\"path\":\"/x\"}"}}]},
		{"role":"tool","content":"(no output)","tool_call_id":"call_1"},{"role":"assistant","content":"So. "}]`
	if d := jsontest.Diff(t, want, list(t, openAI)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	reports(t, changes,
		"message 1: block dropped: its text is blank, which the API refuses", "message 1: message dropped: nothing is left of it",
		"message 2: block dropped: its text is blank, which the API refuses", "message 2: message dropped: nothing is left of it",
		"message 3: block dropped: its text is blank, which the API refuses", "message 3: message dropped: nothing is left of it",
		"message 4: block dropped: its text is blank, which the API refuses",
		"message 5: block dropped: its text is blank, which the API refuses", "message 5: text inserted: the result is empty: (no output)")
	anthropic, changes := provider.Anthropic(c)
	if last := anthropic[len(anthropic)-1].Content.PlainText(); last != "So." {
		t.Errorf("the last text is %q", last)
	}
	reports(t, changes[len(changes)-1:], "message 6: text trimmed: the last turn ends with white space")
}

// TestArgumentsAreObjects checks that arguments are objects, also where a log has them as text, or as something else.
func TestArgumentsAreObjects(t *testing.T) {
	for arguments, want := range map[string]string{
		`{"a":1}`: `{"a":1}`, `"{\"a\":1}"`: `{"a":1}`, `null`: `{}`, `"x"`: `{"arguments":"x"}`, `[1]`: `{"arguments":[1]}`, `7`: `{"arguments":7}`,
	} {
		c := conversation(t, question, response("x", `{"type":"toolCall","id":"c","name":"n","arguments":`+arguments+`}`))
		messages, changes := provider.OpenAI(c)
		if d := jsontest.Diff(t, want, messages[1].ToolCalls[0].Function.Arguments); d != "" {
			t.Errorf("%s (-want +got):\n%s", arguments, d)
		}
		if wrapped := changes[0].What == provider.ArgumentsWrapped; wrapped != strings.Contains(want, "arguments") {
			t.Errorf("%s:\n%s", arguments, report(changes))
		}
	}
}

// TestSystemRole checks that the caller can set the role of the system prompt.
func TestSystemRole(t *testing.T) {
	c := conversation(t, question)
	c.System, c.Model, c.SystemRole = "Be brief.", "o3", "system"
	openAI, _ := provider.OpenAI(c)
	ollama, _ := provider.Ollama(c, provider.NativeCalls)
	if openAI[0].Role != "system" || ollama[0].Role != "system" {
		t.Errorf("%+v %+v", openAI[0], ollama[0])
	}
	google, _ := provider.Google(c)
	if google.SystemInstruction == nil || google.SystemInstruction.Role != "" {
		t.Errorf("%+v", google)
	}
}

// TestOriginalStays checks that the conversation itself is not changed, although calls get other ids.
func TestOriginalStays(t *testing.T) {
	c := conversation(t, question, response("x", strings.Replace(toolCall, "call_1", "call.1", 1)))
	provider.Anthropic(c)
	if call := c.Messages[1].(*openclaw.AssistantMessage).Content[0].(*openclaw.ToolCall); call.ID != "call.1" {
		t.Errorf("the id is %q", call.ID)
	}
}
