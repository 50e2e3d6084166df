package provider_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
	"github.com/ndwire/ndwire/openclaw"
	"github.com/ndwire/ndwire/openclaw/provider"
)

const (
	question   = `{"role":"user","content":"Look","timestamp":1}`
	withImage  = `{"role":"user","content":[{"type":"text","text":"See"},{"type":"image","data":"aQ==","mimeType":"image/png"}],"timestamp":1}`
	thinking   = `{"type":"thinking","thinking":"hm","thinkingSignature":"c2ln"}`
	text       = `{"type":"text","text":"Yes","textSignature":"dGV4dA=="}`
	secondCall = `{"type":"toolCall","id":"call_2","name":"list","arguments":{}}`
	toolCall   = `{"type":"toolCall","id":"call_1","name":"read","arguments":{"path":"/x"}}`
	toolResult = `{"role":"toolResult","toolCallId":"call_1","toolName":"read","content":[{"type":"text","text":"a"},{"type":"text","text":"b"},` +
		`{"type":"image","data":"aQ==","mimeType":"image/png"}],"isError":true,"timestamp":3}`
	secondResult = `{"role":"toolResult","toolCallId":"call_2","toolName":"list","content":[{"type":"text","text":"c"}],"isError":false,"timestamp":4}`
)

func response(api string, blocks ...string) string {
	content := ""
	for i, b := range blocks {
		if i > 0 {
			content += ","
		}
		content += b
	}
	return `{"role":"assistant","content":[` + content + `],"api":"` + api + `","provider":"p","model":"m","stopReason":"stop","timestamp":2}`
}

// The rules of the description for each provider, in its order.

