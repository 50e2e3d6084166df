package ndwire_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/encoder"
)

func ExampleUnmarshalLine() {
	line, err := ndwire.UnmarshalLine([]byte(`{"type":"assistant","message":{"id":"msg_1","role":"assistant","content":[` +
		`{"type":"text","text":"Let me look."},{"type":"tool_use","id":"toolu_1","name":"Bash","input":{"command":"ls"}}]}}`))
	if err != nil {
		log.Fatal(err)
	}
	switch m := line.(type) {
	case *ndwire.AssistantMessage:
		fmt.Println(m.Message.Text())
		for call := range m.Message.ToolUses() {
			fmt.Println(call.Name, call.Input)
		}
	case *ndwire.UnknownMessage:
		fmt.Println("newer than the spec:", m.Kind())
	}
	// Output:
	// Let me look.
	// Bash {"command":"ls"}
}

func ExampleNewReader() {
	f, err := os.Open("testdata/agentsdk/session.ndjson")
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	for m, err := range decoder.Of[*ndwire.ResultMessage](ndwire.NewReader(f, decoder.Only(ndwire.KindResult)).All()) {
		if err != nil {
			log.Print(err) // a bad line; the loop goes on
			continue
		}
		fmt.Printf("%s: %d turns, $%.4f so far\n", m.Subtype, m.NumTurns, m.TotalCostUSD)
	}
	// Output:
	// success: 4 turns, $0.0480 so far
	// error_during_execution: 3 turns, $0.0926 so far
	// success: 1 turns, $0.0931 so far
}

func ExamplePeek() {
	kind, err := ndwire.Peek([]byte(`{"session_id":"s","subtype":"init","type":"system"}`))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(kind, kind == ndwire.KindSystemInit, kind.In(ndwire.KindSystem))
	// Output: system/init true true
}

func ExampleCheckLine() {
	err := ndwire.CheckLine([]byte(`{"type":"keep_alive","session":"s"}`))
	fmt.Println(err != nil)
	// Output: true
}

func ExampleBaseMessage_GetUUID() {
	for _, id := range []string{"6F1D2C3B-4A59-4E68-8F70-91A2B3C4D5E6", "msg-001"} {
		m := ndwire.StatusMessage{BaseMessage: ndwire.BaseMessage{UUID: id}}
		fmt.Println(m.UUID, m.GetUUID())
	}
	// Output:
	// 6F1D2C3B-4A59-4E68-8F70-91A2B3C4D5E6 6f1d2c3b-4a59-4e68-8f70-91a2b3c4d5e6
	// msg-001 00000000-0000-0000-0000-000000000000
}

func ExampleAssistantMessage_Clone() {
	lines := strings.NewReader(`{"type":"assistant","message":{"id":"msg_1","content":[],"usage":{"output_tokens":7}}}
{"type":"assistant","message":{"id":"msg_2","content":[],"usage":{"output_tokens":3}}}
`)
	var longest *ndwire.AssistantMessage
	for m, err := range decoder.Of[*ndwire.AssistantMessage](ndwire.NewReader(lines).Recycled()) {
		if err != nil {
			log.Print(err)
			continue
		}
		if longest == nil || m.Message.Usage.OutputTokens > longest.Message.Usage.OutputTokens {
			longest = m.Clone() // the memory of m is reused for the next line
		}
	}
	fmt.Println(longest.Message.ID)
	// Output: msg_1
}

// Call is a program's own type with a record as a named field. An embedded record would promote its MarshalJSON, which writes only the record.
type Call struct {
	Retries int                  `json:"retries"`
	Tool    *ndwire.ToolUseBlock `json:"tool"`
}

// Flat adds a member to a record by a MarshalJSON of its own. The record is a named field here, too: Go 1.27 and encoding/json/v2 would call the
// MarshalJSONTo of an embedded one instead of Flat's MarshalJSON.
type Flat struct {
	Tool    *ndwire.ToolUseBlock
	Retries int
}

func (f Flat) MarshalJSON() ([]byte, error) {
	line, err := f.Tool.AppendJSON(nil)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(line[:len(line)-1], `,"retries":%d}`, f.Retries), nil
}

// Records within structs of your own.
func ExampleToolUseBlock_MarshalJSON() {
	tool := &ndwire.ToolUseBlock{ID: "toolu_1", Name: "Bash", Input: decoder.Raw(`{"command":"ls"}`)}
	named, err := json.Marshal(Call{Retries: 2, Tool: tool})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(named))
	flat, err := json.Marshal(Flat{tool, 2})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(flat))
	// Output:
	// {"retries":2,"tool":{"type":"tool_use","id":"toolu_1","name":"Bash","input":{"command":"ls"}}}
	// {"type":"tool_use","id":"toolu_1","name":"Bash","input":{"command":"ls"},"retries":2}
}

