package spec

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// mistakeBase is a correct spec, to which the mistakes are applied.
const mistakeBase = `ndwire: 1
protocol: chat
package: chat
line: Line
unions:
  Line:
    tag: type
    cases:
      message: Message
      joined: Joined
records:
  Message:
    fields:
      id: uuid
      text: string
      mood?: Mood
  Joined:
    fields:
      user: string
enums:
  Mood: {values: [happy, sad]}
`

type edit struct{ from, to string }

type edits []edit

// mistakes are typical mistakes, with the positions of their errors. The error texts are in testdata/mistakes.txt; a reader who does not know
// this code should understand them.
var mistakes = []struct {
	name  string
	edits edits
	at    string // line:column of each error
}{
	{"typo section", edits{{"records:", "record:"}}, "11:1"},
	{"typo key", edits{{"    fields:", "    feilds:"}}, "13:5"},
	{"typo union key", edits{{"    tag: type", "    tga: type"}}, "7:5"},
	{"over indent member", edits{{"      text: string", "        text: string"}}, "15:9"},
	{"over indent case", edits{{"      joined: Joined", "        joined: Joined"}}, "10:9"},
	{"over indent key", edits{{"    fields:\n      id", "      fields:\n      id"}}, "14:7"},
	{"under indent member", edits{{"      text: string", "     text: string"}}, "15:6"},
	{"under indent member2", edits{{"      text: string", "    text: string"}}, "15:5 16:7"},
	{"typo line", edits{{"line: Line", "line: Lin"}, {"joined: Joined", "joined: {to: Joined, kind: in}"}}, "4:7"},
	{"quotes of print", edits{{"      mood?: Mood", "      “mood?”: Mood"}}, "16:7"},
	{"quotes of print around a value", edits{{"      text: string", "      text: ‘string’"}}, "15:13"},
	{"text block in braces", edits{{"  Joined:", "  Left: {doc: |}\n  Joined:"}}, "17:15"},
	{"under indent record", edits{{"  Joined:\n    fields", "Joined:\n    fields"}}, "17:1"},
	{"over indent record", edits{{"  Joined:\n    fields", "    Joined:\n      fields"}}, "17:5"},
	{"over indent first", edits{{"      id: uuid", "        id: uuid"}}, "15:7"},
	{"missing colon member", edits{{"      text: string", "      text string"}}, "15:7"},
	{"missing colon record", edits{{"  Message:\n", "  Message\n"}}, "12:10"},
	{"missing colon before a comment", edits{{"  Message:\n", "  Message  # 2\n"}}, "12:10"},
	{"missing colon section", edits{{"records:", "records"}}, "11:8"},
	{"missing space", edits{{"text: string", "text:string"}}, "15:7"},
	{"tab", edits{{"      text: string", "\ttext: string"}}, "15:1"},
	{"tab2", edits{{"      text: string", "      \ttext: string"}}, "15:7"},
	{"dup member", edits{{"text: string", "text: string\n      text: int"}}, "16:7"},
	{"dup section", edits{{"enums:", "records:\n  X: {}\nenums:"}}, "20:1"},
	{"cases as a list", edits{{"      message: Message\n      joined: Joined\n", "      - message: Message\n      - joined: Joined\n"}}, "9:7"},
	{"a type of several words", edits{{"text: string", "text: array of int"}}, "15:13"},
	{"an optional type", edits{{"text: string", "text: optional string"}}, "15:13"},
	{"dup record", edits{{"  Joined:", "  Message: {}\n  Joined:"}}, "17:3"},
	{"dup case", edits{{"joined: Joined", "message: Joined"}}, "10:7"},
	{"case unknown", edits{{"joined: Joined", "joined: Joind"}}, "10:15"},
	{"case is enum", edits{{"joined: Joined", "joined: Mood"}}, "10:15"},
	{"there is Message", edits{{"joined: Joined", "joined: Entered"}}, "10:15"},
	{"dotted tag", edits{{"tag: type", "tag: data.type"}}, "9:7 10:7"},
	{"dropped field", edits{{"text: string", `"": string`}}, "15:7"},
	{"unknown type near", edits{{"text: string", "text: strin"}}, "15:13"},
	{"unknown type", edits{{"text: string", "text: Foo"}}, "15:13"},
	{"type case", edits{{"text: string", "text: String"}}, "15:13"},
	{"ts type", edits{{"text: string", "text: string | number"}}, "15:22"},
	{"ts array", edits{{"text: string", "text: Array<string>"}}, "15:13"},
	{"ts opt", edits{{"text: string", "text: string?"}}, "15:19"},
	{"flow list", edits{{"text: string", "text: [string]"}}, "15:13"},
	{"flow map", edits{{"text: string", "text: {a: string}"}}, "15:13"},
	{"type null", edits{{"text: string", "text:"}}, "15:12"},
	{"by no member", edits{{"text: string", "text: {type: Payload, by: kind}"}}, "15:20"},
	{"by tagged", edits{{"text: string", "text: {type: Line, by: kind}"}}, "15:30"},
	{"by in view", edits{{"line: Line", "line: Line\nunknown: skip"}, {"text: string", "text: {type: Pay, by: type}"}, {"  Line:\n", "  Pay: {cases: {message: Message, joined: Joined}}\n  Line:\n"},
		{"      message: Message\n      joined: Joined\n", "      left: Joined\n    otherwise: Message\n"}}, "17:29"},
	{"by encoded", edits{{"text: string", `text: {type: "encoded<Pay>", by: kind}`}, {"  Line:\n", "  Pay: {cases: {a: Joined}}\n  Line:\n"}}, "16:40"},
	{"by missing", edits{{"text: string", "text: Pay"}, {"  Line:\n", "  Pay: {cases: {a: Joined}}\n  Line:\n"}}, "16:13"},
	{"external line", edits{{"line: Line", "line: Cmd"}, {"  Line:\n", "  Cmd: {external: {a: Joined, q: null}}\n  Line:\n"}}, "4:7"},
	{"record in a case", edits{{"joined: Joined", "joined: {user: string, room: string}"}}, "10:15"},
	{"adjacent line", edits{{"line: Line", "line: Cmd"}, {"  Line:\n", "  Cmd: {tag: t, content: c, cases: {a: Joined}}\n  Line:\n"}}, "4:7"},
	{"chosen by presence of by", edits{{"    tag: type\n    cases:\n      message: Message\n", "    has:\n      kind: Message\n"}, {"joined: Joined", "user: Joined"}, {"text: string", `text: {type: Pay, by: kind}`},
		{"  Line:\n", "  Pay: {cases: {a: Joined}}\n  Line:\n"}}, "9:7"},
	{"external scalar", edits{{"  Line:\n", "  Cmd: {external: {a: string}}\n  Line:\n"}}, "6:23"},
	{"results line", edits{{"  Line:\n", "  Res: {results: {a: Joined}}\n  Line:\n"}, {"text: string", "text: Res[]"}}, "16:13"},
	{"results num", edits{{"  Line:\n", "  Res: {results: {1: Joined}}\n  Line:\n"}, {"text: string", "text: Res"}}, "6:19"},
	{"variant by JSON type", edits{{"  Line:\n", "  In: {kinds: {string: Text}}\n  Out: {kinds: {object: {go: In, type: In}}}\n  Line:\n"}, {"text: string", "text: Out"}}, "7:17"},
	{"results encoded", edits{{"  Line:\n", "  Res: {results: {a: Joined}}\n  Line:\n"}, {"text: string", "text: encoded<Res>"}}, "16:13"},
	{"encoded scalar", edits{{"text: string", "text: encoded<string>"}}, "15:13"},
	{"encoded open", edits{{"text: string", "text: encoded<Joined"}}, "15:27"},
	{"encoded noT", edits{{"text: string", "text: encoded"}}, "15:13"},
	{"encoded in list", edits{{"text: string", "text: encoded<Joined>[]"}}, "15:13"},
	{"import missing", edits{{"line: Line", "imports: {sdk: sdk.yaml}\nline: Line"}, {"text: string", "text: sdk.Foo"}}, "4:16"},
	{"import list", edits{{"line: Line", "imports: [sdk.yaml]\nline: Line"}}, "4:10"},
	{"import alias unknown", edits{{"text: string", "text: sdk.Foo"}}, "15:13"},
	{"tag wrong type", edits{{"text: string", "type: int"}, {"joined: Joined", "joined: Message"}}, "15:7 15:7"},
	{"tag not there", edits{{"text: string", "text: string"}, {"joined: Joined", "joined: Message"}}, "10:7"},
	{"case number", edits{{"joined: Joined", "1: Joined\n      \"1\": Message"}}, "11:7 11:7"},
	{"default required", edits{{"text: string", "text: string = x"}}, "15:22"},
	{"default wrong", edits{{"mood?: Mood", "mood?: Mood = glad"}}, "16:21"},
	{"question at type", edits{{"mood?: Mood", "mood: Mood?"}}, "16:17"},
	{"unclosed flow", edits{{"[happy, sad]", "[happy, sad"}}, "21:29"},
	{"unclosed in the middle", edits{{"line: Line", "limits: {depth: 5"}, {"text: string", "text: strng"}}, "4:9 15:13"},
	{"unclosed quote in the middle", edits{{"text: string", `text: "string`}, {"user: string", `user: "string"`}}, "15:13"},
	{"unclosed quote", edits{{"text: string", `text: "string`}}, "15:13"},
	{"flow types", edits{{"    fields:\n      id: uuid\n      text: string\n      mood?: Mood", "    fields: {id: uuid, tags: string[]}"}}, "13:36"},
	{"no ndwire", edits{{"ndwire: 1\n", ""}}, "1:1"},
	{"no protocol", edits{{"protocol: chat\n", ""}}, "1:1"},
	{"no line union", edits{{"line: Line", "line: Message"}}, "4:7"},
	{"values for a type", edits{{"mood?: Mood", "mood?: [happy, sad]"}}, "16:14"},
	{"no fields", edits{{"    fields:\n      user: string\n", "    user: string\n    guest: bool\n"}}, "18:5 19:5"},
	{"lower record", edits{{"  Joined:\n", "  joined:\n"}, {"joined: Joined", "joined: joined"}}, "17:3"},
	{"several", edits{{"text: string", "text: strng"}, {"joined: Joined", "joined: Joind"}, {"happy, sad]", "happy, sad"}}, "10:15 15:13 21:29"},
	{"several2", edits{{"text: string", "text: strng"}, {"joined: Joined", "joined: Joind"}, {"      mood?: Mood", "        mood?: Mood"}}, "10:15 15:13 16:9"},
	{"several3", edits{{"  Joined:\n    fields:", "  Joined:\n    sorce: x\n    fields:"}, {"tag: type", "tag: type\n    tag: kind"}, {"text: string", "text string"}}, "8:5 16:7 19:5"},
	{"fields list", edits{{"      id: uuid\n      text: string\n      mood?: Mood\n", "      - id: uuid\n      - text: string\n"}}, "14:7"},
	{"colon in doc", edits{{"  Joined:\n", "  Joined:\n    doc: He said: yes\n"}}, "18:17"},
	{"hash doc", edits{{"text: string", "text: {type: string, doc: a}b}"}}, "15:35"},
	{"at value", edits{{"text: string", "text: @x"}}, "15:13"},
	{"record scalar", edits{{"  Joined:\n    fields:\n      user: string\n", "  Joined: string\n"}}, "17:11"},
	{"cases list", edits{{"    cases:\n      message: Message\n      joined: Joined", "    cases: [Message, Joined]"}}, "8:12"},
	{"getter", edits{{"    tag: type", "    getters: {GetText: text}\n    tag: type"}}, "7:24"},
	{"getter of a go_type", edits{{"text: string", "text: {type: string, go_type: net/netip.Addr}"}, {"    tag: type", "    getters: {GetText: \"text: string\"}\n    tag: type"}}, "7:15"},
	{"tag with a go_type", edits{{"joined: Joined", "joined: Message"}, {"id: uuid", "type: {type: string, go_type: net/netip.Addr}"}}, "14:7 14:7"},
	{"signs without members", edits{{"line: Line", "signs: {example.com/other: []}\nline: Line"}}, "4:28"},
	{"getter none", edits{{"    tag: type", "    getters: {GetText: \"txt: string\"}\n    tag: type"}}, "7:15"},
	{"when no tag", edits{{"text: string", "text: {type: string, when: [a]}"}}, "15:35"},
	{"order missing", edits{{"  Joined:\n", "  Joined:\n    order: [type, usr]\n"}}, "18:12 18:19"},
	{"alias same", edits{{"text: string", "text: {type: string, alias: [id]}"}}, "15:36"},
	{"go lower", edits{{"text: string", "text: {type: string, go: text}"}}, "15:32"},
	{"inline str", edits{{"text: string", "text: {type: string, inline: yes}"}}, "15:36"},
	{"smart quotes", edits{{"text: string", "text: “string”"}}, "15:13"},
	{"trail comma", edits{{"text: string", "text: string,"}}, "15:19"},
	{"semi", edits{{"text: string", "text: string;"}}, "15:19"},
	{"flow no value", edits{{"    cases:\n      message: Message\n      joined: Joined", "    cases: {message, joined}"}}, "8:20 8:28"},
	{"unclosed eof", edits{{"{values: [happy, sad]}", "{values: [happy, sad]"}}, "21:9"},
	{"extra close", edits{{"{values: [happy, sad]}", "{values: [happy, sad]}}"}}, "21:31"},
	{"version2", edits{{"ndwire: 1", "ndwire: 2"}}, "1:9"},
	{"line lower", edits{{"line: Line", "line: line"}}, "4:7"},
	{"records scalar", edits{{"  Joined:\n    fields:\n      user: string\n", "  Joined:\n"}}, "17:10"},
	{"records null", edits{{"  Joined:\n    fields:\n      user: string\n", "  Joined: null\n"}}, "17:11"},
	{"enum list", edits{{"{values: [happy, sad]}", "[happy, sad]"}}, "21:9"},
	{"enum dup", edits{{"[happy, sad]", "[happy, sad, happy]"}}, "21:31"},
	{"enum num", edits{{"[happy, sad]", "[1, 2]"}}, "21:19 21:22"},
	{"optional type", edits{{"mood?: Mood", "mood: optional<Mood>"}}, "16:13"},
	{"q null", edits{{"mood?: Mood", "mood?: Mood?"}}, "16:18"},
	{"or null", edits{{"mood?: Mood", "mood?: null | Mood"}}, "16:14"},
	{"or nul", edits{{"mood?: Mood", "mood?: Mood | nul"}}, "16:21"},
	{"map1", edits{{"text: string", "text: map<string>"}}, "15:23"},
	{"map2", edits{{"text: string", "text: map<int, string>"}}, "15:17"},
	{"map3", edits{{"text: string", "text: map[string]int"}}, "15:13"},
	{"arr", edits{{"text: string", "text: []string"}}, "15:15"},
	{"time1", edits{{"text: string", "text: time(us)"}}, "15:13"},
	{"both", edits{{"text: string", "text: string\n      text?: string"}}, "16:7"},
	{"neg", edits{{"mood?: Mood", "mood?: {type: Mood, default: sadd}"}}, "16:36"},
	{"otherwise", edits{{"    cases:", "    otherwise: Unknown\n    cases:"}}, "8:16"},
	{"absent", edits{{"    cases:", "    absent: Mesage\n    cases:"}}, "8:13"},
	{"case map", edits{{"joined: Joined", "joined: {record: Joined}"}}, "10:15"},
	{"case sub", edits{{"joined: Joined", "joined: {tag: sub}"}}, "10:21"},
	{"two errors flow", edits{{"text: string", "text: {type: strng, defualt: x}"}}, "15:20 15:27"},
	{"embed", edits{{"  Joined:\n", "  Joined:\n    embed: Mesage\n"}}, "18:12"},
	{"self", edits{{"text: string", "text: Message"}}, "15:7"},
	{"package", edits{{"package: chat", "package: my-chat"}}, "3:10"},
	{"import", edits{{"line: Line", "import: \"my chat\"\nline: Line"}}, "4:9"},
	{"has", edits{{"    tag: type", "    has: {id: Message}\n    tag: type"}}, "8:10 10:7"},
	{"dup go", edits{{"text: string", "text: string\n      Text: string"}}, "16:7"},
	{"no case union", edits{{"    cases:\n      message: Message\n      joined: Joined\n", ""}}, "7:10"},
	{"extra word", edits{{"  Joined:", "  Joined: foo\n  Joined2:"}}, "17:11"},
	{"multi yaml", edits{{"text: string", `text: "str`}}, "15:13"},
	{"two syntax", edits{{"text: string", "text string"}, {"[happy, sad]}", "[happy, sad"}}, "15:7 21:18"},
	{"anchors", edits{{"  Joined:", "  Joined: &j"}}, "17:11"},
	{"docs", edits{{"records:", "---\nrecords:"}}, "11:1"},
	{"by typo", edits{{"text: string", "text: {type: Pay, bye: kind}"}, {"  Line:\n", "  Pay: {cases: {a: Joined}}\n  Line:\n"}}, "16:25"},
	{"by field", edits{{"text: string", "kind: string\n      text: {type: Pay, by: kind}"}, {"  Line:\n", "  Pay: {cases: {a: Joined}}\n  Line:\n"}}, "16:7 16:7"},
	{"utf", edits{{"text: string", "téxt: strîng"}}, "15:13"},
	{"over indent block", edits{{"      id: uuid\n      text: string\n", "      id: uuid\n        text: strng\n        more: strng\n"}}, "15:9"},
	{"flow default", edits{{"    fields:\n      user: string", "    fields: {mood?: Message = {}, user: string}"}}, "18:31"},
	{"flow default list", edits{{"    fields:\n      user: string", "    fields: {\"list?\": json = [], user: string}"}}, "18:30"},
	{"adjacent number", edits{{"    cases:\n      message: Message\n      joined: Joined", "    content: c\n    cases: {1: Message, true: Joined}"}, {"line: Line\n", ""}}, "8:13 8:25"},
	{"external null", edits{{"records:", "  Cmd: {external: {null: Joined}}\nrecords:"}}, "11:20"},
	{"enum mapping in list", edits{{"[happy, sad]", "[happy, {sad: Unhappy}]"}}, "21:26"},
	{"tag in nested record", edits{{"tag: type", "tag: data.type"}, {"      id: uuid", "      data: Joined"}}, "9:7 10:7"},
	{"tag in two places", edits{{"tag: type", "tag: [[a.b], data.type]"}}, "9:7 10:7"},
	{"over indent union", edits{{"  Line:\n    tag: type", "  Line:\n    tag: type\n      unknown: Foo"}}, "8:7"},
	{"list of records", edits{{"  Message:\n    fields:\n      id: uuid\n      text: string\n      mood?: Mood\n  Joined:\n    fields:\n      user: string", "  - Message: {}\n  - Joined: {}"}}, "12:3"},
	{"glued colon first", edits{{"id: uuid", "id:uuid"}}, "14:9"},
	{"glued colon in brackets", edits{{"    fields:\n      user: string", "    fields: {user:string, guest: bol}"}}, "18:14 18:34"},
	{"equals sign", edits{{"    fields:\n      user: string", "    fields:\n      user = string"}}, "19:7"},
	{"equals sign later", edits{{"text: string", "text = string"}}, "15:7"},
	{"default in quotes", edits{{"mood?: Mood", "mood?: string = 7\n      on?: bool = yes"}}, "16:23 17:19"},
	{"has as a list", edits{{"    tag: type\n    cases:\n      message: Message\n      joined: Joined", "    has: [text, user]"}}, "7:10"},
	{"part without cases", edits{{"records:", "  Some: {of: Line, cases: []}\nrecords:"}}, "11:27"},
	{"case is an external union", edits{{"  Line:\n", "  Cmd: {external: {a: Joined}}\n  Line:\n"}, {"joined: Joined", "joined: Cmd"}}, "11:15"},
	{"quote in quotes", edits{{"  Joined:", "  Joined:\n    doc: 'it's here'"}, {"user: string", "user: strng"}}, "18:14 20:13"},
	{"bracket too many", edits{{"[happy, sad]}", "[happy, sad]}}"}, {"text: string", "text: strng"}}, "15:13 21:31"},
	{"text block not indented", edits{{"  Joined:", "  Joined:\n    doc: |\n    Said when"}}, "19:5"},
	{"keys of a record at its level", edits{{"  Joined:\n    fields:\n      user", "  Joined:\n  fields:\n    user"}}, "18:3"},
	{"keys of a union at its level", edits{{"  Line:\n    tag: type\n    cases:\n      message: Message\n      joined: Joined", "  Line:\n  tag: type\n  cases: {message: Message, joined: Joined}"}}, "7:3"},
	{"cases at the level of cases", edits{{"      message: Message\n      joined: Joined", "    message: Message\n    joined: Joined"}}, "9:5"},
	{"protocol misspelled", edits{{"protocol: chat", "protocal: chat"}}, "2:1"},
	{"type is null", edits{{"text: string", "text: null"}}, "15:13"},
	{"type is a constant", edits{{"text: string", "text: 7"}}, "15:13"},
	{"type in capitals", edits{{"text: string", "text: Integer"}}, "15:13"},
	{"import as a case", edits{{"line: Line", "imports: {sdk: testdata/imported/sdk.yaml}\nline: Line"}, {"joined: Joined", "joined: sdk.Message"}, {"text: string", "text: sdk"}}, "11:15 16:13"},
	{"nothing below line", edits{{"line: Line", "line: Chat"}, {"unions:\n  Line:\n    tag: type\n    cases:\n      message: Message\n      joined: Joined\n", ""}}, "4:7"},
	{"control character", edits{{"  Joined:", "  Joined:\n    doc: \"a\ab\""}}, "18:12"},
	{"line separator", edits{{"  Joined:", "  Joined:\n    doc: \"a\u2028b\""}}, "18:12"},
	{"carriage return", edits{{"  Joined:", "  Joined:\r    fields: bad: worse\n  Joined2:"}}, "17:10"},
	{"second byte order mark", edits{{"ndwire", "\ufeff\ufeffndwire"}}, "1:2"},
	{"deep brackets", edits{{"user: string", "user: " + strings.Repeat("[", 10010)}}, "19:10013"},
	{"null record", edits{{"message: Message", "message: Null"}}, "9:16"},
	{"under section", edits{{"unions:\n  Line:\n", "unions:\nLine:\n"}}, "6:1"},
	{"doc with an open quote", edits{{"  Message:\n", "  Message:\n    doc: \"A text and its mood.\n"}, {"      text: string", "      text: string\n      text: int"}, {"mood?: Mood", "mood?: Moody"}}, "13:10 17:7 18:14"},
	{"deep list", edits{{"text: string", "text: string" + strings.Repeat("[]", 5000)}}, "15:49"},
	{"no-break space in the indentation", edits{{"      text: string", "\u00a0     text: string"}, {"user: string", "user: strng"}}, "15:1 19:13"},
	{"no-break space in a type", edits{{"text: string", "text: string\u00a0| null"}, {"user: string", "us\u200ber: string"}, {"  Joined:", "  Joined:\n    doc: 5\u00a0km"}}, "15:19 20:9"},
	{"three documents and anchors", edits{{"  Message:", "  Message: &m"}, {"  Joined:", "---\nrecords:\n  Joined: &j"}, {"enums:", "---\nenums: &e"}}, "12:12 17:1 19:11 23:8"},
	{"second document with mistakes and anchors", edits{{"  Message:", "  Message: &m"}, {"  Joined:", "---\nfoo\nrecords:\n  Joined:"}}, "12:12 17:1"},
	{"second document with mistakes", edits{{"  Joined:", "---\nfoo\nrecords:\n  Joined:"}}, "17:1"},
	{"list of tags without brackets", edits{{"tag: type", "tag: type, kind"}}, "7:10"},
	{"comma after a tag", edits{{"tag: type", "tag: type,"}}, "7:10"},
	{"list as in Python", edits{{"text: string", "text: list[string]"}}, "15:13"},
	{"package is a keyword", edits{{"package: chat", "package: type"}}, "3:10"},
	{"go type is a pointer", edits{{"text: string", "text: {type: string, go_type: \"*net/netip.Addr\"}"}}, "15:37"},
	{"cases without a tag", edits{{"joined: Joined", "joined: {cases: {a: Joined}}"}}, "10:23"},
	{"fields in a case", edits{{"joined: Joined", "joined: {fields: {user: string}}"}}, "10:15"},
	{"case is null", edits{{"joined: Joined", "joined: null"}}, "10:15"},
	{"names before numbers", edits{{"enums:", "enums:\n  Op: {type: int, values: {Start: 1, \"2\": Stop}}"}}, "21:28 21:38"},
	{"variants in other languages", edits{{"records:", "  Mix: {kinds: {int: Count, bool: Flag, list: {go: List, type: json}, \"null\": None}}\nrecords:"}}, "11:17 11:29 11:41 11:71"},
	{"by is a number", edits{{"records:", "  Pay: {cases: {a: PayA}}\nrecords:\n  PayA: {}"}, {"user: string", "user: {type: Pay, by: 7}"}}, "21:29"},
	{"dash before a key", edits{{"  Joined:", "  - Joined:"}, {"user: string", "user: strng"}}, "17:3 19:13"},
	{"all cases wrong", edits{{"      message: Message\n      joined: Joined", "      0x10: Message\n      -0: Joined"}}, "9:7 10:7"},
	{"type of Rust", edits{{"text: string", "text: Vec<String>"}}, "15:13"},
	{"null as a default", edits{{"text: string", "text?: string | null = null"}}, "15:30"},
	{"case with a dot", edits{{"joined: Joined", "joined: sdk.Joined"}}, "10:15"},
	{"import by address", edits{{"line: Line", "imports: {sdk: \"https://example.com/sdk/spec.yaml\"}\nline: Line"}}, "4:16"},
	{"package named init", edits{{"package: chat", "package: init"}}, "3:10"},
	{"keys of other languages in a field", edits{
		{"text: string", "text: {type: string, optional: true, description: x}"}, {"user: string", "user: {type: string, nullable: true, name: who}"},
	}, "15:28 15:44 19:28 19:44"},
	{"keys of other languages in a record", edits{{"  Joined:\n    fields:", "  Joined:\n    extends: Message\n    required: [user]\n    properties:"}}, "18:5 19:5 20:5"},
	{"keys of other languages in a union", edits{{"    tag: type\n", "    discriminator: type\n    default: json\n"}}, "7:5 8:5"},
	{"enum in a field", edits{{"mood?: Mood", "mood?: {enum: [happy, sad]}"}}, "16:14"},
	{"mapping as the type", edits{{"text: string", "text: {type: {a: string}}"}}, "15:20"},
	{"type of a case", edits{{"joined: Joined", "joined: {type: Joined}"}}, "10:15"},
	{"star as a case", edits{{"joined: Joined", "\"*\": Joined\n      _: Joined"}}, "10:7 11:7 11:7"},
	{"enum of unsigned numbers", edits{{"{values: [happy, sad]}", "{type: uint64, values: {1: Happy, 2: Sad}}"}}, "21:16"},
	{"embeds itself", edits{{"  Joined:\n", "  Joined:\n    embed: Joined\n"}}, "18:12"},
	{"import of a spec as the path of the package", edits{{"line: Line", "import: {sdk: sdk.yaml}\nline: Line"}}, "4:9"},
	{"line is a union", edits{{"line: Line", "line: {tag: type}"}}, "4:7"},
	{"default of a record with members", edits{{"text: string", "first?: Joined = {user: x}"}}, "15:29"},
	{"go type of encoded", edits{{"text: string", "text: {type: encoded<Joined>, go_type: math/big.Int}"}}, "15:46"},
	{"cycle of unions", edits{
		{"unions:\n", "unions:\n  A: {tag: k, cases: {b: B, m: Joined}}\n  B: {tag: j, cases: {a: A, c: {tag: m, cases: {x: C}}}}\n  C: {tag: z, cases: {a: A}}\n"},
		{"joined: Joined", "joined: A"},
	}, "7:26 8:26"},
	{"question mark after a quote", edits{{"text: string", "\"@text\"?: string\n      more: strng"}}, "15:14 16:13"},
	{"question mark after a quote in brackets", edits{{"    fields:\n      user: string", "    fields: {user: strng, \"@text\"?: string}"}}, "18:34"},
	{"list in a type in brackets", edits{{"    fields:\n      user: string", "    fields: {user: encoded<Message[]>}"}}, "18:37"},
	{"unions of another file", edits{
		{"line: Line", "imports: {sdk: testdata/imported/sdk.yaml}\nline: sdk.Line"}, {"records:", "  Some: {of: sdk.Line, cases: [a]}\nrecords:"},
		{"text: string", "text: sdk.Message"},
	}, "5:7 12:14"},
	{"inline is true", edits{{"text: string", "user: {type: Joined, inline: true}"}}, "15:36"},
	{"uint and duration", edits{{"text: string", "text: uint\n      wait: duration"}}, "15:13 16:13"},
	{"another file", edits{{mistakeBase, "name: build\njobs: {test: {steps: []}}\n"}}, "1:1"},
	{"misspelled key in otherwise", edits{{"    cases:", "    otherwise: {to: json, sinse: 2}\n    cases:"}}, "8:27"},
	{"otherwise without a field for the tag", edits{{"    cases:", "    otherwise: Joined\n    cases:"}}, "8:16"},
	{"no-break space after a colon", edits{{"text: string", "text:\u00a0string"}, {"user: string", "user: strng"}}, "15:12 19:13"},
	{"comments as in Go", edits{{"text: string", "text: string // what was said"}, {"      user: string", "      // who\n      user: strng"}}, "15:20 19:7 20:13"},
	{"comment without a space", edits{{"text: string", "text: string# what was said"}}, "15:19"},
	{"bullet in a doc", edits{{"  Joined:", "  Joined:\n    doc: * somebody"}, {"user: string", "user: strng"}}, "18:10 20:13"},
	{"pointer as in Go", edits{{"text: string", "text: *Message"}, {"user: string", "user: strng"}}, "15:13 19:13"},
	{"ampersand in a doc", edits{{"  Joined:", "  Joined:\n    doc: & somebody"}, {"user: string", "user: strng"}}, "18:10 20:13"},
	{"question mark in a doc", edits{{"  Joined:", "  Joined:\n    doc: ? somebody"}, {"user: string", "user: strng"}}, "18:10 20:13"},
	{"doc begins with a quote", edits{{"  Joined:", "  Joined:\n    doc: \"Hello\" is said"}, {"user: string", "user: strng"}}, "18:18 20:13"},
	{"doc begins with a bracket", edits{{"  Joined:", "  Joined:\n    doc: [sic] somebody"}, {"user: string", "user: strng"}}, "18:16 20:13"},
	{"name with an exclamation mark", edits{{"text: string", "!text: string"}, {"user: string", "user: strng"}}, "15:7 19:13"},
	{"two members on a line", edits{{"      text: string\n      mood", "      text: string, mood"}}, "15:26"},
	{"undefined as in TypeScript", edits{{"text: string", "text: string | undefined"}}, "15:22"},
	{"default of a list", edits{{"text: string", "text?: {type: \"string[]\", default: []}\n      first?: Joined = x"}}, "15:42 16:24"},
	{"section of another language", edits{{"records:", "structs:"}, {"user: string", "user: strng"}}, "11:1 19:13"},
	{"section without a meaning", edits{{"records:", "stuff:"}}, "11:1"},
	{"section twice", edits{{"enums:", "records:"}}, "20:1"},
	{"key without a meaning", edits{{"line: Line", "line: Line\nversion: 3"}}, "5:1"},
	{"a record made a union", edits{{"  Joined:\n    fields:\n      user: string", "  Joined:\n    has: {user: Message}"}}, "18:5"},
	{"the tag of a field", edits{{"      mood?: Mood", "      mood?: {type: Mood, tag: id}"}}, "16:27"},
	{"the type of a union", edits{{"    tag: type\n", "    type: kind\n"}}, "4:7 7:5"},
	{"a typo in by", edits{
		{"      message: Message\n", "      message: {tag: name, otherwise: Message}\n"},
		{"      text: string", "      text: {type: Payload, by: nam}"},
		{"records:", "  Payload: {cases: {in: Joined}}\nrecords:"},
	}, "9:16"},
	{"a tag at another member", edits{
		{"    tag: type\n", "    tag: name\n"},
		{"      message: Message\n", "      message: {tag: name, otherwise: Message}\n"},
		{"      text: string", "      text: {type: Payload, by: name}"},
		{"records:", "  Payload: {cases: {in: Joined, out: json}}\nrecords:"},
	}, "9:7 11:21 11:33"},
	{"toml", edits{{mistakeBase, "ndwire = 1\nprotocol = \"x\"\n"}}, "1:1"},
}

