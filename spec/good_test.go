package spec

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

const header = "ndwire: 1\nprotocol: test\npackage: test\nimport: example.com/test\n"

// TestGood checks the model of every construct of the language.
func TestGood(t *testing.T) {
	for _, tt := range []struct{ name, spec, want string }{{
		"type expressions", `
records:
  R:
    fields:
      g: uuid
      h: R[]
      i: R | null
      j: (R | null)[] | null
      k: map<string, int[]>
      l: map< E , (E | null)[] >
      m: string[][]
      n: (string)
      "true": 'int64'
      o: >
        map<string,
        json>
enums:
  E: {values: [x]}
`, `
record R
  g G uuid
  h H R[]
  i I R | null
  j J (R | null)[] | null
  k K map<string, int[]>
  l L map<E, (E | null)[]>
  m M string[][]
  n N string
  true True int64
  o O map<string, json>
enum E EX="x"
`}, {
		"defaults", `
records:
  R:
    fields:
      b?: bool = false
      c?: int = -3
      d?: string = auto
      e?: string = "a \u00e9 b"
      f?: number = 1.5e3
      g?: E = x
      h?: E = ""
      i?: S = {}
      j?: {type: S, default: {}}
      k?: {type: string, default: "5"}
      l?: int | null = 0
      m?: int64 = 9007199254740993
  S: {fields: {x: string}}
enums:
  E: {values: [x]}
`, `
record R
  b B bool optional =false
  c C int optional =-3
  d D string optional ="auto"
  e E string optional ="a é b"
  f F number optional =1.5e3
  g G E optional ="x"
  h H E optional =""
  i I S optional ={}
  j J S optional ={}
  k K string optional ="5"
  l L int | null optional =0
  m M int64 optional =9007199254740993
record S
  x X string
enum E EX="x"
`}, {
		"long fields", `
records:
  R:
    fields:
      a: {type: string | null, go: Alpha, doc: First., source: "a.ts:1", since: 1.10}
      b?: {type: string, alias: [bee, be]}
      c: {type: S, lazy: true}
      d: {type: S, inline: accepted}
      e: {const: preset}
      f: {const: 1}
      g: {type: json, why: The API does not say.}
      h?: {type: int, default: 5, usual: true}
    go_fields: {Stop: "func(string) error", Ctx: {go: context.Context, doc: Ends it.}}
  S: {fields: {x: string}, open: true, string: Text}
`, `
record R
  a Alpha string | null
  b B string optional alias:bee|be
  c C S lazy
  d D S inline:accepted
  e const "preset"
  f const 1
  g G json
  h H int optional =5 usual
  go Stop func(string) error
  go Ctx context.Context
record S open string:Text
  x X string
`}, {
		"orders", `
unions:
  U: {tag: type, cases: {a: A, b: {tag: sub, cases: {c: C}, otherwise: B}}}
records:
  A: {order: [type, x], fields: {x: int, y?: int, inner?: B}}
  B: {order: [[type, x, z], [type, z, x]], embed: Base, fields: {x: A}}
  C: {order: [type, sub]}
  Base: {fields: {z: string}}
`, `
union U *A *C *B *UnknownU
  type?
    "a": A
    "b":
      sub?
        "c": C
        otherwise: B
record A type="a"
  order type x
  x X int
  y Y int optional
  inner Inner B optional
record B +Base type="b" sub!="c"
  order type x z
  order type z x
  x X A
record C type="b" sub="c"
  order type sub
record Base group
  z Z string
`}, {
		"fields of views with a path", `
unknown: skip
unions:
  U: {tag: [request.subtype, type], cases: {a: R, b: R}, getters: {GetID: "id: string"}}
records:
  R:
    fields:
      id: {type: string, path: message.id, alias: [uid]}
      speed?: {type: string, default: standard, path: message.usage.speed}
      subtype: {type: string, path: request.subtype}
`, `
union U *R *UnknownU
  request.subtype or type?
    "a": R
    "b": R
  GetID() string: id
record R type!=
  id ID string alias:uid path:message.id
  speed Speed string optional ="standard" path:message.usage.speed
  subtype Subtype string path:request.subtype
`}, {
		"two fields on one member", `
unions:
  Request: {tag: subtype, cases: {can_use_tool: R, hook_callback: R}}
records:
  Base:
    tag: subtype
    fields: {subtype: string}
  R:
    embed: Base
    fields:
      input?: [{type: json, go: Input, when: [can_use_tool]}, {type: S, go: HookInput, when: hook_callback}]
      x?: {type: string, when: [can_use_tool, hook_callback]}
  S: {}
`, `
union Request *R *UnknownRequest
  subtype?
    "can_use_tool": R
    "hook_callback": R
record Base group tag:subtype
  subtype Subtype string
record R +Base tag:subtype
  input Input json optional when:can_use_tool
  input HookInput S optional when:hook_callback
  x X string optional when:can_use_tool|hook_callback
record S
`}, {
		"tags", `
line: Line
unions:
  Line:
    tag: type
    unknown: UnknownMessage
    cases:
      assistant: Assistant
      user: {tag: isReplay, cases: {true: Replay}, otherwise: User}
      system: {tag: subtype, cases: {init: Init}, doc: From the system.}
      rate_limit: json
      alive: {to: Alive, doc: d, since: 0.2.37, source: s}
      result: {tag: subtype, cases: {success: Result, error: Result}, otherwise: Result}
      request: {tag: [request.subtype, subtype], cases: {a: Request}, otherwise: Request}
      response: {has: {error: Failed, result: Done}, otherwise: Done}
      "true": Text
      true: {to: Bool, kind: yes}
      null: Nothing
  Message:
    of: Line
    cases: [assistant, user, system, rate_limit]
    getters: {GetType: "type: Type", GetUUID: "uuid: uuid", GetID: "uuid : string"}
records:
  Base: {fields: {uuid: uuid}}
  Assistant: {embed: [Base]}
  User: {embed: Base}
  Replay: {embed: User}
  Init: {embed: Base}
  Alive: {}
  Result: {fields: {subtype: string}}
  Request: {fields: {request: {type: Inner, inline: accepted}}}
  Inner: {fields: {subtype: string}}
  Failed: {fields: {error: string}}
  Done: {fields: {result?: json}}
  Text: {}
  Bool: {}
  Nothing: {}
enums:
  Type: {prefix: T, values: {assistant: , user: Human}}
`, `
union Line *Assistant *Replay *User *Init *Alive *Result *Request *Failed *Done *Text *Bool *Nothing *UnknownMessage
  type?
    "assistant": Assistant
    "user":
      isReplay?
        true: Replay
        otherwise: User
    "system":
      subtype?
        "init": Init
    "rate_limit": json
    "alive": Alive
    "result":
      subtype?
        "success": Result
        "error": Result
        otherwise: Result
    "request":
      request.subtype or subtype?
        "a": Request
        otherwise: Request
    "response":
      has?
        "error": Failed
        "result": Done
        otherwise: Done
    "true": Text
    true: Bool
    null: Nothing
union Message of Line *Assistant *Replay *User *Init
  GetType() Type: type
  GetUUID() uuid: uuid
  GetID() string: uuid
record Base group
  uuid UUID uuid
record Assistant +Base type="assistant"
record User +Base type="user" isReplay!=true
record Replay +User type="user" isReplay=true
record Init +Base type="system" subtype="init"
record Alive type="alive"
record Result type="result"
  subtype Subtype string
record Request type="request"
  request Request Inner inline:accepted
record Inner
  subtype Subtype string
record Failed type="response"
  error Error string
record Done type="response"
  result Result json optional
record Text type="true"
record Bool type=true
record Nothing type=null
enum Type TAssistant="assistant" THuman="user"
`}, {
		"absence of a tag agrees with its value", `
unions:
  Result:
    tag: subtype
    cases: {success: Success, error: Failure}
    absent: {has: {error: Failure}, otherwise: Success}
records:
  Success: {}
  Failure: {fields: {error: string}}
`, `
union Result *Success *Failure *UnknownResult
  subtype?
    "success": Success
    "error": Failure
    absent:
      has?
        "error": Failure
        otherwise: Success
record Success subtype="success"
record Failure subtype="error"
  error Error string
`}, {
		"tags of several unions, and of a union in a field", `
unions:
  Entry:
    tag: type
    cases:
      message: {tag: message.role, cases: {user: Message, tool: Message}}
      text: Text
  Block: {tag: kind, cases: {text: Text}}
  Role: {tag: role, cases: {user: User, tool: Tool}}
records:
  Message: {fields: {message: Role}}
  Text: {fields: {text: string}}
  User: {}
  Tool: {}
`, `
union Entry *Message *Text *UnknownEntry
  type?
    "message":
      message.role?
        "user": Message
        "tool": Message
    "text": Text
union Block *Text *UnknownBlock
  kind?
    "text": Text
union Role *User *Tool *UnknownRole
  role?
    "user": User
    "tool": Tool
record Message type="message"
  message Message Role
record Text type="text" kind="text"
  text Text string
record User role="user"
record Tool role="tool"
`}, {
		"unions by JSON type", `
unions:
  Content: {kinds: {string: Text, array: {go: Blocks, type: "Block[]", doc: d}}}
  Value:
    kinds:
      string: {go: Mode, type: Mode}
      number: {go: Count, type: int}
      boolean: Set
      object: {go: Block, type: Block}
      array: {go: List, type: json}
  Block: {tag: type, cases: {text: Text}}
records:
  Text: {fields: {content: Content, v?: Value}}
enums:
  Mode: {values: [fast]}
  Loose: {untyped: true, values: {a-b: , c: {go: Sea, doc: d}}}
`, `
union Content
  string: Text string
  array: Blocks Block[]
union Value
  string: Mode Mode
  number: Count int
  boolean: Set bool
  object: Block Block
  array: List json
union Block *Text *UnknownBlock
  type?
    "text": Text
record Text type="text"
  content Content Content
  v V Value optional
enum Mode ModeFast="fast"
enum Loose untyped LooseAB="a-b" LooseSea="c"
`}, {
		"a record holds itself by pointers and lists only", `
records:
  Tree: {fields: {left?: Tree, right: Tree | null, more: "Tree[]", by: "map<string, Tree>", late: {type: Tree, lazy: true}}}
`, `
record Tree
  left Left Tree optional
  right Right Tree | null
  more More Tree[]
  by By map<string, Tree>
  late Late Tree lazy
`}} {
		t.Run(tt.name, func(t *testing.T) {
			m, err := Parse("test.yaml", []byte(header+tt.spec))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.TrimPrefix(tt.want, "\n"), show(m)); diff != "" {
				t.Errorf("the model differs (-want +got):\n%s", diff)
			}
		})
	}
}

