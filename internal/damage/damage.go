// Package damage makes the files of testdata/damaged: small logs of the Agent SDK protocol, each with one kind of damage, or
// of oddity, that real logs have been seen with.
//
//	go test ./internal/damage -update
//
// writes them, and a report of each.
package damage

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/binary"
	"strconv"
	"strings"
	"unicode/utf16"
)

// File is one file.
type File struct {
	Name string
	Data []byte
}

// Lines that are as they should be.
const (
	hello  = `{"type":"user","message":{"role":"user","content":"When is high tide?"},"parent_tool_use_id":null,"session_id":"s1","uuid":"u1"}`
	answer = `{"type":"assistant","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"At nine."}],` +
		`"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":3,"cache_creation_input_tokens":0,"cache_read_input_tokens":0}},` +
		`"parent_tool_use_id":null,"session_id":"s1","uuid":"u2"}`
	status = `{"type":"system","subtype":"status","status":null,"session_id":"s1","uuid":"u3"}`
	alive  = `{"type":"keep_alive"}`
)

// Files makes all of them.
func Files() []File {
	var all []File
	for _, group := range [][]File{lines(), texts(), structure(), crashes()} {
		all = append(all, group...)
	}
	return all
}

// text is a file of lines.
func text(name string, line ...string) File {
	return File{name + ".ndjson", []byte(strings.Join(line, "\n") + "\n")}
}

// bare is a file as it is given.
func bare(name, data string) File { return File{name + ".ndjson", []byte(data)} }

// said is a user's line whose text is the inside of a JSON string.
func said(text string) string {
	return `{"type":"user","message":{"role":"user","content":"` + text + `"},"parent_tool_use_id":null,"session_id":"s1"}`
}

// called is an assistant's line with a tool's input.
func called(input string) string {
	return strings.Replace(answer, `{"type":"text","text":"At nine."}`, `{"type":"tool_use","id":"t1","name":"Tide","input":`+input+`}`, 1)
}

// lines are kinds of damage in which bytes and line ends have a part.
func lines() []File {
	const bom = "\xef\xbb\xbf"
	return []File{
		text("line_separators_in_text", said("a\u2028b\u2029c\u0085d"), answer),
		bare("crlf", hello+"\r\n"+answer+"\r\n"+alive+"\r"),
		bare("lone_cr", hello+"\r"+answer+"\n"+alive+"\n"),
		bare("blank_lines", "\n \t \n"+hello+"\n\r\n\n"+answer+"\n   \n"),
		bare("no_line_end", hello+"\n"+answer),
		bare("byte_order_marks", bom+hello+"\n"+bom+answer+"\n"+bom+"\n"+alive+"\n"+alive+bom+"\n"),
		bare("utf16_little_end_first", utf16Text(binary.LittleEndian, "\ufeff"+hello+"\r\n"+answer+"\r\n")),
		bare("utf16_big_end_first", utf16Text(binary.BigEndian, "\ufeff"+hello+"\r\n"+answer+"\r\n")),
		bare("utf16_big_without_mark", utf16Text(binary.BigEndian, hello+"\n"+answer+"\n")),
		bare("utf16_without_mark", utf16Text(binary.LittleEndian, hello+"\n"+answer+"\n")),
		text("array_on_a_line", "["+hello+","+answer+"]", alive),
		text("no_objects", hello, "42", "null", `"massive error"`, "[1]", "true", "-", answer),
		text("long_line", hello, said(strings.Repeat("a line over 64 KB. ", 4<<10)), answer),
		bare("empty", ""),
	}
}

func utf16Text(order binary.AppendByteOrder, s string) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = order.AppendUint16(b, u)
	}
	return string(b)
}

