package provider_test

import (
	"strings"
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
	"github.com/ndwire/ndwire/openclaw/provider"
)

// This file has a case for each rule: a conversation that the rule changes, and one that it does not change. A text that does not begin with { is the
// message of the user. The request must contain out or kept.

type ruleCase struct {
	rule  string
	with  provider.Conversation // all but the messages
	in    []string
	out   string
	leave []string
	kept  string
}

var (
	askedSystem  = provider.Conversation{System: "Be brief.", Model: "m"}
	askedByName  = provider.Conversation{System: "Be brief.", SystemRole: "guide"}
	askedO3      = provider.Conversation{System: "Be brief.", Model: "o3"}
	askedGemini3 = provider.Conversation{Model: "gemini-3-pro"}
)

const (
	blank     = `{"role":"user","content":[{"type":"text","text":"Look"},{"type":"text","text":" \n"}]}`
	notBlank  = `{"role":"user","content":[{"type":"text","text":"Look"},{"type":"text","text":" \nx"}]}`
	odd       = `{"role":"user","content":[{"type":"text","text":"Look"},{"type":"toolCall","id":"a","name":"n","arguments":{}}]}`
	allBlank  = `{"role":"user","content":[{"type":"text","text":" "}]}`
	command   = `{"role":"bashExecution","command":"ls","output":"x","exitCode":0,"cancelled":false,"truncated":false,"timestamp":1}`
	emptyCall = `{"role":"toolResult","toolCallId":"call_1","toolName":"read","content":[],"isError":false,"timestamp":3}`
	twoTexts  = `{"role":"toolResult","toolCallId":"call_1","toolName":"read","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}],"isError":false,"timestamp":3}`
	picture   = `{"role":"toolResult","toolCallId":"call_1","toolName":"read","content":[{"type":"image","data":"aQ==","mimeType":"image/png"}],"isError":false,"timestamp":3}`
	failed    = `{"role":"toolResult","toolCallId":"call_1","toolName":"read","content":[{"type":"text","text":"a"}],"isError":true,"timestamp":3}`
	plainText = `{"type":"text","text":"Yes"}`
	unsigned  = `{"type":"thinking","thinking":"hm"}`
	signed    = `{"type":"toolCall","id":"call_1","name":"read","arguments":{"path":"/x"},"thoughtSignature":"c2ln"}`
	redactedT = `{"type":"thinking","thinking":"","thinkingSignature":"ZW5j","redacted":true}`
)

func call(id, arguments string) string {
	return `{"type":"toolCall","id":"` + id + `","name":"read","arguments":` + arguments + `}`
}

func resultOf(id string) string { return strings.Replace(outcome, "call_1", id, 1) }

// of is a response of the API by one of its models.
func of(api string, blocks ...string) string { return response(api, blocks...) }

const (
	anthropicAPI = "anthropic-messages"
	openAIAPI    = "openai-completions"
	googleAPI    = "google-generative-ai"
	ollamaAPI    = "ollama"
	otherAPI     = "x"
)

var long = strings.Repeat("l", 41)

