package provider

import (
	"encoding/base64"
	"strings"

	"github.com/ndwire/ndwire/openclaw"
)

// The rules of the Gemini API.
var (
	ruleGoogleSystem = newRule("Google: the system prompt stands beside the contents", SystemPlaced,
		"Gemini API, generateContent, systemInstruction: https://ai.google.dev/api/generate-content; "+geminiContent+", role: user or model")
	ruleGoogleTurns = newRule("Google: turns of one role are one", TurnsMerged,
		openClawFormat+".3: user and assistant alternate; "+geminiCalling+" refuses others: \"function call turn comes immediately after a user turn or after a function response turn\"")
	ruleGoogleFirstTurn = newRule("Google: the first turn is the user's", TurnInserted,
		openClawFormat+".3: turn ordering; "+geminiCalling+", as for turns of one role")
	ruleGoogleSignature = newRule("Google: signatures go back only to the model that they came from", SignatureDropped,
		geminiSignatures+": pass them back as received; "+piTransform)
	ruleGoogleBase64 = newRule("Google: a signature that is not base64 is left out", SignatureDropped,
		geminiContent+", Part: thoughtSignature is bytes in base64; refuses others: \"Invalid value at 'thought_signature' (TYPE_BYTES)\"")
	ruleGoogleUnsigned = newRule("Google: the first call of a response has a signature for Gemini 3", SignatureReplaced,
		geminiSignatures+": a missing one is refused, and skip_thought_signature_validator is for histories of other models")
	ruleGoogleThinking    = newRule("Google: thinking of another model is a text", ThinkingLowered, piTransform)
	ruleGoogleTexts       = newRule("Google: texts of a result are joined", TextJoined, geminiContent+", FunctionResponse: response is one Struct with output or error")
	ruleGoogleImages      = newRule("Google: images of a result are parts behind it", ImagesMoved, geminiContent+", FunctionResponse: response is JSON; inlineData is a part")
	ruleGoogleEmptyResult = newRule("Google: an empty result has a text", TextInserted, geminiContent+", FunctionResponse: response is required, and a model should read that there was no output")
)

// Google returns the conversation as the contents of a request to Gemini. [GoogleSchema] converts schemas of tools.
//
// The system prompt is beside the contents. Turns alternate, and the user's is the first: turns of one role are merged, and a
// conversation that the model begins gets a turn in front. Thinking and signatures go back to the model that they came from; for any other
// one thinking becomes text. Gemini 3 requires a signature with the first call of a response: where there is none, the placeholder of its
// documentation is sent.
//
// Rules names the source of each change.
func Google(conv Conversation) (GoogleContents, []Change) {
	var c changes
	var out GoogleContents
	g := google{changes: &c}
	g.provider, g.model = conv.target()
	if conv.hasSystem() {
		c.add(ruleGoogleSystem, -1, "beside the contents, as systemInstruction")
		out.SystemInstruction = &GoogleContent{Parts: []GooglePart{{Text: new(conv.System)}}}
	}
	turn := func(role string, index int, parts []GooglePart) {
		n := len(out.Contents)
		switch {
		case len(parts) == 0:
			c.add(ruleNothingLeft, index, "nothing is left of it")
			return
		case n > 0 && out.Contents[n-1].Role == role:
			c.add(ruleGoogleTurns, index, "with the turn of the %s before it", role)
			out.Contents[n-1].Parts = append(out.Contents[n-1].Parts, parts...)
			return
		case n == 0 && role == "model":
			c.add(ruleGoogleFirstTurn, index, "the user has the first turn: %s", bootstrapText)
			out.Contents = append(out.Contents, GoogleContent{Role: "user", Parts: []GooglePart{{Text: new(bootstrapText)}}})
		}
		out.Contents = append(out.Contents, GoogleContent{Role: role, Parts: parts})
	}
	for _, s := range c.paired(conv.Messages, newCallIDs(ruleGoogleCallID, anthropicIDLength)) {
		switch m := s.message.(type) {
		case *openclaw.UserMessage:
			turn("user", s.index, g.parts(blocks(m.Content), s.index))
		case *openclaw.AssistantMessage:
			turn("model", s.index, g.response(m, s.index))
		case *openclaw.ToolResultMessage:
			turn("user", s.index, g.result(m, s.index))
		}
	}
	return out, c.inOrder()
}