// texts are kinds of damage within strings.
func texts() []File {
	return []File{
		text("escapes", said(`\"\\\/\b\f\n\r\t`), said(`\u0041\u00e9\u4e16\ud83c\udf0a`), said(`\a`), said(`\u12g4`), answer),
		text("nul_in_text", said(`a\u0000b`), answer),
		text("lone_surrogates", said(`cut here \ud83c`), said(`\udff7\ud83c x`), said(`\ud83cA\ud83c\n`), said(`\ud83c\ud83c\udf0a`), called(`{"text":"\ud83c"}`), answer),
		text("invalid_utf8", said("a\xff\xc3b"), said("\xc0\xaf \xed\xa0\xbd \xf4\x90\x80\x80"), said("cut \xf0\x9f\x8c"), called("{\"text\":\"\xff\"}"), answer),
		text("control_characters", said("a\tb"), said("a\x01b"), said("a\x7fb"), called("{\"text\":\"a\rb\"}"), answer),
		text("html_in_text", said(`<a href=\"x\">&</a>`), answer),
		text("base64", called(`{"data":"`+base64.StdEncoding.EncodeToString(bytes.Repeat([]byte("tide"), 3000))+`"}`), called(`{"csv":"`+strings.Repeat(`\"9\",\n`, 1000)+`"}`), answer),
	}
}

// structure is damage of the grammar, and what is odd and no damage.
func structure() []File {
	deep := func(n int) string { return called(strings.Repeat("[", n) + strings.Repeat("]", n)) }
	members := strings.TrimSuffix(alive, "}")
	return []File{
		text("duplicate_members", strings.Replace(hello, `"uuid":"u1"`, `"uuid":"u0","uuid":"u1"`, 1), strings.Replace(answer, `"input_tokens":9`, `"input_tokens":1,"input_tokens":9`, 1),
			`{"type":"user",`+strings.TrimPrefix(answer, "{"), `{"type":"control_request","request_id":"r","subtype":"interrupt","request_id":"evil"}`, answer),
		text("deep_nesting", deep(100), deep(996), deep(997), deep(5000), strings.Repeat(`{"a":`, 5000), answer),
		text("not_json", members+`,}`, `{'type':'keep_alive'}`, alive+` // a comment`, `{type:"keep_alive"}`, `/* */`+alive, members+`,"n":[1,]}`, members+`,"n":NaN}`, answer),
		text("numbers", members+`,"n":01}`, members+`,"n":+1}`, members+`,"n":.5}`, members+`,"n":1.}`, members+`,"n":0x1}`, members+`,"n":1e400}`, members+`,"n":-0}`,
			members+`,"n":9007199254740993}`, strings.Replace(answer, `"input_tokens":9`, `"input_tokens":9.0`, 1), strings.Replace(answer, `"input_tokens":9`, `"input_tokens":1e400`, 1), answer),
		text("missing_comma", members+`,"x":{"a":1 "b":2}}`, `{"type":"keep_alive" "x":1}`, `{"type" "keep_alive"}`, answer),
		text("missing_brackets", members, members+`,"x":[1,2}`, members+`,"x":[1}]`, alive+"}", answer),
		text("garbage_behind", alive+` x`, alive+`TRAILER`, alive+`]`, answer),
		text("garbage_before", `12:01:07 stdout: `+answer, `INFO {"message":"no record"} and `+hello, `data: `+alive, answer),
		text("odd_keys", `{"type":"result","subtype":"success","modelUsage":{"m[1m]":{"inputTokens":1},"":{},"__proto__":{},"a.b\u0022":{}},"permission_denials":[],"":0}`, answer),
		text("unknown_members", `{"type":"result","subtype":"error_during_execution","error_code":"EACCES","exit_code":126}`,
			strings.Replace(answer, `{"type":"text"`, `{"type":"tool_use","id":"t","name":"x","input":{},"novel":{"type":"direct"}},{"type":"text"`, 1), answer),
		text("order_and_spaces", `{ "uuid" : "u1" ,"session_id":"s1","message":{"content":"x" , "role":"user"},"b":{"y":1,"x":2},"type":"user" }`, called(`{"b":1,"a":{"y":1,"x":2}}`), answer),
		text("same_text_again_and_again", partials(40)...),
		text("unknown_kinds", `{"type":"transcript_mirror","filePath":"/f","entries":[{"type":"user"}]}`, `{"type":null,"subtype":7}`, `{}`, `{"type":"system"}`,
			strings.Replace(answer, `{"type":"text"`, `{"type":"server_tool_use","id":"t","name":"web"},{"text"`, 1), answer),
		text("wrong_types", strings.Replace(hello, `"uuid":"u1"`, `"uuid":7`, 1), strings.Replace(answer, `"content":[`, `"content":["bare",`, 1),
			`{"type":"user","message":"Please help","uuid":"u"}`, strings.Replace(answer, `"message":{`, `"message":null,"was":{`, 1), answer),
	}
}