// ruleCases are the rules that all APIs share, with Anthropic's messages, and then those of each API.
var ruleCases = map[string][]ruleCase{
	"Anthropic": {
		{rule: "a text that is blank is left out", in: []string{blank}, out: `[{"type":"text","text":"Look"}]`, leave: []string{notBlank}, kept: `{"type":"text","text":" \nx"}`},
		{rule: "a block that the API has no place for is left out", in: []string{odd}, out: `[{"type":"text","text":"Look"}]`, leave: []string{withImage}, kept: `"type":"image"`},
		{rule: "a message of which nothing is left is left out", in: []string{"Hi", allBlank}, out: `[{"role":"user","content":"Hi"}]`, leave: []string{"Hi", "x"}, kept: `{"role":"user","content":"x"}`},
		{rule: "what the runtime and its extensions say is said by the user", in: []string{command}, out: `{"role":"user","content":"Ran ` + "`ls`", leave: []string{"ls"}, kept: `{"role":"user","content":"ls"}`},
		{rule: "a command that a person keeps from the model is left out", in: []string{"Hi", strings.Replace(command, `"output"`, `"excludeFromContext":true,"output"`, 1)}, out: `[{"role":"user","content":"Hi"}]`, leave: []string{command}, kept: "Ran"},
		{rule: "a system message in the midst is left out", in: []string{"Hi", `{"role":"system","content":"s","timestamp":1}`}, out: `[{"role":"user","content":"Hi"}]`, leave: []string{"Hi", "s"}, kept: `"content":"s"`},
		{rule: "a message of a role that no model knows is left out", in: []string{"Hi", `{"role":"oracle","content":"s"}`}, out: `[{"role":"user","content":"Hi"}]`, leave: []string{"Hi", "s"}, kept: `"content":"s"`},
		{rule: "a prompt without content is left out", in: []string{"Hi", `{"role":"user","content":[]}`}, out: `[{"role":"user","content":"Hi"}]`, leave: []string{"Hi", "0"}, kept: `"content":"0"`},
		{rule: "a response without content is left out", in: []string{"Hi", of(anthropicAPI)}, out: `[{"role":"user","content":"Hi"}]`, leave: []string{"Hi", of(anthropicAPI, plainText)}, kept: `"text":"Yes"`},
		{rule: "a response that ended in an error or was aborted is left out", in: []string{"Hi", stopped("aborted", plainText)}, out: `[{"role":"user","content":"Hi"}]`, leave: []string{"Hi", stopped("length", plainText)}, kept: `"text":"Yes"`},
		{rule: "a call without a result gets one that says so", in: []string{"Hi", of(anthropicAPI, toolCall)}, out: `"text":"No result was recorded."`, leave: []string{"Hi", of(anthropicAPI, toolCall), outcome}, kept: `"tool_use_id":"call_1","content":[{"type":"text","text":"a"}]`},
		{rule: "a result without a call is left out", in: []string{"Hi", outcome}, out: `[{"role":"user","content":"Hi"}]`, leave: []string{"Hi", of(anthropicAPI, toolCall), outcome}, kept: `"tool_use_id":"call_1"`},
		{rule: "a result stands directly behind its call", in: []string{"Hi", of(anthropicAPI, toolCall), "And?", outcome}, out: `"text":"a"}]}]},{"role":"user","content":"And?"}`, leave: []string{"Hi", of(anthropicAPI, toolCall), outcome, "And?"}, kept: `"text":"a"}]}]},{"role":"user","content":"And?"}`},
		{rule: "arguments that are not an object become a member of one", in: []string{"Hi", of(anthropicAPI, call("call_1", `[1]`)), outcome}, out: `"input":{"arguments":[1]}`, leave: []string{"Hi", of(anthropicAPI, call("call_1", `{"a":[1]}`)), outcome}, kept: `"input":{"a":[1]}`},
		{rule: "Anthropic: ids of tool calls are of letters, digits, _ and -, at most 64 of them, and differ", in: []string{"Hi", of(anthropicAPI, call("a|b", `{}`)), resultOf("a|b")}, out: `"id":"a_`, leave: []string{"Hi", of(anthropicAPI, call(strings.Repeat("a-_9", 16), `{}`)), resultOf(strings.Repeat("a-_9", 16))}, kept: `"id":"` + strings.Repeat("a-_9", 16) + `"`},
		{rule: "Anthropic: the system prompt stands beside the messages", with: askedSystem, in: []string{"Hi"}, out: `[{"role":"user","content":"Hi"}]`, leave: []string{"Hi"}, kept: `[{"role":"user","content":"Hi"}]`},
		{rule: "the system prompt has the role that the caller names", with: askedByName, in: []string{"Hi"}, out: `{"role":"guide","content":"Be brief."}`, leave: []string{"Hi"}, kept: `[{"role":"user","content":"Hi"}]`},
		{rule: "Anthropic: the first turn is the user's", in: []string{of(anthropicAPI, plainText)}, out: `[{"role":"user","content":"(session bootstrap)"},{"role":"assistant"`, leave: []string{"Hi", of(anthropicAPI, plainText)}, kept: `[{"role":"user","content":"Hi"},{"role":"assistant"`},
		{rule: "Anthropic: results of one response are one message", in: []string{"Hi", of(anthropicAPI, toolCall, secondCall), outcome, secondResult}, out: `{"role":"user","content":[{"type":"tool_result","tool_use_id":"call_1","content":[{"type":"text","text":"a"}]},{"type":"tool_result"`, leave: []string{"Hi", of(anthropicAPI, toolCall), outcome, of(anthropicAPI, secondCall), secondResult}, kept: `"text":"a"}]}]},{"role":"assistant"`},
		{rule: "Anthropic: the last turn does not end with white space", in: []string{"Hi", of(anthropicAPI, `{"type":"text","text":"Yes \n"}`)}, out: `"text":"Yes"}`, leave: []string{"Hi", of(anthropicAPI, `{"type":"text","text":"Yes \n"}`), "And?"}, kept: `"text":"Yes \n"}`},
		{rule: "Anthropic: an empty result has a text", in: []string{"Hi", of(anthropicAPI, toolCall), emptyCall}, out: `"text":"(no output)"`, leave: []string{"Hi", of(anthropicAPI, toolCall), outcome}, kept: `"text":"a"`},
		{rule: "Anthropic: a call has no signature", in: []string{"Hi", of(anthropicAPI, signed), outcome}, out: `"name":"read","input":{"path":"/x"}}`, leave: []string{"Hi", of(anthropicAPI, toolCall), outcome}, kept: `"name":"read","input":{"path":"/x"}}`},
		{rule: "Anthropic: the signature of a text goes back only to the model that it came from", in: []string{"Hi", of(otherAPI, text)}, out: `{"type":"text","text":"Yes"}`, leave: []string{"Hi", of(anthropicAPI, text)}, kept: `{"type":"text","text":"Yes","signature":"dGV4dA=="}`},
		{rule: "Anthropic: redacted thinking goes back only to the model that it came from", in: []string{"Hi", of(otherAPI, redactedT, plainText)}, out: `"content":[{"type":"text","text":"Yes"}]`, leave: []string{"Hi", of(anthropicAPI, redactedT, plainText)}, kept: `{"type":"redacted_thinking","data":"ZW5j"}`},
		{rule: "Anthropic: thinking without a signature of the model is a text", in: []string{"Hi", of(otherAPI, thinking)}, out: `{"type":"text","text":"hm"}`, leave: []string{"Hi", of(anthropicAPI, thinking)}, kept: `{"type":"thinking","thinking":"hm","signature":"c2ln"}`},
	},
	"OpenAI": {
		{rule: "OpenAI: ids of tool calls have at most 40 characters", in: []string{"Hi", of(openAIAPI, call(long, `{}`)), resultOf(long)}, out: `"id":"lllllllllllllllllllllllllllllll_`, leave: []string{"Hi", of(openAIAPI, call(long[1:], `{}`)), resultOf(long[1:])}, kept: `"id":"` + long[1:] + `"`},
		{rule: "OpenAI: the system prompt is said by the developer to models of the o series", with: askedO3, in: []string{"Hi"}, out: `{"role":"developer","content":"Be brief."}`, leave: []string{"Hi"}, kept: `[{"role":"user","content":"Hi"}]`},
		{rule: "OpenAI: the system prompt is said by the system to other models", with: askedSystem, in: []string{"Hi"}, out: `{"role":"system","content":"Be brief."}`, leave: []string{"Hi"}, kept: `[{"role":"user","content":"Hi"}]`},
		{rule: "OpenAI: a result does not say that the tool failed", in: []string{"Hi", of(openAIAPI, toolCall), failed}, out: `{"role":"tool","content":"a","tool_call_id":"call_1"}`, leave: []string{"Hi", of(openAIAPI, toolCall), outcome}, kept: `{"role":"tool","content":"a","tool_call_id":"call_1"}`},
		{rule: "OpenAI: texts of a result are joined", in: []string{"Hi", of(openAIAPI, toolCall), twoTexts}, out: `"content":"a\nb"`, leave: []string{"Hi", of(openAIAPI, plainText, plainText)}, kept: `"content":[{"type":"text","text":"Yes"},{"type":"text","text":"Yes"}]`},
		{rule: "OpenAI: images of a result follow in a message of the user", in: []string{"Hi", of(openAIAPI, toolCall), picture}, out: `{"role":"user","content":[{"type":"image_url"`, leave: []string{withImage}, kept: `{"role":"user","content":[{"type":"text","text":"See"},{"type":"image_url"`},
		{rule: "OpenAI: a result without a text gets one", in: []string{"Hi", of(openAIAPI, toolCall), picture}, out: `"content":"(see the image below)"`, leave: []string{"Hi", of(openAIAPI, toolCall), outcome}, kept: `"content":"a"`},
		{rule: "OpenAI: a call has no signature", in: []string{"Hi", of(openAIAPI, signed), outcome}, out: `"function":{"name":"read","arguments":"{\"path\":\"/x\"}"}}`, leave: []string{"Hi", of(openAIAPI, toolCall), outcome}, kept: `"function":{"name":"read","arguments":"{\"path\":\"/x\"}"}}`},
		{rule: "OpenAI: a text has no signature", in: []string{"Hi", of(openAIAPI, text)}, out: `{"role":"assistant","content":"Yes"}`, leave: []string{"Hi", of(openAIAPI, plainText)}, kept: `{"role":"assistant","content":"Yes"}`},
		{rule: "OpenAI: thinking has no signature", in: []string{"Hi", of(openAIAPI, thinking)}, out: `"content":"hm"`, leave: []string{"Hi", of(openAIAPI, `{"type":"thinking","thinking":"hm","thinkingSignature":"reasoning_content"}`, plainText)}, kept: `"reasoning_content":"hm"`},
		{rule: "OpenAI: thinking that the model does not take back is a text", in: []string{"Hi", of(otherAPI, unsigned)}, out: `"content":"hm"`, leave: []string{"Hi", of(openAIAPI, `{"type":"thinking","thinking":"hm","thinkingSignature":"reasoning_content"}`, plainText)}, kept: `"reasoning_content":"hm"`},
	},
	"Google": {
		{rule: "Google: ids of tool calls are those that other models behind the API take", in: []string{"Hi", of(googleAPI, call("a|b", `{}`)), resultOf("a|b")}, out: `"id":"a_`, leave: []string{"Hi", of(googleAPI, call(long, `{}`)), resultOf(long)}, kept: `"id":"` + long + `"`},
		{rule: "Google: the system prompt stands beside the contents", with: askedSystem, in: []string{"Hi"}, out: `"systemInstruction":{"parts":[{"text":"Be brief."}]}`, leave: []string{"Hi"}, kept: `{"contents":[{"role":"user","parts":[{"text":"Hi"}]}]}`},
		{rule: "Google: turns of one role are one", in: []string{"Hi", "And?"}, out: `[{"role":"user","parts":[{"text":"Hi"},{"text":"And?"}]}]`, leave: []string{"Hi", of(googleAPI, plainText), "And?"}, kept: `{"role":"user","parts":[{"text":"And?"}]}`},
		{rule: "Google: the first turn is the user's", in: []string{of(googleAPI, plainText)}, out: `{"text":"(session bootstrap)"}`, leave: []string{"Hi", of(googleAPI, plainText)}, kept: `[{"role":"user","parts":[{"text":"Hi"}]}`},
		{rule: "Google: signatures go back only to the model that they came from", in: []string{"Hi", of(otherAPI, text)}, out: `{"role":"model","parts":[{"text":"Yes"}]}`, leave: []string{"Hi", of(googleAPI, text)}, kept: `{"text":"Yes","thoughtSignature":"dGV4dA=="}`},
		{rule: "Google: a signature that is not base64 is left out", in: []string{"Hi", of(googleAPI, strings.Replace(text, "dGV4dA==", "msg_1", 1))}, out: `{"role":"model","parts":[{"text":"Yes"}]}`, leave: []string{"Hi", of(googleAPI, text)}, kept: `{"text":"Yes","thoughtSignature":"dGV4dA=="}`},
		{rule: "Google: the first call of a response has a signature for Gemini 3", with: askedGemini3, in: []string{"Hi", of(googleAPI, toolCall), outcome}, out: `"thoughtSignature":"skip_thought_signature_validator"`, leave: []string{"Hi", strings.Replace(of(googleAPI, signed), `"model":"m"`, `"model":"gemini-3-pro"`, 1), outcome}, kept: `"thoughtSignature":"c2ln"`},
		{rule: "Google: thinking of another model is a text", in: []string{"Hi", of(otherAPI, unsigned)}, out: `{"role":"model","parts":[{"text":"hm"}]}`, leave: []string{"Hi", of(googleAPI, unsigned)}, kept: `{"text":"hm","thought":true}`},
		{rule: "Google: texts of a result are joined", in: []string{"Hi", of(googleAPI, toolCall), twoTexts}, out: `"response":{"output":"a\nb"}`, leave: []string{"Hi", of(googleAPI, plainText, plainText)}, kept: `"parts":[{"text":"Yes"},{"text":"Yes"}]`},
		{rule: "Google: images of a result are parts behind it", in: []string{"Hi", of(googleAPI, toolCall), picture}, out: `}}},{"inlineData":{"mimeType":"image/png","data":"aQ=="}}`, leave: []string{withImage}, kept: `[{"text":"See"},{"inlineData"`},
		{rule: "Google: an empty result has a text", in: []string{"Hi", of(googleAPI, toolCall), emptyCall}, out: `"response":{"output":"(no output)"}`, leave: []string{"Hi", of(googleAPI, toolCall), failed}, kept: `"response":{"error":"a"}`},
	},
	"Ollama": {
		{rule: "Ollama: ids of tool calls have at most 40 characters", in: []string{"Hi", of(ollamaAPI, call(long, `{}`)), resultOf(long)}, out: `"id":"lllllllllllllllllllllllllllllll_`, leave: []string{"Hi", of(ollamaAPI, call(long[1:], `{}`)), resultOf(long[1:])}, kept: `"id":"` + long[1:] + `"`},
		{rule: "Ollama: the system prompt is a first message of the system", with: askedSystem, in: []string{"Hi"}, out: `{"role":"system","content":"Be brief."}`, leave: []string{"Hi"}, kept: `[{"role":"user","content":"Hi"}]`},
		{rule: "Ollama: a result does not say that the tool failed", in: []string{"Hi", of(ollamaAPI, toolCall), failed}, out: `{"role":"tool","content":"a","tool_call_id":"call_1"}`, leave: []string{"Hi", of(ollamaAPI, toolCall), outcome}, kept: `{"role":"tool","content":"a","tool_call_id":"call_1"}`},
		{rule: "Ollama: an empty result has a text", in: []string{"Hi", of(ollamaAPI, toolCall), emptyCall}, out: `"content":"(no output)"`, leave: []string{"Hi", of(ollamaAPI, toolCall), outcome}, kept: `"content":"a"`},
		{rule: "Ollama: a text has no signature", in: []string{"Hi", of(ollamaAPI, text)}, out: `{"role":"assistant","content":"Yes"}`, leave: []string{"Hi", of(ollamaAPI, plainText)}, kept: `{"role":"assistant","content":"Yes"}`},
		{rule: "Ollama: thinking has no signature", in: []string{"Hi", of(ollamaAPI, thinking)}, out: `"thinking":"hm"`, leave: []string{"Hi", of(ollamaAPI, unsigned)}, kept: `"thinking":"hm"`},
		{rule: "Ollama: a call has no signature", in: []string{"Hi", of(ollamaAPI, signed), outcome}, out: `"name":"read"`, leave: []string{"Hi", of(ollamaAPI, toolCall), outcome}, kept: `"name":"read"`},
		{rule: "Ollama: thinking of another model is a text", in: []string{"Hi", of(otherAPI, unsigned)}, out: `"content":"hm"`, leave: []string{"Hi", of(ollamaAPI, unsigned)}, kept: `"thinking":"hm"`},
		{rule: "Ollama: texts of a message are joined", in: []string{"Hi", of(ollamaAPI, plainText, plainText)}, out: `"content":"Yes\nYes"`, leave: []string{"Hi", of(ollamaAPI, plainText)}, kept: `"content":"Yes"`},
	},
}

