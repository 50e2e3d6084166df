package provider_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/internal/jsontest"
	"github.com/ndwire/ndwire/openclaw"
	"github.com/ndwire/ndwire/openclaw/provider"
)

// This file checks the JSON of a request by the rules in the references of the four APIs, without the code under test.

type object = map[string]any

func objects(v any) (list []object) {
	all, _ := v.([]any)
	for _, e := range all {
		o, _ := e.(object)
		list = append(list, o)
	}
	return list
}

func isBlank(v any) bool {
	s, ok := v.(string)
	return ok && strings.TrimSpace(s) == ""
}

var idOfAnthropic = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// refusedByAnthropic returns why the Messages API would refuse messages.
func refusedByAnthropic(messages []object) error {
	ids := map[any]bool{}
	var open []any // calls of the message before
	for i, m := range messages {
		role := m["role"]
		if role != "user" && role != "assistant" || i == 0 && role != "user" {
			return fmt.Errorf("message %d has the role %v", i, role)
		}
		if isBlank(m["content"]) {
			return fmt.Errorf("message %d is blank", i)
		}
		_, isText := m["content"].(string)
		content := objects(m["content"])
		if len(content) == 0 && !isText {
			return fmt.Errorf("message %d is empty", i)
		}
		var calls, results []any
		for _, b := range content {
			if isBlank(b["text"]) {
				return fmt.Errorf("message %d has a blank text", i)
			}
			switch b["type"] {
			case "tool_use":
				id, _ := b["id"].(string)
				if _, ok := b["input"].(object); !ok || !idOfAnthropic.MatchString(id) || ids[id] || role != "assistant" {
					return fmt.Errorf("message %d has the call %v", i, b)
				}
				ids[id] = true
				calls = append(calls, id)
			case "tool_result":
				if !slices.Contains(open, b["tool_use_id"]) || slices.Contains(results, b["tool_use_id"]) {
					return fmt.Errorf("message %d has the result %v", i, b)
				}
				for _, b := range objects(b["content"]) {
					if isBlank(b["text"]) {
						return fmt.Errorf("message %d has a blank result", i)
					}
				}
				results = append(results, b["tool_use_id"])
			case "thinking", "redacted_thinking":
				if b["signature"] == "" || b["data"] == "" {
					return fmt.Errorf("message %d has thinking without a signature: %v", i, b)
				}
			}
		}
		if len(results) != len(open) {
			return fmt.Errorf("message %d has the results %v of %v", i, results, open)
		}
		open = calls
	}
	if len(open) > 0 {
		return fmt.Errorf("the calls %v have no results", open)
	}
	if n := len(messages); n > 0 && messages[n-1]["role"] == "assistant" {
		content := objects(messages[n-1]["content"])
		if s, _ := content[len(content)-1]["text"].(string); s != strings.TrimRight(s, " \n") {
			return fmt.Errorf("the last turn ends with white space: %q", s)
		}
	}
	return nil
}

// refusedByChat returns why Chat Completions, or Ollama in the same form, would refuse messages.
func refusedByChat(messages []object, roles ...string) error {
	ids := map[any]bool{}
	var open []any
	for i, m := range messages {
		role, _ := m["role"].(string)
		if !slices.Contains(roles, role) {
			return fmt.Errorf("message %d has the role %q", i, role)
		}
		if role == "tool" {
			at := slices.Index(open, m["tool_call_id"])
			if at < 0 || isBlank(m["content"]) && m["images"] == nil {
				return fmt.Errorf("message %d is the result %v; open are %v", i, m, open)
			}
			open = slices.Delete(open, at, at+1)
			continue
		}
		if len(open) > 0 {
			return fmt.Errorf("message %d stands before the results of %v", i, open)
		}
		for _, p := range objects(m["content"]) {
			if isBlank(p["text"]) {
				return fmt.Errorf("message %d has a blank text", i)
			}
		}
		calls := objects(m["tool_calls"])
		if content, _ := m["content"].([]any); len(calls) == 0 && len(content) == 0 && (m["content"] == nil || isBlank(m["content"])) &&
			m["images"] == nil && m["thinking"] == nil {
			return fmt.Errorf("message %d is empty: %v", i, m)
		}
		for _, call := range calls {
			id, _ := call["id"].(string)
			function, _ := call["function"].(object)
			text, _ := function["arguments"].(string)
			var arguments object
			if err := json.Unmarshal([]byte(text), &arguments); err != nil || id == "" || len(id) > 40 || ids[id] {
				return fmt.Errorf("message %d has the call %v: %v", i, call, err)
			}
			ids[id] = true
			open = append(open, id)
		}
	}
	if len(open) > 0 {
		return fmt.Errorf("the calls %v have no results", open)
	}
	return nil
}

