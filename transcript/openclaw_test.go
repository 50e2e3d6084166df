package transcript_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/transcript"
)

func TestOpenClawEntries(t *testing.T) {
	at := time.Date(2026, 2, 7, 10, 0, 0, 5e8, time.UTC)
	const assistant = `{"role":"assistant","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"a"},{"type":"toolCall","id":"c1","name":"read","arguments":{"path":"/f"}}],"api":"a","provider":"p","model":"m","usage":{},"stopReason":"toolUse","timestamp":1770458400500}`
	whole := summary{Role: transcript.Assistant, Model: "m", Text: "a", Thinking: "hm", Calls: []string{`c1 read {"path":"/f"}`}, Time: at}
	entry := whole
	entry.ID, entry.Parent, entry.Time = "b", "a", at.Add(time.Second)
	const result = `{"role":"toolResult","toolCallId":"c1","toolName":"read","content":[{"type":"text","text":"x"}],"isError":true,"timestamp":1770458400500}`

	testEntries(t, transcript.OpenClaw, []entryTest{
		// Messages on lines of their own, in entries and in events.
		{assistant, whole},
		{`{"type":"message","id":"b","parentId":"a","timestamp":"2026-02-07T10:00:01.500Z","message":` + assistant + `}`, entry},
		{`{"type":"message","timestamp":"no time","message":` + assistant + `}`, whole},
		{`{"type":"message_end","message":` + assistant + `}`, whole},
		{`{"type":"done","reason":"toolUse","message":` + assistant + `}`, whole},
		{`{"type":"error","reason":"aborted","error":` + assistant + `}`, whole},
		{result, summary{Role: transcript.Tool, Results: []string{"c1 x true"}, Time: at}},
		{`{"role":"user","content":"hi","timestamp":1770458400500}`, summary{Role: transcript.User, Text: "hi", Time: at}},
		{`{"role":"user","content":[{"type":"text","text":"h"},{"type":"text","text":"i"}]}`, summary{Role: transcript.User, Text: "hi"}},
		{`{"role":"assistant","content":[{"type":"toolUse","id":"c1","name":"read","input":{}}],"model":"m","responseModel":"m2"}`,
			summary{Role: transcript.Assistant, Model: "m2", Calls: []string{"c1 read {}"}}},
		{`{"role":"bashExecution","command":"ls","output":"f"}`, summary{Role: transcript.User, Text: "ls\nf"}},
		{`{"role":"custom","customType":"x","content":"note"}`, summary{Role: transcript.System, Text: "note"}},
		{`{"role":"hookMessage","customType":"x","content":"note"}`, summary{Role: transcript.System, Text: "note"}},
		{`{"role":"system","content":"note"}`, summary{Role: transcript.System, Text: "note"}},
		{`{"role":"branchSummary","summary":"sum","fromId":"a"}`, summary{Role: transcript.System, Text: "sum"}},
		{`{"role":"compactionSummary","summary":"sum","tokensBefore":1}`, summary{Role: transcript.System, Text: "sum"}},
		{`{"type":"message","id":"b","parentId":null,"message":{"role":"harbourMaster"}}`, summary{Role: transcript.None, ID: "b"}},

		// Events of a stream give the new piece only, not the message that they repeat.
		{`{"type":"message_start","message":` + assistant + `}`, summary{Role: transcript.Assistant, Model: "m", Time: at}},
		{`{"type":"message_update","message":` + assistant + `,"assistantMessageEvent":{"type":"text_delta","contentIndex":1,"delta":"pie","partial":` + assistant + `}}`,
			summary{Role: transcript.Assistant, Text: "pie"}},
		{`{"type":"message_update","message":` + assistant + `,"assistantMessageEvent":{"type":"thinking_delta","contentIndex":0,"delta":"hm","partial":` + assistant + `}}`,
			summary{Role: transcript.Assistant, Thinking: "hm"}},
		{`{"type":"message_update","message":` + assistant + `,"assistantMessageEvent":{"type":"done","reason":"stop","message":` + assistant + `}}`, summary{Role: transcript.Assistant}},
		{`{"type":"text_delta","contentIndex":0,"delta":"pie"}`, summary{Role: transcript.Assistant, Text: "pie"}},
		{`{"type":"text_end","contentIndex":0,"content":"pie"}`, summary{Role: transcript.Assistant}},
		{`{"type":"toolcall_end","contentIndex":0,"toolCall":{"type":"toolCall","id":"c1","name":"read","arguments":{}}}`, summary{Role: transcript.Assistant}},
		{`{"type":"turn_end","message":` + assistant + `,"toolResults":[` + result + `]}`, summary{Role: transcript.System}},
		{`{"type":"agent_end","messages":[` + assistant + `]}`, summary{Role: transcript.System}},
		{`{"type":"entry_appended","entry":{"type":"message","id":"b","parentId":"a","timestamp":"2026-02-07T10:00:00.500Z","message":` + assistant + `}}`,
			summary{Role: transcript.System, ID: "b", Parent: "a", Time: at}},
		{`{"type":"tool_execution_end","toolCallId":"c1","toolName":"read","result":{},"isError":false}`, summary{Role: transcript.Tool}},

		// About the session.
		{`{"type":"session","version":1,"id":"s","timestamp":"2026-02-07T10:00:00.500Z","cwd":"/w","modelId":"m"}`, summary{Role: transcript.System, Session: "s", Model: "m", Time: at}},
		{`{"type":"model_change","id":"b","parentId":"a","timestamp":"2026-02-07T10:00:00.500Z","provider":"p","modelId":"m"}`,
			summary{Role: transcript.System, ID: "b", Parent: "a", Model: "m", Time: at}},
		{`{"type":"compaction","id":"b","parentId":"a","timestamp":"2026-02-07T10:00:00.500Z","summary":"sum","firstKeptEntryId":"a","tokensBefore":9}`,
			summary{Role: transcript.System, ID: "b", Parent: "a", Text: "sum", Time: at}},
		{`{"type":"branch_summary","id":"b","parentId":"a","fromId":"c","summary":"sum"}`, summary{Role: transcript.System, ID: "b", Parent: "a", Text: "sum"}},
		{`{"type":"custom_message","id":"b","parentId":"a","customType":"x","content":"note","display":true}`, summary{Role: transcript.System, ID: "b", Parent: "a", Text: "note"}},
		{`{"type":"session_info","id":"b","parentId":"a","name":"Tides"}`, summary{Role: transcript.System, ID: "b", Parent: "a", Text: "Tides"}},
		{`{"traceSchema":"openclaw-trajectory","type":"model.started","ts":"2026-02-07T10:00:00.500Z","sessionId":"s","modelId":"m"}`,
			summary{Role: transcript.System, Session: "s", Model: "m", Time: at}},
		{`{"type":"brand_new","id":"b","parentId":"a","sessionId":"s"}`, summary{Role: transcript.None, ID: "b", Parent: "a", Session: "s"}},
	})
}

// TestOpenClawSession checks that the session on the first line of a file holds for all lines of the file.
func TestOpenClawSession(t *testing.T) {
	const one = `{"type":"session","id":"s1","timestamp":"2026-02-07T10:00:00.500Z","cwd":"/w"}
{"type":"message","id":"a","parentId":null,"message":{"role":"user","content":"x"}}
`
	const two = `{"type":"message","id":"b","parentId":null,"message":{"role":"user","content":"x"}}
`
	var got []string
	for e, err := range transcript.NewReader(manyFiles(one, two), decoder.Poison()).Recycled() {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, strings.Clone(e.ID+" of "+e.Session))
	}
	if diff := cmp.Diff([]string{" of s1", "a of s1", "b of "}, got); diff != "" {
		t.Error(diff)
	}
}
