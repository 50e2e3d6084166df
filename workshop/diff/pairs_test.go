package diff_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/diff"
)

// pairs are changes of small specs, with a line that strict readers of the old spec accept.
var pairs = []struct {
	name     string
	spec     string // without its head
	from, to string
	line     string
	why      string // a part of the reason why the change breaks the line; "" if it breaks nothing
	means    bool   // strict readers of the new spec accept the line, which has another meaning
}{
	{
		"a record in a field becomes a case",
		"unions:\n  Line: {tag: type, cases: {a: A}}\n  U: {tag: kind, cases: {b: B}}\nrecords:\n  A: {fields: {p: Part, \"u?\": U}}\n  B: {}\n  Part: {}\n",
		"{b: B}", "{b: B, p: Part}",
		`{"type":"a","p":{}}`, `lack its tag "kind"`, false,
	},
	{
		"a record in a field is a case without a tag first",
		"unions:\n  X: {external: {Q: Part}}\n  Line: {tag: type, cases: {a: A}}\n  U: {tag: kind, cases: {b: B}}\nrecords:\n  A: {fields: {p: Part, \"u?\": U, \"x?\": X}}\n  B: {}\n  Part: {}\n",
		"{b: B}", "{b: B, p: Part}",
		`{"type":"a","p":{}}`, "", false,
	},
	{
		"a record in a field is no longer a case",
		"unions:\n  Line: {tag: type, cases: {a: A}}\n  U: {tag: kind, cases: {p: Part}}\nrecords:\n  A: {fields: {p: Part}}\n  Part: {}\n",
		"  U: {tag: kind, cases: {p: Part}}\n", "",
		`{"type":"a","p":{"kind":"p"}}`, `its tag "kind" is an unknown member`, false,
	},
	{
		"a new member of an open record",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {open: true}\n",
		"{open: true}", `{open: true, fields: {"n?": int}}`,
		`{"type":"a","n":"x"}`, "it was an unknown member of an open record", false,
	},
	{
		"a new json member of an open record",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {open: true}\n",
		"{open: true}", `{open: true, fields: {"n?": json}}`,
		`{"type":"a","n":"x"}`, "", false,
	},
	{
		"a new alias in an open record",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {open: true, fields: {\"n?\": int}}\n",
		`"n?": int`, `"n?": {type: int, alias: [m]}`,
		`{"type":"a","m":"x"}`, "it was an unknown member of an open record", false,
	},
	{
		"a new name in an open record",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {open: true, fields: {\"n?\": int}}\n",
		`"n?": int`, `"m?": {type: int, alias: [n]}`,
		`{"type":"a","m":"x"}`, "it was an unknown member of an open record", false,
	},
	{
		"an alias that becomes the name in an open record",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {open: true, fields: {\"n?\": {type: int, alias: [m]}}}\n",
		`"n?": {type: int, alias: [m]}`, `"m?": {type: int, alias: [n]}`,
		`{"type":"a","m":1}`, "", false,
	},
	{
		"a member that was used in some cases only",
		"unions:\n  Line: {tag: type, cases: {a: A, b: A}}\nrecords:\n  A: {tag: type, fields: {type: string, n: {type: int, when: [a]}}}\n",
		"n: {type: int, when: [a]}", "n: int",
		`{"type":"b"}`, "lines that lack it", false,
	},
	{
		"json that is never null any more",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {j: json}}\n",
		"j: json", "j: {type: json, zero: {}}",
		`{"type":"a","j":null}`, "a null is refused", false,
	},
	{
		"a union that is never null any more",
		"unions:\n  Line: {tag: type, cases: {a: A}}\n  U: {tag: kind, cases: {b: B}}\nrecords:\n  A: {fields: {u: U | null}}\n  B: {}\n",
		"u: U | null", "u: U",
		`{"type":"a","u":null}`, "", false,
	},
	{
		"elements that are never null any more",
		"unions:\n  Line: {tag: type, cases: {a: A}}\n  U: {tag: kind, cases: {b: B}}\nrecords:\n  A: {fields: {u: \"(U | null)[]\"}}\n  B: {}\n",
		"(U | null)[]", "U[]",
		`{"type":"a","u":[null]}`, "a null among the elements", false,
	},
	{
		"elements that become a union by JSON type",
		"unions:\n  Line: {tag: type, cases: {a: A}}\n  K: {kinds: {array: {go: List, type: \"int64[]\"}, string: Text}}\nrecords:\n  A: {fields: {u: \"(int64[] | null)[]\"}}\n",
		"(int64[] | null)[]", "K[]",
		`{"type":"a","u":[null,[1]]}`, "", false,
	},
	{
		"JSON in a string that becomes a text or a number",
		"unions:\n  Line: {tag: type, cases: {a: A}}\n  K: {kinds: {string: Text, number: Number}}\nrecords:\n  A: {fields: {u: \"encoded<B>\"}}\n  B: {fields: {n: int}}\n",
		"encoded<B>", "K",
		`{"type":"a","u":"{\"n\":1}"}`, "", false,
	},
	{
		"JSON in a string that becomes a number or a list",
		"unions:\n  Line: {tag: type, cases: {a: A}}\n  K: {kinds: {array: {go: List, type: json}, number: Number}}\nrecords:\n  A: {fields: {u: \"encoded<B>\"}}\n  B: {fields: {n: int}}\n",
		"encoded<B>", "K",
		`{"type":"a","u":"{\"n\":1}"}`, "no variant for a JSON string", false,
	},
	{
		"a new flattened record without required members",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {}\n  F: {fields: {\"f?\": int}}\n",
		"A: {}", "A: {fields: {flat: {type: F, inline: always}}}",
		`{"type":"a"}`, "", false,
	},
	{
		"a new flattened record with a required member",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {}\n  F: {fields: {f: int}}\n",
		"A: {}", "A: {fields: {flat: {type: F, inline: always}}}",
		`{"type":"a"}`, "old lines lack it", false,
	},
	{
		"a new presence before another one",
		"unions:\n  Line: {has: {error: Failure, result: Success}}\nrecords:\n  Failure: {fields: {error: string}}\n" +
			"  Success: {fields: {result: string, \"note?\": string, \"error?\": string}}\n  Note: {fields: {note: string, \"error?\": string}}\n",
		"result: Success}}", "note: Note, result: Success}}",
		`{"result":"a","note":"b"}`, "if result and note are present", false,
	},
	{
		"a new presence that no object can have",
		"unions:\n  Line: {has: {error: Failure}, otherwise: Success}\nrecords:\n  Failure: {fields: {error: string}}\n" +
			"  Success: {fields: {\"result?\": string, \"error?\": string}}\n  Note: {fields: {note: string, \"error?\": string}}\n",
		"{error: Failure}", "{error: Failure, note: Note}",
		`{"result":"a"}`, "", false,
	},
	{
		"presences in another order",
		"unions:\n  Line: {has: {a: A, b: B}}\nrecords:\n  A: {fields: {a: string, \"b?\": string}}\n  B: {fields: {b: string, \"a?\": string}}\n",
		"{a: A, b: B}", "{b: B, a: A}",
		`{"a":"x","b":"y"}`, "if a and b are present", true,
	},
	{
		"a case becomes the cases of a tag that no line had",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {n: int}}\n  B: {fields: {n: int}}\n",
		"{a: A}", "{a: {tag: sub, cases: {b: B}, absent: A}}",
		`{"type":"a","n":1}`, "", false,
	},
	{
		"a case becomes the cases of a tag that lines could have",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {\"sub?\": string}}\n  B: {}\n",
		"{a: A}", "{a: {tag: sub, cases: {b: B}, absent: A}}",
		`{"type":"a","sub":"b"}`, "its cases are chosen differently", true,
	},
	{
		"a case becomes the cases of a tag, without one for its absence",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {n: int}}\n",
		"{a: A}", "{a: {tag: sub, cases: {b: A}}}",
		`{"type":"a","n":1}`, "its cases are chosen differently", false,
	},
	{
		"one record of which the texts of a tag become kinds",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {sub: string}}\n",
		"{a: A}", "{a: {tag: sub, cases: {b: A}, otherwise: A}}",
		`{"type":"a","sub":"b"}`, "its cases are chosen differently", true,
	},
	{
		"the kinds of one record become one",
		"unions:\n  Line: {tag: type, cases: {a: {tag: sub, cases: {b: A}, otherwise: A}}}\nrecords:\n  A: {fields: {sub: string}}\n",
		"{tag: sub, cases: {b: A}, otherwise: A}", "A",
		`{"type":"a","sub":"b"}`, "its cases are chosen differently", true,
	},
	{
		"a case becomes the cases of a member that no line had",
		"unions:\n  Line: {has: {x: A, y: B}}\nrecords:\n  A: {fields: {x: int}}\n  B: {fields: {y: int}}\n  C: {fields: {y: int, z: int}}\n",
		"y: B", "y: {has: {z: C}, otherwise: B}",
		`{"y":1}`, "", false,
	},
	{
		"a case becomes cases of cases, none of which a line had",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {n: int}}\n  B: {}\n",
		"{a: A}", "{a: {has: {z: json}, otherwise: {tag: sub, cases: {b: B}, absent: A}}}",
		`{"type":"a","n":1}`, "", false,
	},
	{
		"json becomes cases",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {}\n",
		"{a: A}", "{a: {tag: sub, cases: {b: json}, otherwise: json}}",
		`{"type":"a"}`, "its cases are chosen differently", true,
	},
	{
		"members instead of a tag",
		"unions:\n  Line: {tag: type, cases: {a: A, b: B}}\nrecords:\n  A: {fields: {x: int, \"type?\": string}}\n  B: {fields: {y: int, \"type?\": string}}\n",
		"{tag: type, cases: {a: A, b: B}}", "{has: {x: A, y: B}}",
		`{"type":"a","x":1}`, "the tag is read from another place", true,
	},
	{
		"a union by JSON type becomes one by tag",
		"unions:\n  Line: {tag: type, cases: {a: A}}\n  U: {kinds: {string: Text}}\nrecords:\n  A: {fields: {u: U}}\n  B: {}\n",
		"U: {kinds: {string: Text}}", "U: {tag: k, cases: {b: B}}",
		`{"type":"a","u":"x"}`, "its values are read differently", false,
	},
	{
		"an external union becomes one by JSON type",
		"unions:\n  Line: {tag: type, cases: {a: A}}\n  U: {external: {Go: B, Quit: null}}\n  K: {kinds: {string: Text, object: {go: O, type: json}}}\nrecords:\n  A: {fields: {u: U}}\n  B: {fields: {n: int}}\n",
		"{u: U}", "{u: K}",
		`{"type":"a","u":"Quit"}`, "read as the union K, was as the union U", true,
	},
	{
		"a record becomes a union",
		"unions:\n  Line: {tag: type, cases: {a: A}}\n  U: {tag: k, cases: {b: B}}\nrecords:\n  A: {fields: {u: P}}\n  B: {}\n  P: {fields: {k: string}}\n",
		"{u: P}", "{u: U}",
		`{"type":"a","u":{"k":"b"}}`, "read as the union U, was as the record P", true,
	},
	{
		"a union becomes a record",
		"unions:\n  Line: {tag: type, cases: {a: A}}\n  U: {tag: k, cases: {b: B}}\nrecords:\n  A: {fields: {u: U}}\n  B: {}\n  P: {fields: {k: string}}\n",
		"{u: U}", "{u: P}",
		`{"type":"a","u":{"k":"b"}}`, "read as the record P, was as the union U", true,
	},
	{
		"a union becomes a variant",
		"unions:\n  Line: {tag: type, cases: {a: A}}\n  U: {tag: k, cases: {b: B}}\n  V: {kinds: {object: {go: O, type: U}}}\nrecords:\n  A: {fields: {u: U}}\n  B: {}\n",
		"{u: U}", "{u: V}",
		`{"type":"a","u":{"k":"b"}}`, "", false,
	},
	{
		"a variant of another type",
		"unions:\n  Line: {tag: type, cases: {a: A}}\n  U: {kinds: {number: {go: N, type: int}}}\nrecords:\n  A: {fields: {u: U}}\n",
		"type: int", "type: number",
		`{"type":"a","u":1}`, "", false,
	},
	{
		"a variant whose elements change",
		"unions:\n  Line: {tag: type, cases: {a: A}}\n  U: {kinds: {array: {go: L, type: \"(int | null)[]\"}}}\nrecords:\n  A: {fields: {u: U}}\n",
		"(int | null)[]", "int[]",
		`{"type":"a","u":[null]}`, "a null among the elements is refused", false,
	},
	{
		"a bool becomes a variant",
		"unions:\n  Line: {tag: type, cases: {a: A}}\n  K: {kinds: {boolean: On}}\nrecords:\n  A: {fields: {u: bool}}\n",
		"{u: bool}", "{u: K}",
		`{"type":"a","u":true}`, "", false,
	},
	{
		"an enum of numbers becomes one of texts",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {u: E}}\nenums:\n  E: {type: int, values: {1: One, 2: Two}}\n  F: {values: {\"1\": One, \"2\": Two}}\n  O: {open: true, values: [x]}\n  P: {type: int, open: true, values: {1: One}}\n",
		"{u: E}", "{u: F}",
		`{"type":"a","u":1}`, "values of type int are of a wrong one", false,
	},
	{
		"an enum of texts becomes one of numbers",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {u: F}}\nenums:\n  E: {type: int, values: {1: One, 2: Two}}\n  F: {values: {\"1\": One, \"2\": Two}}\n  O: {open: true, values: [x]}\n  P: {type: int, open: true, values: {1: One}}\n",
		"{u: F}", "{u: E}",
		`{"type":"a","u":"1"}`, "values of type string are of a wrong one", false,
	},
	{
		"an enum of numbers becomes all numbers",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {u: E}}\nenums:\n  E: {type: int, values: {1: One, 2: Two}}\n  F: {values: {\"1\": One, \"2\": Two}}\n  O: {open: true, values: [x]}\n  P: {type: int, open: true, values: {1: One}}\n",
		"{u: E}", "{u: number}",
		`{"type":"a","u":1}`, "", false,
	},
	{
		"numbers become an enum",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {u: int}}\nenums:\n  E: {type: int, values: {1: One, 2: Two}}\n  F: {values: {\"1\": One, \"2\": Two}}\n  O: {open: true, values: [x]}\n  P: {type: int, open: true, values: {1: One}}\n",
		"{u: int}", "{u: E}",
		`{"type":"a","u":3}`, "strict readers refuse what is no value of E", false,
	},
	{
		"numbers become an open enum",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {u: int}}\nenums:\n  E: {type: int, values: {1: One, 2: Two}}\n  F: {values: {\"1\": One, \"2\": Two}}\n  O: {open: true, values: [x]}\n  P: {type: int, open: true, values: {1: One}}\n",
		"{u: int}", "{u: P}",
		`{"type":"a","u":1.5}`, "strict readers refuse fractions", false,
	},
	{
		"texts become an open enum",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {u: string}}\nenums:\n  E: {type: int, values: {1: One, 2: Two}}\n  F: {values: {\"1\": One, \"2\": Two}}\n  O: {open: true, values: [x]}\n  P: {type: int, open: true, values: {1: One}}\n",
		"{u: string}", "{u: O}",
		`{"type":"a","u":"y"}`, "", false,
	},
	{
		"texts become an enum of numbers",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {u: string}}\nenums:\n  E: {type: int, values: {1: One, 2: Two}}\n  F: {values: {\"1\": One, \"2\": Two}}\n  O: {open: true, values: [x]}\n  P: {type: int, open: true, values: {1: One}}\n",
		"{u: string}", "{u: P}",
		`{"type":"a","u":"1"}`, "values of type string are of a wrong one", false,
	},
	{
		"a constant number becomes an enum",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {u: {const: 1}}}\nenums:\n  E: {type: int, values: {1: One, 2: Two}}\n  F: {values: {\"1\": One, \"2\": Two}}\n  O: {open: true, values: [x]}\n  P: {type: int, open: true, values: {1: One}}\n",
		"{u: {const: 1}}", "{u: E}",
		`{"type":"a","u":1}`, "", false,
	},
	{
		"a constant number becomes an enum of texts",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {u: {const: 1}}}\nenums:\n  E: {type: int, values: {1: One, 2: Two}}\n  F: {values: {\"1\": One, \"2\": Two}}\n  O: {open: true, values: [x]}\n  P: {type: int, open: true, values: {1: One}}\n",
		"{u: {const: 1}}", "{u: F}",
		`{"type":"a","u":1}`, "values of type int are of a wrong one", false,
	},
	{
		"a constant text becomes an enum of numbers",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {u: {const: \"1\"}}}\nenums:\n  E: {type: int, values: {1: One, 2: Two}}\n  F: {values: {\"1\": One, \"2\": Two}}\n  O: {open: true, values: [x]}\n  P: {type: int, open: true, values: {1: One}}\n",
		`{u: {const: "1"}}`, "{u: E}",
		`{"type":"a","u":"1"}`, "values of type string are of a wrong one", false,
	},
	{
		"a constant text becomes an enum without it",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {u: {const: y}}}\nenums:\n  E: {type: int, values: {1: One, 2: Two}}\n  F: {values: {\"1\": One, \"2\": Two}}\n  O: {open: true, values: [x]}\n  P: {type: int, open: true, values: {1: One}}\n",
		"{u: {const: y}}", "{u: F}",
		`{"type":"a","u":"y"}`, "strict readers refuse what is no value of F", false,
	},
	{
		"a constant text becomes an enum with it",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {u: {const: \"2\"}}}\nenums:\n  E: {type: int, values: {1: One, 2: Two}}\n  F: {values: {\"1\": One, \"2\": Two}}\n  O: {open: true, values: [x]}\n  P: {type: int, open: true, values: {1: One}}\n",
		`{u: {const: "2"}}`, "{u: F}",
		`{"type":"a","u":"2"}`, "", false,
	},
	{
		"a constant becomes any bool",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {u: {const: true}}}\nenums:\n  E: {type: int, values: {1: One, 2: Two}}\n  F: {values: {\"1\": One, \"2\": Two}}\n  O: {open: true, values: [x]}\n  P: {type: int, open: true, values: {1: One}}\n",
		"{u: {const: true}}", "{u: bool}",
		`{"type":"a","u":true}`, "", false,
	},
	{
		"a constant fraction becomes an integer",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {u: {const: 1.5}}}\nenums:\n  E: {type: int, values: {1: One, 2: Two}}\n  F: {values: {\"1\": One, \"2\": Two}}\n  O: {open: true, values: [x]}\n  P: {type: int, open: true, values: {1: One}}\n",
		"{u: {const: 1.5}}", "{u: int}",
		`{"type":"a","u":1.5}`, "fractions are cut off", true,
	},
	{
		"a text gets a Go type",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {u: string}}\nenums:\n  E: {type: int, values: {1: One, 2: Two}}\n  F: {values: {\"1\": One, \"2\": Two}}\n  O: {open: true, values: [x]}\n  P: {type: int, open: true, values: {1: One}}\n",
		"{u: string}", "{u: {type: string, go_type: net/netip.Addr}}",
		`{"type":"a","u":"x"}`, "texts that net/netip.Addr does not take are refused", true,
	},
	{
		"a text loses its Go type",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {u: {type: string, go_type: net/netip.Addr}}}\nenums:\n  E: {type: int, values: {1: One, 2: Two}}\n  F: {values: {\"1\": One, \"2\": Two}}\n  O: {open: true, values: [x]}\n  P: {type: int, open: true, values: {1: One}}\n",
		"{u: {type: string, go_type: net/netip.Addr}}", "{u: string}",
		`{"type":"a","u":"::1"}`, "", false,
	},
	{
		"a text gets another Go type",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {u: {type: string, go_type: net/netip.Addr}}}\nenums:\n  E: {type: int, values: {1: One, 2: Two}}\n  F: {values: {\"1\": One, \"2\": Two}}\n  O: {open: true, values: [x]}\n  P: {type: int, open: true, values: {1: One}}\n",
		"{u: {type: string, go_type: net/netip.Addr}}", "{u: {type: string, go_type: net/netip.Prefix}}",
		`{"type":"a","u":"::1"}`, "texts that net/netip.Prefix does not take are refused", true,
	},
	{
		"a text with a Go type can be null",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {u: {type: string, go_type: net/netip.Addr}}}\nenums:\n  E: {type: int, values: {1: One, 2: Two}}\n  F: {values: {\"1\": One, \"2\": Two}}\n  O: {open: true, values: [x]}\n  P: {type: int, open: true, values: {1: One}}\n",
		"{u: {type: string, go_type: net/netip.Addr}}", "{u: {type: string | null, go_type: net/netip.Addr}}",
		`{"type":"a","u":"::1"}`, "", false,
	},
	{
		"a number becomes a text with a Go type",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {u: int}}\nenums:\n  E: {type: int, values: {1: One, 2: Two}}\n  F: {values: {\"1\": One, \"2\": Two}}\n  O: {open: true, values: [x]}\n  P: {type: int, open: true, values: {1: One}}\n",
		"{u: int}", "{u: {type: string, go_type: net/netip.Addr}}",
		`{"type":"a","u":1}`, "values of type int are of a wrong one", false,
	},
	{
		"a text with a Go type becomes an enum",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {u: {type: string, go_type: net/netip.Addr}}}\nenums:\n  E: {type: int, values: {1: One, 2: Two}}\n  F: {values: {\"1\": One, \"2\": Two}}\n  O: {open: true, values: [x]}\n  P: {type: int, open: true, values: {1: One}}\n",
		"{u: {type: string, go_type: net/netip.Addr}}", "{u: F}",
		`{"type":"a","u":"::1"}`, "strict readers refuse what is no value of F", false,
	},
	{
		"a record with null becomes a map without",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {u: P}}\n  P: {fields: {k: int | null}}\n  Q: {}\n",
		"{u: P}", `{u: "map<string, int>"}`,
		`{"type":"a","u":{"k":null}}`, "a null k is refused", false,
	},
	{
		"a record with JSON in a string becomes a map",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {u: P}}\n  P: {fields: {k: encoded<Q>}}\n  Q: {}\n",
		"{u: P}", `{u: "map<string, string>"}`,
		`{"type":"a","u":{"k":"{}"}}`, "not all of its members are string", true,
	},
	{
		"a record becomes JSON in a string",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {u: P}}\n  P: {fields: {k: int}}\n  Q: {}\n",
		"{u: P}", "{u: encoded<P>}",
		`{"type":"a","u":{"k":1}}`, "other values are of a wrong type", false,
	},
	{
		"a default",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {\"u?\": int}}\n",
		`"u?": int`, `"u?": int = 3`,
		`{"type":"a"}`, "", false,
	},
	{
		"a lazy member",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {u: P}}\n  P: {fields: {k: int}}\n  Q: {}\n",
		"{u: P}", "{u: {type: P, lazy: true}}",
		`{"type":"a","u":{"k":1}}`, "", false,
	},
	{
		"a new constant",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {}\n",
		"A: {}", "A: {fields: {u: {const: 1}}}",
		`{"type":"a"}`, "strict readers refuse old lines, which lack it", false,
	},
	{
		"a member of an open record goes",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {open: true, fields: {\"m?\": int}}\n",
		`{open: true, fields: {"m?": int}}`, "{open: true}",
		`{"type":"a","m":2}`, "it is an unknown member, in Extra", true,
	},
	{
		"a nested record becomes a flattened one",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {f: {type: F, inline: accepted}}}\n  F: {fields: {m: int}}\n",
		"accepted", "always",
		`{"type":"a","f":{"m":2}}`, "a nested record is an unknown member", false,
	},
	{
		"a member with fields for fewer cases",
		"unions:\n  Line: {tag: type, cases: {a: {tag: s, cases: {p: A, q: A, z: A}}}}\nrecords:\n  A: {tag: s, fields: {s: string, \"n?\": {type: int, when: [p, q, z]}}}\n",
		`"n?": {type: int, when: [p, q, z]}`, `"n?": [{type: int, go: N, when: [p]}, {type: int64, go: M, when: [q]}]`,
		`{"type":"a","s":"z","n":1}`, "it is an unknown member in the case z", false,
	},
	{
		"a member with fields for some cases",
		"unions:\n  Line: {tag: type, cases: {a: {tag: s, cases: {p: A, q: A, z: A}}}}\nrecords:\n  A: {tag: s, fields: {s: string, \"n?\": int}}\n",
		`"n?": int`, `"n?": [{type: int, go: N, when: [p]}, {type: int64, go: M, when: [q]}]`,
		`{"type":"a","s":"z","n":1}`, "it is an unknown member in cases other than p, q", false,
	},
	{
		"another member says which fields are in use",
		"unions:\n  Line: {tag: type, cases: {a: {tag: s, cases: {p: A, q: A}}}}\nrecords:\n  A: {tag: s, fields: {s: string, r: string, \"n?\": {type: int, when: [p]}}}\n",
		"{tag: s, fields", "{tag: r, fields",
		`{"type":"a","s":"p","r":"z","n":1}`, "another member decides which fields are in use", true,
	},
	{
		"a case with a value becomes a bare name",
		"unions:\n  Line: {tag: type, cases: {a: A}}\n  C: {external: {Go: G, Quit: Q}}\nrecords:\n  A: {fields: {c: C}}\n  G: {}\n  Q: {fields: {\"n?\": int}}\n",
		`Quit: Q}}
records:
  A: {fields: {c: C}}
  G: {}
  Q: {fields: {"n?": int}}
`, "Quit: null}}\nrecords:\n  A: {fields: {c: C}}\n  G: {}\n",
		`{"type":"a","c":{"Quit":{"n":1}}}`, "one with a value is unknown", false,
	},
	{
		"no results of a method",
		"unions:\n  Line: {has: {method: Q, result: S}}\n  R: {results: {x: X, y: Y}}\nrecords:\n  Q: {fields: {method: string}}\n  S: {fields: {result: R}}\n  X: {}\n  Y: {}\n",
		", y: Y", "",
		`{"result":{}}`, "its results are unknown", true,
	},
	{
		"a union with another name",
		"unions:\n  Line: {tag: type, cases: {a: A}}\n  U: {tag: k, cases: {b: B}}\nrecords:\n  A: {fields: {u: U}}\n  B: {}\n",
		"U: {tag: k, cases: {b: B}}\nrecords:\n  A: {fields: {u: U}}", "V: {tag: k, cases: {b: B}}\nrecords:\n  A: {fields: {u: V}}",
		`{"type":"a","u":{"k":"b"}}`, "", false,
	},
	{
		"a record in the place of an enum",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {n: M}}\nenums:\n  M: {values: [x]}\n",
		"{n: M}}\nenums:\n  M: {values: [x]}", "{n: M}}\n  M: {fields: {k: int}}",
		`{"type":"a","n":"x"}`, "values of type string are of a wrong one", false,
	},
	{
		"other getters",
		"unions:\n  Line: {tag: type, cases: {a: A}, getters: {GetX: \"x: string\", GetY: \"y: int\"}}\nrecords:\n  A: {fields: {x: string, y: int, z: string}}\n",
		`{GetX: "x: string", GetY: "y: int"}`, `{GetX: "z: string", GetZ: "z: string"}`,
		`{"type":"a","x":"s","y":1,"z":"t"}`, "", false,
	},
	{
		"other Go fields, embeds and orders",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  B: {fields: {k: int}}\n  A: {embed: B, fields: {n: int}, go_fields: {H: int}}\n",
		"A: {embed: B, fields: {n: int}, go_fields: {H: int}}", "A: {order: [type, n, k], fields: {n: int, k: int}, go_fields: {I: int}}",
		`{"type":"a","n":1,"k":2}`, "", false,
	},
	{
		"less that is deprecated",
		"unions:\n  Line: {tag: type, cases: {a: A}}\n  U: {deprecated: Old., tag: k, cases: {x: X}}\nrecords:\n  A: {deprecated: Old., fields: {n: int, \"f?\": U, e: E}}\n  X: {}\nenums:\n  E: {deprecated: Old., values: {x: {deprecated: Old.}}}\n",
		"enums:\n  E: {deprecated: Old., values: {x: {deprecated: Old.}}}", "enums:\n  E: {values: {x: }}",
		`{"type":"a","n":1,"e":"x"}`, "", false,
	},
	{
		"no deprecated union",
		"unions:\n  Line: {tag: type, cases: {a: A}}\n  U: {deprecated: Old., tag: k, cases: {x: X}}\nrecords:\n  A: {deprecated: Old., fields: {\"f?\": U}}\n  X: {}\n",
		"U: {deprecated: Old., tag: k, cases: {x: X}}\nrecords:\n  A: {deprecated: Old., ", "U: {tag: k, cases: {x: X}}\nrecords:\n  A: {",
		`{"type":"a"}`, "", false,
	},
	{
		"members move to a flattened record",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {n: int, m: int}}\n  F: {fields: {m: int}}\n",
		"{n: int, m: int}", "{n: int, f: {type: F, inline: always}}",
		`{"type":"a","n":1,"m":2}`, "", false,
	},
	{
		"an optional member moves to a flattened record that requires it",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {n: int, \"m?\": int}}\n  F: {fields: {m: int}}\n",
		`{n: int, "m?": int}`, "{n: int, f: {type: F, inline: always}}",
		`{"type":"a","n":1}`, "lines that lack it are refused", false,
	},
	{
		"members move from a flattened record",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {n: int, f: {type: F, inline: always}}}\n  F: {fields: {m: int}}\n",
		"f: {type: F, inline: always}", "m: int",
		`{"type":"a","n":1,"m":2}`, "", false,
	},
	{
		"a flattened record goes",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {n: int, f: {type: F, inline: always}}}\n  F: {fields: {m: int}}\n",
		"n: int, f: {type: F, inline: always}", "n: int",
		`{"type":"a","n":1,"m":2}`, "it is an unknown member", false,
	},
	{
		"a flattened union goes",
		"unions:\n  Line: {tag: type, cases: {a: A}}\n  U: {tag: k, cases: {b: B}}\nrecords:\n  A: {fields: {n: int, f: {type: U, inline: accepted}}}\n  B: {fields: {m: int}}\n",
		"f: {type: U, inline: accepted}", "k: string, m: int",
		`{"type":"a","n":1,"f":{"k":"b","m":2}}`, "it is an unknown member", false,
	},
	{
		"a tag becomes a member",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {}\n",
		"{a: A}}\nrecords:\n  A: {}", "{a: A, b: A}}\nrecords:\n  A: {fields: {type: string}}",
		`{"type":"a"}`, "", false,
	},
	{
		"the texts of an enum become numbers",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {u: E}}\nenums:\n  E: {values: {\"1\": One}}\n",
		`{values: {"1": One}}`, "{type: int, values: {1: One}}",
		`{"type":"a","u":"1"}`, "its values are of another JSON type", false,
	},
	{
		"a part with a new case",
		"unions:\n  Line: {tag: type, cases: {a: A, b: B}}\n  P: {of: Line, cases: [a]}\nrecords:\n  A: {fields: {\"p?\": P}}\n  B: {}\n",
		"[a]", "[a, b]",
		`{"type":"a","p":{"type":"a"}}`, "", false,
	},
	{
		"a record in a variant is no longer a case",
		"unions:\n  Line: {tag: type, cases: {a: A}}\n  U: {tag: kind, cases: {p: Part}}\n  V: {kinds: {object: {go: O, type: Part}}}\nrecords:\n  A: {fields: {v: V}}\n  Part: {}\n",
		"  U: {tag: kind, cases: {p: Part}}\n", "",
		`{"type":"a","v":{"kind":"p"}}`, `its tag "kind" is an unknown member`, false,
	},
	{
		"cases become json",
		"unions:\n  Line: {tag: type, cases: {a: {tag: sub, cases: {b: B}}, c: C}}\nrecords:\n  B: {}\n  C: {}\n",
		"{tag: sub, cases: {b: B}}", "json",
		`{"type":"a","sub":"b"}`, "its cases are chosen differently", true,
	},
	{
		"a new presence before one that leads to json",
		"unions:\n  Line: {has: {x: json, y: B}}\nrecords:\n  B: {fields: {\"y\": int}}\n  C: {fields: {z: int, \"x?\": int}}\n",
		"{x: json", "{z: C, x: json",
		`{"x":1,"z":2}`, "if x and z are present", true,
	},
	{
		"a case in a field becomes cases",
		"unions:\n  Line: {tag: type, cases: {a: A}}\n  U: {tag: kind, cases: {p: P}}\nrecords:\n  A: {fields: {u: U}}\n  P: {fields: {sub: string}}\n",
		"{p: P}", "{p: {tag: sub, cases: {b: P}, otherwise: P}}",
		`{"type":"a","u":{"kind":"p","sub":"b"}}`, "", false,
	},
	{
		"a member with a getter becomes one of an embedded record",
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  B: {fields: {id: uuid}}\n  A: {fields: {id: uuid}}\n",
		"A: {fields: {id: uuid}}", "A: {embed: B}",
		`{"type":"a","id":"x"}`, "", false,
	},
	{
		"a case for a text beside texts with a kind for none",
		"unions:\n  Line: {tag: type, cases: {note: {tag: of, cases: {x: A}, otherwise: {to: B, kind: rest}}}}\nrecords:\n  A: {}\n  B: {fields: {of: string}}\n",
		"{x: A}", "{x: A, y: B}",
		`{"type":"note","of":"y"}`, "", false,
	},
	{
		"one more place of a tag",
		"unions:\n  Line: {tag: type, cases: {a: A}, absent: B}\nrecords:\n  A: {fields: {\"what?\": string}}\n  B: {fields: {\"what?\": string}}\n",
		"{tag: type, cases: {a: A}, absent: B}", "{tag: [type, what], cases: {a: A}, absent: B}",
		`{"what":"a"}`, `can have the member "what"`, true,
	},
	{
		"a part that becomes the whole",
		"unions:\n  Line: {tag: type, cases: {a: A, b: B}}\n  P: {of: Line, cases: [b]}\nrecords:\n  A: {fields: {\"p?\": P}}\n  B: {}\n",
		`"p?": P`, `"p?": Line`,
		`{"type":"a","p":{"type":"b"}}`, "", false,
	},
	{
		"a whole that becomes a part",
		"unions:\n  Line: {tag: type, cases: {a: A, b: B}}\n  P: {of: Line, cases: [b]}\nrecords:\n  A: {fields: {\"p?\": Line}}\n  B: {}\n",
		`"p?": Line`, `"p?": P`,
		`{"type":"a","p":{"type":"a"}}`, "in fields of this type it is unknown", false,
	},
}

// TestPairs checks for each of these changes whether it breaks the line.
func TestPairs(t *testing.T) {
	const head = "ndwire: 1\nprotocol: p\npackage: p\nimport: example.com/generated\nline: Line\n"
	for _, test := range pairs {
		t.Run(test.name, func(t *testing.T) {
			text := strings.Replace(test.spec, test.from, test.to, 1)
			if text == test.spec {
				t.Fatalf("no %q in\n%s", test.from, text)
			}
			before, after := parse(t, "old.yaml", head+test.spec), parse(t, "new.yaml", head+text)
			if err := strict(t, before)(test.line); err != nil {
				t.Fatalf("the old spec refuses %s: %v", test.line, err)
			}
			r, err := diff.Compare(before, after)
			if err != nil {
				t.Fatal(err)
			}
			if data, _ := verdicts(r); data != (test.why != "") || !strings.Contains(reportText(r), test.why) {
				t.Errorf("breaks data: %v, want %q\n%s", data, test.why, reportText(r))
			}
			refused := strict(t, after)(test.line)
			if (refused != nil) != (test.why != "" && !test.means) {
				t.Errorf("strict readers of the new spec: %v", refused)
			}
			checkCallers(t, before, after, r)
			if r, err = diff.Compare(after, before); err != nil {
				t.Fatal(err)
			}
			checkCallers(t, after, before, r)
		})
	}
}

// checkCallers compares what a report says of callers with the compiler.
func checkCallers(t *testing.T, before, after *spec.Model, r diff.Report) {
	t.Helper()
	_, files := read(t, after)
	err := newCaller(t, before).compiles(t, after, files)
	if _, callers := verdicts(r); callers != (err != nil) {
		t.Errorf("%s to %s breaks callers: %v; a caller: %v\n%s", before.File, after.File, callers, err, reportText(r))
	}
}

// TestSameModel checks that a model can be compared with itself.
func TestSameModel(t *testing.T) {
	m := parse(t, "a.yaml", "ndwire: 1\nprotocol: p\npackage: p\nrecords:\n  A: {fields: {n: int}}\n")
	if r, err := diff.Compare(m, m); err != nil || len(r.Changes) > 0 {
		t.Errorf("%v, %v", r, err)
	}
}

// TestImported checks that changes of an imported spec count, as far as a program has its types from the package of
// the importing spec.
func TestImported(t *testing.T) {
	const base = "ndwire: 1\nprotocol: base\npackage: base\nimport: example.com/base\nrecords:\n  Part: {fields: {n: int}}\n  Other: {fields: {n: int}}\n" +
		"enums:\n  Mood: {values: [happy, sad]}\n"
	const user = "ndwire: 1\nprotocol: p\npackage: p\nimport: example.com/p\nimports: {b: base.yaml}\nline: Line\nunions:\n  Line: {tag: type, cases: {a: A}}\n" +
		"records:\n  A: {fields: {p: b.Part, m: b.Mood}}\n"
	load := func(base string) *spec.Model {
		m, err := spec.LoadFS(fstest.MapFS{"p.yaml": {Data: []byte(user)}, "base.yaml": {Data: []byte(base)}}, "p.yaml")
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	for _, test := range []struct {
		from, to      string
		data, callers bool
		report        string
	}{
		{"Part: {fields: {n: int}}", "Part: {fields: {n: int64}}", false, true, "Part.N is int64, was int"},
		{"Part: {fields: {n: int}}", "Part: {fields: {n: string}}", true, true, "Part.N is string, was int"},
		{"Part: {fields: {n: int}}", "Part: {fields: {n: int, \"m?\": int}}", false, false, "member Part.m: added"},
		{"Other: {fields: {n: int}}", "Other: {fields: {n: string}}", false, false, ""},
		{"[happy, sad]", "[happy]", true, true, "MoodSad is removed"},
		{"import: example.com/base", "import: example.com/base/v2", false, true, "A.P is example.com/base/v2.Part, was example.com/base.Part"},
	} {
		r, err := diff.Compare(load(base), load(strings.Replace(base, test.from, test.to, 1)))
		if err != nil {
			t.Fatal(err)
		}
		if data, callers := verdicts(r); data != test.data || callers != test.callers || !strings.Contains(reportText(r), test.report) {
			t.Errorf("%s: breaks data: %v, callers: %v; want %v, %v, %q\n%s", test.to, data, callers, test.data, test.callers, test.report, reportText(r))
		}
	}
}

// TestHeader checks changes at the top of a spec.
func TestHeader(t *testing.T) {
	const view = "ndwire: 1\nprotocol: p\npackage: p\nimport: example.com/p\nlimits: {depth: 1000}\nunknown: skip\nline: Line\n" +
		"unions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {fields: {n: int, m: {type: int, path: b.c}}, order: [type, n, b], order_of: {b: [c]}}\n"
	for _, test := range []struct {
		from, to      string
		data, callers bool
		report        string
	}{
		{"package: p\n", "package: q\n", false, true, "spec package: q, was p"},
		{"example.com/p", "example.com/q", false, true, "spec import: example.com/q, was example.com/p"},
		{"line: Line\n", "types: [A]\n", true, true, "spec line: removed"},
		{"limits: {depth: 1000}\n", "", false, false, ""},
		{"depth: 1000", "depth: 2000", false, false, "spec limits.depth: 2000, was 1000"},
		{"depth: 1000", "depth: 100", true, false, "spec limits.depth: 100, was 1000"},
		{"n: int, m", "m", true, true, "member A.n: removed. Data: it is skipped"},
		{"[c]", "[d, c]", false, false, "order A: its members are expected in another order"},
		{"unknown: skip\n", "", true, false, "spec unknown: keep, was skip"},
	} {
		to := strings.Replace(view, test.from, test.to, 1)
		if strings.HasPrefix(test.from, "unknown") {
			to = strings.Replace(strings.Replace(to, ", order: [type, n, b], order_of: {b: [c]}", "", 1), ", path: b.c", "", 1)
		}
		r, err := diff.Compare(parse(t, "old.yaml", view), parse(t, "new.yaml", to))
		if err != nil {
			t.Fatal(err)
		}
		if data, callers := verdicts(r); data != test.data || callers != test.callers || !strings.Contains(reportText(r), test.report) {
			t.Errorf("%s: breaks data: %v, callers: %v; want %v, %v, %q\n%s", test.to, data, callers, test.data, test.callers, test.report, reportText(r))
		}
	}
}

// TestBecomesLine checks that a union that becomes the one of all lines keeps its method AppendJSON, which it has from
// decoder.Line then.
func TestBecomesLine(t *testing.T) {
	const text = "ndwire: 1\nprotocol: p\npackage: p\nimport: example.com/generated\nunions:\n  Line: {tag: type, cases: {a: A}}\nrecords:\n  A: {}\n"
	before, after := parse(t, "old.yaml", text), parse(t, "new.yaml", strings.Replace(text, "unions:", "line: Line\nunions:", 1))
	r, err := diff.Compare(before, after)
	if err != nil {
		t.Fatal(err)
	}
	_, files := read(t, after)
	if _, callers := verdicts(r); callers || newCaller(t, before).compiles(t, after, files) != nil {
		t.Errorf("breaks callers\n%s", reportText(r))
	}
}
