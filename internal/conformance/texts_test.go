package conformance_test

import "strings"

// verdict is whether RFC 8259 allows a text.
type verdict byte

const (
	valid   verdict = 'y'
	invalid verdict = 'n'
	// The grammar allows it, but implementations decide what it means, or whether they accept it. choices has our decisions.
	open verdict = 'i'
)

// texts are JSON texts, each a value of its own.
var texts = []struct {
	is   verdict
	text string
}{
	// Literals.
	{valid, `null`}, {valid, `true`}, {valid, `false`}, {invalid, ``}, {invalid, ` `}, {invalid, `nul`}, {invalid, `nulll`}, {invalid, `Null`}, {invalid, `NULL`},
	{invalid, `tru`}, {invalid, `trux`}, {invalid, `True`}, {invalid, `fals`}, {invalid, `FALSE`}, {invalid, `undefined`}, {invalid, `NaN`}, {invalid, `Infinity`},
	{invalid, `-Infinity`}, {invalid, `nan`}, {invalid, `true false`}, {invalid, `truefalse`}, {invalid, `true,`}, {invalid, `x`}, {invalid, `n`}, {invalid, `t r u e`},
	{open, "null\x00"}, {invalid, "\xe4\xbd\xa0"}, {invalid, `&`}, {invalid, "nul\xff"},

	// Numbers.
	{valid, `0`}, {valid, `-0`}, {valid, `7`}, {valid, `-7`}, {valid, `10`}, {valid, `1234567890`}, {valid, `0.0`}, {valid, `-0.0`}, {valid, `0.5`}, {valid, `-1.25`},
	{valid, `1e5`}, {valid, `1E5`}, {valid, `1e+5`}, {valid, `1e-5`}, {valid, `1e05`}, {valid, `1e00`}, {valid, `0e0`}, {valid, `0e999999999`}, {valid, `-0e-0`},
	{valid, `1.5e10`}, {valid, `1.0`}, {valid, `1.500`}, {valid, `9007199254740992`}, {valid, `123456789012345`}, {valid, `0.1`}, {valid, `5e-324`},
	{valid, `1.7976931348623157e308`}, {valid, ` 1 `}, {valid, "\t1\n"},
	{open, `9007199254740993`}, {open, `-9007199254740993`}, {open, `9223372036854775808`}, {open, `123456789012345678901234567890`}, {open, `1e400`}, {open, `-1e400`},
	{open, `1e999999999999999999999`}, {open, `1e-400`}, {open, `0.` + strings.Repeat("0", 400) + `1`}, {open, `1` + strings.Repeat("0", 400)}, {open, `0.1000000000000000055511151231257827`},
	{invalid, `-`}, {invalid, `+1`}, {invalid, `+`}, {invalid, `01`}, {invalid, `-01`}, {invalid, `00`}, {invalid, `.5`}, {invalid, `-.5`}, {invalid, `1.`}, {invalid, `-1.`},
	{invalid, `1.e1`}, {invalid, `1e`}, {invalid, `1e+`}, {invalid, `1e-`}, {invalid, `1ee1`}, {invalid, `1e1.5`}, {invalid, `1.2.3`}, {invalid, `0x1`}, {invalid, `0b1`},
	{invalid, `1_000`}, {invalid, `1,000`}, {invalid, `1 000`}, {invalid, `--1`}, {invalid, `- 1`}, {invalid, `1-`}, {invalid, `1+1`}, {invalid, `1a`}, {invalid, `0a`},
	{invalid, `0e`}, {invalid, `0.e`}, {invalid, `1/2`}, {invalid, `1f`}, {invalid, "\xef\xbc\x91"}, {open, "1\x00"}, {invalid, `.`}, {invalid, `e5`}, {invalid, `012e3`},

	// Strings.
	{valid, `""`}, {valid, `"a"`}, {valid, `" "`}, {valid, `"a b"`}, {valid, `"\""`}, {valid, `"\\"`}, {valid, `"\/"`}, {valid, `"\b\f\n\r\t"`}, {valid, `"\u0041"`},
	{valid, `"\u00e9\u4E16"`}, {valid, `"\u0000"`}, {valid, `"\u001f"`}, {valid, `"\u007f"`}, {valid, "\"\x7f\""}, {valid, `"\u2028\u2029"`}, {valid, "\"\u2028\u2029\u0085\""},
	{valid, `"\ud83d\ude00"`}, {valid, `"\uD83D\uDE00"`}, {valid, `"😀"`}, {valid, `"é世"`}, {valid, `"\ufeff"`}, {valid, "\"\ufeff\""}, {valid, `"\uffff"`}, {valid, "\"\uffff\""},
	{valid, "\"\U0010ffff\""}, {valid, `"\udbff\udfff"`}, {valid, `"'"`}, {valid, `"/* no comment */"`}, {valid, `"{\"a\":1}"`}, {valid, `"[{]}"`}, {valid, `"C:\\"`},
	{valid, `"\\\\\""`}, {valid, `"\\u0041"`}, {valid, `"` + strings.Repeat("x", 100) + `"`}, {valid, `"` + strings.Repeat("x", 63) + `\n"`}, {valid, `"` + strings.Repeat(`\\`, 64) + `"`},
	{open, `"\ud800"`}, {open, `"\udc00"`}, {open, `"\ud800\ud800"`}, {open, `"\udc00\ud800"`}, {open, `"\ud800\u0041"`}, {open, `"\ud800\n"`}, {open, `"\ud800x"`}, {open, `"\ud83d\ud83d\ude00"`},
	{open, "\"\xff\""}, {open, "\"a\xc3\""}, {open, "\"\xc0\xaf\""}, {open, "\"\xed\xa0\xbd\""}, {open, "\"\xf4\x90\x80\x80\""}, {open, "\"\xf8\x88\x80\x80\x80\""}, {open, "\"\x80\""}, {open, "\"\xe2\x82\""},
	{invalid, `"`}, {invalid, `"a`}, {invalid, `a"`}, {invalid, `"\"`}, {invalid, `"\`}, {invalid, `"\a"`}, {invalid, `"\x41"`}, {invalid, `"\0"`}, {invalid, `"\'"`}, {invalid, `"\U0041"`},
	{invalid, `"\u"`}, {invalid, `"\u1"`}, {invalid, `"\u12"`}, {invalid, `"\u123"`}, {invalid, `"\u12g4"`}, {invalid, `"\uu123"`}, {invalid, `"\u 041"`}, {invalid, `"\u+041"`}, {invalid, `"\ud83d\u"`},
	{invalid, "\"\\\x00\""}, {invalid, "\"\\\xff\""}, {invalid, "\"a\tb\""}, {invalid, "\"a\x00b\""}, {invalid, "\"a\x1fb\""}, {invalid, "\"a\rb\""}, {invalid, `'a'`}, {invalid, "`a`"},
	{invalid, `"a" "b"`}, {invalid, `"a""b"`}, {invalid, `"a"b`}, {invalid, `“a”`}, {invalid, `"` + strings.Repeat("x", 63) + "\x01\""}, {invalid, `"` + strings.Repeat("x", 200)},

	// Arrays.
	{valid, `[]`}, {valid, `[ ]`}, {valid, `[1]`}, {valid, `[1,2]`}, {valid, "[ 1\t,\r\n2 ]"}, {valid, `[[]]`}, {valid, `[[],[[]]]`}, {valid, `[null,true,"x",{},[]]`}, {valid, `[""]`}, {valid, `[-0]`},
	{invalid, `[`}, {invalid, `]`}, {invalid, `[1`}, {invalid, `[1,`}, {invalid, `[1,]`}, {invalid, `[,1]`}, {invalid, `[,]`}, {invalid, `[1,,2]`}, {invalid, `[1 2]`}, {invalid, `[1;2]`},
	{invalid, `[1:2]`}, {invalid, `[1}`}, {invalid, `[1]]`}, {invalid, `[[1]`}, {invalid, `[a]`}, {invalid, `["a]`}, {invalid, `[1],`}, {invalid, `[](1)`}, {invalid, "[1\x0c]"}, {invalid, "[1\xa0]"}, {invalid, "[\ufeff]"},
	{invalid, `[*]`}, {invalid, `[1,"a":2]`}, {invalid, `[1/**/]`},

	// Objects.
	{valid, `{}`}, {valid, `{ }`}, {valid, `{"a":1}`}, {valid, "{ \"a\"\t:\n1 }"}, {valid, `{"a":1,"b":2}`}, {valid, `{"":0}`}, {valid, `{"a":{}}`}, {valid, `{"a":{"b":{"c":[]}}}`}, {valid, `{"\u0061":1}`},
	{valid, `{"a\"b":1}`}, {valid, `{"type":{"type":"type"}}`}, {valid, `{"a":null}`}, {valid, `{"a.b":1,"[0]":2}`}, {valid, `{"__proto__":{}}`},
	{open, `{"a":1,"a":2}`}, {open, `{"a":1,"a":1}`}, {open, `{"a":1,"\u0061":2}`}, {open, `{"a":{"b":1},"a":{"c":2}}`}, {open, `{"\ud800":1}`}, {open, "{\"\xff\":1}"}, {open, `{"\ud800":1,"\udc00":2}`},
	{invalid, `{`}, {invalid, `}`}, {invalid, `{"a"`}, {invalid, `{"a":`}, {invalid, `{"a":1`}, {invalid, `{"a":1,`}, {invalid, `{"a"}`}, {invalid, `{"a":}`}, {invalid, `{"a":1,}`}, {invalid, `{,"a":1}`},
	{invalid, `{,}`}, {invalid, `{"a":1,,"b":2}`}, {invalid, `{"a":1 "b":2}`}, {invalid, `{"a" 1}`}, {invalid, `{"a"::1}`}, {invalid, `{"a",1}`}, {invalid, `{"a":1;"b":2}`}, {invalid, `{a:1}`}, {invalid, `{'a':1}`},
	{invalid, `{1:1}`}, {invalid, `{null:1}`}, {invalid, `{[]:1}`}, {invalid, `{"a":1]`}, {invalid, `{"a":1}}`}, {invalid, `{"a":1}{}`}, {invalid, `{"a":1} x`}, {invalid, `{"a":1} // c`}, {invalid, `{"a":/**/1}`},
	{invalid, `{"a":1}#`}, {invalid, `{"a":a}`}, {invalid, `{"a":"b}`}, {invalid, `{"a:1}`}, {invalid, `{"a":{"b":1}`}, {invalid, `{{}}`}, {invalid, `{"a":1,"b"}`}, {invalid, "{\"a\x00\":1}"}, {invalid, `{"a\x":1}`},
	{invalid, `{"a":tru}`}, {invalid, `{"a":01}`}, {invalid, `{"a":-}`}, {invalid, `{"a":1.}`}, {invalid, `("a":1)`}, {invalid, `<a/>`},

	// Nesting.
	{valid, strings.Repeat("[", 500) + strings.Repeat("]", 500)}, {valid, strings.Repeat(`{"a":`, 500) + "1" + strings.Repeat("}", 500)}, {valid, strings.Repeat(`[{"a":`, 250) + "1" + strings.Repeat("}]", 250)},
	{open, strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000)}, {open, strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000)},
	{invalid, strings.Repeat("[", 500)}, {invalid, strings.Repeat("[", 500) + strings.Repeat("]", 499)}, {invalid, strings.Repeat("[", 500) + strings.Repeat("]", 501)}, {invalid, strings.Repeat("[", 500) + strings.Repeat("}", 500)},

	// White space and marks around.
	{valid, " \t\r\n1\n\r\t "}, {invalid, "\x0b1"}, {invalid, "\x0c1"}, {invalid, "\u00a01"}, {invalid, "\u20281"}, {invalid, "1\x1a"},
	{open, "\ufeff1"}, {open, "\ufeff{}"}, {open, "\x001"}, {open, "{}\x00\x00"}, {invalid, "1\ufeff"}, {invalid, "{}\ufeff"}, {invalid, "\xfe\xff1"}, {invalid, "{\x00}\x00"},
}