// schemaCases are the rules of schemas: in becomes out, kept does not change.
var schemaCases = []struct{ rule, in, out, leave string }{
	{"schema: a keyword that Gemini does not know is left out", `{"type":"object","additionalProperties":false}`, `{"type":"object"}`, `{"type":"object","properties":{"additionalProperties":{"type":"string"}}}`},
	{"schema: a format that Gemini does not know is left out", `{"type":"string","format":"uri"}`, `{"type":"string"}`, `{"type":"string","format":"date-time"}`},
	{"schema: true is {}", `{"type":"array","items":true}`, `{"type":"array","items":{}}`, `{"type":"array","items":{}}`},
	{"schema: a list of types is one type, nullable or a choice", `{"type":["string","null"]}`, `{"nullable":true,"type":"string"}`, `{"type":"string","nullable":true}`},
	{"schema: a list of types beside a choice is left out", `{"type":["string","integer"],"anyOf":[{"minLength":1},{"minimum":1}]}`, `{"anyOf":[{"minLength":1,"type":"string"},{"minimum":1,"type":"number"}]}`, `{"anyOf":[{"type":"string"},{"type":"integer"}]}`},
	{"schema: a constant is an enum", `{"const":"a"}`, `{"enum":["a"],"type":"string"}`, `{"type":"string","default":"a"}`},
	{"schema: an enum that is not a list is left out", `{"type":"string","enum":"a"}`, `{"type":"string"}`, `{"type":"string","enum":["a"]}`},
	{"schema: null in an enum is nullable", `{"type":"string","enum":["a",null]}`, `{"type":"string","nullable":true,"enum":["a"]}`, `{"type":"string","nullable":true,"enum":["a","null"]}`},
	{"schema: an enum of true and false is a boolean", `{"enum":[true,false]}`, `{"type":"boolean"}`, `{"type":"string","enum":["true","false"]}`},
	{"schema: an enum of several types is left out", `{"enum":["a",1]}`, `{}`, `{"type":"integer","format":"enum","enum":["1","2"]}`},
	{"schema: an exclusive bound is an inclusive one", `{"type":"integer","exclusiveMinimum":0}`, `{"type":"integer","minimum":1}`, `{"type":"integer","minimum":0}`},
	{"schema: an exclusive bound of the old form is left out", `{"type":"integer","minimum":0,"exclusiveMinimum":true}`, `{"type":"integer","minimum":0}`, `{"type":"integer","minimum":0}`},
	{"schema: a list of items is items of any of them", `{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}]}`, `{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"integer"}]}}`, `{"type":"array","items":{"type":"string"}}`},
	{"schema: no further items is a largest number of them", `{"type":"array","prefixItems":[{"type":"string"}],"items":false}`, `{"type":"array","items":{"type":"string"},"maxItems":1}`, `{"type":"array","maxItems":1}`},
	{"schema: a property that is never there is left out", `{"type":"object","properties":{"a":false,"b":{}}}`, `{"type":"object","properties":{"b":{}}}`, `{"type":"object","properties":{"b":{}}}`},
	{"schema: a property that is not a schema is left out", `{"type":"object","properties":{"a":7,"b":{}}}`, `{"type":"object","properties":{"b":{}}}`, `{"type":"object","properties":{"b":{}}}`},
	{"schema: required names only properties that there are", `{"type":"object","properties":{"a":{}},"required":["a","b"]}`, `{"type":"object","properties":{"a":{}},"required":["a"]}`, `{"type":"object","properties":{"a":{}},"required":["a"]}`},
	{"schema: oneOf is anyOf", `{"oneOf":[{"type":"string"},{"type":"integer"}]}`, `{"anyOf":[{"type":"string"},{"type":"integer"}]}`, `{"anyOf":[{"type":"string"},{"type":"integer"}]}`},
	{"schema: oneOf beside anyOf is left out", `{"anyOf":[{"type":"string"},{"type":"integer"}],"oneOf":[{"type":"boolean"}]}`, `{"anyOf":[{"type":"string"},{"type":"integer"}]}`, `{"anyOf":[{"type":"string"},{"type":"integer"}]}`},
	{"schema: a variant that nothing fits is left out", `{"anyOf":[{"type":"string"},{"type":"integer"},false]}`, `{"anyOf":[{"type":"string"},{"type":"integer"}]}`, `{"anyOf":[{"type":"string"},{}]}`},
	{"schema: a variant that is not a schema is left out", `{"anyOf":[{"type":"string"},{"type":"integer"},7]}`, `{"anyOf":[{"type":"string"},{"type":"integer"}]}`, `{"anyOf":[{"type":"string"},{}]}`},
	{"schema: null in a choice is nullable", `{"anyOf":[{"type":"string"},{"type":"integer"},{"type":"null"}]}`, `{"anyOf":[{"nullable":true,"type":"string"},{"nullable":true,"type":"integer"}]}`, `{"anyOf":[{"type":"string","nullable":true},{"type":"integer"}]}`},
	{"schema: a choice of constants is an enum", `{"anyOf":[{"const":"a"},{"const":"b"}]}`, `{"type":"string","enum":["a","b"]}`, `{"anyOf":[{"type":"string","enum":["a"]},{"type":"string"}]}`},
	{"schema: a choice of one is that one", `{"anyOf":[{"type":"string"}]}`, `{"type":"string"}`, `{"anyOf":[{"type":"string"},{"type":"integer"}]}`},
	{"schema: allOf is merged", `{"allOf":[{"type":"string"},{"minLength":1}]}`, `{"type":"string","minLength":1}`, `{"type":"string","minLength":1}`},
	{"schema: what two parts of allOf say in different ways is said once", `{"allOf":[{"type":"string","pattern":"a"},{"pattern":"b"}]}`, `{"type":"string","pattern":"a"}`, `{"type":"string","pattern":"a"}`},
	{"schema: a reference is what it refers to", `{"$ref":"#/$defs/a","$defs":{"a":{"type":"string"}}}`, `{"type":"string"}`, `{"type":"object","properties":{"$ref":{"type":"string"}}}`},
	{"schema: a reference to nothing is left out", `{"type":"string","$ref":"#/$defs/a"}`, `{"type":"string"}`, `{"type":"string"}`},
	{"schema: a reference within itself is anything", `{"type":"object","properties":{"a":{"$ref":"#/properties/a/x"},"b":{"$ref":"#/properties/b"}}}`, `{"type":"object","properties":{"a":{},"b":{}}}`, `{"type":"object","properties":{"a":{}}}`},
	{"schema: references expand to 10,000 schemas at most", manyReferences, "", `{"type":"object","properties":{"a":{"type":"string"}}}`},
	{"schema: schemas nest 200 deep at most", nested(200, `{"type":"array","items":{"type":"string"}}`), nested(200, `{"type":"array","items":{}}`), nested(200, `{"type":"string"}`)},
}

