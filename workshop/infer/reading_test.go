package infer_test

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
)

// readings are logs with one trait each, and lines that a person would write into their specs, or would not.
var readings = []struct {
	name      string
	lines     int // 300 if it is 0
	line      func(i int) string
	want, not []string
}{
	{
		name: "a tag of several words",
		line: func(i int) string {
			return []string{`{"event":"session start","cwd":"/a","pid":1}`, `{"event":"tool call","tool":"ls","took":2}`, `{"event":"exit","code":0}`}[i%3]
		},
		want: []string{"tag: event", `"session start": SessionStart`},
	},
	{
		name: "texts for people under the name of a tag",
		line: func(i int) string {
			return fmt.Sprintf(`{"event":"user %c%c came","%s":1,"x":2}`, 'a'+i%26, 'a'+i/26, []string{"door", "window", "roof"}[i%3])
		},
		not: []string{"tag: event"},
	},
	{
		name: "a tag as long as the texts that are counted",
		line: func(i int) string {
			if i%2 == 0 {
				return fmt.Sprintf(`{"type":"conversation.item.input_audio_transcription.completed","text":"t%d"}`, i)
			}
			return fmt.Sprintf(`{"type":"conversation.item.input_audio_transcription.delta","part":%d}`, i)
		},
		want: []string{"tag: type", "InputAudioTranscriptionCompleted", "InputAudioTranscriptionDelta"},
	},
	{
		name: "the same words at the end of several tags",
		line: func(i int) string {
			part := []string{"function_call_arguments", "output_text.annotation"}[i%2]
			return fmt.Sprintf(`{"type":"response.%s.%s","%s":%d}`, part, []string{"delta", "finished"}[i/2%2], part, i)
		},
		want: []string{"FunctionCallArgumentsFinished", "OutputTextAnnotationFinished", "OutputTextAnnotationDelta"},
	},
	{
		name: "a member with the name of a tag, which only the outer one of two alike objects has",
		line: func(i int) string {
			cause := ""
			if i%2 == 0 {
				cause = fmt.Sprintf(`,"cause":{"message":"m %d","source":"s","info":{"nonRetryable":true}}`, i)
			}
			return fmt.Sprintf(`{"id":%d,"failure":{"message":"m %d","source":"s","info":{"type":"wrapError"}%s}}`, i, i, cause)
		},
		want: []string{"cause?: Failure", "type?: string        # 300 of 450"},
		not:  []string{"tag: type"},
	},
	{
		name: "one of two names of things around records of the same shape, which have lists",
		line: func(i int) string {
			return fmt.Sprintf(`{"type":"state","id":%d,"tasks":{"%s":{"state":"s %d","failed":false,"events":[{"at":"a %d","code":%d}]}}}`, i, []string{"web", "db"}[i%2], i, i, i%3)
		},
		want: []string{"tasks: map<string, Task>"},
		not:  []string{"external"},
	},
	{
		name: "types of messages with a domain and a package in front",
		line: func(i int) string {
			name := []string{"StringValue", "SocketAddress", "RouteMatch"}[i%3]
			return fmt.Sprintf(`{"typeUrl":"type.googleapis.com/x.%s","version":"v %d","resource":{"%s_a":%d,"%s_b":"s %d"}}`, name, i, name, i, name, i)
		},
		want: []string{"type.googleapis.com/x.StringValue: StringValueResource", "RouteMatchResource"},
	},
	{
		name: "numbers that tell nothing apart",
		line: func(i int) string {
			item := fmt.Sprintf(`"label":"l%d"`, i)
			if i%9 == 0 {
				item += `,"data":` + []string{`{"id":1}`, `7`, `"x"`}[i/9%3]
			}
			if i%7 < 3 {
				item += `,"edit":"e"`
			}
			return fmt.Sprintf(`{"type":"list","items":[{"kind":%d,%s}]}`, i*7%23, item)
		},
		want: []string{"kind: {type: int"},
		not:  []string{"tag: kind"},
	},
	{
		name: "an opcode above names of which only one opcode has some",
		line: func(i int) string {
			switch i % 20 {
			case 3:
				return `{"op":11,"s":null,"t":null,"d":null}`
			case 7:
				return fmt.Sprintf(`{"op":1,"s":null,"t":null,"d":%d}`, i)
			}
			name, body := "SAY", `{"text":"x","at":1}`
			if i%2 == 0 {
				name, body = "TYPE", `{"who":"y","since":2}`
			}
			return fmt.Sprintf(`{"op":0,"s":%d,"t":%q,"d":%s}`, i, name, body)
		},
		want: []string{"tag: op", "by: t}"},
	},
	{
		name: "an action above numbers that two of the actions have",
		line: func(i int) string {
			switch n := i / 4; i % 4 {
			case 0:
				return fmt.Sprintf(`{"action":"open","id":%d,"of":0,"text":"t %d","type":%d}`, i, i, 100+n%6)
			case 1:
				return fmt.Sprintf(`{"action":"tell","id":%d,"fields":[%d],"type":%d}`, i, i, 103+n%6)
			case 2:
				return fmt.Sprintf(`{"action":"say","level":%d,"words":"w %d"}`, n%3, i)
			}
			return fmt.Sprintf(`{"action":"shut","id":%d}`, i)
		},
		want: []string{"tag: action", "open: Open ", "tell: Tell ", "Shut: {fields: {id: int}}"},
		not:  []string{"tag: type"},
	},
	{
		name: "a member that determines the shapes above a tag that some of them have",
		line: func(i int) string {
			label := []string{
				`"span","from":1,"to":2`, `"file","uri":"u"`, `"set"`, `"text","result":"a b"`, `"pack","version":"v"`, `"refs","items":[1]`, `"defs","item":3`, `"root","path":"/a"`, `"user","mail":"m"`,
				fmt.Sprintf(`"name","kind":%q,"scheme":"s","ident":"i"`, []string{"import", "export"}[i/20%2]), fmt.Sprintf(`"mark","kind":%q,"data":4`, []string{"begin", "end"}[i/20%2]),
			}[i/2%11]
			return fmt.Sprintf(`{"id":%d,"type":%s}`, i, []string{`"vertex","label":` + label, `"edge","in":1,"out":2`}[i%2])
		},
		lines: 440,
		want:  []string{"tag: label", "name: VertexName ", "mark: VertexMark ", "VertexMarkKind: {values: [begin, end]}"},
		not:   []string{"tag: kind", "absent:"},
	},
	{
		name: "a kind without what the others have in common",
		line: func(i int) string {
			if i%2 == 0 {
				return fmt.Sprintf(`{"type":"test","name":"n %d","file":"f","event":%s}`, i, []string{`"ok"`, `"failed","out":"o"`}[i/2%2])
			}
			return fmt.Sprintf(`{"type":"suite","event":%s}`, []string{`"started","count":7`, `"ok","passed":7,"failed":0,"ignored":0,"took":1`, `"failed","passed":6,"failed":1,"ignored":0,"took":1`}[i/2%3])
		},
		want: []string{"SuiteStarted: {fields: {count: int}}", "passed: int"},
		not:  []string{"count?:", "passed?:"},
	},
	{
		name: "ids beyond 32 bits in one of two kinds",
		line: func(i int) string {
			if i%2 == 0 {
				return fmt.Sprintf(`{"type":"group","id":%d,"title":"t %d"}`, -100_000_000_000-int64(i), i)
			}
			return fmt.Sprintf(`{"type":"private","id":%d,"name":"n %d"}`, i, i)
		},
		want: []string{"Group: {fields: {id: int64, title: string}}", "Private: {fields: {id: int64, name: string}}"},
	},
	{
		name: "eighty kinds among the first lines",
		line: func(i int) string {
			word := fmt.Sprintf("%c%c", 'a'+i%80/9, 'a'+i%80%9)
			return fmt.Sprintf(`{"type":"m.%s","content":{"%s":%d},"at":%d}`, word, word, i, i)
		},
		want: []string{"tag: type", "m.aa: Aa "},
		not:  []string{"aa?:"},
	},
	{
		name:  "lines of more members than a record has, with the tag at the end",
		lines: 60,
		line: func(i int) string {
			return fmt.Sprintf(`{%s"type":%q}`, columns(12*(i%2), 150), []string{"in", "out"}[i%2])
		},
		want: []string{"tag: type", "in: In ", "out: Out ", "In:  # 30; has more members", "open: true"},
	},
	{
		name:  "two kinds that together have more members than a record",
		lines: 60,
		line: func(i int) string {
			return fmt.Sprintf(`{"type":%q,%s"z":1}`, []string{"in", "out"}[i%2], columns(12*(i%2), 118+12*(i%2)))
		},
		want: []string{"in: Event ", "out: Event ", "Event:  # 60; has more members", "open: true"},
	},
	{
		name:  "lines of more members than a record has, with those that choose at the end",
		lines: 60,
		line: func(i int) string {
			return fmt.Sprintf(`{%s%q:{"code":%d,"why":"w %d"}}`, columns(0, 140), []string{"ok", "err"}[i%2], i, i)
		},
		want: []string{"has:", "ok: OkBody", "err: OkBody"},
	},
	{
		name:  "a payload behind more members than a record has",
		lines: 60,
		line: func(i int) string {
			kind := []string{"in", "out"}[i%2]
			return fmt.Sprintf(`{%s"type":%q,"payload":{"%s_a":1,"%s_b":2,"n":%d}}`, columns(0, 140), kind, kind, kind, i)
		},
		want: []string{"tag: type", "in: In ", "out: Out ", "payload: {type: Payload, by: type}"},
	},
	{
		name:  "names that are data in later lines only",
		lines: 800,
		line: func(i int) string {
			names := []string{"alpha", "beta"}
			if i >= 400 {
				names = []string{"u" + letters(i), "v" + letters(i)}
			}
			return fmt.Sprintf(`{"type":"a","at":%d,"settings":{"%s":1,"%s":2}}`, i, names[0], names[1])
		},
		want: []string{"settings: map<string, int>"},
	},
	{
		name: "responses without a method, none of them an error",
		line: func(i int) string {
			if i%2 == 0 {
				return fmt.Sprintf(`{"id":%d,"method":%s}`, i, []string{`"read","params":{"path":"p"}`, `"stop"`}[i/2%2])
			}
			return fmt.Sprintf(`{"id":%d,"result":{"text":"t %d"}}`, i, i)
		},
		want: []string{"tag: method", "absent: Response"},
	},
	{
		name: "a bool that divides the lines, with a verb in its name",
		line: func(i int) string {
			return fmt.Sprintf(`{"isReplay":%s,"at":%d}`, []string{`true,"from":"a b","count":3,"until":4`, `false,"text":"t u","words":2,"author":"x"`}[i%2], i)
		},
		want: []string{"tag: isReplay", "true: Replay ", "false: NotReplay "},
	},
	{
		name: "lists of texts that contain JSON",
		line: func(i int) string { return fmt.Sprintf(`{"type":"a","at":%d,"parts":["{\"n\":%d}","[1]"]}`, i, i) },
		want: []string{"parts: string[]  # JSON in strings"},
	},
	{
		name: "a short namespace in the name of a member",
		line: func(i int) string {
			return fmt.Sprintf(`{"type":"a","at":%d,"m.relates_to":{"event":"e %d","rel":"r"}}`, i, i)
		},
		want: []string{"m.relates_to: RelatesTo"},
	},
	{
		name: "exponents and numbers beyond 64 bits",
		line: func(i int) string {
			return fmt.Sprintf(`{"type":"a","size":%d.5e3,"total":%d}`, i, i) + fmt.Sprintf("\n"+`{"type":"b","n":1000000000000000000000%d}`, i)
		},
		want: []string{"size: number", `"n": decimal`, "numbers that no type of 64 bits can hold"},
	},
	{
		name:  "payloads of kinds of lines, some of which have one value of the tag",
		lines: 5,
		line: func(i int) string {
			return []string{`{}`, `{"object":{"meta":{},"type":"good"}}`, `{"type":"new","object":{"meta":{"labels":{},"notes":{}},"type":"good"}}`,
				`{"type":"more","object":{"meta":{"labels":{}},"type":"bad"}}`, `{"type":"new","object":{"meta":{},"type":"bad"}}`}[i]
		},
		want: []string{"labels?: json"},
		not:  []string{"by: type"},
	},
	{
		name: "of two members, the one that is not null",
		line: func(i int) string {
			if i%3 == 0 {
				return fmt.Sprintf(`{"ok":null,"err":{"code":%d,"why":"w %d"}}`, i, i)
			}
			return fmt.Sprintf(`{"ok":{"rows":[%d],"took":%d.5},"err":null}`, i, i)
		},
		want: []string{"has:\n      ok: Ok ", "      err: Err ", "      ok: OkBody\n      err: json  # always null", "      ok: json  # always null\n      err: ErrBody\n"},
	},
	{
		name: "results and errors of which one is null, and requests without both",
		line: func(i int) string {
			switch i % 4 {
			case 0:
				return fmt.Sprintf(`{"id":%d,"method":"m%d","params":[%d]}`, i, i%3, i)
			case 1:
				return fmt.Sprintf(`{"id":%d,"result":null,"error":{"code":%d}}`, i, i)
			}
			return fmt.Sprintf(`{"id":%d,"result":{"rows":[%d]},"error":null}`, i, i)
		},
		want: []string{"params: Params", "result: Result", "error: Error", "result: json", "error: json"},
	},
	{
		name: "of two members, the one that is not null, which has kinds of its own or is empty",
		line: func(i int) string {
			switch i % 4 {
			case 0:
				return fmt.Sprintf(`{"ok":null,"err":{"code":%d,"why":"w %d"}}`, i, i)
			case 1:
				return `{"ok":{"type":"file","path":"p","size":1},"err":null}`
			}
			return fmt.Sprintf(`{"ok":{"type":"text","text":"t %d"},"err":null}`, i)
		},
		want: []string{"    has:\n      err: Err  # 75 of 300\n      ok: Ok    # 225 of 300\n", "ok: OkBody\n", "err: ErrBody\n"},
	},
	{
		name: "of two members, the one that is not null, which has kinds of its own, and lines where both are null",
		line: func(i int) string {
			switch i % 20 {
			case 0, 1, 2, 3:
				return fmt.Sprintf(`{"ok":null,"err":{"code":%d,"why":"w %d"}}`, i, i)
			case 4, 5, 6, 7:
				return `{"ok":{"type":"file","path":"p","size":1},"err":null}`
			case 8:
				if i > 280 { // after the choice of the tag
					return `{"ok":null,"err":null}`
				}
			}
			return fmt.Sprintf(`{"ok":{"type":"text","text":"t %d"},"err":null}`, i)
		},
		want: []string{"ok: Ok | null", "err: Err | null"},
		not:  []string{"has:"},
	},
	{
		name: "of two members, the one that is not null, and empty objects in one",
		line: func(i int) string {
			return []string{`{"ok":{},"err":null}`, `{"ok":null,"err":{"code":1,"why":"w w"}}`, `{"ok":null,"err":{"code":1,"why":"w x","at":1}}`}[i%3]
		},
		want: []string{"    has:\n      err: Err  # 200 of 300\n      ok: Ok    # 100 of 300\n"},
	},
	{
		name: "the tag of lines by a path, which some lines of a kind show to be the tag of a payload",
		line: func(i int) string {
			body := []string{`"start","body":{"pid":1}`, `"stop","body":{"code":2}`, `"idle","body":null`}[i%3]
			extra := []string{`,"cwd":"/a","env":"e"`, `,"signal":9,"core":true`, `,"since":1,"next":2`}[i%3]
			return fmt.Sprintf(`{"at":%d,"wrap":{"payload":{"kind":%s},"seq":%d},"log":[{"payload":{"kind":%s},"seq":1},{"payload":{"kind":"stop","body":{"code":1}},"seq":2}]%s}`, i, body, i, body, extra)
		},
		want: []string{"tag: wrap.payload.kind"},
		not:  []string{"by: kind"},
	},
	{
		name: "a member whose presence chooses a kind, and whose values tell the shapes of another member",
		line: func(i int) string {
			return []string{`{"status":"s s","meta":["m n"],"extra":{"x":1}}`, `{"status":"s s","meta":["m o"],"extra":{"x":2}}`, `{"status":"s s","meta":["m o"],"extra":{"x":2}}`,
				`{"status":"t t","op":true,"extra":{"path":"p p","size":1}}`, `{"status":"u u","op":false,"extra":{"code":1,"why":"w w"}}`}[i%5]
		},
		want: []string{"    has:\n", "op: Op", "op: bool"},
		not:  []string{"by: op"},
	},
	{
		name: "two members of a record of which one is null, beside what all have",
		line: func(i int) string {
			who := fmt.Sprintf(`"user":{"name":"u %d"},"bot":null`, i)
			if i%3 == 0 {
				who = fmt.Sprintf(`"user":null,"bot":{"model":"m %d"}`, i)
			}
			return fmt.Sprintf(`{"id":%d,"room":"r %d","text":"t %d","likes":%d,%s}`, i, i, i, i%7, who)
		},
		want: []string{"user: User | null", "bot: Bot | null"},
		not:  []string{"has:"},
	},
	{
		name: "results that may be null",
		line: func(i int) string {
			switch i % 4 {
			case 0:
				return fmt.Sprintf(`{"id":%d,"error":{"code":%d}}`, i, i)
			case 1:
				return fmt.Sprintf(`{"id":%d,"result":null}`, i)
			}
			return fmt.Sprintf(`{"id":%d,"result":{"rows":[%d]}}`, i, i)
		},
		want: []string{"has:", "result: ResultBody | null"},
	},
	{
		name: "an envelope of messages whose tag chooses the type of their body",
		line: func(i int) string {
			kind := []string{`"start","body":{"cwd":"/a","pid":1}`, `"stop","body":{"code":2}`, `"tool","body":{"name":"ls","took":1.5}`, `"idle"`}[i%4]
			return fmt.Sprintf(`{"at":%d,"session":"s %d","payload":{"seq":%d,"kind":%s}}`, 1750000000+i, i, i, kind)
		},
		want: []string{"tag: payload.kind", "stop: Entry", "Payload:  # 300\n    tag: kind", "body: StartBody"},
		not:  []string{"by: kind"},
	},
	{
		name: "a tag of a body in a message that has many other members",
		line: func(i int) string {
			kind := []string{`"start","body":{"cwd":"/a","pid":1}`, `"stop","body":{"code":2}`, `"tool","body":{"name":"ls","took":1.5}`}[i%3]
			return fmt.Sprintf(`{"at":%d,"payload":{"a":%d,"b":%[2]d,"c":%[2]d,"d":%[2]d,"e":%[2]d,"f":%[2]d,"kind":%s}}`, 1750000000+i, i, kind)
		},
		want: []string{"by: kind"},
	},
	{
		name: "a tag of a body in a small part of the line",
		line: func(i int) string {
			kind := []string{`"start","body":{"pid":1}`, `"stop","body":{"code":2}`}[i%2]
			return fmt.Sprintf(`{"at":%d,"cause":{"kind":%s},"request":{"a":%d,"b":%[3]d,"c":%[3]d,"d":%[3]d,"e":%[3]d,"f":%[3]d}}`, 1750000000+i, kind, i)
		},
		want: []string{"otherwise: {to: Entry, kind: entry}"},
	},
	{
		name: "outcomes of the same names around results of one member each that differ",
		line: func(i int) string {
			call := []string{`"grep":{"args":{"pattern":"p"},"result":{"success":{"files":["a b"],"lines":[1]}}}`, `"list":{"args":{"path":"p"},"result":{"success":{"root":{"path":"p","size":1}}}}`,
				`"grep":{"args":{"pattern":"p"},"result":{"error":{"text":"a b"}}}`, `"list":{"args":{"path":"p"},"result":{"error":{"text":"a b"}}}`}[i%4]
			return fmt.Sprintf(`{"type":"call","id":%d,"call":{%s}}`, i, call)
		},
		want: []string{"result: GrepResult", "result: ListResult", "root: Root}"},
		not:  []string{"root?"},
	},
	{
		name: "an action of several things, each in a member of its own",
		line: func(i int) string {
			thing := []string{`"job":{"id":1,"runner":"r","steps":[{"name":"s"}]}`, `"run":{"id":2,"path":"p","number":3}`, `"check":{"id":4,"output":{"title":"t"}}`}[i%3]
			action := [][]string{{"completed", "queued", "waiting"}, {"completed", "requested"}, {"completed", "created", "rerequested"}}[i%3]
			return fmt.Sprintf(`{"action":%q,%s,"repository":{"id":5},"sender":{"login":"l %d"}}`, action[i/3%len(action)], thing, i)
		},
		want: []string{"    has:\n      job: Job", "action: Action"},
		not:  []string{"tag: action"},
	},
	{
		name: "responses of one type with a result or an error",
		line: func(i int) string {
			rest := []string{`"request","params":{"path":"p","depth":1}`, `"response","result":{"files":["a b"]}`, `"response","error":{"code":1}`, `"event","event":{"at":1}`}[i%4]
			return fmt.Sprintf(`{"id":%d,"type":%s}`, i, rest)
		},
		want: []string{"tag: type", "response:"},
	},
	{
		name: "members of a rare kind that other kinds do not always have, or have null",
		line: func(i int) string {
			parent, agent := fmt.Sprintf(`"p %d"`, i), fmt.Sprintf(`,"agent":"a %d"`, i)
			if i/2%4 == 0 {
				parent = "null"
			}
			if i/2%5 < 2 {
				agent = ""
			}
			kind := []string{`"start","pid":1,"owner":null`, `"tool","took":2.5,"owner":"c94bd0ee-2f16-4a0c-9d09-7f4b0a3b8f11"`}[i%2]
			if i%150 == 7 {
				kind = `"crash","trace":"t"`
			}
			return fmt.Sprintf(`{"parent":%s%s,"type":%s}`, parent, agent, kind)
		},
		want: []string{"Crash:  # 2\n    fields:\n      parent: string | null  # null in other kinds\n      agent?: string         # 2 of 2", "owner: uuid | null  # always null"},
	},
	{
		name: "inputs of tools, which have members of the same name by chance",
		line: func(i int) string {
			input := fmt.Sprintf(`{"name":"grep","input":{"pattern":"p %d"%s}}`, i, []string{`,"path":"q"`, ""}[i/2%2])
			if i%100 == 9 {
				input = `{"name":"ls","input":{"path":"q","depth":1}}`
			} else if i%2 == 0 {
				input = fmt.Sprintf(`{"name":"run","input":{"command":"c %d"%s}}`, i, []string{`,"path":"q"`, ""}[i/2%2])
			}
			return fmt.Sprintf(`{"type":"call","id":%d,"call":%s}`, i, input)
		},
		want: []string{"      path: string  # always \"q\"\n      depth: int"},
	},
	{
		name: "an envelope around a tree, whose nodes have kinds",
		line: func(i int) string {
			leaf := fmt.Sprintf(`{"op":"leaf","value":%d}`, i)
			if i%3 == 0 {
				return `{"at":1,"tree":` + leaf + `}`
			}
			return fmt.Sprintf(`{"at":1,"tree":{"op":%q,"children":[%s,{"op":"or","children":[%[2]s]}]}}`, []string{"and", "or"}[i%2], leaf)
		},
		want: []string{"tag: tree.op", "      leaf: Entry\n", "leaf: LeafChild  # 500 of 900"},
		not:  []string{"Entry  # 1"},
	},
	{
		name: "calls, and replies with a result or an error of which one is null",
		line: func(i int) string {
			switch i % 5 {
			case 0, 1:
				return fmt.Sprintf(`{"id":%d,"method":"m%d","params":[%d]}`, i, i%7, i)
			case 2:
				return fmt.Sprintf(`{"id":%d,"result":null,"error":{"code":%d}}`, i, i)
			}
			return fmt.Sprintf(`{"id":%d,"result":{"rows":[%d]},"error":null}`, i, i)
		},
		want: []string{"    has:\n      params: Params  # 120 of 300\n      result: Result  # 120 of 300\n      error: Error    # 60 of 300\n"},
	},
	{
		name: "members that one kind always has, and the other one not always",
		line: func(i int) string {
			if i%2 == 0 {
				return fmt.Sprintf(`{"type":"a","parent":"p %d","agent":"a %d","x":1}`, i, i)
			}
			return fmt.Sprintf(`{"type":"b","parent":%s,"y":2}`, []string{"null", `"p"`}[i/2%2])
		},
		want: []string{"A: {fields: {parent: string, agent: string, x: int}}"},
	},
	{
		name: "the name of the kind around its members, beside what all have",
		line: func(i int) string {
			kind := []string{`"Started":{"index":1}`, `"Called":{"tool":"x"}`, `"Saved":{"files":2}`, `"Failed":{"why":"y"}`, `"Tick":{}`}[i%5]
			return fmt.Sprintf(`{"seq":%d,%s}`, i, kind)
		},
		want: []string{"has:", "Started: Started", "Tick: Tick"},
	},
	{
		name: "the name of the only member, which is a new one late in the log",
		line: func(i int) string {
			if i > 290 { // after the choice of the tag
				return `{"stopped":{"code":1}}`
			}
			return fmt.Sprintf(`{"%s":{"n":%d}}`, []string{"started", "moved"}[i%2], i)
		},
		want: []string{"started: Started", "stopped: Stopped"},
		not:  []string{"otherwise"},
	},
	{
		name: "two kinds, of which only one has a member that is an object",
		line: func(i int) string {
			if i%2 == 0 {
				return fmt.Sprintf(`{"started":{"case":"c%d","step":"s%d","at":%d}}`, i, i, i)
			}
			return fmt.Sprintf(`{"finished":{"case":"c%d","step":"s%d","at":%d,"result":{"ok":true}}}`, i, i, i)
		},
		want: []string{"result: Result"},
		not:  []string{"result?"},
	},
	{
		name: "presence of what says more than an id",
		line: func(i int) string {
			if i == 0 {
				return `{"cwd":"/a","tokens":1}`
			}
			return fmt.Sprintf(`{"id":"m%d","role":"user","content":[{"type":"text","text":"t%d"}]}`, i, i)
		},
		want: []string{"content: Content"},
		not:  []string{"id: ID"},
	},
	{
		name: "numbered names of which each object has few, again and again",
		line: func(i int) string {
			return fmt.Sprintf(`{"type":"reading","values":{"temp-%d":1.5,"hum-%d":2.5}}`, i%8, i*3%8)
		},
		want: []string{`values: "map<string, number>"`},
	},
	{
		name: "lists of the same name of objects that have nothing in common",
		line: func(i int) string {
			return fmt.Sprintf(`{"type":"value","list":{"values":[{"text":"a%d"}]},"pairs":{"values":[{"key":"k%d"}]}}`, i, i)
		},
		want: []string{"text: string", "key: string"},
		not:  []string{"text?: string", "key?: string"},
	},
	{
		name: "kinds whose payloads repeat the same members",
		line: func(i int) string {
			own := []string{"", "", "", "", `"reason":"r",`, `"files":3,`}[i%6]
			return fmt.Sprintf(`{"event":"e%c","properties":{%s"os":"o","version":"v","machine":"m","shell":"s","python":"p"},"user":"u"}`, 'a'+i%6, own)
		},
		want: []string{"tag: event", "ea: Event ", "ef: Event ", "event: EventValue", "reason?: string", "files?: int"},
	},
	{
		name: "few requests, which all have params",
		line: func(i int) string {
			return []string{
				fmt.Sprintf(`{"id":%d,"method":%q,"params":{"uri":"a"}}`, i, []string{"open", "close", "save", "format"}[i/5%4]),
				fmt.Sprintf(`{"method":%q,"params":{"count":%d}}`, []string{"tick", "start", "stop", "wait"}[i/5%4], i),
				fmt.Sprintf(`{"id":%d,"result":{"ok":true}}`, i), fmt.Sprintf(`{"id":%d,"error":{"code":1,"message":"m %d"}}`, i, i), fmt.Sprintf(`{"id":%d,"result":{"ok":false}}`, i),
			}[i%5]
		},
		want: []string{"      method:  # 120 of 300\n        tag: method\n", "open: Open ", "tick: Tick "},
		not:  []string{"params:  #", "MethodOpen"},
	},
	{
		name: "a tag in an object within an object that determines the members of the line",
		line: func(i int) string {
			own := []string{`"user":"u","ip":"1.1.1.1"`, `"user":"u","secs":3`, `"file":{"path":"p"}`}[i%3]
			return fmt.Sprintf(`{"n":%d,"meta":{"event":{"name":%q}},%s}`, i, []string{"login", "logout", "upload"}[i%3], own)
		},
		want: []string{"tag: meta.event.name", "login: Login ", "logout: Logout ", "upload: Upload "},
		not:  []string{"has:"},
	},
	{
		name: "bodies of one member each in envelopes of the same form",
		line: func(i int) string {
			body := []string{`"grace":3`, `"force":true`}[i%2]
			return fmt.Sprintf(`{"n":%d,"msg":{"head":{"name":%q},"body":{%s}}}`, i, []string{"stop", "start"}[i%2], body)
		},
		want: []string{"tag: msg.head.name", "body: StopBody", "body: StartBody", "StopBody: {fields: {grace: int}}"},
		not:  []string{"grace?", "force?"},
	},
	{
		name: "an envelope around messages of several kinds",
		line: func(i int) string {
			msg := []string{`"method":"files/open","params":{"path":"/a"}`, `"method":"files/closed","params":{"size":1}`, `"id":7,"result":{"ok":true}`, `"id":8,"error":{"code":3}`, `"method":"tick"`}[i%5]
			return fmt.Sprintf(`{"at":%d,"dir":%q,"msg":{"jsonrpc":"2.0",%s}}`, i, []string{"in", "out"}[i%2], msg)
		},
		want: []string{"tag: msg.method", "files/open: Entry", "tick: Entry", "absent: {to: Entry, kind: response}", "files/open: FilesOpen ", "params: FilesOpenParams", "result: Result ", "error: Error "},
		not:  []string{"every line has it", "MsgParams"},
	},
	{
		name: "a tag that says nothing, above one within an object that does",
		line: func(i int) string {
			inner := []string{`"op":"chat","model":"m","tokens":3`, `"op":"search","query":"some words","hits":4`, `"op":"wait","until":"later on"`}[i%3]
			return fmt.Sprintf(`{"kind":%q,"name":"n %d","span":{%s},"flag":true}`, []string{"client", "server"}[i/3%2], i, inner)
		},
		want: []string{"tag: span.op", "search: SearchSpan", "kind: {type: EntryKind, go: EntryKind}"},
	},
	{
		name: "a tag that few lines of a kind have",
		line: func(i int) string {
			switch i % 10 {
			case 0:
				return `{"type":"note","subtype":"note_changed","old":{"text":"a b"},"hidden":true}`
			case 1:
				return `{"type":"note","subtype":"bot_note","text":"c d","bot":"b 1"}`
			case 2:
				return `{"type":"seen","who":"u 1"}`
			}
			return fmt.Sprintf(`{"type":"note","text":"some text","who":"u %d"}`, i)
		},
		want: []string{"tag: subtype", "note_changed: NoteChanged ", "bot_note: BotNote ", "absent: Note "},
	},
	{
		name: "a subtype that few lines of a kind have, and that splits nothing",
		line: func(i int) string {
			if i%4 == 0 {
				return fmt.Sprintf(`{"type":"note","subtype":%q,"text":"some text"}`, []string{"loud", "soft"}[i/4%2])
			}
			return []string{`{"type":"note","text":"some text"}`, `{"type":"seen","who":"u 1"}`}[i%2]
		},
		want: []string{"subtype?: "},
		not:  []string{"tag: subtype"},
	},
	{
		name: "a record under several names without a common word",
		line: func(i int) string {
			return fmt.Sprintf(`{"type":%q,"span":{"start":{"line":%[2]d,"column":2},"end":{"line":3,"column":4}},"children":[{"name":"x y"}]}`, []string{"a", "b"}[i%2], i)
		},
		want: []string{"start: Position, end: Position", `children: "Child[]"`},
	},
	{
		name: "two tags with the same words",
		line: func(i int) string {
			return []string{`{"action":"run","cmd":"ls -l"}`, `{"observation":"run","output":"a b","code":0}`, `{"action":"read","path":"/a b"}`, `{"observation":"read","content":"c d"}`}[i%4]
		},
		want: []string{"run: RunAction ", "run: {to: RunObservation, kind: observation_run, go: ObservationRun}", "read: ReadAction "},
	},
	{
		name: "texts of a tag with the same short word in front",
		line: func(i int) string {
			return []string{`{"type":"m.room.name","name":"a b"}`, `{"type":"m.room.topic","topic":"c d"}`, `{"type":"m.reaction","key":"e f"}`}[i%3]
		},
		want: []string{"m.room.name: RoomName ", "m.reaction: Reaction "},
	},
	{
		name: "texts of a tag that are below a domain",
		line: func(i int) string {
			return []string{`{"type":"com.example.orders.created","total":1}`, `{"type":"com.example.orders.paid","method":"by card"}`, `{"type":"com.example.users.gone","user":"u 1"}`}[i%3]
		},
		want: []string{"com.example.orders.created: OrdersCreated ", "com.example.users.gone: UsersGone "},
	},
	{
		name: "parts of a list that have the name of their kind around them",
		line: func(i int) string {
			part := []string{`{"text":"a b"}`, `{"call":{"name":"ls"}}`, `{"result":{"output":"c d"}}`, `{"text":"e f","thought":true}`}[i%4]
			return fmt.Sprintf(`{"type":%q,"parts":[%s]}`, []string{"in", "out"}[i/4%2], part)
		},
		want: []string{"has:", "text: TextPart ", "call: CallPart ", "result: ResultPart "},
	},
	{
		name: "the same members under two names, and more that only one of them always has",
		line: func(i int) string {
			issue := `"id":1,"title":"a b","body":"c d","open":true,"votes":3,"user":"u 1","labels":["x y"],"at":"2026-01-02T03:04:05Z"`
			if i%2 == 0 {
				return `{"type":"opened","issue":{` + issue + `}}`
			}
			return `{"type":"merged","pull":{` + issue + `,"head":"e f","base":"g h"}}`
		},
		want: []string{"issue: Issue", "pull: Pull"},
		not:  []string{"head?"},
	},
	{
		name: "attributes with names of one namespace",
		line: func(i int) string {
			return fmt.Sprintf(`{"type":%q,"about":{"gen_ai.system":"a b","gen_ai.agent.id":"c %d","gen_ai.tool.name":"d e"}}`, []string{"a", "b"}[i%2], i)
		},
		want: []string{"gen_ai.agent.id: string"},
		not:  []string{"map<"},
	},
	{
		name: "lines of many kinds, whose members have names of several words",
		line: func(i int) string {
			own := make([]string, 3)
			for k := range own {
				own[k] = fmt.Sprintf(`"Part %c Size %c":%d`, 'A'+i%10, 'A'+k, i)
			}
			return fmt.Sprintf(`{"Event":"Part%cChanged","Stage ID":%d,%s}`, 'A'+i%10, i, strings.Join(own, ","))
		},
		want: []string{"tag: Event", "PartAChanged: PartAChanged", `"Part J Size C": int`},
	},
	{
		name: "titles of which each object has few",
		line: func(i int) string {
			return fmt.Sprintf(`{"type":"views","pages":{"The %c of %c":1,"A %c":2}}`, 'a'+i%26, 'a'+i/26, 'a'+i%26)
		},
		want: []string{`pages: "map<string, int>"`},
	},
	{
		name: "empty lines between the lines of a stream",
		line: func(i int) string {
			if i%5 == 0 {
				return "{}"
			}
			return fmt.Sprintf(`{"index":%d,"changes":[{"path":"/a %d"}]}`, i, i)
		},
		want: []string{"changes: Changes  # 240 of 300", "otherwise: Other  # 60 of 300", "Other: {}"},
		not:  []string{"index?"},
	},
	{
		name: "topics that choose the payload, and several types of each",
		line: func(i int) string {
			topic, body := []string{"Node", "Job"}[i%2], []string{`{"Node":{"cpu":1,"mem":2}}`, `{"Job":{"count":1,"image":"a b"}}`}[i%2]
			return fmt.Sprintf(`{"Topic":%q,"Type":"%s%s","Index":%d,"Payload":%s}`, topic, topic, []string{"Added", "Removed", "Changed"}[i/2%3], i, body)
		},
		want: []string{"by: Topic", "Type: EventType"},
		not:  []string{"NodeAdded:"},
	},
	{
		name: "alternatives of a kind, most of whose members are in all objects",
		line: func(i int) string {
			if i%3 == 0 {
				return fmt.Sprintf(`{"type":"visit","who":"a %d"}`, i)
			}
			return fmt.Sprintf(`{"type":"order","id":"a %[1]d","by":"b %[1]d","for":"c %[1]d","to":"d %[1]d",%[2]s}`, i, []string{`"drug":{"code":"x y"}`, `"drugRef":{"ref":"z z"}`}[i%3-1])
		},
		want: []string{"order: Order ", "drug?: Drug ", "drugRef?: DrugRef "},
		not:  []string{"has:"},
	},
	{
		name: "a member that only one type has, whose payload it is not",
		line: func(i int) string {
			return []string{`{"type":"failed","fault":{"why":"a b","code":1},"log":["c d"]}`, `{"type":"done","log":{"lines":2}}`}[i%2]
		},
		want: []string{"failed: Failed ", "fault: Fault"},
		not:  []string{"fault?"},
	},
	{
		name: "kinds of a member that begin with its first word",
		line: func(i int) string {
			return fmt.Sprintf(`{"event":"end","jobResult":%s}`, []string{`{"type":"job_failed","trace":"a b","why":"c"}`, `{"type":"job_done","took":1,"size":2}`}[i%2])
		},
		want: []string{"job_failed: JobFailedResult ", "job_done: JobDoneResult "},
	},
	{
		name: "headers with several values",
		line: func(i int) string {
			return fmt.Sprintf(`{"type":"served","headers":{"Accept":["a %d"],"%s":["b","c"]}}`, i, []string{"Referer", "Cookie"}[i%2])
		},
		want: []string{`headers: "map<string, string[]>"`},
	},
	{
		name: "base64, of which some has no digit",
		line: func(i int) string {
			return fmt.Sprintf(`{"type":"part","data":%q}`, []string{"eyJxIjoiYSBiIn0=", "bXkgdGV4dCBpcyBoZXJl", "bXkgdGV4dCBpcyBsb25n", "aGVsbG8gaGVsbG9v", "TG9yZW0gaXBzdW0hIQ=="}[i%5])
		},
		want: []string{"data: bytes"},
	},
	{
		name: "numbers with signs as names",
		line: func(i int) string {
			return fmt.Sprintf(`{"type":"votes","votes":{"+1":%d,"-1":0,"laugh":2,"heart":3}}`, i)
		},
		want: []string{"go: Plus1}", "go: Minus1}"},
	},
	{
		name: "texts of a tag and of an enum that begin with their names",
		line: func(i int) string {
			state := []string{"RUN_STATE_LATE", "RUN_STATE_IN_TIME"}[i/2%2]
			return fmt.Sprintf([]string{`{"eventType":"EVENT_TYPE_TASK_DONE","state":%q,"took":1}`, `{"eventType":"EVENT_TYPE_TIMER_SET","state":%q,"until":"a b"}`}[i%2], state)
		},
		want: []string{"EVENT_TYPE_TASK_DONE: TaskDone ", "EVENT_TYPE_TIMER_SET: TimerSet ", "RUN_STATE_IN_TIME: InTime", "RUN_STATE_LATE: Late"},
	},
	{
		name: "a record that only wraps a list, under several names",
		line: func(i int) string {
			list := fmt.Sprintf(`{"payloads":[{"meta":"a %d","data":"b"}]}`, i)
			return []string{`{"type":"start","input":` + list + `}`, `{"type":"end","result":` + list + `}`, `{"type":"failed","details":{"first":` + list + `,"last":` + list + `}}`}[i%3]
		},
		want: []string{"input: Payloads", "result: Payloads", "first: Payloads, last: Payloads"},
	},
	{
		name: "elements of a list that stand alone, too",
		line: func(i int) string {
			message := fmt.Sprintf(`{"role":"a %d","text":"b"}`, i)
			return []string{`{"type":"call","input":{"messages":[` + message + `]}}`, `{"type":"change","input":[` + message + `,` + message + `],"output":` + message + `}`}[i%2]
		},
		want: []string{`messages: "Message[]"`, `output: Message`},
	},
	{
		name: "two members of one type",
		line: func(i int) string {
			return fmt.Sprintf(`{"type":"pull","head":{"ref":"a %[1]d","sha":"b"},"base":{"ref":"c %[1]d","sha":"d"},"title":"e","size":{"old":1,"new":%[1]d},"length":{"old":1,"new":2}}`, i)
		},
		want: []string{"head: HeadOrBase", "base: HeadOrBase", "size: Change", "length: Change"},
	},
	{
		name: "a type under many names, whose only required member is its name",
		line: func(i int) string {
			ref := fmt.Sprintf(`{"reference":"P/%d"}`, i)
			if i%2 == 0 {
				ref = fmt.Sprintf(`{"reference":"P/%d","display":"a b"}`, i)
			}
			return fmt.Sprintf(`{"type":%q,%q:%s,%q:%s}`, []string{"seen", "done"}[i/2%2], []string{"subject", "doctor"}[i/2%2], ref, []string{"patient", "nurse"}[i/2%2], ref)
		},
		want: []string{"patient: Reference", "Reference:"},
	},
	{
		name: "a record of all kinds with a vague name",
		line: func(i int) string {
			return fmt.Sprintf(`{"info":{"name":%q,"level":"a %d","at":"b"},%s}`, []string{"run_done", "query_sent"}[i%2], i, []string{`"data":{"took":1,"rows":2}`, `"data":{"sql":"a b"}`}[i%2])
		},
		want: []string{"info: Info"},
	},
	{
		name: "texts, and lists of texts and objects",
		line: func(i int) string {
			return fmt.Sprintf(`{"type":%q,"context":%s}`, []string{"a", "b"}[i%2], []string{`"some text"`, `["some text",{"term":"x y"}]`, `["a b"]`}[i%3])
		},
		want: []string{`array: {go: List, type: "ContextItem[]"}`, "object: {go: Object, type: ContextObject}"},
	},
	{
		name: "kinds that begin with the same members",
		line: func(i int) string {
			return fmt.Sprintf(`{"id":"a %[1]d","type":%[2]q,"at":"2026-01-02T03:04:05Z","who":%[3]s,"team":"b %[1]d",%[4]s}`, i, []string{"opened", "closed", "moved", "split", "joined", "sent"}[i%6], []string{`"c d"`, "null"}[i/6%2],
				[]string{`"title":"e f","size":1`, `"why":"g h","ok":true`, `"from":"i j","to":"k l","late":1.5`, `"parts":[1]`, `"with":"m n"`, `"by":"o p","path":"q r"`}[i%6])
		},
		want: []string{"  Base:  # 300\n    fields:\n      id: string\n      at: time\n      who: string | null\n      team: string\n", "  Opened: {embed: Base, fields: {title: string, size: int}} ", "Moved: {embed: Base, "},
	},
	{
		name: "kinds that begin with the same optional members, one of which has the name of a group",
		line: func(i int) string {
			base, note := `"base":"a b",`, ""
			if i%4 == 0 || i < 5 {
				note = `"note":"c d",`
			}
			return fmt.Sprintf(`{"type":%q,%s%s"x":1,"y":2,"z":3,"k%d":1}`, fmt.Sprintf("t%c", 'a'+i%5), base, note, i%5)
		},
		want: []string{"LineBase:  # 300", "note?: string  # 78 of 300", "embed: LineBase"},
	},
	{
		name: "a few kinds that begin with a few of the same members",
		line: func(i int) string {
			return fmt.Sprintf(`{"type":%q,"id":"a %d","at":"b c","k%d":1}`, []string{"a1", "b1", "c1"}[i%3], i, i%3)
		},
		not: []string{"embed"},
	},
	{
		name: "a union, and the same type where it is rare",
		line: func(i int) string {
			chat := []string{`{"id":1,"type":"private","first_name":"a b"}`, `{"id":2,"type":"group","title":"c d"}`, `{"id":3,"type":"channel","title":"e f"}`}[i%3]
			if i == 31 || i == 62 || i == 93 {
				return `{"event":"forward","chat":` + chat + `,"from":"g h"}`
			}
			return []string{`{"event":"say","chat":` + chat + `,"text":"i j"}`, `{"event":"join","chat":` + chat + `,"who":"k l"}`}[i/3%2]
		},
		want: []string{"forward: Forward ", "chat: Chat"},
		not:  []string{"ForwardChat", "SayChat", "JoinChat"},
	},
	{
		name: "records of one name, with records of one name that have little in common",
		line: func(i int) string {
			return []string{`{"type":"report","record":{"id":"a b","status":"c d","metrics":{"took":1.5,"billed":2,"size":3,"used":4}}}`, `{"type":"done","record":{"id":"e f","status":"g h","metrics":{"took":1.5,"produced":2},"spans":[1]}}`}[i%2]
		},
		want: []string{"used: int", "produced: int"},
		not:  []string{"used?", "produced?"},
	},
	{
		name: "members whose names begin with an at sign",
		line: func(i int) string {
			return fmt.Sprintf(`{"@level":"info","@message":"a %d","@at":"b c","type":%q,%s}`, i, []string{"start", "done"}[i%2], []string{`"hook":{"@id":"x","@name":"y","@addr":"d e"}`, `"took":1`}[i%2])
		},
		want: []string{"start: Start ", "done: Done ", `"@level": string`, `"@name": string`},
	},
	{
		name: "kinds with members that look like data",
		line: func(i int) string {
			return fmt.Sprintf(`{"type":%q,"2026-01":1,"2026-02":2,"2026-03":%d,"note":"a b"}`, []string{"in", "out"}[i%2], i)
		},
		want: []string{`"2026-01": `},
		not:  []string{": json"},
	},
	{
		name: "a member that determines all of the shapes, with a name that tags do not have",
		line: func(i int) string {
			return fmt.Sprintf(`{"_path":%q,"ts":%d.5,%s}`, []string{"conn", "dns", "files"}[i%3], 1700000000+i,
				[]string{`"proto":"a b","bytes":1,"state":"S 0"`, `"query":"c d","qtype":2,"answers":["e"]`, `"mime":"f g","depth":3,"local":true`}[i%3])
		},
		want: []string{"tag: _path", "conn: Conn ", "files: Files "},
	},
	{
		name: "such a member, of lines with optional members",
		line: func(i int) string {
			return fmt.Sprintf(`{"_path":%q,"ts":%d.5,%s%s}`, []string{"conn", "dns", "files"}[i%3], 1700000000+i,
				[]string{`"proto":"a b","state":"S 0"`, `"query":"c d","qtype":2`, `"mime":"f g","depth":3`}[i%3],
				[]string{"", `,"bytes":1,"took":2.5`, `,"answers":["e"]`, `,"parents":["a"]`}[i%4])
		},
		want: []string{"tag: _path", "conn: Conn ", "files: Files "},
	},
	{
		name: "members that the first objects lack, between others",
		line: func(i int) string {
			return fmt.Sprintf(`{"seq":%d,%s"body":{"first":1,%s"last":3}%s}`, i,
				[]string{"", `"flow":1,`, `"flow":1,"port":2,`}[i%3], []string{"", `"second":2,`}[i/3%2], []string{"", `,"end":1`}[i%2])
		},
		want: []string{
			"seq: int\n      flow?: int  # 200 of 300\n      port?: int  # 100 of 300\n      body: EntryBody\n      end?: int",
			"first: int\n      second?: int  # 150 of 300\n      last: int",
		},
	},
	{
		name: "objects of one shape at two places, of which the first has fewer members",
		line: func(i int) string {
			return fmt.Sprintf(`{"old_item":{"id":%d,"name":"a b","size":1,"color":"c d","weight":4},"new_item":{"id":%d,"name":"a b","size":1,"shape":"e f","color":"c d","weight":4}}`, i, i)
		},
		want: []string{"size: int\n      shape?: string  # 300 of 600\n      color: string"},
	},
	{
		name: "records of one member, which others of the same name have beside members of their own",
		line: func(i int) string {
			doc := fmt.Sprintf(`"doc":{"uri":"a b %d"`, i)
			return []string{
				fmt.Sprintf(`{"method":"save","params":{%s}}}`, doc),
				fmt.Sprintf(`{"method":"hover","params":{%s},"position":{"line":1,"column":2}}}`, doc),
				fmt.Sprintf(`{"method":"open","params":{%s,"version":3,"language":"c d","text":"e f"}}}`, doc),
				fmt.Sprintf(`{"method":"change","params":{%s,"version":3},"changes":[{"at":4,"text":"g h"}]}}`, doc),
				fmt.Sprintf(`{"method":"format","params":{%s},"options":{"tabs":4}}}`, doc),
			}[i%5]
		},
		want: []string{"position: Position", "options: Options", `changes: "ChangeParamsChange[]"`, "language: string", "version: int"},
		not:  []string{"?: "},
	},
	{
		name: "unions by JSON type with other words",
		line: func(i int) string {
			return fmt.Sprintf(`{"from":{"step":%s,"note":"a b %d"},"until":{"step":%s,"limit":%d}}`, []string{`"up"`, `"down"`, "3"}[i%3], i, []string{`"up"`, "7"}[i%2], i)
		},
		want: []string{"from: From", "until: Until", "step: Step, note", "step: Step, limit", "# 350 of 600", "# 250 of 600"},
	},
	{
		name: "numbers of types below a type that has a name",
		line: func(i int) string {
			return []string{
				fmt.Sprintf(`{"type":"press","data":{"kind":"button","type":2,"name":"a b %d","label":"c d"}}`, i),
				fmt.Sprintf(`{"type":"press","data":{"kind":"button","type":3,"id":%d,"values":["e f"]}}`, i),
				fmt.Sprintf(`{"type":"press","data":{"kind":"key","code":%d}}`, i),
				fmt.Sprintf(`{"type":"press","data":{"kind":"wheel","turns":%d}}`, i),
			}[i%4]
		},
		want: []string{"2: ButtonType2", "3: ButtonType3"},
	},
	{
		name: "a case whose name another type has",
		line: func(i int) string {
			return []string{
				fmt.Sprintf(`{"type":"call","domain":"light","call_data":{"level":%d}}`, i),
				fmt.Sprintf(`{"type":"event","event":{"name":"call","data":{"domain":"light","caller":"a %d"}}}`, i),
				fmt.Sprintf(`{"type":"event","event":{"name":"time","data":{"now":%d}}}`, i),
			}[i%3]
		},
		want: []string{"EventCallData"},
		not:  []string{"CallData2"},
	},
	{
		name: "parts of a text, each of one word",
		line: func(i int) string {
			return fmt.Sprintf(`{"id":%d,"message":{"role":"agent","content":%q},"delta":%q}`, i, []string{"the", "cat", "sat", "on"}[i*i%4], []string{"a", "dog", "ran"}[i*i%3])
		},
		want: []string{"content: string", "delta: string"},
	},
	{
		name: "rows of two tables at two places, without a tag",
		line: func(i int) string {
			row := func(i int) string {
				return []string{
					fmt.Sprintf(`{"id":%d,"status":"a %d","total":2.5,"lines":3,"paid":true}`, i, i),
					fmt.Sprintf(`{"id":%d,"name":"b %d","mail":"c","age":4,"city":"d e"}`, i, i),
				}[i%2]
			}
			return fmt.Sprintf(`{"op":"update","before":%s,"after":%s}`, row(i), row(i/2))
		},
		want: []string{"before: Before", "after: Before", "has:", "status: ", "total: number", "age: int"},
		not:  []string{"?: "},
	},
	{
		name: "a record with few optional members that exclude each other",
		line: func(i int) string {
			return fmt.Sprintf(`{"id":%d,"user":{"name":"a b","age":2,%s}}`, i, []string{`"mail":"c d","phone":3,"sure":true`, `"street":"e f","zip":4,"town":"g h"`}[i%2])
		},
		want: []string{"mail?: string", "town?: string"},
		not:  []string{"has:"},
	},
	{
		name: "words that most kinds repeat, and other words in one kind",
		line: func(i int) string {
			return []string{
				fmt.Sprintf(`{"type":"start","level":"info","at":%d}`, i),
				fmt.Sprintf(`{"type":"stop","level":"info","took":%d}`, i),
				fmt.Sprintf(`{"type":"log","level":"trace","text":"a %d"}`, i),
				fmt.Sprintf(`{"type":"report","level":%q,"found":%d}`, []string{"error", "warn"}[i/4%2], i),
			}[i%4]
		},
		want: []string{"Level: {values: [info, trace, error, warn]}"},
		not:  []string{"level: string"},
	},
	{
		name: "names that differ in a number within them",
		line: func(i int) string {
			return fmt.Sprintf(`{"type":"changed","set":{"name":"a","rows.%d.title":"b %d"}}`, i%9, i)
		},
		want: []string{`set: "map<string, string>"`},
	},
	{
		name: "a type under many names, which is also that of the elements of a list",
		line: func(i int) string {
			value := []string{`{"text":"a b"}`, `{"number":1}`}[i%2]
			var members []string
			for _, name := range []string{"age", "size", "joined", "left", "born"} {
				members = append(members, fmt.Sprintf("%q:%s", name, value))
			}
			return fmt.Sprintf(`{"type":"user","list":{"values":[%s]},"fields":{%s}}`, value, strings.Join(members, ","))
		},
		want: []string{`values: "Value[]"`, "born: Value"},
	},
	{
		name: "a union in a member with the name of the record around it",
		line: func(i int) string {
			return fmt.Sprintf(`{"seq":%d,%s}`, i, []string{`"healthCheckEvent":{"type":"eject","why":"a b","count":3}`, `"healthCheckEvent":{"type":"add","first":true}`, `"log":{"lines":["c d"]}`}[i%3])
		},
		want: []string{"healthCheckEvent: HealthCheckEventBody"},
	},
	{
		name: "names of things around values of one shape",
		line: func(i int) string {
			return fmt.Sprintf(`{"type":"outputs","outputs":{%q:{"kind":"string","hidden":false,"value":"a %d"}}}`, []string{"pet", "host_name"}[i%2], i)
		},
		want: []string{`outputs: "map<string, Output>"`},
		not:  []string{"external"},
	},
	{
		name: "a member that only some values of a tag have, in one shape",
		line: func(i int) string {
			row := fmt.Sprintf(`{"id":%d,"name":"a b %d","note":"x y"}`, i, i)
			before, after := row, row
			op := []string{"c", "u", "d", "r"}[i%4]
			switch op {
			case "c", "r":
				before = "null"
			case "d":
				after = "null"
			}
			return fmt.Sprintf(`{"before":%s,"after":%s,"op":%q,"seq":%d}`, before, after, op, i)
		},
		want: []string{"before: BeforeOrAfter | null", "after: BeforeOrAfter | null", "c: Event"},
		not:  []string{"by: op"},
	},
	{
		name: "a payload that only some values of a tag have, next to one whose shape the tag chooses",
		line: func(i int) string {
			word := []string{"run", "read", "edit", "think", "state", "browse", "recall", "error", "ask", "finish"}[i%10]
			meta := fmt.Sprintf(`"meta":{"call":"c%d","reply":{"id":"r%d","cost":%d}},`, i, i, i)
			if i%10 > 3 {
				meta = ""
			}
			return fmt.Sprintf(`{"id":%d,"steps":[{"observation":"%s",%s"out":{"%[2]s_count":1,"%[2]s_text":"x y"%[4]s}}]}`, i, word, meta, []string{`,"note":"a b"`, "", ""}[i/10%3])
		},
		want: []string{"out: {type: Out, by: observation}", "meta?: Meta"},
	},
	{
		name: "a tag of items, few of which have a payload",
		line: func(i int) string {
			item := fmt.Sprintf(`"id":"i%d","text":"a b"`, i)
			own := []string{`,"input":{"command":"make"}`, "", "", `,"input":{"name":"find","path":"/a"}`, "", ""}[i%6]
			return fmt.Sprintf(`{"type":%q,"thread":"t","item":{"type":%q,%s%s}}`, []string{"created", "updated", "done"}[i/6%3], []string{"command", "reasoning", "answer", "call", "todo", "file"}[i%6], item, own)
		},
		want: []string{"input: CommandInput", "reasoning: ReasoningItem"},
		not:  []string{"by: type"}, // without a payload, a program would not see the type
	},
	{
		name: "a tag of items of which those of one kind of lines have a payload",
		line: func(i int) string {
			item := fmt.Sprintf(`"id":"i%d","text":"a b"`, i)
			own := []string{`,"input":{"command":"make"}`, "", "", `,"input":{"name":"find","path":"/a"}`, "", ""}[i%6]
			return fmt.Sprintf(`{"type":%q,"thread":"t","item":{"type":%q,%s%s}}`, []string{"created", "updated", "done"}[i%3], []string{"command", "reasoning", "answer", "call", "todo", "file"}[i%6], item, own)
		},
		not: []string{"by: type"},
	},
	{
		name: "a tag next to a payload, with a dot in its name",
		line: func(i int) string {
			name, body := "SAY", `{"text":"x","at":1}`
			if i%2 == 0 {
				name, body = "TYPE", `{"who":"y","since":2}`
			}
			return fmt.Sprintf(`{"op":0,"s":%d,"event.type":%q,"d":%s}`, i, name, body)
		},
		want: []string{"by: [[event.type]]}"},
	},
	{
		name: "many kinds that repeat few members",
		line: func(i int) string {
			with := []string{"", `,"test":"T"`, `,"test":"T"`, `,"test":"T"`, `,"test":"T","took":1.5`, `,"test":"T","took":2.5,"cause":"a b"`, `,"took":0.5`, `,"test":"T","out":"c d"`, `,"out":"e f"`}
			action := []string{"start", "run", "pause", "resume", "pass", "fail", "skip", "output", "warn"}[i%9]
			return fmt.Sprintf(`{"at":%d,"action":%q,"package":"p/%d"%s}`, i, action, i, with[i%9])
		},
		want: []string{"run: Event", "output: Event", "took?: number", "cause?: string"},
	},
	{
		name: "roles of messages of one shape below another tag",
		line: func(i int) string {
			message := fmt.Sprintf(`{"kind":"message","role":%q,"parts":["a %d"],"id":"m%d"}`, []string{"user", "agent"}[i%2], i, i)
			if i%3 == 0 {
				return fmt.Sprintf(`{"type":"sent","message":%s}`, message)
			}
			return fmt.Sprintf(`{"type":"task","id":"t%d","history":[%s,%s]}`, i, message, message)
		},
		want: []string{"message: History", `history: "History[]"`, "role: Role"},
		not:  []string{"tag: role"},
	},
	{
		name: "roles of lines of one shape below another tag",
		line: func(i int) string {
			if i%3 == 0 {
				return fmt.Sprintf(`{"type":"result","status":"ok","took":%d,"calls":2}`, i)
			}
			return fmt.Sprintf(`{"type":"message","role":"%s,"text":"a %d","id":"m%d","at":%d,"in":"room","seq":%d}`, []string{`user"`, `agent","delta":true`}[i%2], i, i, i, i)
		},
		want: []string{"tag: role", "user: Message ", "agent: Message ", "role: Role"},
	},
	{
		name: "one payload of many on each line, some of them only once",
		line: func(i int) string {
			payload := []string{`"progress":{"text":"a b"}`, `"target":{"label":"//a","kind":"rule"}`, `"file":{"name":"n","size":3}`}[i%3]
			switch i {
			case 0:
				payload = `"started":{"uuid":"u","command":"test"}`
			case 299:
				payload = `"finished":{"code":0}`
			case 298:
				payload = `"expanded":{}`
			}
			return fmt.Sprintf(`{"id":{"n":%d},%s}`, i, payload)
		},
		want: []string{"has:", "started: Started", "finished: Finished", "progress: Progress"},
		not:  []string{"progress?:", "otherwise"},
	},
	{
		name: "words of which most kinds have one, and another kind has several",
		line: func(i int) string {
			level := "info"
			if i%5 == 0 {
				level = []string{"error", "info"}[i/5%2]
			}
			kind := []string{`"fault","text":"a b"`, `"start","hook":{"id":1}`, `"stop","hook":{"id":2}`, `"plan","change":{"add":3}`, `"done","took":4`}[i%5]
			return fmt.Sprintf(`{"level":%q,"at":%d,"module":"m","host":"h","type":%s}`, level, i, kind)
		},
		want: []string{"level: Level", "Fault: {embed: Base", "Level: {values: [info, error]}"},
		not:  []string{`level: string`},
	},
	{
		name: "a common member with the name of a method in Go",
		line: func(i int) string {
			kind := []string{`"llm","in":{"q":"a b"}`, `"tool","out":{"n":1}`, `"chain","steps":[1]`}[i%3]
			return fmt.Sprintf(`{"id":%d,"name":"n %d","start":%d,"end":%d,"seq":%d,"kind":"k%d","extra":{"tokens":%d},"run_type":%s}`, i, i, i, i, i, i, i, kind)
		},
		want: []string{"Llm: {embed: Base", "extra: {type: Extra, go: BaseExtra}", "kind: {type: string, go: BaseKind}"},
	},
	{
		name: "a small union among larger records",
		line: func(i int) string {
			cause := []string{`"script","stack":{"line":3}`, `"parser","url":"u"`, `"other"`}[i%3]
			return fmt.Sprintf(`{"at":%d,"request":{"method":"GET","url":"u%d","size":1,"headers":{"host":"h"},"body":"a b"},"response":{"status":200,"size":%d,"text":"c d","took":1.5},"initiator":{"type":%s}}`, i, i, i, cause)
		},
		want: []string{"otherwise: {to: Entry, kind: entry}", "initiator: Initiator"},
		not:  []string{"tag: initiator.type"},
	},
	{
		name: "names of things whose shape the presence of a member says",
		line: func(i int) string {
			metric := []string{`"reqs","unit":"1","sum":{"points":[1],"monotonic":true}`, `"mem","unit":"By","gauge":{"points":[2.5]}`, `"lat","unit":"ms","histogram":{"counts":[1,2],"bounds":[0.5]}`}[i%3]
			return fmt.Sprintf(`{"at":%d,"metrics":[{"name":%s}]}`, i, metric)
		},
		want: []string{"has:", "sum: SumMetric", "gauge: GaugeMetric"},
		not:  []string{"tag: name"},
	},
	{
		name: "a tag of paths whose words have digits",
		line: func(i int) string {
			msg := []string{`"geometry/msg/Twist","msg":{"linear":1.5,"angular":2.5}`, `"tf2_msgs/msg/TFMessage","msg":{"transforms":[{"x":1}]}`, `"nav2/msg/Odometry","msg":{"pose":3,"frame":"map"}`}[i%3]
			return fmt.Sprintf(`{"t":%d,"type":%s}`, i, msg)
		},
		want: []string{"by: type", "tf2_msgs/msg/TFMessage: TfMessageMsg ", "geometry/msg/Twist: TwistMsg "},
	},
	{
		name: "records of one shape under names that never come again",
		line: func(i int) string {
			if i%30 > 0 {
				return fmt.Sprintf(`{"type":"step","n":%d}`, i)
			}
			value := []string{`"string","value":"a b"`, `"number","value":3`, `["list","string"],"value":["a"]`}[i/30%3]
			return fmt.Sprintf(`{"type":"outputs","outputs":{"ip_%c%c":{"hidden":false,"of":%s}}}`, 'b'+i/30, 'z'-i/30, value)
		},
		want: []string{`outputs: "map<string, Output>"`},
		not:  []string{"ip_"},
	},
	{
		name: "a record within itself, of which only the outer one has the tag",
		line: func(i int) string {
			note := fmt.Sprintf(`"level":"note","text":"n %d","spans":[{"from":%d,"to":3}],"children":[],"code":null`, i, i)
			return fmt.Sprintf(`{"reason":"message","file":"f%d","diagnostic":{"msg_type":"diagnostic","level":"error","text":"m %d","spans":[],"children":[{%s}],"code":{"id":"E%d"}}}`, i, i, note, i)
		},
		want: []string{`children: Diagnostic[]`, "msg_type?: string"},
	},
	{
		name: "a record in a member whose name ends like the name of another one",
		line: func(i int) string {
			message := func(i int, more string) string {
				return fmt.Sprintf(`{"id":%d,"from":{"id":%d,"name":"n %d"},"date":%d%s}`, i, i, i, i, more)
			}
			more := []string{`,"text":"a b"`, `,"photo":["p"]`, `,"voice":{"size":1}`}[i%3]
			if i%4 == 0 {
				more += `,"reply_to_message":` + message(i, []string{`,"text":"e f"`, `,"photo":["p"]`}[i/4%2])
			}
			return fmt.Sprintf(`{"update":%d,"message":%s}`, i, message(i, more))
		},
		want: []string{"reply_to_message?: Message "},
	},
	{
		name: "lists of events, of which only some have payloads that their tag chooses",
		line: func(i int) string {
			event := []string{`"room.message","content":{"body":"a b","msgtype":"text"}`, `"room.member","content":{"membership":"join","name":"c"}`, `"room.topic","content":{"topic":"d e"}`}[i%3]
			passing := []string{fmt.Sprintf(`"receipt","content":{"$%d":{"read":%d}}`, i*7919, i), `"typing","content":{"users":["u"]}`}[i%2]
			return fmt.Sprintf(`{"n":%d,"timeline":{"events":[{"type":%s,"id":%d,"by":"u %d"}]},"passing":{"events":[{"type":%s}]}}`, i, event, i, i, passing)
		},
		want: []string{"content: {type: Content, by: type}", "room.topic: RoomTopic"},
	},
	{
		name: "a member of few lines, whose shape a member of all lines determines",
		line: func(i int) string {
			action := []string{"created", "deleted", "edited"}[i/30%3]
			more := fmt.Sprintf(`,"thing":{"id":%d,"name":"n %d"}`, i, i)
			if i%30 == 0 {
				more = fmt.Sprintf(`,"run":{"id":%d,%s}`, i, map[string]string{"created": `"by":"a b","queue":1`, "deleted": `"why":"c d","at":2`, "edited": `"diff":["e"],"old":true`}[action])
			}
			return fmt.Sprintf(`{"action":"%s","sender":{"id":%d}%s}`, action, i, more)
		},
		want: []string{"run: {tag: action, otherwise: Run}", "thing: Thing "},
	},
	{
		name: "a word or null",
		line: func(i int) string {
			return fmt.Sprintf(`{"id":%d,"lang":%s}`, i, []string{`"en"`, "null"}[i%2])
		},
		want: []string{`lang: string | null  # "en" or null`},
		not:  []string{"always"},
	},
	{
		name: "a tag of one letter, one of whose words begins with digits",
		line: func(i int) string {
			data := []string{`"trade","p":"1.5","q":"2"`, `"kline","k":{"o":"1","c":"2"}`, `"24hrTicker","w":"3","h":"4","l":"5"`}[i%3]
			return fmt.Sprintf(`{"stream":"btc%d","data":{"e":%s,"E":%d}}`, i, data, i)
		},
		want: []string{"tag: e", `24hrTicker: `},
	},
	{
		name: "lists of records that have nothing in common but a tag of one word each",
		line: func(i int) string {
			return fmt.Sprintf(`{"id":%d,"exception":{"values":[{"type":"ValueError","value":"a %d","module":"m","frames":[1]}]},"crumbs":{"values":[{"type":"default","category":"q","at":%d,"level":"info"}]}}`, i, i, i)
		},
		want: []string{"exception: Exception", "crumbs: Crumbs", `values: "ExceptionValue[]"`},
	},
	{
		name: "records of two names that have a number and a few members in common",
		line: func(i int) string {
			return fmt.Sprintf(`{"op":"x","activities":[{"type":0,"name":"n %d","id":"i","created":%d}],"channels":[{"id":"c","type":0,"name":"m %d","position":%d}]}`, i, i, i, i)
		},
		want: []string{"activities: Activity[]", "channels: Channel[]"},
	},
	{
		name: "a text or a number in members of several names",
		line: func(i int) string {
			return fmt.Sprintf(`{"id":%d,"token":%s,"diagnostic":{"code":%s,"text":"a %d"}}`, i, []string{`"a b"`, "7"}[i%2], []string{"1001", `"E x"`}[i%2], i)
		},
		want: []string{"token: TextOrNumber", "code: TextOrNumber"},
	},
	{
		name: "messages of one shape whose role depends on the member around them",
		line: func(i int) string {
			message := func(role string) string {
				return fmt.Sprintf(`{"kind":"message","role":%q,"parts":["a %d"],"id":"m%d"}`, role, i, i)
			}
			return fmt.Sprintf(`{"id":%d,"sent":{"message":%s},"status":{"message":%s,"state":"s"}}`, i, message("user"), message("agent"))
		},
		want: []string{"message: Message", "role: Role"},
		not:  []string{"StatusMessage"},
	},
	{
		name: "the name of an event, in a member with a longer name",
		line: func(i int) string {
			event := []string{`"PreToolUse","tool_name":"sh","tool_input":{"line":"a b"}`, `"PreToolUse","tool_name":"read","tool_input":{"path":"/a"}`, `"Stop","active":false`, `"Notification","text":"c d"`}[i%4]
			return fmt.Sprintf(`{"session":"s%d","cwd":"/w","hook_event_name":%s}`, i, event)
		},
		want: []string{"tag: hook_event_name", "Stop: Stop", "tool_input: {type: ToolInput, by: tool_name}"},
	},
	{
		name: "a tag of several words with capitals",
		line: func(i int) string {
			word := []string{"open", "close", "chunk", "ping", "pong", "ack", "seek", "flush", "reset", "abort"}[i%10]
			return fmt.Sprintf(`{"seq":%d,"frame":{"frameType":"%[2]s","%[2]s_at":%[1]d}}`, i, word)
		},
		want: []string{"tag: frame.frameType", "tag: frameType", "flush: Flush"},
	},
	{
		name: "records whose members have no order",
		line: func(i int) string {
			members := []string{`"at":"2026-03-01T09:00:00Z"`, `"session":"a b"`, `"user":7`, `"channel":"c d"`, `"version":2`, `"sent":true`, `"trace":"e f"`}
			own := []string{`"type":"say","text":"a b"`, `"type":"call","tool":[1]`, `"type":"end","cost":1.5`}[i%3]
			members = append(members, strings.Split(own, ",")...)
			for k := range members { // another order in each line
				other := (i*7 + k*i/3) % len(members)
				members[k], members[other] = members[other], members[k]
			}
			return "{" + strings.Join(members, ",") + "}"
		},
		want: []string{"  Base:  # 300", "Say: {embed: Base, fields: {text: string}}"},
	},
	{
		name: "two tools, of which one has one member more",
		line: func(i int) string {
			args := fmt.Sprintf(`"name":"shell","arguments":{"command":"make a%d"}`, i)
			if i%3 == 0 {
				args = fmt.Sprintf(`"name":"editor","arguments":{"command":"view a%d","path":"/a"}`, i)
			}
			return fmt.Sprintf(`{"type":"call","id":"a b",%s}`, args)
		},
		want: []string{"arguments: {type: ToolArguments, by: name}", "EditorArguments: {fields: {command: string, path: string}}"},
	},
	{
		name:  "a few calls, most of them of different tools, and costs of zero",
		lines: 8,
		line: func(i int) string {
			calls := []string{
				`"toolName":"Plan","parameters":{"steps":["a b"]}`, `"toolName":"List","parameters":{"folder":"/a","ignore":["c"]}`,
				`"toolName":"Plan","parameters":{"steps":["a b","c"]}`, `"toolName":"Find","parameters":{"folder":"/a","patterns":["*.go"]}`,
				`"toolName":"Read","parameters":{"file":"/a/b"}`, `"toolName":"Patch","parameters":{"input":"x y"}`,
				`"toolName":"Plan","parameters":{"steps":[]}`, `"toolName":"Run","parameters":{"command":"make","timeout":3}`,
			}
			return fmt.Sprintf(`{"type":"call","id":"a %d",%s,"cost":0,"count":0}`, i, calls[i%len(calls)])
		},
		want: []string{"parameters: {type: ToolParameters, by: toolName}", "PatchParameters: {fields: {input: string}}", "cost: number", "count: int"},
	},
	{
		name: "pieces of an output in base64, of which some are short or empty, and codes that look like short ones",
		line: func(i int) string {
			data := make([]byte, i%20*3+i%3)
			for k := range data {
				data[k] = byte(k*k*37 + i*11)
			}
			return fmt.Sprintf(`{"type":"output","data":%q,"code":"Ab%02d"}`, base64.StdEncoding.EncodeToString(data), i%100)
		},
		want: []string{"data: bytes", "code: string"},
	},
	{
		name: "the JSON Schemas of the few tools of all lines",
		line: func(i int) string {
			tool := func(name, properties, required string) string {
				return fmt.Sprintf(`{"name":%q,"input_schema":{"type":"object","properties":{%s},"required":[%s]}}`, name, properties, required)
			}
			read := tool("read", `"path":{"type":"string","description":"a b"},"limit":{"type":"integer","minimum":1}`, `"path"`)
			list := tool("list", `"path":{"type":"string"},"all":{"type":"boolean"},"sort":{"type":"string","enum":["name","size"]}`, `"path","sort"`)
			return fmt.Sprintf(`{"type":"request","id":%d,"tools":[%s,%s,%s]}`, i, read, list, tool("stop", "", ""))
		},
		want: []string{"properties: map<string, Property>", "required: string[]", "enum?: string[]"},
	},
	{
		name: "data of which some kinds always have an object, and others never",
		line: func(i int) string {
			kind, own := []string{"chunk", "chunk", "begin", "end"}[i%4], ""
			if kind == "chunk" {
				own = fmt.Sprintf(`,"chunk":{"index":%d,"text":"a b"}`, i)
			}
			return fmt.Sprintf(`{"type":%q,"data":{"turn":%d,"step":%d%s}}`, kind, i, i, own)
		},
		want: []string{"ChunkData: {fields: {turn: int, step: int, chunk: ChunkBody}}", "Begin: {fields: {data: BeginData}}", "End: {fields: {data: BeginData}}"},
	},
	{
		name:  "an envelope in a short log, with most kinds once",
		lines: 9,
		line: func(i int) string {
			events := []string{
				`"chunk","data":{"content":"a b"}`, `"chunk","data":{"content":"c"}`, `"chunk","data":{"content":"d"}`, `"session.start","data":{"sessionId":"s 1"}`,
				`"message.start","data":{}`, `"tool.start","data":{"toolName":"read","target":"/a"}`, `"tool.end","data":{"toolName":"read","result":"e f"}`,
				`"chunk","data":{"content":"g"}`, `"session.end","data":{"exitCode":0,"duration":3}`,
			}
			return fmt.Sprintf(`{"id":"a %d","type":%s}`, i, events[i])
		},
		want: []string{"otherwise: Event", "Event: {fields: {id: string, data: {type: EventData, by: type}}}", "Chunk: {fields: {content: string}}"},
	},
	{
		name:  "the roles of a short conversation",
		lines: 4,
		line: func(i int) string {
			return []string{`{"role":"user","content":"a b"}`, `{"role":"assistant","content":"c d","calls":[{"id":"e"}]}`, `{"role":"tool","content":"f","call":"e"}`, `{"role":"assistant","content":"g h"}`}[i]
		},
		want: []string{"tag: role", "Tool: {fields: {content: string, call: string}}"},
	},
	{
		name: "a tool that nearly all calls are of",
		line: func(i int) string {
			args := `"name":"view","arguments":{"path":"/a"}`
			if i%15 == 0 {
				args = `"name":"search","arguments":{"pattern":"a b","paths":"/a"}`
			}
			return fmt.Sprintf(`{"type":"call","id":"a b",%s}`, args)
		},
		want: []string{"arguments: {type: ToolArguments, by: name}", "SearchArguments: {fields: {pattern: string, paths: string}}"},
	},
	{
		name: "one kind of a union alone at another place",
		line: func(i int) string {
			answer := fmt.Sprintf(`{"role":"assistant","content":"a b %d","model":"c d"}`, i)
			if i%4 == 0 {
				return `{"type":"turn","message":` + answer + `}`
			}
			return fmt.Sprintf(`{"type":"log","at":%d,"message":%s}`, i, []string{"", `{"role":"user","text":"a b","files":["a b"]}`, `{"role":"system","rules":["a b"],"name":"c d"}`, answer}[i%4])
		},
		want: []string{"Turn: {fields: {message: Message}}", "Log: {fields: {at: int, message: Message}}", "assistant: AssistantMessage  # 150 of 300"},
	},
	{
		name: "a record with the tag of a union, and a member that the kind does not have",
		line: func(i int) string {
			if i%4 == 0 {
				return `{"type":"turn","message":{"role":"assistant","total":3,"model":"c d"}}`
			}
			return fmt.Sprintf(`{"type":"log","at":%d,"message":%s}`, i, []string{"", `{"role":"user","text":"a b","files":["a b"]}`, `{"role":"system","rules":["a b"],"name":"c d"}`, `{"role":"assistant","content":"a b","model":"c d"}`}[i%4])
		},
		want: []string{"assistant: AssistantMessage  # 75 of 225"},
	},
	{
		name: "who did something, and by what a list is sorted",
		line: func(i int) string {
			who := []string{"RedRiver", "ann", "CalmGlen", "bob"}
			return fmt.Sprintf(`{"type":"issue","at":%d,"created_by":"%s","closedBy":"%s","assignee":"%s","sort_by":"%s"}`, i, who[i%4], who[i%3], who[i/2%4], []string{"date", "size"}[i%2])
		},
		want: []string{"created_by: string", "closedBy: string", "assignee: string", "sort_by: SortBy"},
	},
	{
		name: "base64 in ids, and in what is no id",
		line: func(i int) string {
			text := base64.StdEncoding.EncodeToString(fmt.Appendf(nil, "%04d:User:%d!", i, i*7919))
			return fmt.Sprintf(`{"type":"image","node_id":"%s","nextToken":"%[1]s","cursor":"%[1]s","data":"%[1]s"}`, text)
		},
		want: []string{"node_id: string", "nextToken: string", "cursor: string", "data: bytes"},
	},
	{
		name: "the tag of an update, whose name ends like that of a date",
		line: func(i int) string {
			part := []string{`"message_chunk","content":{"text":"a b"}`, `"tool_call","toolCallId":"c d","title":"e f"`, `"plan","entries":[{"content":"g h"}]`}[i%3]
			return fmt.Sprintf(`{"method":"session/update","id":%d,"params":{"sessionId":"s 1","update":{"sessionUpdate":%s}}}`, i, part)
		},
		want: []string{"tag: sessionUpdate", "plan: Plan"},
	},
	{
		name: "times since 1970 by the name of that time",
		line: func(i int) string {
			return fmt.Sprintf(`{"type":"log","time.unix":%d.%d,"created_epoch":%d,"unix_ms":%d123}`, 1750000000+i, i%9+1, 1750000000+i, 1750000000+i)
		},
		want: []string{"time.unix: time(s)", "created_epoch: time(s)", "unix_ms: time(ms)"},
	},
	{
		name: "the type of a result, which failures lack",
		line: func(i int) string {
			word := []string{"open", "close", "eval"}[i%3]
			body := []string{`{"handles":[1],"name":"a b"}`, `{"done":true}`, `{"value":"a b","type":"int","ref":3}`}[i%3]
			if i%12 == 8 {
				body = `{"error":{"id":7,"text":"a b"}}`
			}
			return fmt.Sprintf(`{"seq":%d,"type":"response","command":%q,"body":%s}`, i, word, body)
		},
		want: []string{"eval: Eval ", "error?: Error", "type?: string"},
		not:  []string{"int: Int"},
	},
	{
		name:  "values of a tag that are no words, after many lines",
		lines: 600,
		line: func(i int) string {
			if i > 300 && i%4 == 0 {
				return fmt.Sprintf(`{"type":["start",%d],"x":1}`, i)
			}
			return []string{`{"type":"start","cwd":"/a b"}`, `{"type":"stop","code":0}`}[i%2]
		},
		want: []string{"start: Start", "otherwise:", "or values that are not words"},
	},
	{
		name:  "one value of a tag that is no word",
		lines: 600,
		line: func(i int) string {
			if i == 500 {
				return `{"type":{"name":"start"},"x":1}`
			}
			return []string{`{"type":"start","cwd":"/a b"}`, `{"type":"stop","code":0}`}[i%2]
		},
		want: []string{"start: Start", "Left out as rare, 1 of 600 objects: a tag type that is an object"},
		not:  []string{"otherwise:"},
	},
	{
		name:  "more kinds than a spec names",
		lines: 3000,
		line: func(i int) string {
			kind := i % 20
			if i > 500 {
				kind = i % 150
			}
			return fmt.Sprintf(`{"type":"kind_%c%c","m%[1]c%[2]c":1}`, 'a'+kind/12, 'a'+kind%12)
		},
		want: []string{"kind_aa: TheKindAa", "otherwise:", "too many different values of the tag"},
	},
}

func TestReading(t *testing.T) {
	for _, test := range readings {
		t.Run(test.name, func(t *testing.T) {
			var log strings.Builder
			for i := range cmp.Or(test.lines, 300) {
				log.WriteString(test.line(i) + "\n")
			}
			yaml := string(inferred("log", []byte(log.String())))
			accepted(t, []byte(yaml))
			for _, want := range test.want {
				if !strings.Contains(yaml, want) {
					t.Errorf("no %q in\n%s", want, yaml)
				}
			}
			for _, not := range test.not {
				if strings.Contains(yaml, not) {
					t.Errorf("%q in\n%s", not, yaml)
				}
			}
		})
	}
}

// columns returns the members of an object from one number to another, with a comma behind each.
func columns(from, to int) string {
	var b strings.Builder
	for i := from; i < to; i++ {
		fmt.Fprintf(&b, `"c%s":%s,`, letters(i), []string{"1", `"a b"`, "true", "[1]"}[i%4])
	}
	return b.String()
}

// letters returns a word for a number.
func letters(i int) string { return fmt.Sprintf("%c%c%c", 'a'+i%26, 'a'+i/26%26, 'a'+i/676) }