func ExampleNewUserMessage() {
	m := ndwire.NewUserMessage("", "session-7")
	m.UUID = "6f1d2c3b-4a59-4e68-8f70-91a2b3c4d5e6" // a fresh one, if it is not set
	m.Message.Content = ndwire.BlockContent(&ndwire.ToolResultBlock{
		ToolUseID: "toolu_1",
		Content:   ndwire.TextContent("total 0"),
	})
	w := encoder.NewWriter(os.Stdout)
	if err := w.Write(m); err != nil {
		log.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// {"type":"user","uuid":"6f1d2c3b-4a59-4e68-8f70-91a2b3c4d5e6","session_id":"session-7","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"total 0"}]},"parent_tool_use_id":null}
}

func ExampleSystemPromptConfig() {
	for _, prompt := range []ndwire.SystemPromptConfig{
		{Raw: "You are a helpful assistant."},
		{Preset: "claude_code", Append: "Always explain reasoning."},
	} {
		text, err := json.Marshal(prompt)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(string(text))
	}
	// Output:
	// "You are a helpful assistant."
	// {"type":"preset","preset":"claude_code","append":"Always explain reasoning."}
}

func ExampleAnyLine() {
	var job struct {
		ID   int            `json:"id"`
		Last ndwire.AnyLine `json:"last"`
	}
	if err := json.Unmarshal([]byte(`{"id":7,"last":{"type":"keep_alive"}}`), &job); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d %T\n", job.ID, job.Last.Line)
	// Output: 7 *ndwire.KeepAlive
}

func ExamplePartialAssistantMessage_TextDelta() {
	f, err := os.Open("testdata/agentsdk/session.ndjson")
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	for m, err := range decoder.Of[*ndwire.PartialAssistantMessage](ndwire.NewReader(f).All()) {
		if err != nil {
			log.Print(err)
			continue
		}
		fmt.Print(m.TextDelta())
	}
	// Output: I'll look at the station table first.
}

// Tools that the API runs, such as web_search, have their results in the answer itself.
func ExampleToolResultOf() {
	answer := ndwire.BetaMessage{Content: []ndwire.ContentBlock{
		&ndwire.ServerToolUseBlock{ID: "srvtoolu_1", Name: "web_search", Input: decoder.Raw(`{"query":"tides"}`)},
		&ndwire.WebSearchToolResultBlock{ToolUseID: "srvtoolu_1", Content: ndwire.WebSearchContent{
			Results: []ndwire.WebSearchResult{{Title: "Tides", URL: "https://tides.example"}}}},
	}}
	for _, b := range answer.Content {
		if call, ok := ndwire.ToolCallOf(b); ok {
			fmt.Println(call.ID, call.Name, string(call.Input))
		}
		if result, ok := ndwire.ToolResultOf(b); ok {
			fmt.Println(result.CallID, result.Text)
		}
	}
	// Output:
	// srvtoolu_1 web_search {"query":"tides"}
	// srvtoolu_1 Tides https://tides.example
}

// Messages are assembled from the events of a stream, for the main agent and its subagents. The last two messages of this stream have no end: one is
// followed by another message, the other by the end of the log.
func ExampleAccumulator() {
	session := strings.NewReader(`{"type":"stream_event","event":{"type":"message_start","message":{"id":"msg_1","content":[]}}}
{"type":"stream_event","event":{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"toolu_1","name":"Bash","input":{}}}}
{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"command\":"}}}
{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"\"ls\"}"}}}
{"type":"stream_event","event":{"type":"content_block_stop","index":0}}
{"type":"stream_event","event":{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":21}}}
{"type":"stream_event","event":{"type":"message_stop"}}
{"type":"stream_event","event":{"type":"message_start","message":{"id":"msg_2","content":[{"type":"text","text":""}]}}}
{"type":"stream_event","event":{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}}
{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Two fil"}}}
{"type":"stream_event","event":{"type":"message_start","message":{"id":"msg_3","content":[]}}}
`)
	var a ndwire.Accumulator
	for event, err := range decoder.Of[*ndwire.PartialAssistantMessage](ndwire.NewReader(session).All()) {
		if err != nil {
			log.Fatal(err)
		}
		done, err := a.Add(event)
		var cut *ndwire.CutError
		switch {
		case errors.As(err, &cut) && cut.Message != nil:
			fmt.Printf("cut off: %q\n", cut.Message.Text())
		case err != nil:
			log.Print(err)
		case done:
			message := a.Message()
			a.Reset()
			for call := range message.ToolUses() {
				fmt.Println(call.Name, call.Input, message.Usage.OutputTokens)
			}
		}
	}
	for _, message := range a.Incomplete() {
		fmt.Println("without an end:", message.ID)
	}
	// Output:
	// Bash {"command":"ls"} 21
	// cut off: "Two fil"
	// without an end: msg_3
}

// A request of the control protocol is a case of a closed interface.
func ExampleControlRequest() {
	for _, text := range []string{
		`{"type":"control_request","request_id":"req_1","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{"command":"ls"}}}`,
		`{"type":"control_request","request_id":"req_2","request":{"subtype":"from_the_future"}}`,
	} {
		line, err := ndwire.UnmarshalLine([]byte(text))
		if err != nil {
			log.Fatal(err)
		}
		m := line.(*ndwire.ControlRequest)
		switch r := m.Request.(type) {
		case *ndwire.CanUseToolRequest:
			fmt.Println(m.RequestID, r.ToolName, r.Input)
		default:
			fmt.Println(m.RequestID, "unknown:", m.GetSubtype())
		}
	}

	ask := &ndwire.ControlRequest{RequestID: "req_3", Request: &ndwire.SetModelRequest{Model: "claude-opus-4-1"}}
	out, err := ask.AppendJSON(nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(out))
	// Output:
	// req_1 Bash {"command":"ls"}
	// req_2 unknown: from_the_future
	// {"type":"control_request","request_id":"req_3","request":{"subtype":"set_model","model":"claude-opus-4-1"}}
}