// choices has our results for the open texts: the value that Any returns, as encoding/json writes it, or the reason for which the line is bad. If
// whole is set, this is only true for a text on a line of its own: within a line it is not JSON.
var choices = map[string]struct {
	is    string
	whole bool
}{
	// Integers beyond 2^53 are not rounded, and numbers out of the range of a float64 keep their text.
	`9007199254740993`: {`9007199254740993`, false}, `-9007199254740993`: {`-9007199254740993`, false}, `9223372036854775808`: {`9223372036854775808`, false},
	`123456789012345678901234567890`: {`123456789012345678901234567890`, false}, `1e400`: {`1e400`, false}, `-1e400`: {`-1e400`, false}, `1e999999999999999999999`: {`1e999999999999999999999`, false},
	`1` + strings.Repeat("0", 400): {`1` + strings.Repeat("0", 400), false},
	// Numbers that are too small are zero, and digits beyond those of a float64 are rounded.
	`1e-400`: {`0`, false}, `0.` + strings.Repeat("0", 400) + `1`: {`0`, false}, `0.1000000000000000055511151231257827`: {`0.1`, false},
	// Half a surrogate pair is one U+FFFD, and so is each byte that is not UTF-8.
	`"\ud800"`: {`"�"`, false}, `"\udc00"`: {`"�"`, false}, `"\ud800\ud800"`: {`"��"`, false}, `"\udc00\ud800"`: {`"��"`, false}, `"\ud800\u0041"`: {`"�A"`, false}, `"\ud800\n"`: {`"�\n"`, false},
	`"\ud800x"`: {`"�x"`, false}, `"\ud83d\ud83d\ude00"`: {`"�😀"`, false},
	"\"\xff\"": {`"�"`, false}, "\"a\xc3\"": {`"a�"`, false}, "\"\xc0\xaf\"": {`"��"`, false}, "\"\xed\xa0\xbd\"": {`"���"`, false}, "\"\xf4\x90\x80\x80\"": {`"����"`, false},
	"\"\xf8\x88\x80\x80\x80\"": {`"�����"`, false}, "\"\x80\"": {`"�"`, false}, "\"\xe2\x82\"": {`"��"`, false},
	// The last member of a name counts, and is not merged with those before it.
	`{"a":1,"a":2}`: {`{"a":2}`, false}, `{"a":1,"a":1}`: {`{"a":1}`, false}, `{"a":1,"\u0061":2}`: {`{"a":2}`, false}, `{"a":{"b":1},"a":{"c":2}}`: {`{"a":{"c":2}}`, false},
	`{"\ud800":1}`: {`{"�":1}`, false}, "{\"\xff\":1}": {`{"�":1}`, false}, `{"\ud800":1,"\udc00":2}`: {`{"�":2}`, false},
	// 1,000 levels.
	strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000): {"nested too deep", false}, strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000): {"nested too deep", false},
	// Marks and NUL bytes around a line are not part of it.
	"\ufeff1": {`1`, true}, "\ufeff{}": {`{}`, true}, "\x001": {`1`, true}, "{}\x00\x00": {`{}`, true}, "null\x00": {`null`, true}, "1\x00": {`1`, true},
}