func TestHeader(t *testing.T) {
	m, err := Parse("dir/usage.yaml", []byte(`ndwire: 1
protocol: usage
package: usage
import: example.com/usage
doc: |
  Package usage counts.

  It does.
unknown: skip
since: 1.20
limits: {depth: 100, line: 64MB}
signs:
  example.com/chat: [chat_id, room]
  example.com/mail: mailbox
`))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range m.Signs {
		s.Pos = Pos{}
	}
	want := &Model{
		Signs: []*Signs{{Package: "example.com/chat", Members: []string{"chat_id", "room"}}, {Package: "example.com/mail", Members: []string{"mailbox"}}},
		File:  "dir/usage.yaml", Protocol: "usage", Package: "usage", Import: "example.com/usage",
		Doc: "Package usage counts.\n\nIt does.", Since: "1.20", View: true, Limits: Limits{Depth: 100, Line: 64 << 20},
	}
	if diff := cmp.Diff(want, m, cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".lines" }, cmp.Ignore())); diff != "" {
		t.Error(diff)
	}
}

func TestAbout(t *testing.T) {
	m, err := Parse("a.yaml", []byte(header+`
unions:
  U: {doc: A union., tag: type, cases: {a: {to: R, doc: A case., since: 1.10}}}
  V:
    tag: type
    cases: {a: R}
    otherwise: {tag: sub, doc: Others., cases: {a: json}, otherwise: {to: json, deprecated: Use a.}}
    absent: {to: json, since: 2.0, source: "b.ts:1"}
  W: {otherwise: {to: json, doc: All.}}
records:
  R:
    doc: A record.
    source: a.ts:1
    since: 2
    fields:
      x: {type: string, doc: A field.}
`))
	if err != nil {
		t.Fatal(err)
	}
	v, w := m.Unions[1].Tree, m.Unions[2].Tree
	got := []About{
		m.Unions[0].About, m.Unions[0].Tree.Cases[0].About, m.Records[0].About, m.Records[0].Fields[0].About,
		v.Otherwise.About, v.Otherwise.Node.Otherwise.About, v.Absent.About, w.Otherwise.About,
	}
	want := []About{
		{Doc: "A union.", Pos: Pos{"a.yaml", 7, 3}},
		{Doc: "A case.", Since: "1.10", Pos: Pos{"a.yaml", 7, 41}},
		{Doc: "A record.", Source: "a.ts:1", Since: "2", Pos: Pos{"a.yaml", 15, 3}},
		{Doc: "A field.", Pos: Pos{"a.yaml", 20, 7}},
		{Doc: "Others.", Pos: Pos{"a.yaml", 11, 16}},
		{Deprecated: "Use a.", Pos: Pos{"a.yaml", 11, 70}},
		{Since: "2.0", Source: "b.ts:1", Pos: Pos{"a.yaml", 12, 13}},
		{Doc: "All.", Pos: Pos{"a.yaml", 13, 18}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestImports(t *testing.T) {
	files := fstest.MapFS{
		"specs/main.yaml": {Data: []byte(header + `
imports: {api: ../api/api.yaml, more: more.yaml}
records:
  R: {fields: {m: api.Message, b: "api.Block[]", mode?: api.Mode = fast, n: more.N}}
`)},
		"specs/more.yaml": {Data: []byte(header + `
imports: {api: ../api/api.yaml}
records:
  N: {fields: {m: api.Message}}
`)},
		"api/api.yaml": {Data: []byte(header + `
unions:
  Block: {tag: type, cases: {message: Message}}
records:
  Message: {}
enums:
  Mode: {values: [fast]}
`)},
	}
	m, err := LoadFS(files, "specs/main.yaml")
	if err != nil {
		t.Fatal(err)
	}
	want := `record R
  m M api.Message
  b B api.Block[]
  mode Mode api.Mode optional ="fast"
  n N more.N
`
	if diff := cmp.Diff(want, show(m)); diff != "" {
		t.Error(diff)
	}
	api := m.Imports[0].Model
	if api.File != "api/api.yaml" || m.Records[0].Fields[0].Type.Record != api.Records[0] {
		t.Errorf("api.Message is not the record of %s", api.File)
	}
	if m.Imports[1].Model.Imports[0].Model != api {
		t.Error("a spec that is imported twice is not one model")
	}
}

// TestAllErrorsAtOnce checks that a mistake in one part of the file hides none in another part.
func TestAllErrorsAtOnce(t *testing.T) {
	_, err := Parse("a.yaml", []byte(`ndwire: 1
protocol: A
package: a
limits: {depth: x}
unions:
  U: {tag: type, cases: {a: Nobody}}
records:
  R: {fields: {a: strin, a: int, b?: int = x}}
  r: {}
enums:
  E: {values: [1]}
`))
	var errs Errors
	if !errors.As(err, &errs) {
		t.Fatalf("expected Errors, got %v", err)
	}
	var lines []int
	for _, e := range errs {
		lines = append(lines, e.Pos.Line)
	}
	if diff := cmp.Diff([]int{2, 4, 6, 8, 8, 8, 9, 11}, lines); diff != "" {
		t.Errorf("lines of errors (-want +got):\n%s\n%v", diff, err)
	}
	var one *Error
	if !errors.As(err, &one) || one.Pos != (Pos{"a.yaml", 2, 11}) {
		t.Errorf("errors.As gives %v", one)
	}
}

func TestLoadErrors(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing.yaml")
	if _, err := Load(missing); !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), "spec: ") {
		t.Errorf("a missing file gives %v", err)
	}
	if _, err := Load(t.TempDir()); err == nil || !strings.Contains(err.Error(), "is not a regular file") {
		t.Errorf("a folder gives %v", err)
	}
}

// TestFiles checks that the project's own specs load, from disk and from Files.
func TestFiles(t *testing.T) {
	names, err := fs.Glob(Files, "*.yaml")
	if err != nil || len(names) == 0 {
		t.Fatalf("no embedded specs: %v", err)
	}
	for _, name := range names {
		embedded, err := LoadFS(Files, name)
		if err != nil {
			t.Error(err)
			continue
		}
		onDisk, err := Load(name)
		if err != nil {
			t.Error(err)
		} else if diff := cmp.Diff(show(onDisk), show(embedded)); diff != "" {
			t.Error(diff)
		}
	}
}
