package importer_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/ndwire/ndwire/gen"
	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/drift"
	"github.com/ndwire/ndwire/workshop/importer"
)

// TestValidLines checks that a line that a schema accepts has no difference from the imported spec.
func TestValidLines(t *testing.T) {
	for _, test := range []struct{ schema, lines, want string }{
		{ // members with any name of a pattern
			`{"type":"object","required":["type"],"patternProperties":{"^x-":{"type":"string"}},"properties":{"type":{"enum":["a","b"]}}}`,
			`{"type":"a","x-1":"y"}
{"type":"b"}`,
			"open: true",
		},
		{ // ... beside alternatives
			`{"patternProperties":{"^x-":{}},"oneOf":[{"properties":{"type":{"const":"a"},"n":{"type":"integer"}},"required":["type"]},{"properties":{"type":{"const":"b"}},"required":["type"]}]}`,
			`{"type":"a","x-1":"y","n":1}
{"type":"b","x-2":[1]}`,
			"open: true",
		},
		{ // other members of a type, in a part of allOf, and in a field
			`{"allOf":[{"type":"object","additionalProperties":{"type":["integer","string","object"]},"properties":{"type":{"const":"a"},"in":{"type":"object","properties":{"k":{"type":"string"}},"additionalProperties":true}},"required":["type"]}]}`,
			`{"type":"a","n":1,"in":{"k":"x","m":null}}`,
			"open: true",
		},
		{ // only other members
			`{"oneOf":[{"type":"object","properties":{"type":{"const":"a"}},"required":["type"],"additionalProperties":{}},{"type":"object","properties":{"type":{"const":"b"}},"required":["type"]}]}`,
			`{"type":"a","n":1}
{"type":"b"}`,
			"A: {open: true}",
		},
		{ // a tag that is not always there, and that a condition requires
			`{"type":"object","properties":{"kind":{"type":"string"},"x":{"type":"integer"}},"required":["x"],"if":{"properties":{"kind":{"const":"q"}},"required":["kind"]},"then":{"properties":{"k":{"type":"string"}},"required":["k"]}}`,
			`{"x":1}
{"x":1,"kind":"z"}
{"x":1,"kind":"q","k":"s"}`,
			"q: Q\n    otherwise: Other\n\nrecords:",
		},
		{ // ... which all values have that it can have
			`{"type":"object","properties":{"in":{"properties":{"version":{"enum":["1","2"]},"x":{"type":"integer"}},"allOf":[{"if":{"required":["version"],"properties":{"version":{"const":"1"}}},"then":{"properties":{"a":{"type":"string"}}}},{"if":{"required":["version"],"properties":{"version":{"const":"2"}}},"then":{"properties":{"b":{"type":"string"}}},"else":{"properties":{"c":{"type":"string"}}}}]}}}`,
			`{"in":{"version":"1","a":"x","c":"y"}}
{"in":{"version":"2","b":"x"}}
{"in":{"x":1,"c":"y"}}`,
			"absent: InOther",
		},
		{ // conditions about two members, which give others
			`{"type":"object","properties":{"color":{"enum":["red","blue"]},"size":{"enum":["s","m"]}},"required":["color","size"],"allOf":[` +
				`{"if":{"properties":{"color":{"const":"red"}}},"then":{"properties":{"r":{"type":"integer"}},"required":["r"]}},` +
				`{"if":{"properties":{"size":{"const":"s"}}},"then":{"properties":{"w":{"type":"string"}}},"else":{"properties":{"h":{"type":"integer"}}}}]}`,
			`{"color":"red","size":"s","r":1,"w":"x"}
{"color":"red","size":"m","r":1,"h":2}
{"color":"blue","size":"m","h":2}
{"color":"blue","size":"s"}`,
			"tag: color",
		},
		{ // a condition about two members, which is left out
			`{"type":"object","properties":{"kind":{"enum":["a","b"]},"sub":{"type":"string"}},"required":["kind"],"if":{"properties":{"kind":{"const":"a"},"sub":{"const":"s"}}},"then":{"properties":{"n":{"type":"integer"},"m":false}}}`,
			`{"kind":"a","sub":"s","n":1}
{"kind":"b"}`,
			`"n?": int`,
		},
		{ // a record that always contains itself
			`{"$ref":"#/$defs/N","$defs":{"N":{"type":"object","properties":{"next":{"anyOf":[{"$ref":"#/$defs/N"}]}},"required":["next"]}}}`,
			``,
			"would contain itself without end",
		},
		{ // a number, and the text of it
			`{"oneOf":[{"type":"object","properties":{"op":{"const":0}},"required":["op"]},{"type":"object","properties":{"op":{"const":"0"},"n":{"type":"integer"}},"required":["op"]}]}`,
			`{"op":0}
{"op":"0","n":1}`,
			`kind: "0_2"`,
		},
		{ // a text or a number, in the records of two cases
			`{"oneOf":[{"type":"object","properties":{"id":{"type":["string","number"]},"method":{"type":"string"}},"required":["id","method"]},{"type":"object","properties":{"id":{"type":["string","number"]},"result":{}},"required":["id","result"]}]}`,
			`{"id":1,"method":"a"}
{"id":"x","result":{}}`,
			"Result: {fields: {id: ID, result: json}}",
		},
		{ // words in a part, an object or a list
			`{"type":"object","properties":{"type":{"const":"a"},"id":{"anyOf":[{"allOf":[{"enum":["x","y"]},{"minLength":1}]},{"$ref":"#"},{"type":"array","items":{"$ref":"#"}}]}},"required":["type"]}`,
			`{"type":"a","id":"x"}
{"type":"a","id":{"type":"a","id":[{"type":"a"}]}}`,
			"string: {go: Text, type: IDID}",
		},
		{ // words, or another text
			`{"type":"object","properties":{"type":{"const":"a"},"state":{"anyOf":[{"enum":["on","off"]},{"type":"string"}]},"next":{"$ref":"#/$defs/M"},"last":{"$ref":"#/$defs/M"}},"required":["type"],"$defs":{"M":{"anyOf":[{"type":"string","description":"Any other."},{"const":"x"},{"const":"y"}]}}}`,
			`{"type":"a","state":"on","next":"x","last":"y"}
{"type":"a","state":"broken","next":"z","last":""}`,
			"open: true, values: [\"on\", \"off\"]",
		},
		{ // ... or null, as one of the words
			`{"type":"object","properties":{"type":{"const":"a"},"state":{"anyOf":[{"type":"string"},{"enum":["on","off",null]}]},"list":{"type":"array","items":{"anyOf":[{"enum":["x",null]},{"enum":["y"]}]}}},"required":["type","state"]}`,
			`{"type":"a","state":"on","list":["x",null,"y"]}
{"type":"a","state":null}
{"type":"a","state":"broken"}`,
			"state: State | null",
		},
		{ // alternatives within alternatives, also ones that are the same or hold each other
			`{"type":"object","required":["type"],"properties":{"type":{"const":"a"},"unit":{"$ref":"#/$defs/Unit"},"open":{"anyOf":[{"$ref":"#/$defs/Unit"},{"type":"string"}]},"id":{"oneOf":[{"anyOf":[{"type":"string"},{"type":"null"}]},{"type":"integer"}]},"loop":{"$ref":"#/$defs/Loop"},"last":{"anyOf":[{"$ref":"#/$defs/Unit"},{"type":"null"}]}},"$defs":{"Unit":{"anyOf":[{"$ref":"#/$defs/Local"},{"$ref":"#/$defs/UTC"}]},"Local":{"anyOf":[{"enum":["day"],"description":"Of 24 hours."},{"enum":["hour","minute"]}]},"UTC":{"enum":["utcday","utchour"]},"Loop":{"anyOf":[{"type":"string"},{"anyOf":[{"$ref":"#/$defs/Loop"},{"type":"boolean"}]}]}}}`,
			`{"type":"a","unit":"day","open":"x","id":null,"loop":true,"last":null}
{"type":"a","unit":"utchour","open":"utcday","id":1,"loop":"x"}
{"type":"a","id":"x"}`,
			`      last?: Unit | null

enums:
  Unit:
    values:
      day: {doc: "Of 24 hours."}
      hour:
      minute:
      utcday:
      utchour:`,
		},
		{ // numbers, or another whole number
			`{"type":"object","required":["type","code"],"properties":{"type":{"const":"a"},"code":{"$ref":"#/$defs/Code"},"level":{"anyOf":[{"const":1},{"const":2},{"type":"integer","format":"int64"}]},"op":{"oneOf":[{"const":0,"title":"Say"},{"const":1,"title":"Leave"},{"const":2,"title":"Leave"}]}},"$defs":{"Code":{"anyOf":[{"const":-32700,"title":"Parse error","description":"Not JSON."},{"type":"integer","const":-32601},{"type":"integer","format":"int32","title":"Other"},{"type":"null"}]}}}`,
			`{"type":"a","code":-32700,"level":1,"op":0}
{"type":"a","code":7,"level":3000000000,"op":2}
{"type":"a","code":null}`,
			`      -32700: {go: ParseError, doc: "Not JSON."}
      -32601: Minus32601
  Level: {type: int, open: true, values: [1, 2]}
  Op:
    type: int
    values:
      0: Say
      1: Leave
      2: Leave2`,
		},
		{ // members that a spec cannot declare
			`{"type":"object","required":["type"],"properties":{"type":{"const":"a"},"":{"type":"string"},"in":{"type":"object","properties":{"ok?":{"type":"integer"},"n":{"type":"integer"}}}}}`,
			`{"type":"a","":"x","in":{"ok?":1,"n":1}}`,
			"open: true",
		},
		{ // members that are only required, unless the object is open anyway
			`{"type":"object","required":["type","id"],"properties":{"type":{"const":"a"},"in":{"type":"object","properties":{"n":{"type":"integer"}},"anyOf":[{"type":"object","required":["x"]},{"type":"object","required":["y"]}]},"m":{"type":"object","required":["x"],"additionalProperties":{"type":"string"}}}}`,
			`{"type":"a","id":[1],"in":{"n":1,"x":"a"}}
{"type":"a","id":null,"in":{"y":{}},"m":{"x":"a","z":"b"}}`,
			`"m?": "map<string, string>"`,
		},
		{ // alternatives one of which can be an object or another value
			`{"type":"object","required":["type"],"properties":{"type":{"const":"a"},"body":{"anyOf":[{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]},{"type":["object","array","string"],"properties":{"t":{"type":"string"}},"required":["t"]}]},"or":{"anyOf":[{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]},{"type":["array","boolean","integer","null","number","object","string"]}]}}}`,
			`{"type":"a","body":{"n":1},"or":"x"}
{"type":"a","body":["x"],"or":{"n":1}}
{"type":"a","body":"x","or":{"n":"x"}}`,
			"body?: json",
		},
		{ // defaults that YAML would end early, or that a number cannot have
			`{"type":"object","required":["type"],"properties":{"type":{"const":"a"},"t":{"type":"string","default":"see: here"},"u":{"type":"string","default":" # [x], y"},"n":{"type":"number","default":1e999},"in":{"type":"object","properties":{"w":{"enum":["k: v","l"],"default":"k: v"}}}}}`,
			`{"type":"a","t":"x","u":"y","n":1,"in":{"w":"l"}}`,
			`t?: "string = \"see: here\""`,
		},
		{ // lines within lines
			`{"oneOf":[{"type":"object","properties":{"type":{"const":"node"},"children":{"type":"array","items":{"$ref":"#"}}},"required":["type"]},{"type":"object","properties":{"type":{"const":"leaf"},"text":{"type":"string"}},"required":["type"]}]}`,
			`{"type":"node","children":[{"type":"leaf","text":"a"},{"type":"node"}]}`,
			"Line[]",
		},
		{ // maps whose values depend on the names
			`{"type":"object","properties":{"type":{"const":"a"},"m":{"type":"object","patternProperties":{"^n":{"type":"integer"},"^t":{"type":"string"},"^u":{"type":"string"}},"additionalProperties":false},"o":{"type":"object","patternProperties":{"^b":{"type":"boolean"}},"additionalProperties":{"type":"string"}},"any":{"type":"object","patternProperties":{"^x":true,"^y":{"type":"string"}}}},"required":["type"]}`,
			`{"type":"a","m":{"n1":1,"t1":"x","u1":"y"},"o":{"b":true,"c":"x"},"any":{"x":[1],"y":"z"}}`,
			`any?: map<string, json>`,
		},
		{ // maps whose names are words, or any text
			`{"type":"object","properties":{"type":{"const":"a"},"m":{"type":"object","propertyNames":{"$ref":"#/$defs/Lang"},"additionalProperties":{"type":"integer"}},"o":{"type":"object","propertyNames":{"enum":["x","y"]},"additionalProperties":{"type":["string","null"]}},"p":{"type":"object","propertyNames":{"type":"string"},"additionalProperties":{"$ref":"#/$defs/Lang"}}},"required":["type"],"$defs":{"Lang":{"enum":["de","en"]}}}`,
			`{"type":"a","m":{"de":1,"en":2},"o":{"x":"a","y":null},"p":{"z":"de"}}`,
			`# From a JSON Schema.
ndwire: 1
protocol: lines
package: lines
line: Line

unions:
  Line:
    tag: type
    cases:
      a: A

records:
  A:
    fields:
      m?: map<Lang, int>
      o?: map<OKey, string | null>
      p?: map<string, Lang>
`,
		},
		{ // maps of texts and of such maps
			`{"type":"object","properties":{"type":{"const":"a"},"meta":{"$ref":"#/$defs/M"}},"required":["type"],"$defs":{"M":{"type":"object","additionalProperties":{"anyOf":[{"type":"string"},{"$ref":"#/$defs/M"}]}}}}`,
			`{"type":"a","meta":{"x":"y","z":{"x":{"y":"z"}}}}`,
			`object: {go: Object, type: "map<string, M>"}`,
		},
		{ // one record for a case and for all other values of the tag
			`{"anyOf":[{"type":"object","properties":{"kind":{"type":"string"}},"required":["kind"],"allOf":[{"$ref":"#/$defs/C"}]},{"type":"object","properties":{"kind":{"const":"a"}},"required":["kind"],"allOf":[{"$ref":"#/$defs/C"}]},{"type":"object","properties":{"kind":{"const":"b"}},"required":["kind"]}],"$defs":{"C":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}}}`,
			`{"kind":"a","text":"x"}
{"kind":"c","text":"y"}
{"kind":"b"}`,
			"otherwise: Other",
		},
		{ // one definition with another tag in each case, beside its reference
			`{"anyOf":[{"$ref":"#/$defs/C","properties":{"type":{"const":"a"}},"required":["type"]},{"$ref":"#/$defs/C","properties":{"type":{"const":"b"},"n":{"type":"integer"}},"required":["type","n"]}],"$defs":{"C":{"type":"object","properties":{"t":{"type":"string"}}}}}`,
			`{"type":"a","t":"x"}
{"type":"b","n":1}`,
			"b: B",
		},
		{ // definitions that extend another one beside its reference, also as cases and below references
			`{"oneOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/Alias"}],"$defs":{"Alias":{"$ref":"#/$defs/B"},"A":{"type":"object","properties":{"tag":{"const":"a"},"in":{"$ref":"#/$defs/Both"}},"required":["tag"],"$ref":"#/$defs/Base"},"B":{"type":"object","properties":{"tag":{"const":"b"}},"required":["tag"],"$ref":"#/$defs/Base"},"Base":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]},"Both":{"properties":{"t":{"type":"string"},"next":{"$ref":"#/$defs/Both"}},"required":["t"],"$ref":"#/$defs/Base"}}}`,
			`{"tag":"a","n":1,"in":{"n":2,"t":"x","next":{"n":3,"t":"y"}}}
{"tag":"b","n":1}`,
			`Both: {fields: {"n": int, t: string, "next?": Both}}`,
		},
		{ // two values of a tag, and another tag below
			`{"anyOf":[{"properties":{"type":{"enum":["a","b"]},"sub":{"const":"x"}},"required":["type","sub"]},{"properties":{"type":{"enum":["a","b"]},"sub":{"const":"y"}},"required":["type","sub"]},{"properties":{"type":{"const":"c"}},"required":["type"]},{"properties":{"type":{"const":"d"}},"required":["type"]},{"properties":{"type":{"const":"e"}},"required":["type"]}]}`,
			`{"type":"a","sub":"x"}
{"type":"b","sub":"x"}
{"type":"b","sub":"y"}`,
			"AX: {fields: {type: Type}}",
		},
		{ // the same definitions under other values of a discriminator
			`{"type":"object","properties":{"p":{"anyOf":[{"$ref":"#/$defs/C"},{"$ref":"#/$defs/D"}],"discriminator":{"propertyName":"k","mapping":{"c":"C","d":"D"}}},"q":{"anyOf":[{"$ref":"#/$defs/C"},{"$ref":"#/$defs/D"}],"discriminator":{"propertyName":"k","mapping":{"cc":"C","dd":"D"}}}},"$defs":{"C":{"type":"object","properties":{"k":{"type":"string"},"t":{"type":"string"}}},"D":{"type":"object","properties":{"k":{"type":"string"},"n":{"type":"integer"}}}}}`,
			`{"p":{"k":"c","t":"x"},"q":{"k":"cc","t":"x"}}
{"p":{"k":"d","n":1},"q":{"k":"dd","n":1}}`,
			`"q?": Q`,
		},
		{ // schemas with names of their own, as a bundler puts them into one file
			`{"$id":"https://example.com/all/Line.json","oneOf":[{"$ref":"./Ping.json"},{"$ref":"Said.json"}],"$defs":{"https://example.com/all/Ping.json":{"$id":"https://example.com/all/Ping.json","type":"object","required":["type"],"properties":{"type":{"const":"ping"},"at":{"$ref":"#/definitions/At"}},"definitions":{"At":{"type":"integer"}}},"said":{"$id":"Said.json","type":"object","required":["type","by"],"properties":{"type":{"const":"said"},"by":{"$ref":"people/User.json#here"},"to":{"$ref":"people/User.json#/$defs/Name"}}},"user":{"$id":"people/User.json","$defs":{"Name":{"type":"string"},"U":{"$anchor":"here","type":"object","required":["name"],"properties":{"name":{"$ref":"#/$defs/Name"},"line":{"$ref":"../Ping.json"}}}}}}}`,
			`{"type":"ping","at":1}
{"type":"said","by":{"name":"a","line":{"type":"ping","at":2}},"to":"b"}`,
			"ping: Ping",
		},
		{ // ... in which a reference means the whole file, against the rules
			`{"$id":"https://example.com/all.json","$schema":"http://json-schema.org/draft-07/schema#","oneOf":[{"$ref":"#/definitions/A"},{"$ref":"#/definitions/b"}],"definitions":{"A":{"$id":"#a","type":"object","required":["type"],"properties":{"type":{"const":"a"},"next":{"$ref":"#b"}}},"b":{"$id":"#b","type":"object","required":["type"],"properties":{"type":{"const":"b"},"n":{"$id":"/properties/n","type":"integer"}}}}}`,
			`{"type":"a","next":{"type":"b","n":1}}`,
			`"next?": B`,
		},
		{ // a tag in a member that all lines have
			`{"oneOf":[{"type":"object","required":["meta","n"],"properties":{"meta":{"type":"object","required":["type"],"properties":{"id":{"type":"string"},"type":{"const":"org.a"}}},"n":{"type":"integer"}}},{"type":"object","required":["meta"],"properties":{"meta":{"$ref":"#/$defs/M"},"t":{"type":"string"}}}],"$defs":{"M":{"type":"object","required":["type"],"properties":{"type":{"enum":["org.b","org.c"]}}}}}`,
			`{"meta":{"id":"x","type":"org.a"},"n":1}
{"meta":{"type":"org.b"},"t":"x"}
{"meta":{"type":"org.c"}}`,
			"tag: meta.type",
		},
		{ // tags of several values each, few of which two alternatives have
			`{"anyOf":[{"properties":{"type":{"enum":["a","b","c"]},"n":{"type":"integer"}},"required":["type"]},{"properties":{"type":{"enum":["c","d","e"]},"t":{"type":"string"}},"required":["type","t"]}]}`,
			`{"type":"a","n":1}
{"type":"c"}
{"type":"c","t":"x"}
{"type":"e","t":"y"}`,
			"otherwise: A",
		},
		{ // a tag that one alternative can lack
			`{"oneOf":[{"properties":{"type":{"const":"a"},"n":{"type":"integer"}},"required":["n"]},{"properties":{"type":{"const":"b"},"t":{"type":"string"}},"required":["type","t"]},{"properties":{"type":{"const":"c"}},"required":["type"]}]}`,
			`{"type":"a","n":1}
{"n":1}
{"type":"b","t":"x"}
{"type":"c"}`,
			"absent: A",
		},
		{ // ... or several, as those of a program that writes no defaults
			`{"anyOf":[{"properties":{"type":{"const":"a","default":"a"},"n":{"type":"integer"}}},{"properties":{"type":{"const":"b","default":"b"},"t":{"type":"string"}}},{"properties":{"type":{"const":"c"}},"required":["type"]}]}`,
			`{"type":"a","n":1}
{"n":1}
{"type":"b","t":"x"}
{}
{"type":"c"}`,
			"absent: json  # 2 alternatives can be without the tag",
		},
		{ // ... in a member that one alternative can lack
			`{"oneOf":[{"type":"object","required":["meta","n"],"properties":{"meta":{"type":"object","required":["type"],"properties":{"type":{"const":"a"}}},"n":{"type":"integer"}}},{"type":"object","properties":{"meta":{"type":"object","required":["type"],"properties":{"type":{"const":"b"}}},"t":{"type":"string"}}}]}`,
			`{"meta":{"type":"a"},"n":1}
{"meta":{"type":"b"},"t":"x"}
{"t":"x"}`,
			"absent: json  # 1 alternative can be without the tag",
		},
		{ // the usual names of tags, in a single object
			`{"type":"object","properties":{"event_type":{"enum":["a","b"]},"n":{"type":"integer"}},"required":["event_type"]}`,
			`{"event_type":"a","n":1}`,
			"tag: event_type",
		},
		{ // ... or in alternatives that only have it in common
			`{"anyOf":[{"type":"object","properties":{"kind":{"enum":["a","b"]},"n":{"type":"integer"}},"required":["kind"]},{"type":"object","properties":{"kind":{"enum":["b","a"]},"t":{"type":"string"}},"required":["kind"]}]}`,
			`{"kind":"a","n":1}
{"kind":"b","t":"x"}`,
			"tag: kind",
		},
		{ // a value beside a reference to all values, or in a part
			`{"anyOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/B"},{"$ref":"#/$defs/C"}],"$defs":{"K":{"type":"string","enum":["a","b","c"]},"A":{"type":"object","required":["type"],"properties":{"type":{"$ref":"#/$defs/K","const":"a"},"n":{"type":"integer"}}},"B":{"type":"object","required":["type"],"properties":{"type":{"allOf":[{"$ref":"#/$defs/K"},{"const":"b"}]},"t":{"type":"string"}}},"C":{"type":"object","required":["type","of"],"properties":{"type":{"allOf":[{"$ref":"#/$defs/K"},{"enum":["c"]}],"description":"of it"},"of":{"$ref":"#/$defs/K","enum":["a","b"]},"k":{"$ref":"#/$defs/K"}}}}}`,
			`{"type":"a","n":1}
{"type":"b","t":"x"}
{"type":"c","of":"b","k":"c"}`,
			"a: A\n      b: B\n      c: C",
		},
		{ // conditions on the type
			`{"type":"object","required":["id","type"],"properties":{"id":{"type":"integer"},"type":{"enum":["said","left","ping","pong"]},"payload":{"type":"object"}},"allOf":[{"if":{"properties":{"type":{"const":"said"}}},"then":{"required":["payload"],"properties":{"payload":{"$ref":"#/$defs/Said"}}}},{"if":{"properties":{"type":{"const":"left"}},"required":["type"]},"then":{"properties":{"payload":false,"by":{"type":"string"}},"required":["by"]}}],"$defs":{"Said":{"type":"object","required":["text"],"properties":{"text":{"type":"string"}}}}}`,
			`{"id":1,"type":"said","payload":{"text":"a"}}
{"id":2,"type":"left","by":"b"}
{"id":3,"type":"ping"}
{"id":3,"type":"pong","payload":{}}`,
			"Left: {fields: {id: int, by: string}}",
		},
		{ // ... or else, with a member of any other text
			`{"type":"object","required":["kind"],"properties":{"kind":{"type":"string"},"at":{"type":"string","format":"date-time"}},"if":{"properties":{"kind":{"const":"a"}}},"then":{"required":["at"],"properties":{"n":{"type":"integer"},"at":{"minLength":1}}},"else":{"if":{"properties":{"kind":{"enum":["b","c"]}}},"then":{"required":["t"],"properties":{"t":{"type":"string"}}},"else":{"properties":{"any":{}}}}}`,
			`{"kind":"a","n":1,"at":"2024-01-02T03:04:05Z"}
{"kind":"b","t":"x"}
{"kind":"c","t":"x","at":"2024-01-02T03:04:05Z"}
{"kind":"zzz","any":[1]}`,
			"at: time",
		},
		{ // values that are no objects, described by several parts
			`{"type":"object","required":["type","id"],"properties":{"type":{"const":"a"},"id":{"allOf":[{"$ref":"#/$defs/Id"},{"pattern":"^a"}]},"at":{"allOf":[{"type":["string","null"]},{"format":"date-time"}]},"level":{"description":"of it","allOf":[{"$ref":"#/$defs/Level"},{"type":"string"}]},"list":{"allOf":[{"type":"array","items":{"$ref":"#/$defs/Level"}},{"allOf":[{"minItems":1}]}]},"text":{"type":"string","anyOf":[{"pattern":"a"},{"pattern":"b"}]}},"$defs":{"Id":{"type":"string"},"Level":{"enum":["low","high"]}}}`,
			`{"type":"a","id":"ab","at":"2024-01-02T03:04:05Z","level":"low","list":["high"],"text":"b"}
{"type":"a","id":"ac","at":null}`,
			`      id: string
      at?: time | null
      level?: {type: Level, doc: "of it"}
      list?: Level[]
      text?: string
`,
		},
		{ // a type that can be a bool, extended
			`{"type":"object","required":["type"],"properties":{"type":{"const":"a"},"schema":{"$ref":"#/$defs/S"}},"$defs":{"B":{"type":["object","boolean"],"properties":{"not":{"$ref":"#/$defs/B"},"n":{"type":"integer"}}},"S":{"allOf":[{"$ref":"#/$defs/B"},{"properties":{"not":{"$ref":"#/$defs/S"},"t":{"type":"string"}}}]}}}`,
			`{"type":"a","schema":true}
{"type":"a","schema":{"n":1,"t":"x","not":{"n":1,"t":"x","not":false}}}`,
			`"schema?": S`,
		},
		{ // ... that a spec cannot express, with members that the object does not have
			`{"type":"object","required":["type"],"properties":{"type":{"const":"a"},"bindings":{"type":"object","properties":{"version":{"enum":["1","2"]}},"allOf":[{"if":{"not":{"required":["version"]}},"then":{"$ref":"#/$defs/V1"}},{"if":{"properties":{"version":{"const":"2"}}},"then":{"$ref":"#/$defs/V2"},"else":{"properties":{"z":{"type":"integer"}}}}]}},"$defs":{"V1":{"properties":{"x":{"type":"string"}},"patternProperties":{"^x-":{}}},"V2":{"properties":{"y":{"type":"string"}},"required":["y"]}}}`,
			`{"type":"a","bindings":{"x":"a","y":"b","x-1":2}}
{"type":"a","bindings":{"version":"2","y":"b"}}
{"type":"a","bindings":{"version":"1","z":5}}`,
			`"y?": string`,
		},
		{ // ... that give one member several types
			`{"type":"object","properties":{"kind":{"enum":["p","q","r"]},"n":{"type":"integer"}},"allOf":[{"if":{"properties":{"kind":{"const":"p"}}},"then":{"properties":{"x":{"type":"integer"},"y":{"type":"string"}}}},{"if":{"properties":{"kind":{"const":"q"}}},"then":{"properties":{"x":{"type":"object","properties":{"t":{"type":"string"}}},"y":{"type":"string"}}}},{"if":{"properties":{"n":{"minimum":5}}},"then":{"properties":{"z":{"type":"boolean"}}},"else":{"properties":{"z":{"type":"array","items":{"type":"string"}}}}}]}`,
			`{"kind":"p","x":1,"y":"a","n":5,"z":true}
{"kind":"q","x":{"t":"a"},"y":"b","n":1,"z":["a"]}
{"kind":"r"}`,
			"z?: Z",
		},
		{ // alternatives that require members, or nothing, in a line and in a field
			`{"type":"object","properties":{"id":{"type":"string"},"in":{"$ref":"#/$defs/In"}},"anyOf":[{"oneOf":[{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]},{"type":"object","properties":{"b":{"type":"integer"}},"required":["b"]}]},{}],"$defs":{"In":{"type":"object","properties":{"t":{"type":"string"}},"anyOf":[{"description":"None of them."},{"properties":{"c":{"type":"string"}},"required":["c"]},{"properties":{"d":{"type":"integer"}},"required":["d"]}]}}}`,
			`{"id":"x","a":"y","in":{"c":"x"}}
{"b":1,"in":{"d":1,"t":"x"}}
{"id":"x","in":{"t":"x"}}
{}`,
			"otherwise: Other",
		},
		{ // members that tell most alternatives apart
			`{"anyOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/B"},{"$ref":"#/$defs/C"},{"properties":{"sender":{"type":"string"},"n":{"type":"integer"}},"required":["sender"]},{"properties":{"sender":{"type":"string"},"n":{"type":"integer"},"t":{"type":"string"}},"required":["sender"]},{"properties":{"sender":{"type":"string"},"any":{"anyOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/B"},{"properties":{"n":{"type":"integer"}}},{"properties":{"n":{"type":"integer"},"t":{"type":"string"}}}]}},"required":["sender","any"]}],"$defs":{"A":{"type":"object","properties":{"a":{"type":"integer"},"sender":{"type":"string"}},"required":["a"]},"B":{"type":"object","properties":{"b":{"type":"integer"},"sender":{"type":"string"}},"required":["b"]},"C":{"type":"object","properties":{"c":{"type":"integer"},"sender":{"type":"string"}},"required":["c"]}}}`,
			`{"a":1,"sender":"x"}
{"b":1}
{"c":1,"sender":"x"}
{"n":1,"sender":"x"}
{"t":"y","sender":"x"}
{"sender":"x","any":{"a":1}}
{"sender":"x","any":{"n":1,"t":"x"}}`,
			"otherwise: Other  # 2 alternatives that nothing tells apart",
		},
		{ // numbers beyond 63 bits
			`{"type":"object","properties":{"type":{"const":"a"},"n":{"type":"integer","minimum":0,"maximum":18446744073709551615}},"required":["type"]}`,
			`{"type":"a","n":18446744073709551615}`,
			"uint64",
		},
	} {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(test.schema))
		if err != nil {
			t.Fatal(err)
		}
		c := jsonschema.NewCompiler()
		if err := c.AddResource("schema.json", value); err != nil {
			t.Fatal(err)
		}
		accepts := c.MustCompile("schema.json")
		for line := range strings.Lines(test.lines) {
			value, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
			if err != nil {
				t.Fatal(err)
			}
			if err := accepts.Validate(value); err != nil {
				t.Fatal(err)
			}
		}
		d, err := importer.Import("lines", []byte(test.schema), importer.Options{})
		if err != nil {
			t.Fatal(err)
		}
		m, err := spec.Parse("lines.yaml", d.YAML())
		if err != nil {
			t.Fatalf("%v\n%s", err, d.YAML())
		}
		if _, err := gen.Generate(m); err != nil {
			t.Fatalf("%v\n%s", err, d.YAML())
		}
		compared, err := drift.New(m)
		if err != nil {
			t.Fatal(err)
		}
		if err := compared.Read(bytes.NewReader([]byte(test.lines))); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(d.YAML()), test.want) {
			t.Errorf("no %s in\n%s", test.want, d.YAML())
		}
		for _, f := range compared.Report().Findings {
			t.Errorf("%v\n%s", f, d.YAML())
		}
	}
}