// manyReferences returns a schema in which each definition refers ten times to the next one.
var manyReferences = func() string {
	s := `{"$ref":"#/$defs/0","$defs":{"5":{"type":"string"}`
	for i := range 5 {
		s += `,"` + string(rune('0'+i)) + `":{"type":"object","properties":{`
		for k := range 10 {
			if k > 0 {
				s += ","
			}
			s += `"` + string(rune('a'+k)) + `":{"$ref":"#/$defs/` + string(rune('1'+i)) + `"}`
		}
		s += `}}`
	}
	return s + `}}`
}()

// nested returns a schema of nested lists with a given depth.
func nested(depth int, innermost string) string {
	return strings.Repeat(`{"type":"array","items":`, depth-1) + innermost + strings.Repeat(`}`, depth-1)
}

// converted returns the request of an API, and the rules that were applied.
func converted(t *testing.T, api string, c provider.Conversation, texts []string) (request string, rules []string) {
	t.Helper()
	var lines []string
	for _, s := range texts {
		if !strings.HasPrefix(s, "{") {
			s = `{"role":"user","content":"` + s + `","timestamp":1}`
		}
		lines = append(lines, s)
	}
	c.Messages = conversation(t, lines...).Messages
	var changes []provider.Change
	switch api {
	case "Anthropic":
		messages, told := provider.Anthropic(c)
		request, changes = list(t, messages), told
	case "OpenAI":
		messages, told := provider.OpenAI(c)
		request, changes = list(t, messages), told
	case "Google":
		contents, told := provider.Google(c)
		out, err := contents.AppendJSON(nil)
		if err != nil {
			t.Fatal(err)
		}
		request, changes = string(out), told
	case "Ollama":
		messages, told := provider.Ollama(c, provider.OpenAICalls)
		request, changes = list(t, messages), told
	}
	for _, change := range changes {
		rules = append(rules, change.Rule)
	}
	return request, rules
}

