package rustyclaw_test

import (
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/encoder"
	"github.com/ndwire/ndwire/rustyclaw"
)

func ExampleUnmarshalMessage() {
	m, err := rustyclaw.UnmarshalMessage([]byte(`{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"Ahoy!"}]}}`))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(m.Kind(), m.(*rustyclaw.AssistantMessage).Message.Text())
	// Output: assistant Ahoy!
}

// All messages of a stream, one line each.
func ExampleNewReader() {
	stream := strings.NewReader(`{"type":"system","subtype":"init","session_id":"s","tools":[],"mcp_servers":[]}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"Ahoy!"}]}}
{"type":"result","subtype":"success","result":"Greeted"}
`)
	var messages []rustyclaw.Message
	for m, err := range rustyclaw.NewReader(stream).All() {
		if err != nil {
			log.Fatal(err)
		}
		messages = append(messages, m)
	}
	fmt.Println(len(messages), messages[2].(*rustyclaw.ResultSuccess).Result)
	// Output: 3 Greeted
}

// All messages of a file.
func ExampleNewReader_file() {
	f, err := os.Open("../testdata/rustyclaw/simple_query.ndjson")
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	for m, err := range rustyclaw.NewReader(f).All() {
		if err != nil {
			log.Print(err) // a bad line costs one line
			continue
		}
		fmt.Println(m.Kind())
	}
	// Output:
	// system/init
	// assistant
	// result/success
}

// handle says what a message says: one case for each variant.
func handle(m rustyclaw.Message) {
	switch m := m.(type) {
	case *rustyclaw.SystemInit:
		fmt.Printf("Session %s begins with %d tools\n", m.SessionID, len(m.Tools))
		for i := range m.Tools {
			fmt.Println("  tool:", m.Tools[i].GetName())
		}
		for _, s := range m.McpServers {
			fmt.Println("  MCP server:", s.Name)
		}
	case *rustyclaw.SystemCompactBoundary:
		fmt.Println("The conversation was shortened")
	case *rustyclaw.AssistantMessage:
		if m.ParentToolUseID != nil {
			fmt.Println("On behalf of", *m.ParentToolUseID)
		}
		for _, b := range m.Message.Content.Blocks {
			switch b := b.(type) {
			case *rustyclaw.TextBlock:
				fmt.Printf("Text: %q\n", b.Text)
			case *rustyclaw.ToolUseBlock:
				fmt.Printf("Call %s: %s(%s)\n", b.ID, b.Name, b.Input)
			case *rustyclaw.ToolResultBlock:
				fmt.Printf("Result of %s: %s\n", b.ToolUseID, b.Content.PlainText())
			case *rustyclaw.ThinkingBlock:
				fmt.Println("Thinking:", b.Thinking)
			}
		}
	case *rustyclaw.UserMessage:
		fmt.Printf("User message of %d blocks\n", len(m.Message.Content.Blocks))
		for r := range m.Message.ToolResults() {
			status := "OK"
			if r.IsError {
				status = "ERROR"
			}
			fmt.Printf("  result [%s] of %s: %s%s\n", status, r.ToolUseID, r.Content.PlainText(), r.Content.Object)
		}
	case *rustyclaw.ResultSuccess:
		fmt.Println("Success:", m.Result)
		if m.DurationMs != nil {
			fmt.Printf("  %d ms\n", *m.DurationMs)
		}
		if m.NumTurns != nil {
			fmt.Printf("  %d turns\n", *m.NumTurns)
		}
		if m.Usage != nil {
			fmt.Printf("  %d tokens in, %d out\n", m.Usage.InputTokens, m.Usage.OutputTokens)
		}
	case *rustyclaw.ResultError:
		fmt.Println("Error:", m.Error)
		if code, ok := m.Extra.Get("error_code"); ok {
			fmt.Println("  code", code)
		}
	case *rustyclaw.ResultInputRequired:
		fmt.Println("Your turn")
	case *rustyclaw.ResultFailure:
		fmt.Println("Failed:", m.Subtype, m.Errors)
	case *rustyclaw.ControlRequest:
		fmt.Println("Request", m.RequestID, m.GetSubtype())
	case *rustyclaw.ControlResponse:
		fmt.Println("Answer to", m.GetRequestID())
	case *rustyclaw.RateLimitEvent:
		for name, v := range m.Extra.All() {
			fmt.Printf("Rate limit: %s is %s\n", name, v)
		}
	case *rustyclaw.McpMessage:
		fmt.Println("For the MCP server", *m.ServerName)
	case *rustyclaw.UnknownMessage:
		fmt.Println("Something new:", m.Kind())
	}
}