func TestMistakes(t *testing.T) {
	if _, err := Parse("spec.yaml", []byte(mistakeBase)); err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, m := range mistakes {
		text := mistakeBase
		for _, e := range m.edits {
			if !strings.Contains(text, e.from) {
				t.Fatalf("%s: the spec has no %q", m.name, e.from)
			}
			text = strings.Replace(text, e.from, e.to, 1)
		}
		_, err := Parse("spec.yaml", []byte(text))
		errs, ok := errors.AsType[Errors](err)
		if !ok {
			t.Errorf("%s: %v", m.name, err)
			continue
		}
		fmt.Fprintf(&all, "# %s\n", m.name)
		var at []string
		for _, e := range errs {
			at = append(at, fmt.Sprintf("%d:%d", e.Pos.Line, e.Pos.Column))
			fmt.Fprintf(&all, "%v\n%s", e, e.Excerpt())
			if e.Source == "" || e.Pos.Column > utf8.RuneCountInString(e.Source)+1 {
				t.Errorf("%s: %v: there is no such place", m.name, e)
			}
		}
		if got := strings.Join(at, " "); got != m.at {
			t.Errorf("%s: errors at %s, want %s\n%v", m.name, got, m.at, err)
		}
	}
	const golden = "testdata/mistakes.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(all.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), all.String()); diff != "" {
		t.Errorf("%s differs (-want +got; write it with -update):\n%s", golden, diff)
	}
}
