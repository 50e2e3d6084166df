package acp_test

import (
	"fmt"
	"log"
	"os"

	"github.com/ndwire/ndwire/acp"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/jsonrpc"
)

// Print what an agent says and which tools it calls, from the lines that it has sent.
func Example() {
	f, err := os.Open("../testdata/acp/server.ndjson")
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	r := acp.NewReader(f, decoder.Only(acp.KindSessionUpdateAgentMessageChunk, acp.KindSessionUpdateToolCall))
	for line, err := range decoder.Of[*acp.SessionUpdateNotification](r.All()) {
		if err != nil {
			log.Print(err) // a bad line; the loop goes on
			continue
		}
		switch u := line.Params.Update.(type) {
		case *acp.AgentMessageChunk:
			if text, is := u.Content.(*acp.TextContent); is {
				fmt.Println("says", text.Text)
			}
		case *acp.ToolCall:
			fmt.Println("calls", u.ToolCallID, u.Title)
		}
	}
	// Output:
	// says Berth
	// calls c1 Reads the log
	// calls c2 Writes the log
}

// A client decodes the response of the agent by the method of its request.
func ExampleResponse_DecodeResult() {
	var calls jsonrpc.Calls
	request := &acp.PromptRequest{
		Request: acp.Request{ID: decoder.Raw("7")},
		Params: acp.PromptParams{
			SessionParams: acp.SessionParams{SessionID: "s1"},
			Prompt:        []acp.ContentBlock{&acp.TextContent{Text: "Which berths are free?"}},
		},
	}
	calls.Method(jsonrpc.Client, request)

	line, err := acp.UnmarshalLine([]byte(`{"jsonrpc":"2.0","id":7,"result":{"stopReason":"end_turn"}}`))
	if err != nil {
		log.Fatal(err)
	}
	method, ok := calls.Method(jsonrpc.Server, line)
	if m, is := line.(*acp.Response); is && ok {
		result, err := m.DecodeResult(method)
		if err != nil {
			log.Fatal(err)
		}
		if r, is := result.(*acp.PromptResult); is {
			fmt.Println(r.StopReason)
		}
	}
	// Output: end_turn
}
