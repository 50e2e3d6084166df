package provider

// Rule is a rule by which conversions change something, with its source.
type Rule struct {
	Name   string     // what the rule says; Change.Rule
	What   Adjustment // Change.What
	Source string     // the document of the API, or what it says when it refuses a request
}

// Rules returns all rules of the conversions.
func Rules() []Rule {
	list := make([]Rule, len(rules))
	for i, r := range rules {
		list[i] = *r
	}
	return list
}

var rules []*Rule

// newRule declares a rule.
func newRule(name string, what Adjustment, source string) *Rule {
	r := &Rule{name, what, source}
	rules = append(rules, r)
	return r
}

// Sources of more than one rule.
const (
	messagesAPI      = "Anthropic, Messages API: https://platform.claude.com/docs/en/api/messages"
	extendedThinking = "Anthropic, Extended thinking: https://platform.claude.com/docs/en/build-with-claude/extended-thinking"
	handleToolCalls  = "Anthropic, Handle tool calls: https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls"
	chatCompletions  = "OpenAI, Create chat completion: https://platform.openai.com/docs/api-reference/chat/create"
	functionCalling  = "OpenAI, Function calling: https://platform.openai.com/docs/guides/function-calling"
	geminiContent    = "Gemini API, Content and Part: https://ai.google.dev/api/caching#Content"
	geminiSignatures = "Gemini API, Thought signatures: https://ai.google.dev/gemini-api/docs/thought-signatures"
	geminiCalling    = "Gemini API, Function calling: https://ai.google.dev/gemini-api/docs/function-calling"
	geminiSchema     = "Gemini API, Schema: https://ai.google.dev/api/caching#Schema"
	ollamaChat       = "Ollama, Generate a chat completion: https://github.com/ollama/ollama/blob/main/docs/api.md#generate-a-chat-completion"
	ollamaOpenAI     = "Ollama, OpenAI compatibility: https://docs.ollama.com/api/openai-compatibility"
	jsonSchema       = "JSON Schema 2020-12: https://json-schema.org/draft/2020-12/json-schema-core"
	jsonValidation   = "JSON Schema 2020-12, validation: https://json-schema.org/draft/2020-12/json-schema-validation"
	openAPI          = "OpenAPI 3.0, Schema Object: https://spec.openapis.org/oas/v3.0.3#schema-object"
	piTransform      = "pi, packages/ai, transform-messages.ts: https://github.com/badlogic/pi-mono"
	openClawFormat   = "OpenClaw's message format, section 8"
)
