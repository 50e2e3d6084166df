package mcp_test

import (
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/encoder"
	"github.com/ndwire/ndwire/jsonrpc"
	"github.com/ndwire/ndwire/mcp"
)

// The method of a client's line determines its type. The type of a server's response follows from the method of the request.
func Example() {
	var calls jsonrpc.Calls
	lines := func(from jsonrpc.Side, name string, use func(method string, line mcp.Line)) {
		f, err := os.Open("../testdata/mcp/" + name)
		if err != nil {
			log.Fatal(err)
		}
		defer f.Close()
		for line, err := range mcp.NewReader(f).All() {
			if err != nil {
				log.Print(err) // a bad line; the loop goes on
				continue
			}
			if method, ok := calls.Method(from, line); ok {
				use(method, line)
			}
		}
	}
	lines(jsonrpc.Client, "client.ndjson", func(_ string, line mcp.Line) {
		if call, is := line.(*mcp.CallToolRequest); is && call.Params.Arguments != nil {
			fmt.Println("calls", call.Params.Name, call.Params.Arguments)
		}
	})
	lines(jsonrpc.Server, "server.ndjson", func(method string, line mcp.Line) {
		m, is := line.(*mcp.Response)
		if !is {
			return
		}
		result, err := m.DecodeResult(method)
		if err != nil {
			log.Print(err)
			return
		}
		switch r := result.(type) {
		case *mcp.InitializeResult:
			fmt.Println(r.ServerInfo.Name, r.ProtocolVersion)
		case *mcp.CallToolResult:
			for _, block := range r.Content {
				if b, is := block.(*mcp.TextContent); is {
					fmt.Println("answers", b.Text)
				}
			}
		}
	})
	// Output:
	// calls berths {"harbour":"North","free":true,"limit":2.0}
	// calls dredge {}
	// calls nobody {}
	// calls moor {"ship":"Alma"}
	// calls moor {"ship":"Alma"}
	// harbour 2025-11-25
	// answers Berth 2
	// answers Moored.
}

// A line with an array of messages is an error; the messages are the elements of the array.
func ExampleUnmarshalLine() {
	in := strings.NewReader(`[{"jsonrpc":"2.0","method":"notifications/initialized"},{"jsonrpc":"2.0","id":1,"method":"ping"}]` + "\n")
	r := mcp.NewReader(in)
	for line, err := range r.All() {
		if errors.Is(err, decoder.ErrNotObject) {
			for _, text := range decoder.Raw(r.Raw()).Elements() {
				message, err := mcp.UnmarshalLine(text)
				if err != nil {
					log.Fatal(err)
				}
				fmt.Println(message.Kind())
			}
			continue
		}
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(line.Kind())
	}
	// Output:
	// notifications~1initialized
	// ping
}

// A server writes the response to a request.
func ExampleResponse_SetResult() {
	line, err := mcp.UnmarshalLine([]byte(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"berths"}}`))
	if err != nil {
		log.Fatal(err)
	}
	call, is := line.(*mcp.CallToolRequest)
	if !is {
		log.Fatal(line.Kind())
	}
	answer := &mcp.Response{ID: call.ID}
	if err := answer.SetResult(&mcp.CallToolResult{Content: []mcp.ContentBlock{&mcp.TextContent{Text: "Berth 2"}}}); err != nil {
		log.Fatal(err)
	}
	out := encoder.NewWriter(os.Stdout)
	if err := out.Write(answer); err != nil {
		log.Fatal(err)
	}
	request := &mcp.ListToolsRequest{Request: mcp.Request{ID: decoder.Raw("8")}}
	if err := out.Write(request); err != nil {
		log.Fatal(err)
	}
	if err := out.Flush(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// {"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"Berth 2"}]}}
	// {"method":"tools/list","jsonrpc":"2.0","id":8}
}