// crashes are what is left of a log when a writer is stopped, or when two of them write.
func crashes() []File {
	const stub = `{"type":"system","subtype":"status","status":"compacting","sess`
	return []File{
		bare("cut_at_the_end", hello+"\n"+answer[:200]),
		bare("cut_with_line_end", hello+"\n"+answer[:200]+"\n"+alive+"\n"),
		bare("cut_in_a_character", hello+"\n"+said("héllo")[:strings.Index(said("héllo"), "é")+1]),
		text("one_bad_line_of_many", append(append(repeat(hello, 300), stub), repeat(answer, 300)...)...),
		text("glued_to_a_stub", stub+hello, answer[:150]+answer, alive[:8]+status, `{"type":"system","subtype":`+status, stub+stub+alive, answer),
		text("two_records", alive+status, hello+answer+alive, alive+" "+stub, answer),
		text("nul_line", hello, strings.Repeat("\x00", 700), answer, strings.Repeat("\x00", 200)+" \x00", alive),
		text("nul_before_a_record", strings.Repeat("\x00", 300)+hello, "\x00 \x00"+answer, alive+strings.Repeat("\x00", 40), alive),
		text("nul_in_a_record", hello[:60]+strings.Repeat("\x00", 300)+hello[60:], stub+strings.Repeat("\x00", 300)+answer, alive),
		bare("nul_at_the_end", hello+"\n"+answer+"\n"+strings.Repeat("\x00", 500)),
		bare("cut_and_nul_at_the_end", hello+"\n"+stub+strings.Repeat("\x00", 500)),
		{"cut_archive.ndjson.gz", archive(hello+"\n"+answer+"\n"+strings.Repeat(status+"\n", 20), 1100)},
		{"cut_archive.ndjson.zst", frames(hello + "\n" + answer + "\n" + strings.Repeat(status+"\n", 20))[:1100]},
		{"cut_archive_between_lines.ndjson.gz", archive(hello+"\n"+answer+"\n"+strings.Repeat(status+"\n", 20), 10+5+len(hello)+1+len(answer)+1)},
	}
}

// partials are lines of a stream each of which has the whole text so far.
func partials(n int) []string {
	all := make([]string, n)
	for i := range all {
		soFar := `{"role":"assistant","content":[{"type":"text","text":"` + strings.Repeat("tide ", i) + `"}]}`
		all[i] = `{"type":"message_update","message":` + soFar + `,"assistantMessageEvent":{"type":"text_delta","contentIndex":0,"delta":"tide ","partial":` + soFar + `}}`
	}
	return all
}

func repeat(line string, n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = strings.Replace(line, `"uuid":"u`, `"uuid":"n`+strconv.Itoa(i), 1)
	}
	return all
}

// archive is s as gzip writes it, cut behind n bytes. It is stored and not compressed, so that it is the same in all versions
// of the library.
func archive(s string, n int) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.NoCompression)
	if err != nil {
		panic(err) // the level is a constant
	}
	w.Write([]byte(s)) // a Buffer takes all
	w.Close()
	return b.Bytes()[:n]
}

// frames is s as a zstd archive, in blocks of text as it is.
func frames(s string) []byte {
	const size = 500
	b := []byte("\x28\xb5\x2f\xfd\x00\x00") // 1 KB is how far back it refers
	for len(s) > 0 {
		n := min(len(s), size)
		header := uint32(n) << 3
		if n == len(s) {
			header |= 1 // the last one
		}
		b = append(b, byte(header), byte(header>>8), byte(header>>16))
		b, s = append(b, s[:n]...), s[n:]
	}
	return b
}