// refusedByGoogle returns why the Gemini API would refuse contents.
func refusedByGoogle(contents []object) error {
	var open []string
	for i, turn := range contents {
		if want := []string{"user", "model"}[i%2]; turn["role"] != want {
			return fmt.Errorf("turn %d is of the %v", i, turn["role"])
		}
		parts := objects(turn["parts"])
		if len(parts) == 0 {
			return fmt.Errorf("turn %d has no parts", i)
		}
		var calls, results []string
		for _, p := range parts {
			if isBlank(p["text"]) && p["thoughtSignature"] == nil {
				return fmt.Errorf("turn %d has a blank text", i)
			}
			if call, ok := p["functionCall"].(object); ok {
				if _, ok := call["args"].(object); !ok {
					return fmt.Errorf("turn %d has the call %v", i, call)
				}
				calls = append(calls, fmt.Sprint(call["id"], call["name"]))
			}
			if result, ok := p["functionResponse"].(object); ok {
				results = append(results, fmt.Sprint(result["id"], result["name"]))
			}
		}
		slices.Sort(results)
		slices.Sort(open)
		if i > 0 && !slices.Equal(open, results) || i == 0 && len(results) > 0 {
			return fmt.Errorf("turn %d has the results %q of %q", i, results, open)
		}
		open = calls
	}
	if len(open) > 0 {
		return fmt.Errorf("the calls %q have no results", open)
	}
	return nil
}

// checkRules converts a conversation for all APIs, and fails if one of them would refuse it.
func checkRules(t fataler, c provider.Conversation) {
	parse := func(text string) (list []object) {
		if err := json.Unmarshal([]byte(text), &list); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		return list
	}
	check := func(api, text string, err error, changes []provider.Change) {
		if err != nil {
			t.Fatalf("%s: %v\n%s\n%s", api, err, text, report(changes))
		}
	}
	anthropic, changes := provider.Anthropic(c)
	text := appended(t, anthropic)
	check("Anthropic", text, refusedByAnthropic(parse(text)), changes)
	openAI, changes := provider.OpenAI(c)
	text = appended(t, openAI)
	check("OpenAI", text, refusedByChat(parse(text), "system", "developer", "user", "assistant", "tool"), changes)
	google, changes := provider.Google(c)
	text = appended(t, google.Contents)
	check("Google", text, refusedByGoogle(parse(text)), changes)
	ollama, changes := provider.Ollama(c, provider.OpenAICalls)
	text = appended(t, ollama)
	check("Ollama", text, refusedByChat(parse(text), "system", "user", "assistant", "tool"), changes)
	again, _ := provider.Ollama(c, provider.OpenAICalls)
	if appended(t, again) != text {
		t.Fatalf("the second conversion differs")
	}
}

type fataler interface {
	Fatalf(format string, args ...any)
}

// appended is list for property tests.
func appended[T any, P interface {
	*T
	jsontest.Appender
}](t fataler, values []T) string {
	out := []byte{'['}
	for i := range values {
		if i > 0 {
			out = append(out, ',')
		}
		var err error
		if out, err = P(&values[i]).AppendJSON(out); err != nil {
			t.Fatalf("%v", err)
		}
	}
	return string(append(out, ']'))
}

