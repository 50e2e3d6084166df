package claudecode_test

import (
	"fmt"
	"log"
	"os"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
)

// Print a conversation: prompts are user lines that are not results of tools, answers are assistant lines.
func Example() {
	f, err := os.Open("../testdata/claudecode/session.ndjson")
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	r := claudecode.NewReader(f)
	for line, err := range r.All() {
		if err != nil {
			log.Print(err)
			continue
		}
		switch m := line.(type) {
		case *claudecode.UserLine:
			if text := m.PlainText(); text != "" && !m.IsSidechain && !m.IsCompactSummary {
				fmt.Println("you:", text)
			}
		case *claudecode.AssistantLine:
			for _, b := range m.Message.Content {
				switch b := b.(type) {
				case *ndwire.TextBlock:
					fmt.Println(m.Message.Model+":", b.Text)
				case *ndwire.ToolUseBlock:
					fmt.Println(m.Message.Model, "calls", b.Name)
				}
			}
		}
		if r.Pos().Line > 17 {
			break
		}
	}
	// Output:
	// you: Which tide is the highest?
	// claude-opus-4-6: I will look at both tables.
	// claude-opus-4-6 calls Read
	// claude-opus-4-6 calls Bash
	// claude-opus-4-6: The southern one, 4.2 m.
	// you: Ask someone who knows moons.
	// claude-opus-4-6 calls Task
}

// Print the findings of the Validator.
func ExampleValidator() {
	lines := []string{
		`{"type":"user","uuid":"msg-1","parentUuid":"msg-0","timestamp":"2025-01-27T10:00:00Z","sessionId":"s","message":"Read it."}`,
		`{"type":"assistant","uuid":"msg-2","parentUuid":"msg-1","timestamp":"10 o'clock","sessionId":"s","subtype":"tool_use","toolName":"Read"}`,
	}
	var v claudecode.Validator
	for i, text := range lines {
		line, err := claudecode.UnmarshalLine([]byte(text))
		if err != nil {
			log.Fatal(err)
		}
		v.Add(decoder.Pos{File: "session.jsonl", Line: int64(i + 1)}, line)
	}
	for _, f := range v.Findings() {
		fmt.Println(f)
	}
	// Output:
	// session.jsonl:1: parent: .parentUuid names no line of the stream
	// session.jsonl:2: timestamp: .timestamp "10 o'clock" is not a date and time of ISO 8601
	// session.jsonl:2: tool: .toolArguments is missing or null
}

// Print the branches of a session, its failed tool calls, its subagents, and the current conversation.
func ExampleTree() {
	f, err := os.Open("../testdata/claudecode/session.ndjson")
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	tree := claudecode.Tree{Keep: true}
	r := claudecode.NewReader(f)
	for line, err := range r.All() {
		if err == nil {
			tree.Add(r.Pos(), line)
		}
	}
	for _, b := range tree.Branches() {
		for _, o := range b.Options {
			fmt.Println("one way:", o.Line.(*claudecode.UserLine).PlainText())
		}
	}
	for _, c := range tree.ToolCalls() {
		if c.Failed {
			fmt.Println(c.Name, "failed on line", c.Result.Pos.Line)
		}
	}
	for _, s := range tree.Sidechains() {
		fmt.Println(s.Call.Name, "asked", s.AgentID, len(s.Nodes), "turns")
	}
	for _, c := range tree.Compactions() {
		fmt.Println("compacted from", c.Metadata.PreTokens, "tokens")
	}
	tip := tree.Current().Tip()
	fmt.Println(len(tree.Thread(tip)), "turns since then,", len(tree.History(tip)), "in all")
	// Output:
	// one way: Plot it in blue.
	// one way: Plot it in red.
	// Write failed on line 24
	// Task asked a7c1f02 2 turns
	// compacted from 4242 tokens
	// 4 turns since then, 19 in all
}

func ExampleEnvelopeOf() {
	line, err := claudecode.UnmarshalLine([]byte(`{"type":"progress","uuid":"u","cwd":"/work","timestamp":"2026-02-07T10:00:00.000Z"}`))
	if err != nil {
		log.Fatal(err)
	}
	if e := claudecode.EnvelopeOf(line); e != nil {
		at, _ := e.Time()
		fmt.Println(e.CWD, at.Weekday())
	}
	// Output: /work Saturday
}

// exampleTree puts lines into a tree, as a loop over a Reader would.
func exampleTree(lines ...string) *claudecode.Tree {
	tree := new(claudecode.Tree)
	for i, text := range lines {
		line, err := claudecode.UnmarshalLine([]byte(text))
		if err != nil {
			log.Fatal(err)
		}
		tree.Add(decoder.Pos{Line: int64(i + 1)}, line)
	}
	return tree
}

// Distinguish the turns of a conversation from the notes between them.
func ExampleNode_IsTurn() {
	tree := exampleTree(
		`{"type":"user","uuid":"u","message":{"role":"user","content":"Which tide is the highest?"}}`,
		`{"type":"progress","uuid":"p","parentUuid":"u","data":{"type":"bash_progress"}}`,
		`{"type":"assistant","uuid":"a","parentUuid":"p","message":{"role":"assistant","content":[{"type":"text","text":"The spring tide."}]}}`,
	)
	for _, n := range tree.Nodes() {
		fmt.Println(n.Kind, n.IsTurn())
	}
	// Output:
	// user true
	// progress false
	// assistant true
}

// The current conversation does not end with deleted turns, which stay in the tree.
func ExampleNode_deleted() {
	tree := exampleTree(
		`{"type":"user","uuid":"u","message":{"role":"user","content":"Which tide is the highest?"}}`,
		`{"type":"user","uuid":"v","parentUuid":"u","isDeleted":true,"message":{"role":"user","content":"Never mind."}}`,
	)
	fmt.Println(tree.Node("v").Deleted, tree.Current().Tip().UUID)
	// Output: true u
}

// A compact boundary names the turn before it. If that turn is not in the file, the session's last turn before the boundary is used, and the node is
// marked.
func ExampleNode_beforeGuessed() {
	tree := exampleTree(
		`{"type":"user","uuid":"u","sessionId":"s","message":{"role":"user","content":"Which tide is the highest?"}}`,
		`{"type":"system","uuid":"b","sessionId":"s","subtype":"compact_boundary","logicalParentUuid":"gone"}`,
		`{"type":"user","uuid":"c","parentUuid":"b","sessionId":"s","isCompactSummary":true,"message":{"role":"user","content":"Tides."}}`,
	)
	boundary := tree.Node("b")
	fmt.Println(boundary.Before.UUID, boundary.BeforeGuessed)
	fmt.Println(len(tree.Thread(tree.Node("c"))), "lines,", len(tree.History(tree.Node("c"))), "with those before")
	// Output:
	// u true
	// 2 lines, 3 with those before
}

// List the compactions for which the turn before is a guess.
func ExampleCompaction_guessed() {
	tree := exampleTree(
		`{"type":"user","uuid":"u","sessionId":"s","message":{"role":"user","content":"Which tide is the highest?"}}`,
		`{"type":"user","uuid":"c","sessionId":"s","isCompactSummary":true,"message":{"role":"user","content":"Tides."}}`,
	)
	for _, c := range tree.Compactions() {
		fmt.Println("after", c.Before.UUID, c.Guessed)
	}
	// Output: after u true
}
