package openclaw_test

import (
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/encoder"
	"github.com/ndwire/ndwire/freeform"
	"github.com/ndwire/ndwire/openclaw"
)

func ExampleNewReader() {
	f, err := os.Open("../testdata/openclaw/session.ndjson")
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	for entry, err := range decoder.Of[*openclaw.MessageEntry](openclaw.NewReader(f, decoder.Only(openclaw.KindMessage)).All()) {
		if err != nil {
			log.Print(err) // a bad line; the loop goes on
			continue
		}
		switch m := entry.Message.(type) {
		case *openclaw.UserMessage:
			fmt.Println("user:", m.Content.PlainText())
		case *openclaw.AssistantMessage:
			fmt.Println(m.Model+":", m.Text(), m.StopReason)
			for call := range m.ToolCalls() {
				fmt.Println("  calls", call.Name, call.Arguments)
			}
		case *openclaw.ToolResultMessage:
			fmt.Println(m.ToolName+":", m.Text())
		case *openclaw.UnknownAgentMessage:
			fmt.Println("an application's own:", m.GetRole())
		}
	}
	// Output:
	// user: Which ships leave today?
	// claude-opus-4-6: Let me see. toolUse
	//   calls list {"dir":"."}
	//   calls list {"dir":"berths"}
	// list: Alma, Bristol Star
	// claude-opus-4-6: The Alma and the Bristol Star. stop
}

// A transcript without entries has a message on each line.
func ExampleUnmarshalLine() {
	line, err := openclaw.UnmarshalLine([]byte(`{"role":"user","content":"Read the file main.ts","timestamp":1740000000000}`))
	if err != nil {
		log.Fatal(err)
	}
	if m, ok := line.(*openclaw.UserMessage); ok {
		fmt.Println(m.Content.PlainText(), m.Timestamp)
	}
	// Output: Read the file main.ts 1740000000000
}

// The pieces of a streamed text are read without decoding the copies of the message that come with them.
func ExampleTextDeltaEvent() {
	f, err := os.Open("../testdata/openclaw/events.ndjson")
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	for m, err := range decoder.Of[*openclaw.MessageUpdateEvent](openclaw.NewReader(f).All()) {
		if err != nil {
			log.Print(err)
			continue
		}
		if e, ok := m.AssistantMessageEvent.(*openclaw.TextDeltaEvent); ok {
			fmt.Println(e.Delta)
		}
	}
	// Output: Hi
}

// ToolResultMessage has a type parameter in the runtime; here its details are decoded into a type of your own.
func ExampleToolResultMessage_details() {
	type details struct {
		FilePath string `json:"file_path"`
		Lines    int    `json:"lines"`
	}
	var m openclaw.ToolResultMessage
	err := m.UnmarshalJSON([]byte(`{"role":"toolResult","toolCallId":"call_1","toolName":"read","content":[],` +
		`"details":{"file_path":"/home/user/src/index.ts","lines":200},"isError":false,"timestamp":1740000002000}`))
	if err != nil {
		log.Fatal(err)
	}
	d, err := freeform.Into[details](m.Details)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(d.FilePath, d.Lines)
	// Output: /home/user/src/index.ts 200
}

// An application's own message, whose role no spec knows, is decoded into a type of the application.
func ExampleUnknownAgentMessage() {
	type notification struct {
		Level string `json:"level"`
		Text  string `json:"text"`
	}
	m, err := openclaw.UnmarshalAgentMessage([]byte(`{"role":"notification","level":"info","text":"Done","timestamp":1}`))
	if err != nil {
		log.Fatal(err)
	}
	if u, ok := m.(*openclaw.UnknownAgentMessage); ok && u.GetRole() == "notification" {
		n, err := freeform.Into[notification](u.Raw)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(n.Level, n.Text)
	}
	// Output: info Done
}

func ExampleMessageEntry() {
	w := encoder.NewWriter(os.Stdout)
	err := w.Write(&openclaw.MessageEntry{
		EntryBase: openclaw.EntryBase{ID: "a1b2c3d4", Timestamp: "2026-01-01T00:00:00.000Z"},
		Message:   &openclaw.UserMessage{Content: openclaw.StringContent("Hello"), Timestamp: 1767225600000},
	})
	if err != nil {
		log.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// {"type":"message","id":"a1b2c3d4","parentId":null,"timestamp":"2026-01-01T00:00:00.000Z","message":{"role":"user","content":"Hello","timestamp":1767225600000}}
}

func ExampleSessionPath() {
	path := openclaw.SessionPath("main", "5b1f0c9e")
	fmt.Println(strings.HasSuffix(strings.ReplaceAll(path, `\`, "/"), "/.openclaw/agents/main/sessions/5b1f0c9e.jsonl"))
	// Output: true
}