func has(rules []string, rule string) bool {
	return strings.Contains("\n"+strings.Join(rules, "\n")+"\n", "\n"+rule+"\n")
}

func TestRuleTable(t *testing.T) {
	tested := map[string]bool{}
	for api, cases := range ruleCases {
		for _, tt := range cases {
			t.Run(tt.rule, func(t *testing.T) {
				tested[tt.rule] = true
				if request, rules := converted(t, api, tt.with, tt.in); !has(rules, tt.rule) || !strings.Contains(request, tt.out) {
					t.Errorf("changed: want %s in\n%s\nrules: %q", tt.out, request, rules)
				}
				with := tt.with
				with.System = "" // rules of system prompts do not change a conversation without one
				if request, rules := converted(t, api, with, tt.leave); has(rules, tt.rule) || !strings.Contains(request, tt.kept) {
					t.Errorf("left alone: want %s in\n%s\nrules: %q", tt.kept, request, rules)
				}
			})
		}
	}
	for _, tt := range schemaCases {
		t.Run(tt.rule, func(t *testing.T) {
			tested[tt.rule] = true
			rulesOf := func(schema string) (out string, rules []string) {
				written, changes := provider.GoogleSchema(decoder.Raw(schema))
				for _, c := range changes {
					rules = append(rules, c.Rule)
				}
				return string(written), rules
			}
			out, rules := rulesOf(tt.in)
			if !has(rules, tt.rule) || tt.out != "" && jsontest.Diff(t, tt.out, out) != "" {
				t.Errorf("changed: %s becomes %.300s, want %s; rules: %q", tt.in, out, tt.out, rules[:min(len(rules), 9)])
			}
			out, rules = rulesOf(tt.leave)
			if len(rules) > 0 || jsontest.Diff(t, tt.leave, out) != "" {
				t.Errorf("left alone: %s becomes %.300s; rules: %q", tt.leave, out, rules)
			}
		})
	}
	for _, r := range provider.Rules() {
		if !tested[r.Name] {
			t.Errorf("no case tests the rule %q", r.Name)
		}
		if r.Source == "" || r.What == "" {
			t.Errorf("the rule %q has no source or adjustment: %+v", r.Name, r)
		}
		delete(tested, r.Name)
	}
	for name := range tested {
		t.Errorf("there is no rule %q, or it stands twice", name)
	}
}
