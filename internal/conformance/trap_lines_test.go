package conformance_test

import (
	"strings"
	"testing"

	"github.com/ndwire/ndwire/decoder"
)

// trapLines are lines that decoders easily read wrong, as real files have them, and similar ones. A line has a kind for each of agentsdk, claudecode,
// openclaw and rustyclaw, "-" for none; a line without kinds is bad.
var trapLines = []struct {
	name  string
	lines [][2]string // a line, and its kinds
}{
	{"separators of Unicode in a text", [][2]string{
		{"{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"north\u2028south\"},\"uuid\":\"u1\"}", "user | user | user~/user | user"},
		{"{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"\u2029\u0085\u00a0\ufeff\"},\"uuid\":\"u1\"}", "user | user | user~/user | user"},
	}},
	{"CR before the end", [][2]string{
		{"{\"type\":\"system\",\"subtype\":\"compact_boundary\"}\r", "system/compact_boundary | system/compact_boundary | system~ | system/compact_boundary"},
		{"{\"type\":\"system\",\"subtype\":\"compact_boundary\"} \t\r", "system/compact_boundary | system/compact_boundary | system~ | system/compact_boundary"},
	}},
	{"white space around", [][2]string{
		{"\t {\"type\":\"result\",\"subtype\":\"input_required\"} \t", "result/input_required | result | result | result/input_required"},
	}},
	{"cut off", [][2]string{
		{`{"type":"assistant","message":{"id":"msg_1","type":"message","role":"assistant","content":[{"type":"te`, ""},
		{`{"type":"assistant"`, ""},
		{`{"type":"user","message":"tide`, ""},
		{`{"type":"user","message":"tide\`, ""},
		{`{"type":"user","n":1`, ""},
		{`{"type":"user","n":tru`, ""},
		{`{`, ""},
	}},
	{"a stub before a record", [][2]string{
		{`{"type":"pr-link","sessionId":"s1","prNu{"parentUuid":"p1","isSidechain":false,"type":"user","message":{"role":"user","content":"hi"},"uuid":"u9"}`, ""},
		{`{"type":"mode","mo{"type":"user"}`, ""},
	}},
	{"two records", [][2]string{
		{`{"type":"keep_alive"}{"type":"system","subtype":"status","status":null}`, ""},
		{`{"type":"user"} {"type":"user"}`, ""},
		{`{"type":"user"},{"type":"user"}`, ""},
	}},
	{"NUL bytes only", [][2]string{
		{"\x00\x00\x00\x00\x00\x00\x00\x00", ""},
	}},
	{"NUL bytes before a record", [][2]string{
		{"\x00\x00\x00{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"x\"},\"uuid\":\"u2\"}", "user | user | user~/user | user"},
	}},
	{"NUL bytes behind a record", [][2]string{
		{"{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"x\"},\"uuid\":\"u2\"}\x00\x00", "user | user | user~/user | user"},
	}},
	{"NUL bytes within a record", [][2]string{
		{"{\"type\":\"user\",\x00\"uuid\":\"u2\"}", ""},
		{"{\"type\":\"us\x00er\"}", ""},
	}},
	{"a byte order mark", [][2]string{
		{"\ufeff{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"s\",\"tools\":[],\"mcp_servers\":[]}", "system/init | system/init | system~ | system/init"},
	}},
	{"UTF-16", [][2]string{
		{"\xff\xfe{\x00\"\x00t\x00", ""},
		{"\x00{\x00\"\x00t", ""},
	}},
	{"no object", [][2]string{
		{`[{"type":"system","subtype":"init"},{"type":"result","subtype":"success","result":"OK"}]`, ""},
		{`42`, ""},
		{`null`, ""},
		{`"massive error"`, ""},
		{`[1]`, ""},
		{`true`, ""},
		{`[]`, ""},
	}},
	{"type is not first", [][2]string{
		{`{"parentUuid":"p","isSidechain":false,"cwd":"/w","sessionId":"s","version":"2.1.37","message":{"model":"m","id":"msg_1","type":"message","role":"assistant","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}},"requestId":"req_1","type":"assistant","uuid":"u","timestamp":"2026-02-07T10:00:00.000Z"}`, "assistant | assistant | assistant~/assistant | assistant"},
		{`{"message":{"role":"user","type":"result","content":"x"},"role":"toolResult","type":"user"}`, "user | user | user~/user | user"},
	}},
	{"a type in the input of a tool", [][2]string{
		{`{"message":{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Write","input":{"type":"result","subtype":"success","isReplay":true,"role":"user"}}]},"type":"assistant","uuid":"u"}`, "assistant | assistant | assistant~/assistant | assistant"},
	}},
	{"a text that looks like JSON", [][2]string{
		{`{"type":"user","message":{"role":"user","content":"grep for {\"type\":\"result\"}"},"uuid":"u"}`, "user | user | user~/user | user"},
		{`{"x":"\"type\":\"result\"","type":"user"}`, "user | user | user~ | user"},
		{`{"x":"\u0022type\u0022:7","type":"user"}`, "user | user | user~ | user"},
	}},
	{"a text that ends in a backslash", [][2]string{
		{`{"type":"user","message":{"role":"user","content":"C:\\"},"uuid":"u","subtype":"x\\\""}`, "user | user | user~/user | user"},
		{`{"x":"\\\\","type":"user"}`, "user | user | user~ | user"},
	}},
	{"an escaped tag", [][2]string{
		{`{"type":"\u0073ystem","subtype":"in\u0069t","session_id":"s","tools":[],"mcp_servers":[]}`, "system/init | system/init | system~ | system/init"},
		{`{"ty\u0070e":"user"}`, "user | user | user~ | user"},
		{`{"\u0072ole":"us\u0065r","content":"x"}`, "- | - | user | -"},
		{`{"type":"sys\/tem"}`, "sys~1tem | sys~1tem | sys~1tem | sys~1tem"},
	}},
	{"spaces around colon and comma", [][2]string{
		{`{ "type" : "user" , "message" : { "role" : "user" , "content" : "x" } }`, "user | user | user~/user | user"},
	}},
	{"a tag twice", [][2]string{
		{`{"type":"user","message":{"role":"user","content":"x"},"type":"assistant"}`, "assistant | assistant | assistant~/user | assistant"},
		{`{"type":"system","subtype":"init","subtype":"status"}`, "system/status | system/status | system~ | system/status"},
		{`{"role":"user","role":"assistant"}`, "- | - | assistant | -"},
		{`{"type":"user","type":null}`, "- | - | - | -"},
		{`{"type":"result","message":{"role":"user"},"message":{"role":"assistant"},"type":"message"}`, "message | message | message/assistant | message"},
	}},
	{"no type, but a role", [][2]string{
		{`{"role":"toolResult","toolCallId":"c1","toolName":"read","content":[],"isError":false,"timestamp":1740000002000}`, "- | - | toolResult | -"},
	}},
	{"a type of another JSON type", [][2]string{
		{`{"type":null,"subtype":7}`, "- | - | - | -"},
		{`{"type":7}`, "- | - | - | -"},
		{`{"type":{"type":"user"}}`, "- | - | - | -"},
		{`{"type":["user"]}`, "- | - | - | -"},
		{`{"type":true}`, "- | - | - | -"},
		{`{}`, "- | - | - | -"},
		{`{"type":""}`, "- | - | - | -"},
		{`{"subtype":"init"}`, "- | - | - | -"},
		{`{"type":"system","subtype":null}`, "system | system/~ | system~ | system"},
		{`{"type":"system","subtype":{"a":1}}`, "system | system/~ | system~ | system"},
	}},
	{"an unknown type", [][2]string{
		{`{"type":"transcript_mirror","filePath":"/f.jsonl","entries":[{"type":"user"}]}`, "transcript_mirror | transcript_mirror | transcript_mirror | transcript_mirror"},
		{`{"type":"brand/new","subtype":"x"}`, "brand~1new/x | brand~1new/x | brand~1new | brand~1new/x"},
		{`{"type":"USER"}`, "USER | USER | USER | USER"},
		{`{"type":"user "}`, "user  | user  | user  | user "},
	}},
	{"a system line without subtype", [][2]string{
		{`{"type":"system","uuid":"msg-006","timestamp":"2025-01-27T10:00:25Z","sessionId":"session-123","message":"status"}`, "system | system | system~ | system"},
	}},
	{"a subtype before the type", [][2]string{
		{`{"subtype":"init","tools":["Bash"],"mcp_servers":[{"name":"x","status":"connected"}],"session_id":"s","type":"system"}`, "system/init | system/init | system~ | system/init"},
	}},
	{"isReplay", [][2]string{
		{`{"type":"user","message":{"role":"user","content":"x"},"parent_tool_use_id":null,"session_id":"s","isReplay":true}`, "user/isReplay | user | user~/user | user"},
		{`{"type":"user","message":{"role":"user","content":"x"},"isReplay":false}`, "user | user | user~/user | user"},
		{`{"type":"user","message":{"role":"user","content":"x"},"isReplay":null}`, "user | user | user~/user | user"},
		{`{"type":"user","message":{"role":"user","content":"x"},"isReplay":"true"}`, "user | user | user~/user | user"},
	}},
	{"a control request, nested", [][2]string{
		{`{"type":"control_request","request_id":"r1","request":{"subtype":"interrupt"}}`, "control_request/interrupt | control_request | control_request | control_request/interrupt"},
	}},
	{"a control request, flattened", [][2]string{
		{`{"type":"control_request","request_id":"req_002","subtype":"can_use_tool","tool_name":"Bash","tool_input":{"command":"ls"}}`, "control_request/can_use_tool | control_request/can_use_tool | control_request | control_request/can_use_tool"},
		{`{"type":"control_request","request_id":"r","subtype":"interrupt","request":{"subtype":"initialize"}}`, "control_request/initialize | control_request/interrupt | control_request | control_request/initialize"},
		{`{"type":"control_request","request_id":"r","request":"x","subtype":"interrupt"}`, "control_request/interrupt | control_request/interrupt | control_request | control_request/interrupt"},
	}},
	{"a control response, nested", [][2]string{
		{`{"type":"control_response","response":{"subtype":"success","request_id":"r1","response":{"behavior":"allow","updatedInput":{}}}}`, "control_response | control_response | control_response | control_response/success"},
	}},
	{"a control response without subtype", [][2]string{
		{`{"type":"control_response","response":{"request_id":"r1","result":{"ok":true}}}`, "control_response | control_response | control_response | control_response"},
		{`{"type":"control_response","response":{"request_id":"r1","error":"x"}}`, "control_response | control_response | control_response | control_response"},
		{`{"type":"control_response","response":null}`, "control_response | control_response | control_response | control_response"},
		{`{"type":"control_response"}`, "control_response | control_response | control_response | control_response"},
	}},
	{"an id in camel case", [][2]string{
		{`{"type":"control_response","response":{"subtype":"error","requestId":"r1","error":"x"}}`, "control_response | control_response | control_response | control_response/error"},
		{`{"type":"control_response","response":{"subtype":"error","requestId":"r1","request_id":"r2","error":"x"}}`, "control_response | control_response | control_response | control_response/error"},
		{`{"type":"control_request","requestId":"r1","request":{"subtype":"interrupt"}}`, "control_request/interrupt | control_request | control_request | control_request/interrupt"},
	}},
	{"mcp_message", [][2]string{
		{`{"type":"mcp_message","server_name":"x","message":{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"type":"x"}}}`, "mcp_message | mcp_message | mcp_message | mcp_message"},
		{`{"type":"control_request","request_id":"r","request":{"subtype":"mcp_message","server_name":"x","message":{"jsonrpc":"2.0","id":"1"}}}`, "control_request/mcp_message | control_request | control_request | control_request/mcp_message"},
	}},
	{"a name that others have", [][2]string{
		{`{"type":"message_start","message":{"role":"assistant","content":[],"api":"a","provider":"p","model":"m","stopReason":"stop","timestamp":1}}`, "message_start | message_start | message_start | message_start"},
		{`{"type":"error","reason":"aborted","error":{"role":"assistant","content":[],"timestamp":1}}`, "error | error | error | error"},
		{`{"type":"error","error":"x"}`, "error | error | error | error"},
		{`{"type":"session","id":"s"}`, "session | session | session | session"},
		{`{"type":"message"}`, "message | message | message | message"},
		{`{"type":"message","message":"x"}`, "message | message | message | message"},
		{`{"type":"result","key":"k","agentId":"a","result":[1]}`, "result | result | result | result"},
	}},
	{"the tag in a text", [][2]string{
		{`{"type":"compact_system","uuid":"msg-010","timestamp":"2025-01-27T10:00:45Z","sessionId":"s","message":"conversation_compacted","metadata":{"preservedMessages":15,"totalMessages":150,"compressionRatio":0.1}}`, "compact_system | compact_system/conversation_compacted | compact_system | compact_system"},
		{`{"type":"compact_system","message":"conversation_paused"}`, "compact_system | compact_system/conversation_paused | compact_system | compact_system"},
		{`{"type":"compact_system","message":{"role":"user"}}`, "compact_system | compact_system | compact_system/user | compact_system"},
	}},
	{"a success that is an error", [][2]string{
		{`{"type":"result","subtype":"success","is_error":true,"result":"API Error: 500","duration_ms":1,"num_turns":1,"stop_reason":null,"total_cost_usd":0,"modelUsage":{},"permission_denials":[],"uuid":"u","session_id":"s"}`, "result/success | result | result | result/success"},
	}},
	{"a first line that is not a turn", [][2]string{
		{`{"type":"queue-operation","operation":"enqueue","timestamp":"2026-08-16T00:00:00.000Z","sessionId":"s","content":"hi"}`, "queue-operation | queue-operation | queue-operation | queue-operation"},
	}},
	{"the role one level down", [][2]string{
		{`{"type":"message","id":"a1b2c3d4","parentId":null,"timestamp":"2024-12-03T14:00:01.000Z","message":{"role":"user","content":"Hello","timestamp":1733234401000}}`, "message | message | message/user | message"},
	}},
	{"bare strings among blocks", [][2]string{
		{`{"type":"user","message":{"role":"user","content":["wow error"]}}`, "user | user | user~/user | user"},
		{`{"type":"user","message":{"role":"user","content":[null,7,[],{}]}}`, "user | user | user~/user | user"},
	}},
	{"no content", [][2]string{
		{`{"type":"user","message":{"role":"user","content":null}}`, "user | user | user~/user | user"},
		{`{"type":"user","message":{"role":"user","content":[]}}`, "user | user | user~/user | user"},
		{`{"type":"user","message":{"role":"user","content":""}}`, "user | user | user~/user | user"},
		{`{"type":"user","message":{"role":"user"}}`, "user | user | user~/user | user"},
		{`{"type":"user","message":null}`, "user | user | user~ | user"},
		{`{"type":"user"}`, "user | user | user~ | user"},
		{`{"type":"user","message":{"role":"user","content":{"type":"text","text":"x"}}}`, "user | user | user~/user | user"},
		{`{"type":"user","message":{"role":"user","content":7}}`, "user | user | user~/user | user"},
	}},
	{"a result without content", [][2]string{
		{`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1"}]}}`, "user | user | user~/user | user"},
		{`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":null}]}}`, "user | user | user~/user | user"},
		{`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":{"output":"x"}}]}}`, "user | user | user~/user | user"},
	}},
	{"blocks in a result", [][2]string{
		{`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":"a"},{"type":"tool_reference","tool_name":"X"}]}]}}`, "user | user | user~/user | user"},
	}},
	{"a message that is a text", [][2]string{
		{`{"type":"user","uuid":"msg-001","timestamp":"2025-01-27T10:00:00Z","sessionId":"session-123","message":"Please help"}`, "user | user | user~ | user"},
		{`{"type":"assistant","message":"done"}`, "assistant | assistant | assistant~ | assistant"},
	}},
	{"tools of both forms", [][2]string{
		{`{"type":"system","subtype":"init","session_id":"s","tools":["Bash",{"name":"Read"}],"mcp_servers":[]}`, "system/init | system/init | system~ | system/init"},
		{`{"type":"system","subtype":"init","session_id":"s","tools":["",null,7],"mcp_servers":["x"]}`, "system/init | system/init | system~ | system/init"},
		{`{"type":"system","subtype":"init","tools":{"Bash":true},"mcp_servers":null}`, "system/init | system/init | system~ | system/init"},
	}},
	{"the three forms of toolUseResult", [][2]string{
		{`{"type":"user","message":{"role":"user","content":[]},"toolUseResult":"Error: No such tool available: X","uuid":"u"}`, "user | user | user~/user | user"},
		{`{"type":"user","message":{"role":"user","content":[]},"toolUseResult":{"stdout":"a"},"uuid":"u"}`, "user | user | user~/user | user"},
		{`{"type":"user","message":{"role":"user","content":[]},"toolUseResult":[{"type":"text","text":"x"}],"uuid":"u"}`, "user | user | user~/user | user"},
		{`{"type":"user","message":{"role":"user","content":[]},"toolUseResult":null,"uuid":"u"}`, "user | user | user~/user | user"},
		{`{"type":"user","message":{"role":"user","content":[]},"toolUseResult":7,"uuid":"u"}`, "user | user | user~/user | user"},
		{`{"type":"user","message":{"role":"user","content":[]},"toolUseResult":true,"uuid":"u"}`, "user | user | user~/user | user"},
	}},
	{"an input that is not an object", [][2]string{
		{`{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"x","input":null}]}}`, "assistant | assistant | assistant~/assistant | assistant"},
		{`{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"x","input":"x"}]}}`, "assistant | assistant | assistant~/assistant | assistant"},
		{`{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"x","input":[1]}]}}`, "assistant | assistant | assistant~/assistant | assistant"},
		{`{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"x","input":7}]}}`, "assistant | assistant | assistant~/assistant | assistant"},
		{`{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"x","input":{}}]}}`, "assistant | assistant | assistant~/assistant | assistant"},
	}},
	{"lists of texts or lists", [][2]string{
		{`{"type":"user","message":{"role":"user","content":"x"},"pasted_content":["p",[{"type":"text","text":"q"}]],"parent_tool_use_id":null}`, "user | user | user~/user | user"},
	}},
	{"an id or JSON", [][2]string{
		{`{"role":"assistant","content":[{"type":"text","text":"ok","textSignature":"msg_1"}],"timestamp":1}`, "- | - | assistant | -"},
		{`{"role":"assistant","content":[{"type":"text","text":"ok","textSignature":"{\"v\":1,\"id\":\"msg_1\"}"}],"timestamp":1}`, "- | - | assistant | -"},
		{`{"role":"assistant","content":[{"type":"text","text":"ok","textSignature":{"v":1}}],"timestamp":1}`, "- | - | assistant | -"},
	}},
	{"null that means something", [][2]string{
		{`{"type":"system","subtype":"status","status":null,"uuid":"u","session_id":"s"}`, "system/status | system/status | system~ | system/status"},
		{`{"type":"system","subtype":"status","uuid":"u","session_id":"s"}`, "system/status | system/status | system~ | system/status"},
	}},
	{"a parent that is null", [][2]string{
		{`{"type":"assistant","message":{"role":"assistant","content":[]},"parent_tool_use_id":null,"duration_ms":250}`, "assistant | assistant | assistant~/assistant | assistant"},
		{`{"type":"assistant","message":{"role":"assistant","content":[]}}`, "assistant | assistant | assistant~/assistant | assistant"},
		{`{"type":"assistant","parentUuid":null,"logicalParentUuid":null,"message":{"role":"assistant","content":[]}}`, "assistant | assistant | assistant~/assistant | assistant"},
	}},
	{"counts that are null", [][2]string{
		{`{"type":"assistant","message":{"role":"assistant","content":[],"usage":{"input_tokens":5,"output_tokens":null,"cache_creation_input_tokens":null,"server_tool_use":null,"service_tier":null,"cache_creation":null}}}`, "assistant | assistant | assistant~/assistant | assistant"},
		{`{"type":"assistant","message":{"role":"assistant","content":[],"usage":null}}`, "assistant | assistant | assistant~/assistant | assistant"},
	}},
	{"empty texts that matter", [][2]string{
		{`{"type":"result","subtype":"success","result":"","is_error":false}`, "result/success | result | result | result/success"},
		{`{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":""}]}}`, "assistant | assistant | assistant~/assistant | assistant"},
		{`{"type":"user","gitBranch":"","slug":"","message":{"role":"user","content":""}}`, "user | user | user~/user | user"},
	}},
	{"false that matters", [][2]string{
		{`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"x","is_error":false}]}}`, "user | user | user~/user | user"},
		{`{"type":"user","isMeta":false,"isSidechain":false,"isDeleted":false,"isAborted":false}`, "user | user | user~ | user"},
	}},
	{"thinking without signature and the reverse", [][2]string{
		{`{"type":"assistant","message":{"role":"assistant","content":[{"type":"thinking","thinking":"..."}]}}`, "assistant | assistant | assistant~/assistant | assistant"},
		{`{"type":"assistant","message":{"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"EqQBCkYIBxgCKkA="}]}}`, "assistant | assistant | assistant~/assistant | assistant"},
		{`{"type":"assistant","message":{"role":"assistant","content":[{"type":"thinking"}]}}`, "assistant | assistant | assistant~/assistant | assistant"},
	}},
	{"lists that are null", [][2]string{
		{`{"type":"result","subtype":"success","permission_denials":null}`, "result/success | result | result | result/success"},
		{`{"type":"agent_end","messages":null}`, "agent_end | agent_end | agent_end | agent_end"},
	}},
	{"milliseconds beyond 32 bits", [][2]string{
		{`{"role":"user","content":"x","timestamp":1740000000000}`, "- | - | user | -"},
		{`{"role":"user","content":"x","timestamp":1740000000000.5}`, "- | - | user | -"},
		{`{"role":"user","content":"x","timestamp":"2026-01-01T00:00:00Z"}`, "- | - | user | -"},
	}},
	{"seconds", [][2]string{
		{`{"type":"rate_limit_event","rate_limit_info":{"status":"allowed","resetsAt":1778598000,"rateLimitType":"five_hour"},"uuid":"u","session_id":"s"}`, "rate_limit_event | rate_limit_event | rate_limit_event | rate_limit_event"},
	}},
	{"odd numbers in a cost", [][2]string{
		{`{"type":"result","subtype":"success","result":"","total_cost_usd":7.5e-7}`, "result/success | result | result | result/success"},
		{`{"type":"cost-state","sessionId":"s","totalCostUSD":7.5e-7}`, "cost-state | cost-state | cost-state | cost-state"},
		{`{"type":"result","subtype":"success","result":"","total_cost_usd":1E-7}`, "result/success | result | result | result/success"},
		{`{"type":"cost-state","sessionId":"s","totalCostUSD":1E-7}`, "cost-state | cost-state | cost-state | cost-state"},
		{`{"type":"result","subtype":"success","result":"","total_cost_usd":1e400}`, "result/success | result | result | result/success"},
		{`{"type":"cost-state","sessionId":"s","totalCostUSD":1e400}`, "cost-state | cost-state | cost-state | cost-state"},
		{`{"type":"result","subtype":"success","result":"","total_cost_usd":-1e400}`, "result/success | result | result | result/success"},
		{`{"type":"cost-state","sessionId":"s","totalCostUSD":-1e400}`, "cost-state | cost-state | cost-state | cost-state"},
		{`{"type":"result","subtype":"success","result":"","total_cost_usd":-0}`, "result/success | result | result | result/success"},
		{`{"type":"cost-state","sessionId":"s","totalCostUSD":-0}`, "cost-state | cost-state | cost-state | cost-state"},
		{`{"type":"result","subtype":"success","result":"","total_cost_usd":0e999999999}`, "result/success | result | result | result/success"},
		{`{"type":"cost-state","sessionId":"s","totalCostUSD":0e999999999}`, "cost-state | cost-state | cost-state | cost-state"},
		{`{"type":"result","subtype":"success","result":"","total_cost_usd":-0.0}`, "result/success | result | result | result/success"},
		{`{"type":"cost-state","sessionId":"s","totalCostUSD":-0.0}`, "cost-state | cost-state | cost-state | cost-state"},
		{`{"type":"result","subtype":"success","result":"","total_cost_usd":1e-400}`, "result/success | result | result | result/success"},
		{`{"type":"cost-state","sessionId":"s","totalCostUSD":1e-400}`, "cost-state | cost-state | cost-state | cost-state"},
		{`{"type":"result","subtype":"success","result":"","total_cost_usd":5E+0}`, "result/success | result | result | result/success"},
		{`{"type":"cost-state","sessionId":"s","totalCostUSD":5E+0}`, "cost-state | cost-state | cost-state | cost-state"},
		{`{"type":"result","subtype":"success","result":"","total_cost_usd":"0.1"}`, "result/success | result | result | result/success"},
		{`{"type":"cost-state","sessionId":"s","totalCostUSD":"0.1"}`, "cost-state | cost-state | cost-state | cost-state"},
		{`{"type":"result","subtype":"success","result":"","total_cost_usd":null}`, "result/success | result | result | result/success"},
		{`{"type":"cost-state","sessionId":"s","totalCostUSD":null}`, "cost-state | cost-state | cost-state | cost-state"},
	}},
	{"odd numbers in a count", [][2]string{
		{`{"type":"result","subtype":"success","result":"","duration_ms":585.6438211,"num_turns":585.6438211,"usage":{"input_tokens":585.6438211,"output_tokens":3}}`, "result/success | result | result | result/success"},
		{`{"type":"system","subtype":"api_error","retryInMs":585.6438211,"retryAttempt":585.6438211,"maxRetries":585.6438211}`, "system/api_error | system/api_error | system~ | system/api_error"},
		{`{"role":"assistant","content":[],"usage":{"input":585.6438211,"cost":{"total":585.6438211}},"timestamp":585.6438211}`, "- | - | assistant | -"},
		{`{"type":"result","subtype":"success","result":"","duration_ms":1500.0,"num_turns":1500.0,"usage":{"input_tokens":1500.0,"output_tokens":3}}`, "result/success | result | result | result/success"},
		{`{"type":"system","subtype":"api_error","retryInMs":1500.0,"retryAttempt":1500.0,"maxRetries":1500.0}`, "system/api_error | system/api_error | system~ | system/api_error"},
		{`{"role":"assistant","content":[],"usage":{"input":1500.0,"cost":{"total":1500.0}},"timestamp":1500.0}`, "- | - | assistant | -"},
		{`{"type":"result","subtype":"success","result":"","duration_ms":3e0,"num_turns":3e0,"usage":{"input_tokens":3e0,"output_tokens":3}}`, "result/success | result | result | result/success"},
		{`{"type":"system","subtype":"api_error","retryInMs":3e0,"retryAttempt":3e0,"maxRetries":3e0}`, "system/api_error | system/api_error | system~ | system/api_error"},
		{`{"role":"assistant","content":[],"usage":{"input":3e0,"cost":{"total":3e0}},"timestamp":3e0}`, "- | - | assistant | -"},
		{`{"type":"result","subtype":"success","result":"","duration_ms":1e2,"num_turns":1e2,"usage":{"input_tokens":1e2,"output_tokens":3}}`, "result/success | result | result | result/success"},
		{`{"type":"system","subtype":"api_error","retryInMs":1e2,"retryAttempt":1e2,"maxRetries":1e2}`, "system/api_error | system/api_error | system~ | system/api_error"},
		{`{"role":"assistant","content":[],"usage":{"input":1e2,"cost":{"total":1e2}},"timestamp":1e2}`, "- | - | assistant | -"},
		{`{"type":"result","subtype":"success","result":"","duration_ms":-0,"num_turns":-0,"usage":{"input_tokens":-0,"output_tokens":3}}`, "result/success | result | result | result/success"},
		{`{"type":"system","subtype":"api_error","retryInMs":-0,"retryAttempt":-0,"maxRetries":-0}`, "system/api_error | system/api_error | system~ | system/api_error"},
		{`{"role":"assistant","content":[],"usage":{"input":-0,"cost":{"total":-0}},"timestamp":-0}`, "- | - | assistant | -"},
		{`{"type":"result","subtype":"success","result":"","duration_ms":9007199254740993,"num_turns":9007199254740993,"usage":{"input_tokens":9007199254740993,"output_tokens":3}}`, "result/success | result | result | result/success"},
		{`{"type":"system","subtype":"api_error","retryInMs":9007199254740993,"retryAttempt":9007199254740993,"maxRetries":9007199254740993}`, "system/api_error | system/api_error | system~ | system/api_error"},
		{`{"role":"assistant","content":[],"usage":{"input":9007199254740993,"cost":{"total":9007199254740993}},"timestamp":9007199254740993}`, "- | - | assistant | -"},
		{`{"type":"result","subtype":"success","result":"","duration_ms":99999999999999999999,"num_turns":99999999999999999999,"usage":{"input_tokens":99999999999999999999,"output_tokens":3}}`, "result/success | result | result | result/success"},
		{`{"type":"system","subtype":"api_error","retryInMs":99999999999999999999,"retryAttempt":99999999999999999999,"maxRetries":99999999999999999999}`, "system/api_error | system/api_error | system~ | system/api_error"},
		{`{"role":"assistant","content":[],"usage":{"input":99999999999999999999,"cost":{"total":99999999999999999999}},"timestamp":99999999999999999999}`, "- | - | assistant | -"},
		{`{"type":"result","subtype":"success","result":"","duration_ms":1e400,"num_turns":1e400,"usage":{"input_tokens":1e400,"output_tokens":3}}`, "result/success | result | result | result/success"},
		{`{"type":"system","subtype":"api_error","retryInMs":1e400,"retryAttempt":1e400,"maxRetries":1e400}`, "system/api_error | system/api_error | system~ | system/api_error"},
		{`{"role":"assistant","content":[],"usage":{"input":1e400,"cost":{"total":1e400}},"timestamp":1e400}`, "- | - | assistant | -"},
		{`{"type":"result","subtype":"success","result":"","duration_ms":-1e400,"num_turns":-1e400,"usage":{"input_tokens":-1e400,"output_tokens":3}}`, "result/success | result | result | result/success"},
		{`{"type":"system","subtype":"api_error","retryInMs":-1e400,"retryAttempt":-1e400,"maxRetries":-1e400}`, "system/api_error | system/api_error | system~ | system/api_error"},
		{`{"role":"assistant","content":[],"usage":{"input":-1e400,"cost":{"total":-1e400}},"timestamp":-1e400}`, "- | - | assistant | -"},
		{`{"type":"result","subtype":"success","result":"","duration_ms":1e-400,"num_turns":1e-400,"usage":{"input_tokens":1e-400,"output_tokens":3}}`, "result/success | result | result | result/success"},
		{`{"type":"system","subtype":"api_error","retryInMs":1e-400,"retryAttempt":1e-400,"maxRetries":1e-400}`, "system/api_error | system/api_error | system~ | system/api_error"},
		{`{"role":"assistant","content":[],"usage":{"input":1e-400,"cost":{"total":1e-400}},"timestamp":1e-400}`, "- | - | assistant | -"},
		{`{"type":"result","subtype":"success","result":"","duration_ms":"12","num_turns":"12","usage":{"input_tokens":"12","output_tokens":3}}`, "result/success | result | result | result/success"},
		{`{"type":"system","subtype":"api_error","retryInMs":"12","retryAttempt":"12","maxRetries":"12"}`, "system/api_error | system/api_error | system~ | system/api_error"},
		{`{"role":"assistant","content":[],"usage":{"input":"12","cost":{"total":"12"}},"timestamp":"12"}`, "- | - | assistant | -"},
		{`{"type":"result","subtype":"success","result":"","duration_ms":null,"num_turns":null,"usage":{"input_tokens":null,"output_tokens":3}}`, "result/success | result | result | result/success"},
		{`{"type":"system","subtype":"api_error","retryInMs":null,"retryAttempt":null,"maxRetries":null}`, "system/api_error | system/api_error | system~ | system/api_error"},
		{`{"role":"assistant","content":[],"usage":{"input":null,"cost":{"total":null}},"timestamp":null}`, "- | - | assistant | -"},
		{`{"type":"result","subtype":"success","result":"","duration_ms":[1],"num_turns":[1],"usage":{"input_tokens":[1],"output_tokens":3}}`, "result/success | result | result | result/success"},
		{`{"type":"system","subtype":"api_error","retryInMs":[1],"retryAttempt":[1],"maxRetries":[1]}`, "system/api_error | system/api_error | system~ | system/api_error"},
		{`{"role":"assistant","content":[],"usage":{"input":[1],"cost":{"total":[1]}},"timestamp":[1]}`, "- | - | assistant | -"},
	}},
	{"integers beyond 53 bits", [][2]string{
		{`{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"x","input":{"id":9007199254740993}}]}}`, "assistant | assistant | assistant~/assistant | assistant"},
	}},
	{"numbers that are none", [][2]string{
		{`{"type":"user","n":01}`, ""},
		{`{"type":"user","n":+1}`, ""},
		{`{"type":"user","n":.5}`, ""},
		{`{"type":"user","n":1.}`, ""},
		{`{"type":"user","n":1e}`, ""},
		{`{"type":"user","n":0x1}`, ""},
		{`{"type":"user","n":NaN}`, ""},
		{`{"type":"user","n":Infinity}`, ""},
		{`{"type":"user","n":-}`, ""},
		{`{"type":"user","n":1_0}`, ""},
		{`{"type":"user","n":--1}`, ""},
	}},
	{"all short escapes", [][2]string{
		{`{"type":"user","message":"\"\\\/\b\f\n\r\t"}`, "user | user | user~ | user"},
	}},
	{"NUL in a text", [][2]string{
		{`{"type":"user","message":"a\u0000b"}`, "user | user | user~ | user"},
		{`{"type":"user\u0000"}`, "user\x00 | user\x00 | user\x00 | user\x00"},
	}},
	{"halves of surrogate pairs", [][2]string{
		{`{"type":"user","message":{"role":"user","content":"\ud83c"}}`, "user | user | user~/user | user"},
		{`{"type":"user","message":{"role":"user","content":"\udff7\ud83c x"}}`, "user | user | user~/user | user"},
		{`{"type":"user","message":{"role":"user","content":"\ud83cA\ud83c\n"}}`, "user | user | user~/user | user"},
		{`{"type":"user","message":{"role":"user","content":"\ud83c\ud83c\udf0a"}}`, "user | user | user~/user | user"},
		{`{"type":"user","message":{"role":"user","content":"\uD83C\uDF0A"}}`, "user | user | user~/user | user"},
	}},
	{"bytes that are not UTF-8", [][2]string{
		{"{\"type\":\"user\",\"message\":\"a\xff\xc3b\"}", "user | user | user~ | user"},
		{"{\"type\":\"user\",\"message\":\"\xc0\xaf \xed\xa0\xbd\"}", "user | user | user~ | user"},
		{"{\"type\":\"user\",\"\xff\":1}", "user | user | user~ | user"},
	}},
	{"raw control characters", [][2]string{
		{"{\"type\":\"user\",\"message\":\"a\tb\"}", ""},
		{"{\"type\":\"user\",\"message\":\"a\x01b\"}", ""},
		{"{\"type\":\"us\ter\"}", ""},
		{"{\"x\x1f\":1,\"type\":\"user\"}", ""},
	}},
	{"escapes that there are not", [][2]string{
		{`{"type":"user","x":"\x41"}`, ""},
		{`{"type":"user","x":"\u12g4"}`, ""},
		{`{"type":"user","x":"\u12"}`, ""},
		{`{"type":"user","x":"\'"}`, ""},
	}},
	{"HTML", [][2]string{
		{`{"type":"user","message":"<a href=\"x\">&</a>"}`, "user | user | user~ | user"},
	}},
	{"a long text without escapes", [][2]string{
		{`{"type":"user","message":{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"` + strings.Repeat("iVBORw0KGgo=", 50) + `"}}]}}`, "user | user | user~/user | user"},
	}},
	{"members twice below the top", [][2]string{
		{`{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"a"}],"content":[{"type":"text","text":"b","text":"c"}],"usage":{"input_tokens":1,"output_tokens":2,"input_tokens":9}}}`, "assistant | assistant | assistant~/assistant | assistant"},
		{`{"type":"assistant","message":{"role":"user"},"message":{"content":[]}}`, "assistant | assistant | assistant~ | assistant"},
	}},
	{"deep nesting", [][2]string{
		{`{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"x","input":` + strings.Repeat("[", 500) + `1` + strings.Repeat("]", 500) + `}]}}`, "assistant | assistant | assistant~/assistant | assistant"},
	}},
	{"too deep nesting", [][2]string{
		{`{"type":"user","x":` + strings.Repeat("[", 200000) + `1` + strings.Repeat("]", 200000) + `}`, ""},
		{`{"type":"user","x":` + strings.Repeat(`{"a":`, 200000) + `1` + strings.Repeat("}", 200000) + `}`, ""},
	}},
	{"no JSON", [][2]string{
		{`{'type':'user'}`, ""},
		{`{"type":"user",}`, ""},
		{`{"type":"user"} // c`, ""},
		{`{"type":"user",/* c */"x":1}`, ""},
		{`{type:"user"}`, ""},
		{`{"type":"user";"x":1}`, ""},
		{`{"type":"user","x":[1,]}`, ""},
		{`{"type":undefined}`, ""},
	}},
	{"garbage behind", [][2]string{
		{`{"type":"keep_alive"} x`, ""},
		{`{"type":"keep_alive"}]`, ""},
		{`{"type":"keep_alive"}}`, ""},
		{`{"type":"keep_alive"}"`, ""},
	}},
	{"a missing comma in what is unknown", [][2]string{
		{`{"unknown":{"a":1 "b":2},"type":"keep_alive"}`, ""},
		{`{"type":"user","unknown":[1 2]}`, ""},
		{`{"type":"user","unknown":{"a" 1}}`, ""},
	}},
	{"extras that collide", [][2]string{
		{`{"type":"control_response","request_id":"r","subtype":"success","request_id":"evil"}`, "control_response | control_response/success | control_response | control_response/success"},
		{`{"type":"control_response","request_id":"r","subtype":"success","response":7,"error":[1]}`, "control_response | control_response/success | control_response | control_response/success"},
	}},
	{"extras beside", [][2]string{
		{`{"type":"result","subtype":"error","error":"x","error_code":"EACCES","exit_code":126}`, "result/error | result | result | result/error"},
	}},
	{"odd names of members", [][2]string{
		{`{"type":"result","subtype":"success","result":"","modelUsage":{"claude-opus-4-6[1m]":{"inputTokens":1},"":{},"__proto__":{},"a.b\u0022":{}}}`, "result/success | result | result | result/success"},
		{`{"type":"user","":1,"__proto__":{},"a.b\u0022":2,"\ud800":3}`, "user | user | user~ | user"},
	}},
	{"an unknown block", [][2]string{
		{`{"type":"assistant","message":{"role":"assistant","content":[{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{"query":"x"},"caller":{"type":"direct"}}]}}`, "assistant | assistant | assistant~/assistant | assistant"},
		{`{"type":"assistant","message":{"role":"assistant","content":[{"type":"brand_new","a":[{}]}]}}`, "assistant | assistant | assistant~/assistant | assistant"},
		{`{"type":"assistant","message":{"role":"assistant","content":[{"type":7}]}}`, "assistant | assistant | assistant~/assistant | assistant"},
		{`{"type":"assistant","message":{"role":"assistant","content":[{}]}}`, "assistant | assistant | assistant~/assistant | assistant"},
	}},
	{"an unknown member of a block", [][2]string{
		{`{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"x","input":{},"caller":{"type":"direct"},"cache_control":{"type":"ephemeral"},"brand_new":null}]}}`, "assistant | assistant | assistant~/assistant | assistant"},
	}},
	{"a stream that repeats itself", [][2]string{
		{`{"type":"message_update","message":{"role":"assistant","content":[{"type":"text","text":"Hello"}]},"assistantMessageEvent":{"type":"text_delta","contentIndex":0,"delta":"o","partial":{"role":"assistant","content":[{"type":"text","text":"Hello"}]}}}`, "message_update | message_update | message_update | message_update"},
	}},
	{"the order of members", [][2]string{
		{`{"type":"user","b":1,"a":{"y":1,"x":2}}`, "user | user | user~ | user"},
	}},
	{"one message on several lines", [][2]string{
		{`{"type":"assistant","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"part 2"}],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":3,"output_tokens":1}},"parent_tool_use_id":null,"uuid":"u2","session_id":"s"}`, "assistant | assistant | assistant~/assistant | assistant"},
	}},
	{"ids of all kinds", [][2]string{
		{`{"type":"user","uuid":"msg-001","sessionId":"session-123","timestamp":"2025-01-27T10:00:00Z"}`, "user | user | user~ | user"},
		{`{"type":"user","uuid":"","sessionId":"S"}`, "user | user | user~ | user"},
		{`{"type":"user","uuid":7}`, "user | user | user~ | user"},
		{`{"type":"user","uuid":"0198C0DE-7A11-7E57-8F00-0123456789AB"}`, "user | user | user~ | user"},
	}},
	{"a key source with spaces", [][2]string{
		{`{"type":"system","subtype":"init","session_id":"s","tools":[],"mcp_servers":[],"apiKeySource":"/login managed key"}`, "system/init | system/init | system~ | system/init"},
	}},
	{"a line after the result", [][2]string{
		{`{"type":"prompt_suggestion","suggestion":"next?","uuid":"u","session_id":"s"}`, "prompt_suggestion | prompt_suggestion | prompt_suggestion | prompt_suggestion"},
	}},
	{"a synthetic answer", [][2]string{
		{`{"type":"assistant","uuid":"u","message":{"id":"x","container":null,"model":"<synthetic>","role":"assistant","stop_reason":"stop_sequence","stop_sequence":"","type":"message","usage":{"input_tokens":0,"output_tokens":0},"content":[{"type":"text","text":"API Error"}]},"isApiErrorMessage":true}`, "assistant | assistant | assistant~/assistant | assistant"},
	}},
	{"an old session", [][2]string{
		{`{"type":"compaction","timestamp":"2024-11-01T00:00:00.000Z","summary":"s","firstKeptEntryIndex":3,"tokensBefore":50000}`, "compaction | compaction | compaction | compaction"},
		{`{"type":"session","id":"s","timestamp":"2024-11-01T00:00:00.000Z","cwd":"/w"}`, "session | session | session | session"},
	}},
	{"a result without a call", [][2]string{
		{`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_missing","content":"x"}]}}`, "user | user | user~/user | user"},
	}},
}

// TestTrapLines reads each trap with every protocol. A good line has its kind, and passes the checks of [protocol.line]; a bad line is one error, and
// the line after it is read.
func TestTrapLines(t *testing.T) {
	for _, trap := range trapLines {
		t.Run(trap.name, func(t *testing.T) {
			for _, l := range trap.lines {
				kinds := strings.Split(l[1], " | ")
				if l[1] == "" {
					kinds = []string{"bad", "bad", "bad", "bad"}
				}
				if len(kinds) != 4 {
					t.Fatalf("%d kinds: %q", len(kinds), l[1])
				}
				agentSDK.trapLine(t, l[0], kinds[0])
				transcript.trapLine(t, l[0], kinds[1])
				claw.trapLine(t, l[0], kinds[2])
				rusty.trapLine(t, l[0], kinds[3])
			}
		})
	}
}

func (p protocol[L]) trapLine(t *testing.T, line, kind string) {
	t.Helper()
	l, err := p.unmarshal([]byte(line))
	if (err != nil) != (kind == "bad") {
		t.Errorf("%s: %.200q is decoded: %v", p.seeds, line, err)
		return
	}
	if len(line) < 10_000 {
		p.line(t, []byte(line))
	}
	if kind == "-" {
		kind = ""
	}
	if err == nil && l.Kind() != decoder.Kind(kind) {
		t.Errorf("%s: %.200q is of the kind %q, want %q", p.seeds, line, l.Kind(), kind)
	}
	var good, bad int
	r := p.reader(strings.NewReader("{}\n" + line + "\n{}"))
	for _, err := range r.All() {
		if err != nil {
			bad++
		} else {
			good++
		}
	}
	wantGood, wantBad := 3, 0
	if err != nil {
		wantGood, wantBad = 2, 1
	}
	if good != wantGood || bad != wantBad {
		t.Errorf("%s: %.200q between two lines: %d are good, %d bad", p.seeds, line, good, bad)
	}
}
