package jsonrpc_test

import (
	"fmt"
	"strings"

	"github.com/ndwire/ndwire/gen/testdata/results"
	"github.com/ndwire/ndwire/jsonrpc"
)

// A proxy reads the lines of both sides in the order in which they were sent.
func Example() {
	type sent struct {
		from jsonrpc.Side
		line string
	}
	var calls jsonrpc.Calls
	for _, s := range []sent{
		{jsonrpc.Client, `{"id":1,"method":"look"}`},
		{jsonrpc.Client, `{"id":2,"method":"open"}`},
		{jsonrpc.Server, `{"id":1,"method":"ask"}`},
		{jsonrpc.Server, `{"id":2,"result":{"handle":7}}`},
		{jsonrpc.Server, `{"id":1.0,"result":{"type":"text","text":"Hello"}}`},
		{jsonrpc.Server, `{"id":3,"result":{}}`},
	} {
		line, err := results.UnmarshalLine([]byte(s.line))
		if err != nil {
			fmt.Println(err)
			continue
		}
		method, ok := calls.Method(s.from, line)
		response, is := line.(*results.Response)
		if !is {
			continue
		}
		if !ok {
			fmt.Println("nobody asked for", response.ID)
			continue
		}
		result, err := response.DecodeResult(method)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(method, strings.TrimPrefix(fmt.Sprintf("%T", result), "*results."))
	}
	fmt.Println(calls.Open(), "open")
	// Output:
	// open Opened
	// look Text
	// nobody asked for 3
	// 1 open
}