// google is a conversion for the Gemini API.
type google struct {
	*changes
	provider, model string // of the target model
}

// unsigned is the documented placeholder for a missing signature.
const unsigned = "skip_thought_signature_validator"

// parts converts the content of a user or a tool.
func (c google) parts(blocks []openclaw.ContentBlock, index int) []GooglePart {
	return convert(c.changes, blocks, index,
		func(text string) GooglePart { return GooglePart{Text: &text} },
		func(image *openclaw.ImageContent) GooglePart {
			return GooglePart{InlineData: &GoogleBlob{MimeType: image.MimeType, Data: image.Data}}
		})
}

// response converts a message of the model.
func (c google) response(m *openclaw.AssistantMessage, index int) []GooglePart {
	own := strings.HasPrefix(m.API, "google-") && m.Provider == c.provider && m.Model == c.model
	signature := func(s *string, of string) string {
		text := textOf(s)
		switch {
		case text == "":
			return ""
		case !own:
			c.add(ruleGoogleSignature, index, "that of %s is of another model", of)
			return ""
		case !isBase64(text):
			c.add(ruleGoogleBase64, index, "that of %s is not base64", of)
			return ""
		}
		return text
	}
	var list []GooglePart
	calls := false
	for _, b := range m.Content {
		if call, ok := openclaw.AsToolCall(b); ok {
			part := GooglePart{
				FunctionCall:     &GoogleFunctionCall{ID: call.ID, Name: call.Name, Args: call.Arguments},
				ThoughtSignature: signature(call.ThoughtSignature, "the tool call "+call.ID),
			}
			if !calls && part.ThoughtSignature == "" && strings.Contains(c.model, "gemini-3") {
				c.add(ruleGoogleUnsigned, index, "the tool call %s has none: %s", call.ID, unsigned)
				part.ThoughtSignature = unsigned
			}
			calls = true
			list = append(list, part)
			continue
		}
		switch b := b.(type) {
		case *openclaw.TextContent:
			part := GooglePart{Text: new(b.Text), ThoughtSignature: signature(b.TextSignature, "a text")}
			if isBlank(b.Text) && part.ThoughtSignature == "" {
				c.blankText(index)
				continue
			}
			list = append(list, part)
		case *openclaw.ThinkingContent:
			part := GooglePart{Text: new(b.Thinking), Thought: own, ThoughtSignature: signature(b.ThinkingSignature, "thinking")}
			switch {
			case isBlank(b.Thinking) && part.ThoughtSignature == "":
				c.dropped(b, index)
				continue
			case !own:
				c.add(ruleGoogleThinking, index, "it is of another model")
			}
			list = append(list, part)
		default:
			c.dropped(b, index)
		}
	}
	return list
}

// isBase64 reports whether s can be the JSON of bytes, as signatures are.
func isBase64(s string) bool {
	_, err := base64.StdEncoding.DecodeString(s)
	return err == nil
}

// result converts the result of a tool: its text is the response, its images are parts after it.
func (c google) result(m *openclaw.ToolResultMessage, index int) []GooglePart {
	var texts []string
	var images []GooglePart
	for _, part := range c.parts(m.Content, index) {
		if part.Text != nil {
			texts = append(texts, *part.Text)
		} else {
			images = append(images, part)
		}
	}
	if len(texts) > 1 {
		c.add(ruleGoogleTexts, index, "%d of them", len(texts))
	}
	if len(images) > 0 {
		c.add(ruleGoogleImages, index, "%d of them, behind the result", len(images))
	}
	text := strings.Join(texts, "\n")
	if text == "" && len(images) == 0 {
		c.add(ruleGoogleEmptyResult, index, "the result is empty: %s", noOutput)
		text = noOutput
	}
	response := GoogleResult{Output: &text}
	if m.IsError {
		response = GoogleResult{Error: &text}
	}
	result := GooglePart{FunctionResponse: &GoogleFunctionResponse{ID: m.ToolCallID, Name: m.ToolName, Response: response}}
	return append([]GooglePart{result}, images...)
}
