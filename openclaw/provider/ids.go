package provider

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// callIDs gives tool calls ids that an API accepts: ASCII letters, digits, _ and -, no longer than max, and unique. A valid id stays;
// a new one depends only on the old one and on the ids before it, so that the same conversation is always converted to the same request,
// and the API finds it in its cache.
type callIDs struct {
	rule  *Rule
	max   int
	taken map[string]bool
}

// The rules of ids. Those of Chat Completions hold for Ollama as well, because its API can be that of another server.
var (
	ruleAnthropicCallID = newRule("Anthropic: ids of tool calls are of letters, digits, _ and -, at most 64 of them, and differ", ToolCallRenamed,
		messagesAPI+", tool_use: id is a unique identifier and matches ^[a-zA-Z0-9_-]+$; "+piTransform+": at most 64 characters")
	ruleOpenAICallID = newRule("OpenAI: ids of tool calls have at most 40 characters", ToolCallRenamed,
		chatCompletions+" refuses others: tool_calls[].id: \"string too long. Expected a string with maximum length 40\"")
	ruleGoogleCallID = newRule("Google: ids of tool calls are those that other models behind the API take", ToolCallRenamed,
		"Gemini takes any id ("+geminiContent+", FunctionCall); Claude behind Vertex those of "+messagesAPI)
	ruleOllamaCallID = newRule("Ollama: ids of tool calls have at most 40 characters", ToolCallRenamed, ollamaOpenAI+": as Chat Completions")
)

const (
	anthropicIDLength = 64
	openAIIDLength    = 40
)

func newCallIDs(rule *Rule, most int) *callIDs {
	return &callIDs{rule: rule, max: most, taken: map[string]bool{}}
}

// next returns the id of the next call, which was called id.
func (t *callIDs) next(id string) string {
	made := id
	for n := 0; !t.takes(made); n++ {
		made = t.rename(id, n)
	}
	t.taken[made] = true
	return made
}

// takes reports whether the API accepts an id.
func (t *callIDs) takes(id string) bool {
	return id != "" && len(id) <= t.max && !t.taken[id] && !strings.ContainsFunc(id, notInID)
}

func notInID(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' && r != '-'
}

// rename returns an id that the API accepts. It ends with a digest of the original one, so that ids with a common prefix differ; n
// distinguishes attempts. An id of OpenAI's Responses API has the form "call|item": only the part before the bar is used.
func (t *callIDs) rename(id string, n int) string {
	begin, _, _ := strings.Cut(id, "|")
	begin = strings.Map(func(r rune) rune {
		if notInID(r) {
			return '_'
		}
		return r
	}, begin)
	if begin == "" {
		begin = "call"
	}
	digest := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", id, n))
	end := "_" + hex.EncodeToString(digest[:4])
	return begin[:min(len(begin), t.max-len(end))] + end
}