func TestAnthropicSystemPrompt(t *testing.T) {
	c := conversation(t, question)
	c.System = "Be brief."
	got, changes := provider.Anthropic(c)
	if d := jsontest.Diff(t, `[{"role":"user","content":"Look"}]`, list(t, got)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	reports(t, changes, "system prompt placed: beside the messages: set the request's parameter system to it")

	c.SystemRole = "developer"
	got, changes = provider.Anthropic(c)
	want := `[{"role":"developer","content":"Be brief."},{"role":"user","content":"Look"}]`
	if d := jsontest.Diff(t, want, list(t, got)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	reports(t, changes, "system prompt placed: as a first message of the role developer")
}

// TestAnthropicOnlySystemPrompt checks a conversation that has nothing but a system prompt, in the role of the model.
func TestAnthropicOnlySystemPrompt(t *testing.T) {
	got, changes := provider.Anthropic(provider.Conversation{System: "Be brief.", SystemRole: "assistant"})
	if d := jsontest.Diff(t, `[{"role":"assistant","content":"Be brief."}]`, list(t, got)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	reports(t, changes, "system prompt placed: as a first message of the role assistant")
}

func TestAnthropicSignaturesAreKept(t *testing.T) {
	got, changes := provider.Anthropic(conversation(t, question, response("anthropic-messages", thinking, text)))
	want := `[{"role":"user","content":"Look"},{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"c2ln"},{"type":"text","text":"Yes","signature":"dGV4dA=="}]}]`
	if d := jsontest.Diff(t, want, list(t, got)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	reports(t, changes)

	got, changes = provider.Anthropic(conversation(t, question, response("openai-responses", text,
		`{"type":"toolCall","id":"call_2","name":"list","arguments":{},"thoughtSignature":"g"}`), secondResult))
	want = `[{"role":"user","content":"Look"},
		{"role":"assistant","content":[{"type":"text","text":"Yes"},{"type":"tool_use","id":"call_2","name":"list","input":{}}]},
		{"role":"user","content":[{"type":"tool_result","tool_use_id":"call_2","content":[{"type":"text","text":"c"}]}]}]`
	if d := jsontest.Diff(t, want, list(t, got)); d != "" {
		t.Errorf("of another API (-want +got):\n%s", d)
	}
	reports(t, changes, "message 1: signature dropped: that of a text is of another model",
		"message 1: signature dropped: that of the tool call call_2 is of another API")
}

func TestAnthropicThinkingIsNative(t *testing.T) {
	redacted := `{"type":"thinking","thinking":"","thinkingSignature":"ZW5j","redacted":true}`
	got, changes := provider.Anthropic(conversation(t, question, response("anthropic-messages", thinking, redacted)))
	want := `[{"role":"user","content":"Look"},{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"c2ln"},{"type":"redacted_thinking","data":"ZW5j"}]}]`
	if d := jsontest.Diff(t, want, list(t, got)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	reports(t, changes)

	got, changes = provider.Anthropic(conversation(t, question, response("google-generative-ai", thinking, `{"type":"thinking","thinking":" "}`)))
	if d := jsontest.Diff(t, `[{"role":"user","content":"Look"},{"role":"assistant","content":[{"type":"text","text":"hm"}]}]`, list(t, got)); d != "" {
		t.Errorf("of another API (-want +got):\n%s", d)
	}
	reports(t, changes, "message 1: thinking became text: it has no signature of this model", "message 1: block dropped: thinking has no place here")
}

func TestOpenAISystemPromptIsTheFirstMessage(t *testing.T) {
	for model, role := range map[string]string{
		"gpt-4.1": "system", "o3-mini": "developer", "openai/o1": "developer", "olmo": "system", "o": "system", "": "system",
	} {
		c := conversation(t, question)
		c.System, c.Model = "Be brief.", model
		got, changes := provider.OpenAI(c)
		want := `[{"role":"` + role + `","content":"Be brief."},{"role":"user","content":"Look"}]`
		if d := jsontest.Diff(t, want, list(t, got)); d != "" {
			t.Errorf("%s (-want +got):\n%s", model, d)
		}
		reports(t, changes, "system prompt placed: as a first message of the role "+role)
	}
}

func TestOpenAIToolCallsAreFunctions(t *testing.T) {
	got, changes := provider.OpenAI(conversation(t, response("x", toolCall, `{"type":"functionCall","id":"call_2","name":"list"}`), toolResult, secondResult, question))
	want := `[{"role":"assistant","content":null,"tool_calls":[
		{"id":"call_1","type":"function","function":{"name":"read","arguments":"{\"path\":\"/x\"}"}},
		{"id":"call_2","type":"function","function":{"name":"list","arguments":"{}"}}]},
		{"role":"tool","content":"a\nb","tool_call_id":"call_1"},{"role":"tool","content":"c","tool_call_id":"call_2"},
		{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,aQ=="}}]},{"role":"user","content":"Look"}]`
	if d := jsontest.Diff(t, want, list(t, got)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	reports(t, changes, "message 1: error flag dropped: only the text says that the tool read failed", "message 1: texts joined: 2 of them",
		"message 1: images moved: 1 of them, into a message of the user")
}

func TestOpenAIThinkingBecomesText(t *testing.T) {
	c := conversation(t, response("openai-completions", `{"type":"thinking","thinking":"hm"}`, `{"type":"text","text":"Yes"}`))
	c.Model = "gpt-4.1"
	got, changes := provider.OpenAI(c)
	want := `[{"role":"assistant","content":[{"type":"text","text":"hm"},{"type":"text","text":"Yes"}]}]`
	if d := jsontest.Diff(t, want, list(t, got)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	reports(t, changes, "message 0: thinking became text: the model does not take it back")

	c.Model = "o3"
	c.Messages[0].(*openclaw.AssistantMessage).Model = "o3"
	got, changes = provider.OpenAI(c)
	if d := jsontest.Diff(t, `[{"role":"assistant","content":"Yes","reasoning_content":"hm"}]`, list(t, got)); d != "" {
		t.Errorf("o series (-want +got):\n%s", d)
	}
	reports(t, changes)
}

func TestGoogleSchemaIsSanitized(t *testing.T) {
	for _, tt := range []struct{ name, schema, want, says string }{
		{
			"a reference", `{"type":"object","properties":{"a":{"$ref":"#/$defs/A","description":"mine"}},"$defs":{"A":{"type":"string","description":"its"}}}`,
			`{"type":"object","properties":{"a":{"description":"mine","type":"string"}}}`,
			"schema rewritten: .properties.a.$ref is replaced by #/$defs/A\nschema keyword stripped: .$defs",
		},
		{
			"a reference within itself", `{"$ref":"#/definitions/T","definitions":{"T":{"type":"array","items":{"$ref":"#/definitions/T"}}}}`,
			`{"type":"array","items":{}}`,
			"schema rewritten: .$ref is replaced by #/definitions/T\nschema rewritten: .items.$ref refers to itself: #/definitions/T\n" +
				"schema keyword stripped: .definitions",
		},
		{
			"a reference to a reference", `{"properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"$ref":"#/$defs/B~1C"},"B/C":{"type":"string"}}}`,
			`{"type":"object","properties":{"a":{"type":"string"}}}`,
			"schema rewritten: .properties.a.$ref is replaced by #/$defs/A\nschema rewritten: .properties.a.$ref is replaced by #/$defs/B~1C\n" +
				"schema keyword stripped: .$defs",
		},
		{
			"a reference to elsewhere", `{"$ref":"https://x/y.json","type":"string"}`, `{"type":"string"}`,
			"schema keyword stripped: .$ref, which refers to nothing: https://x/y.json",
		},
		{"a constant", `{"const":"a"}`, `{"type":"string","enum":["a"]}`, "schema rewritten: .const is an enum of one"},
		{"a constant number", `{"const":5}`, `{"type":"integer","format":"enum","enum":["5"]}`, "schema rewritten: .const is an enum of one"},
		{"a constant of truth", `{"const":true}`, `{"type":"boolean"}`, "schema rewritten: .const is an enum of one\nschema rewritten: .const is a boolean"},
		{"nothing but null", `{"const":null}`, `{"type":"null","nullable":true}`, "schema rewritten: .const is an enum of one\nschema rewritten: .const has null: it is nullable"},
		{"a constant object", `{"const":{"a":1}}`, `{}`,
			"schema rewritten: .const is an enum of one\nschema keyword stripped: .const, whose values have no type that Gemini has enums of"},
		{"an enum with null", `{"type":"string","enum":["a",null]}`, `{"type":"string","nullable":true,"enum":["a"]}`, "schema rewritten: .enum has null: it is nullable"},
		{"an enum of numbers", `{"enum":[1,2.5]}`, `{"type":"number","format":"enum","enum":["1","2.5"]}`, ""},
		{"an enum of everything", `{"enum":["a",1]}`, `{}`, "schema keyword stripped: .enum, whose values have no type that Gemini has enums of"},
		{"an enum stays", `{"type":"string","enum":["a","b"],"description":"d"}`, `{"type":"string","enum":["a","b"],"description":"d"}`, ""},
		{
			"constants", `{"anyOf":[{"const":"a","type":"string"},{"enum":["b"],"type":"string"}]}`, `{"type":"string","enum":["a","b"]}`,
			"schema rewritten: .anyOf[].const is an enum of one\nschema rewritten: .anyOf is an enum\nschema rewritten: .anyOf has one variant, which stands in its place",
		},
		{
			"constants of oneOf", `{"description":"d","oneOf":[{"const":1,"description":"one"},{"const":2},{"type":"null"}]}`,
			`{"nullable":true,"description":"d","type":"integer","format":"enum","enum":["1","2"]}`,
			"schema rewritten: .oneOf is anyOf\nschema rewritten: .oneOf[].const is an enum of one\nschema rewritten: .oneOf[].const is an enum of one\n" +
				"schema rewritten: .oneOf has null: it is nullable\nschema rewritten: .oneOf is an enum\nschema rewritten: .oneOf has one variant, which stands in its place",
		},
		{"types", `{"type":["string","null"]}`, `{"type":"string","nullable":true}`, "schema rewritten: .type is a list"},
		{
			"more types", `{"type":["string","number","null"]}`,
			`{"anyOf":[{"type":"string","nullable":true},{"type":"number","nullable":true}]}`, "schema rewritten: .type is a list",
		},
		{"only null", `{"type":["null"]}`, `{"type":"null"}`, "schema rewritten: .type is a list"},
		{
			"a choice with null", `{"description":"d","anyOf":[{"type":"string","description":"e"},{"type":"null"}]}`,
			`{"description":"d","type":"string","nullable":true}`,
			"schema rewritten: .anyOf has null: it is nullable\nschema rewritten: .anyOf has one variant, which stands in its place",
		},
		{
			"a choice stands alone", `{"type":"object","description":"d","properties":{"a":{"type":"string"}},"anyOf":[{"required":["a"]},{"properties":{"b":{}}}]}`,
			`{"anyOf":[{"type":"object","description":"d","properties":{"a":{"type":"string"}}},{"type":"object","description":"d","properties":{"a":{"type":"string"},"b":{}}}]}`,
			"schema rewritten: .anyOf[].required names no property: a",
		},
		{
			"oneOf", `{"oneOf":[{"type":"string"},{"type":"object","oneOf":[]}]}`, `{"anyOf":[{"type":"string"},{"type":"object"}]}`,
			"schema rewritten: .oneOf is anyOf\nschema rewritten: .oneOf[].oneOf is anyOf",
		},
		{"a negation", `{"type":"string","not":{"enum":["a"]}}`, `{"type":"string"}`, "schema keyword stripped: .not"},
		{
			"a condition", `{"type":"object","if":{"required":["a"]},"then":{},"else":false,"dependentRequired":{},"$comment":"c","readOnly":true}`, `{"type":"object"}`,
			"schema keyword stripped: .if\nschema keyword stripped: .then\nschema keyword stripped: .else\nschema keyword stripped: .dependentRequired\n" +
				"schema keyword stripped: .$comment\nschema keyword stripped: .readOnly",
		},
		{
			"exclusive bounds", `{"type":"integer","exclusiveMinimum":0,"exclusiveMaximum":10}`, `{"type":"integer","minimum":1,"maximum":9}`,
			"schema rewritten: .exclusiveMinimum is minimum\nschema rewritten: .exclusiveMaximum is maximum",
		},
		{"an exclusive bound of a fraction", `{"type":"number","exclusiveMinimum":0.5,"minimum":0.25}`, `{"type":"number","minimum":0.5}`, "schema rewritten: .exclusiveMinimum is minimum"},
		{"an exclusive bound of old", `{"type":"number","exclusiveMinimum":true,"minimum":0}`, `{"type":"number","minimum":0}`, "schema keyword stripped: .exclusiveMinimum"},
		{
			"a tuple", `{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":false}`,
			`{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"integer"}]},"maxItems":2}`,
			"schema rewritten: .prefixItems is items of any of them\nschema rewritten: .items is false: there are 2 at most",
		},
		{
			"a tuple of old", `{"type":"array","items":[{"type":"string"},{"type":"string"}],"additionalItems":{"type":"string"}}`,
			`{"type":"array","items":{"type":"string"}}`, "schema rewritten: .items is items of any of them",
		},
		{
			"all of them", `{"allOf":[{"type":"object","properties":{"a":{"type":"string","minLength":1}},"required":["a"]},{"$ref":"#/$defs/B"}],"description":"d",
				"$defs":{"B":{"properties":{"a":{"minLength":3},"b":{"type":"integer"}},"required":["b"]}}}`,
			`{"type":"object","description":"d","properties":{"a":{"type":"string","minLength":3},"b":{"type":"integer"}},"required":["a","b"]}`,
			"schema rewritten: .allOf is merged\nschema rewritten: .allOf[].$ref is replaced by #/$defs/B\nschema keyword stripped: .$defs\n" +
				"schema rewritten: .properties.a.allOf is merged",
		},
		{
			"schemas that are true or false", `{"type":"object","properties":{"a":true,"b":false},"required":["a","b"]}`,
			`{"type":"object","properties":{"a":{}},"required":["a"]}`,
			"schema rewritten: .properties.a is true, which is {}\nschema rewritten: .properties.b is false: it is left out\nschema rewritten: .required names no property: b",
		},
		{
			"formats", `{"type":"object","properties":{"a":{"type":"string","format":"date-time"},"b":{"type":"string","format":"uri"},"c":{"type":"integer","format":"int64"},
				"d":{"type":"number","format":"int64"}}}`,
			`{"type":"object","properties":{"a":{"type":"string","format":"date-time"},"b":{"type":"string"},"c":{"type":"integer","format":"int64"},"d":{"type":"number"}}}`,
			"schema keyword stripped: .properties.b.format\nschema keyword stripped: .properties.d.format",
		},
		{"no schema", `[1]`, `[1]`, ""},
		{"anything", `true`, `{}`, "schema rewritten: . is true, which is {}"},
	} {
		got, changes := provider.GoogleSchema([]byte(tt.schema))
		if d := jsontest.Diff(t, tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, d)
		}
		reports(t, changes, tt.says)
	}
}

// TestGoogleKeywords checks that keywords of Gemini's schemas are kept, also as names of properties, and all others are removed.
func TestGoogleKeywords(t *testing.T) {
	schema := `{"$schema":"s","$id":"i","title":"T","type":"object","examples":[],"additionalProperties":false,"patternProperties":{},"minProperties":1,"maxProperties":2,
		"required":["format"],"propertyOrdering":["format"],"properties":{"format":{"type":"string","format":"date","minLength":1,"maxLength":9,"pattern":"x","default":"d"},
		"minimum":{"type":"integer","minimum":1,"maximum":2,"multipleOf":1,"nullable":true,"example":1},
		"list":{"type":"array","items":{"type":"string","format":"uri"},"minItems":1,"maxItems":2,"uniqueItems":true}}}`
	want := `{"title":"T","type":"object","minProperties":1,"maxProperties":2,"required":["format"],"propertyOrdering":["format"],
		"properties":{"format":{"type":"string","minLength":1,"maxLength":9,"pattern":"x","default":"d"},
		"minimum":{"type":"integer","minimum":1,"maximum":2,"nullable":true,"example":1},
		"list":{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":2}}}`
	got, changes := provider.GoogleSchema([]byte(schema))
	if d := jsontest.Diff(t, want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	for i, name := range []string{".$schema", ".$id", ".examples", ".additionalProperties", ".patternProperties", ".properties.format.format",
		".properties.minimum.multipleOf", ".properties.list.items.format", ".properties.list.uniqueItems"} {
		if i >= len(changes) || changes[i].What != provider.KeywordStripped || changes[i].Message != -1 || changes[i].Detail != name {
			t.Fatalf("want %s:\n%s", name, report(changes))
		}
	}
}

// TestGoogleSchemaIsBounded checks that the size of a schema is bounded: a few references cannot expand without end.
func TestGoogleSchemaIsBounded(t *testing.T) {
	doubling := `{"$ref":"#/$defs/0","$defs":{`
	for i := range 60 {
		doubling += fmt.Sprintf(`"%d":{"type":"object","properties":{"a":{"$ref":"#/$defs/%d"},"b":{"$ref":"#/$defs/%d"}}},`, i, i+1, i+1)
	}
	doubling += `"60":{"type":"string"}}}`
	for name, schema := range map[string]string{
		"doubling":  doubling,
		"deep":      strings.Repeat(`{"items":`, 5000) + `{"type":"string"}` + strings.Repeat(`}`, 5000),
		"deep all":  strings.Repeat(`{"allOf":[`, 5000) + `{"type":"string"}` + strings.Repeat(`]}`, 5000),
		"self all":  `{"$ref":"#/$defs/A","$defs":{"A":{"allOf":[{"$ref":"#/$defs/A"},{"type":"string"}]}}}`,
		"self each": `{"$ref":"#/$defs/A","$defs":{"A":{"anyOf":[{"$ref":"#/$defs/B"},{"$ref":"#/$defs/A"}]},"B":{"anyOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/B"}]}}}`,
	} {
		got, _ := provider.GoogleSchema(decoder.Raw(schema))
		if !json.Valid(got) || len(got) > 4<<20 {
			t.Errorf("%s: %d bytes, valid %t", name, len(got), json.Valid(got))
		}
	}
}

func TestGoogleTurnsAlternate(t *testing.T) {
	c := conversation(t, response("google-generative-ai", text), response("google-generative-ai", toolCall, secondCall), toolResult, secondResult, question)
	c.System = "Be brief."
	got, changes := provider.Google(c)
	want := `{"systemInstruction":{"parts":[{"text":"Be brief."}]},"contents":[{"role":"user","parts":[{"text":"(session bootstrap)"}]},
		{"role":"model","parts":[{"text":"Yes","thoughtSignature":"dGV4dA=="},{"functionCall":{"id":"call_1","name":"read","args":{"path":"/x"}}},
			{"functionCall":{"id":"call_2","name":"list","args":{}}}]},
		{"role":"user","parts":[{"functionResponse":{"id":"call_1","name":"read","response":{"error":"a\nb"}}},{"inlineData":{"mimeType":"image/png","data":"aQ=="}},
			{"functionResponse":{"id":"call_2","name":"list","response":{"output":"c"}}},{"text":"Look"}]}]}`
	out, err := got.AppendJSON(nil)
	if err != nil {
		t.Fatal(err)
	}
	if d := jsontest.Diff(t, want, out); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	reports(t, changes, "system prompt placed: beside the contents, as systemInstruction",
		"message 0: turn inserted: the user has the first turn: (session bootstrap)", "message 1: turns merged: with the turn of the model before it",
		"message 2: texts joined: 2 of them", "message 2: images moved: 1 of them, behind the result",
		"message 3: turns merged: with the turn of the user before it", "message 4: turns merged: with the turn of the user before it")
}

func TestGoogleThinking(t *testing.T) {
	for api, want := range map[string]string{
		"google-vertex":      `[{"role":"user","parts":[{"text":"Look"}]},{"role":"model","parts":[{"text":"hm","thought":true,"thoughtSignature":"c2ln"}]}]`,
		"anthropic-messages": `[{"role":"user","parts":[{"text":"Look"}]},{"role":"model","parts":[{"text":"hm"}]}]`,
	} {
		got, changes := provider.Google(conversation(t, question, response(api, thinking)))
		if d := jsontest.Diff(t, want, list(t, got.Contents)); d != "" {
			t.Errorf("%s (-want +got):\n%s", api, d)
		}
		if api == "google-vertex" {
			reports(t, changes)
		} else {
			reports(t, changes, "message 1: signature dropped: that of thinking is of another model", "message 1: thinking became text: it is of another model")
		}
	}
}

// TestOllamaMessages checks messages for Ollama's native API. TestOllamaEvents checks its stream.
func TestOllamaMessages(t *testing.T) {
	c := conversation(t, withImage, response("ollama", thinking, text, toolCall), toolResult)
	c.System = "Be brief."
	for form, want := range map[provider.CallForm]string{
		provider.NativeCalls: `[{"role":"system","content":"Be brief."},{"role":"user","content":"See","images":["aQ=="]},
			{"role":"assistant","content":"Yes","thinking":"hm","tool_calls":[{"function":{"name":"read","arguments":{"path":"/x"}}}]},
			{"role":"tool","content":"a\nb","images":["aQ=="],"tool_name":"read"}]`,
		provider.OpenAICalls: `[{"role":"system","content":"Be brief."},{"role":"user","content":"See","images":["aQ=="]},
			{"role":"assistant","content":"Yes","thinking":"hm","tool_calls":[{"id":"call_1","type":"function","function":{"name":"read","arguments":"{\"path\":\"/x\"}"}}]},
			{"role":"tool","content":"a\nb","images":["aQ=="],"tool_call_id":"call_1"}]`,
	} {
		got, changes := provider.Ollama(c, form)
		if d := jsontest.Diff(t, want, list(t, got)); d != "" {
			t.Errorf("%v (-want +got):\n%s", form, d)
		}
		reports(t, changes, "system prompt placed: as a first message of the role system",
			"message 1: signature dropped: there is no place for that of thinking", "message 1: signature dropped: there is no place for that of a text",
			"message 2: texts joined: 2 of them", "message 2: error flag dropped: only the text says that the tool read failed")
	}
}

// TestRolesAreConverted checks that messages with roles of the runtime and its extensions become messages of the user for all providers.
func TestRolesAreConverted(t *testing.T) {
	c := conversation(t,
		`{"role":"bashExecution","command":"ls","output":"x","exitCode":2,"cancelled":false,"truncated":true,"fullOutputPath":"/tmp/o","timestamp":1}`,
		`{"role":"bashExecution","command":"ls","output":"","cancelled":true,"truncated":false,"timestamp":1}`,
		`{"role":"bashExecution","command":"ls","output":"x","cancelled":false,"truncated":false,"excludeFromContext":true,"timestamp":1}`,
		`{"role":"custom","customType":"t","content":"a","display":true,"timestamp":1}`,
		`{"role":"hookMessage","customType":"t","content":[{"type":"text","text":"b"}],"display":true,"timestamp":1}`,
		`{"role":"branchSummary","summary":"s","fromId":"1","timestamp":1}`,
		`{"role":"compactionSummary","summary":"s","tokensBefore":1,"timestamp":1}`,
		`{"role":"notification","timestamp":1}`,
		`{"role":"user","content":"","timestamp":1}`,
		response("x"),
		`{"role":"system","content":"Be brief.","timestamp":1}`,
	)
	c.Messages = append(c.Messages, nil)
	want := `[{"role":"user","content":"Ran ` + "`ls`\\n```\\nx\\n```" + `\n\nCommand exited with code 2\n\n[Output truncated. Full output: /tmp/o]"},
		{"role":"user","content":"Ran ` + "`ls`" + `\n(no output)\n\n(command cancelled)"},{"role":"user","content":"a"},
		{"role":"user","content":[{"type":"text","text":"b"}]},
		{"role":"user","content":"A summary of what happened in a branch of this conversation that was left:\n\n<summary>\ns\n</summary>"},
		{"role":"user","content":"A summary of this conversation up to here:\n\n<summary>\ns\n</summary>"}]`
	report := []string{
		"message 0: role lowered: bashExecution is said by the user", "message 1: role lowered: bashExecution is said by the user",
		"message 2: message dropped: the person has kept this command from the model", "message 3: role lowered: custom is said by the user",
		"message 4: role lowered: hookMessage is said by the user", "message 5: role lowered: branchSummary is said by the user",
		"message 6: role lowered: compactionSummary is said by the user", `message 7: message dropped: no model knows the role "notification"`,
		"message 8: message dropped: it is empty", "message 9: message dropped: it is empty, its stop reason is stop",
		"message 10: message dropped: what the system says belongs into Conversation.System", `message 11: message dropped: no model knows the role ""`,
	}
	anthropic, changes := provider.Anthropic(c)
	if d := jsontest.Diff(t, want, list(t, anthropic)); d != "" {
		t.Errorf("Anthropic (-want +got):\n%s", d)
	}
	reports(t, changes, report...)
	openAI, changes := provider.OpenAI(c)
	if d := jsontest.Diff(t, want, list(t, openAI)); d != "" {
		t.Errorf("OpenAI (-want +got):\n%s", d)
	}
	reports(t, changes, report...)
	ollama, changes := provider.Ollama(c, provider.NativeCalls)
	reports(t, changes, report...)
	google, _ := provider.Google(c)
	if len(ollama) != 6 || len(google.Contents) != 1 || len(google.Contents[0].Parts) != 6 {
		t.Errorf("%d messages for Ollama, contents %+v", len(ollama), google.Contents)
	}
}

// TestBlocksAreDropped checks that blocks at impossible places, and of unknown kinds, are left out and reported.
func TestBlocksAreDropped(t *testing.T) {
	c := conversation(t,
		`{"role":"user","content":[{"type":"video"},`+thinking+`,`+toolCall+`,null],"timestamp":1}`,
		response("x", `{"type":"image","data":"aQ==","mimeType":"image/png"}`, `{"type":"video"}`),
	)
	want := []string{
		"message 0: block dropped: video has no place here", "message 0: block dropped: thinking has no place here",
		"message 0: block dropped: toolCall has no place here", "message 0: block dropped: a block without a type has no place here",
	}
	of := func(rest ...string) []string { return append(want[:4:4], rest...) }
	left := []string{
		"message 0: message dropped: nothing is left of it", "message 1: block dropped: image has no place here",
		"message 1: block dropped: video has no place here", "message 1: message dropped: nothing is left of it",
	}
	anthropic, changes := provider.Anthropic(c)
	reports(t, changes, of(left...)...)
	openAI, changes := provider.OpenAI(c)
	reports(t, changes, of(left...)...)
	google, changes := provider.Google(c)
	reports(t, changes, of(left...)...)
	if len(anthropic) != 0 || len(openAI) != 0 || len(google.Contents) != 0 {
		t.Errorf("%+v\n%+v\n%+v", anthropic, openAI, google.Contents)
	}
}

// TestTranscript converts a whole conversation for each provider, and checks that the original does not change.
func TestTranscript(t *testing.T) {
	c, untouched := transcript(t), transcript(t)
	anthropic, _ := provider.Anthropic(c)
	openAI, _ := provider.OpenAI(c)
	google, _ := provider.Google(c)
	ollama, _ := provider.Ollama(c, provider.NativeCalls)
	checkRules(t, c)
	for i := range google.Contents {
		for j := range google.Contents[i].Parts {
			if p := google.Contents[i].Parts[j].Text; p != nil {
				*p = "changed" // the result belongs to the caller
			}
		}
	}
	if len(anthropic) != 12 || len(openAI) != 14 || len(google.Contents) == 0 || len(ollama) != 13 {
		t.Errorf("%d, %d, %d, %d messages", len(anthropic), len(openAI), len(google.Contents), len(ollama))
	}
	for i := 1; i < len(google.Contents); i++ {
		if google.Contents[i].Role == google.Contents[i-1].Role {
			t.Errorf("turns %d and %d are both of the %s", i-1, i, google.Contents[i].Role)
		}
	}
	for i, m := range c.Messages {
		got, err := m.AppendJSON(nil)
		if err != nil {
			t.Fatal(err)
		}
		want, err := untouched.Messages[i].AppendJSON(nil)
		if err != nil {
			t.Fatal(err)
		}
		if d := jsontest.Diff(t, string(want), string(got)); d != "" {
			t.Errorf("message %d was changed (-want +got):\n%s", i, d)
		}
	}
}