// TestRules checks that no API refuses what is made of any conversation: of calls without results and results without calls, in any order,
// with ids and texts of any kind.
func TestRules(t *testing.T) {
	ids := rapid.SampledFrom([]string{"a", "b", "", "call|fc", "call|gc", "x y", "é", strings.Repeat("l", 41), strings.Repeat("l", 41) + "m", strings.Repeat("n", 500)})
	texts := rapid.SampledFrom([]string{"", " ", "\n\t", "Yes", "No \n"})
	apis := rapid.SampledFrom([]string{"anthropic-messages", "openai-completions", "google-vertex", "ollama", "x"})
	signatures := rapid.SampledFrom([]string{"", "c2ln", "no base64!", "reasoning_content"})
	quoted := func(s string) string {
		b, _ := json.Marshal(s)
		return string(b)
	}
	block := func(t *rapid.T) string {
		switch rapid.IntRange(0, 4).Draw(t, "block") {
		case 0:
			return `{"type":"text","text":` + quoted(texts.Draw(t, "text")) + `,"textSignature":` + quoted(signatures.Draw(t, "signature")) + `}`
		case 1:
			return `{"type":"thinking","thinking":` + quoted(texts.Draw(t, "text")) + `,"thinkingSignature":` + quoted(signatures.Draw(t, "signature")) +
				`,"redacted":` + fmt.Sprint(rapid.Bool().Draw(t, "redacted")) + `}`
		case 2:
			return `{"type":"image","data":"aQ==","mimeType":"image/png"}`
		}
		arguments := rapid.SampledFrom([]string{`{}`, `{"a":1}`, `null`, `"{\"a\":1}"`, `"text"`, `[1]`, `5`}).Draw(t, "arguments")
		return `{"type":"toolCall","id":` + quoted(ids.Draw(t, "id")) + `,"name":"n","arguments":` + arguments + `,"thoughtSignature":` + quoted(signatures.Draw(t, "signature")) + `}`
	}
	message := func(t *rapid.T) string {
		content := "[" + strings.Join(rapid.SliceOfN(rapid.Custom(block), 0, 4).Draw(t, "content"), ",") + "]"
		switch rapid.IntRange(0, 6).Draw(t, "role") {
		case 0:
			return `{"role":"user","content":` + quoted(texts.Draw(t, "text")) + `}`
		case 1:
			return `{"role":"user","content":` + content + `}`
		case 2:
			return `{"role":"bashExecution","command":"ls","output":"","cancelled":false,"truncated":false}`
		case 3, 4:
			return `{"role":"toolResult","toolName":"` + rapid.SampledFrom([]string{"n", ""}).Draw(t, "name") + `","toolCallId":` + quoted(ids.Draw(t, "id")) + `,"content":` + content + `,"isError":false}`
		}
		return `{"role":"assistant","content":` + content + `,"api":"` + apis.Draw(t, "api") + `","provider":"p","model":"` +
			rapid.SampledFrom([]string{"m", "gemini-3-pro", "o3"}).Draw(t, "model") + `","stopReason":"` +
			rapid.SampledFrom([]string{"stop", "toolUse", "error", "aborted"}).Draw(t, "reason") + `"}`
	}
	rapid.Check(t, func(t *rapid.T) {
		var c provider.Conversation
		for _, line := range rapid.SliceOfN(rapid.Custom(message), 0, 12).Draw(t, "messages") {
			m, err := openclaw.UnmarshalAgentMessage([]byte(line))
			if err != nil {
				t.Fatalf("%v\n%s", err, line)
			}
			c.Messages = append(c.Messages, m)
		}
		c.Model = rapid.SampledFrom([]string{"", "m", "o3"}).Draw(t, "asked")
		checkRules(t, c)
	})
}
