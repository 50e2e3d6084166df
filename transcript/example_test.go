package transcript_test

import (
	"errors"
	"fmt"
	"log"
	"strings"

	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/transcript"
)

func ExampleReader_All() {
	r := transcript.NewReader(strings.NewReader(`{"type":"user","session_id":"s","message":{"role":"user","content":"What is here?"}}
{"type":"assistant","session_id":"s","message":{"id":"m","content":[{"type":"text","text":"Let me look."},{"type":"tool_use","id":"t","name":"Bash","input":{"command":"ls"}}]}}
{"type":"user","session_id":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"a.go"}]}}
`))
	for e, err := range r.All() {
		if err != nil {
			fmt.Println(err)
			continue
		}
		if text := e.Text(); text != "" {
			fmt.Printf("%s: %s\n", e.Role, text)
		}
		for call := range e.ToolCalls() {
			fmt.Println("  calls", call.Name, call.Input)
		}
		for result := range e.ToolResults() {
			fmt.Println("  result", result.Text)
		}
	}
	// Output:
	// user: What is here?
	// assistant: Let me look.
	//   calls Bash {"command":"ls"}
	//   result a.go
}

// One loop over the logs of several agents.
func ExampleOpen() {
	r, err := transcript.Open("../testdata/openclaw/transcript.ndjson", "../testdata/claudecode/session.ndjson")
	if err != nil {
		log.Fatal(err)
	}
	defer r.Close()
	for e, err := range r.All() {
		if err != nil {
			log.Print(err)
			continue
		}
		for call := range e.ToolCalls() {
			fmt.Println(e.Protocol, call.Name)
		}
		if m, ok := e.Line.(*claudecode.AssistantLine); ok && m.IsSidechain { // what only one protocol has
			fmt.Println("a subagent says:", e.Text())
		}
	}
	// Output:
	// openclaw read
	// openclaw exec
	// claudecode Read
	// claudecode Bash
	// claudecode Task
	// a subagent says: On the ninth.
	// claudecode Write
}

// Sum the tokens of a folder of sessions: no response is counted twice.
func ExampleLedger() {
	r := transcript.NewReader(strings.NewReader(`{"type":"assistant","sessionId":"s","uuid":"u1","message":{"id":"msg_1","usage":{"input_tokens":10,"output_tokens":2}}}
{"type":"assistant","sessionId":"s","uuid":"u2","message":{"id":"msg_1","usage":{"input_tokens":10,"output_tokens":40}}}
`))
	var ledger transcript.Ledger
	for e, err := range r.All() {
		if err == nil {
			ledger.Add(e)
		}
	}
	fmt.Println(r.Protocol(), ledger.Total().Input, ledger.Total().Output)
	// Output: claudecode 10 40
}

func ExampleDetect() {
	fmt.Println(transcript.Detect([]byte(`{"type":"session","version":3,"id":"s","timestamp":"2026-01-02T03:04:05Z","cwd":"/w"}`)))
	// Output: openclaw true
}

// Print the tokens and the cost of each model in a log of several sessions. A cost that no line states is unknown, not 0.
func ExampleLedger_ByModel() {
	r, err := transcript.Open("testdata/usage/agentsdk/turns.ndjson")
	if err != nil {
		log.Fatal(err)
	}
	defer r.Close()
	for _, err := range r.Recycled() {
		if err != nil {
			log.Print(err) // a bad line; the loop goes on
		}
	}
	for model, u := range r.Ledger().ByModel() {
		cost := "-"
		if u.HasCost {
			cost = fmt.Sprintf("$%.4f", u.CostUSD)
		}
		fmt.Println(model, u.Input+u.CacheRead+u.CacheWrite, "in", u.Output, "out", cost)
	}
	// Output:
	// claude-opus-4-6[1m] 2168 in 135 out $0.8125
	// claude-haiku-4-5 312 in 45 out $0.1250
}

// Print the reasons for a detection, and the name of an unknown format.
func ExampleExamine() {
	d := transcript.Examine([]byte(`{"type":"user","sessionId":"s","message":{"role":"user","content":"hi"},"brandNew":1}`))
	fmt.Printf("%s; no spec has %q\n", &d, d.Strange)
	d = transcript.Examine([]byte(`{"timestamp":"2026-01-02T03:04:05Z","type":"session_meta","payload":{"id":"s"}}`))
	fmt.Println(&d)
	// Output:
	// claudecode, confidence 0.75; no spec has ["brandNew"]
	// unknown: a Codex rollout
}

// A file of an unknown protocol is one error, and the others are read.
func ExampleUnknownError() {
	r := transcript.NewReader(strings.NewReader(`{"timestamp":"2026-01-02T03:04:05Z","type":"session_meta","payload":{"id":"s"}}`))
	for e, err := range r.All() {
		var unknown *transcript.UnknownError
		switch {
		case errors.As(err, &unknown):
			fmt.Println("not read:", unknown.Detection.Hint)
		case err != nil:
			log.Print(err) // a bad line
		default:
			fmt.Println(e.Text())
		}
	}
	// Output: not read: a Codex rollout
}
