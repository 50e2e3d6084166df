package provider_test

import (
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/openclaw"
	"github.com/ndwire/ndwire/openclaw/provider"
)

func ExampleOpenAI() {
	f, err := os.Open("../../testdata/openclaw/session.ndjson")
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	c := provider.Conversation{System: "You know the harbour.", Model: "gpt-4.1"}
	for e, err := range decoder.Of[*openclaw.MessageEntry](openclaw.NewReader(f).All()) {
		if err != nil {
			log.Print(err)
			continue
		}
		c.Messages = append(c.Messages, e.Message)
	}
	messages, changes := provider.OpenAI(c)
	for _, m := range messages[:3] {
		out, err := m.AppendJSON(nil)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(string(out))
	}
	for _, change := range changes[:3] {
		fmt.Println(change)
	}
	// Output:
	// {"role":"system","content":"You know the harbour."}
	// {"role":"user","content":[{"type":"text","text":"Which ships leave today?"}]}
	// {"role":"assistant","content":"Let me see.","tool_calls":[{"id":"call_3","type":"function","function":{"name":"list","arguments":"{\"dir\":\".\"}"}},{"id":"call_4","type":"function","function":{"name":"list","arguments":"{\"dir\":\"berths\"}"}}]}
	// system prompt placed: as a first message of the role system
	// message 1: result inserted: that of the tool call call_4: No result was recorded.
	// message 1: signature dropped: there is no place for that of thinking
}

func ExampleGoogleSchema() {
	schema, changes := provider.GoogleSchema(decoder.Raw(
		`{"type":"object","properties":{"day":{"type":["string","null"],"format":"date"}},"additionalProperties":false}`))
	fmt.Println(schema)
	for _, change := range changes {
		fmt.Println(change)
	}
	// Output:
	// {"type":"object","properties":{"day":{"nullable":true,"type":"string"}}}
	// schema rewritten: .properties.day.type is a list
	// schema keyword stripped: .properties.day.format
	// schema keyword stripped: .additionalProperties
}

func ExampleOllamaEvents() {
	body := strings.NewReader(ollamaStream) // of an answer to POST /api/chat
	for event, err := range provider.OllamaEvents(provider.NewReader(body).All()) {
		if err != nil {
			log.Print(err)
			continue
		}
		switch e := event.(type) {
		case *openclaw.TextDeltaEvent:
			fmt.Printf("%q\n", e.Delta)
		case *openclaw.DoneEvent:
			fmt.Println(e.Reason, e.Message.Usage.TotalTokens)
		}
	}
	// Output:
	// "Let "
	// "me see."
	// toolUse 18
}

// Why a conversion changes what it changes.
func ExampleRules() {
	for _, r := range provider.Rules() {
		if r.What == provider.TextTrimmed {
			fmt.Println(r.Name)
			fmt.Println(r.Source)
		}
	}
	// Output:
	// Anthropic: the last turn does not end with white space
	// Anthropic, Messages API: https://platform.claude.com/docs/en/api/messages refuses it: "final assistant content cannot end with trailing whitespace"
}