func ExampleMessage() {
	f, err := os.Open("../testdata/rustyclaw/messages.ndjson")
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	for m, err := range rustyclaw.NewReader(f).All() {
		if err != nil {
			log.Fatal(err)
		}
		handle(m)
	}
	// Output:
	// Session sess_tide_005 begins with 1 tools
	//   tool: sh
	//   MCP server: harbour
	//   MCP server: almanac
	// The conversation was shortened
	// Text: "I'll measure that for you."
	// Call toolu_03Lvl: sh({"command":"level -m"})
	// User message of 1 blocks
	//   result [OK] of toolu_03Lvl: 2.31 m
	// 2.34 m
	// User message of 1 blocks
	//   result [ERROR] of toolu_03Lvl: {"output":"No such gauge"}
	// On behalf of toolu_03Lvl
	// Thinking: The gauge is gone. I say so.
	// Text: ""
	// Success: Measured the level
	//   1500 ms
	//   3 turns
	//   1200 tokens in, 350 out
	// Error: The gauge does not answer
	//   code "ETIMEDOUT"
	// Your turn
	// Rate limit: limit is "hourly"
	// Rate limit: left is 12
	// For the MCP server almanac
}

// The id, name and input of every tool call of an answer.
func ExampleApiMessage_ToolUses() {
	f, err := os.Open("../testdata/rustyclaw/tool_use.ndjson")
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	for m, err := range decoder.Of[*rustyclaw.AssistantMessage](rustyclaw.NewReader(f).All()) {
		if err != nil {
			log.Fatal(err)
		}
		for call := range m.Message.ToolUses() {
			fmt.Println(call.ID, call.Name, call.Input)
		}
	}
	// Output: toolu_01Gauge sh {"command":"ls -l gauges"}
}

// A program that answers the crate writes its form; the CLI's is the usual one.
func ExampleControlResponse_Flatten() {
	w := encoder.NewWriter(os.Stdout)
	deny := rustyclaw.NewControlSuccess("req_102", nil)
	deny.Response.Allowed = new(false)
	deny.Response.Reason = new("The sluice stays shut")
	if err := w.Write(deny); err != nil {
		log.Fatal(err)
	}
	deny.Flatten()
	if err := w.Write(deny); err != nil {
		log.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// {"type":"control_response","response":{"subtype":"success","request_id":"req_102","allowed":false,"reason":"The sluice stays shut"}}
	// {"type":"control_response","subtype":"success","request_id":"req_102","allowed":false,"reason":"The sluice stays shut"}
}

// Flattened, a request has the crate's names.
func ExampleControlRequest_Flatten() {
	ask := rustyclaw.NewControlRequest("req_101", &rustyclaw.CanUseToolRequest{
		ToolName: "sh", Input: decoder.Raw(`{"command":"sluice --open"}`),
	})
	ask.Flatten()
	line, err := ask.AppendJSON(nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(line))
	// Output: {"type":"control_request","request_id":"req_101","subtype":"can_use_tool","tool_name":"sh","tool_input":{"command":"sluice --open"}}
}

func ExampleStreamEvent() {
	var e rustyclaw.StreamEvent
	if err := e.UnmarshalJSON([]byte(`{"event_type":"message_start","data":{"message_id":"msg_1"}}`)); err != nil {
		log.Fatal(err)
	}
	id, _ := e.Data.Get("message_id")
	fmt.Println(e.EventType, id)
	// Output: message_start "msg_1"
}
