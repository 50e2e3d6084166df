// Package damage generates the files of testdata/damaged: small logs of the Agent SDK protocol, each with one kind of damage or
// oddity that real logs have.
//
//	go test ./internal/damage -update
//
// writes the files, and a report for each.
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

// Correct lines.
const (
	hello  = `{"type":"user","message":{"role":"user","content":"When is high tide?"},"parent_tool_use_id":null,"session_id":"s1","uuid":"u1"}`
	answer = `{"type":"assistant","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"At nine."}],` +
		`"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":3,"cache_creation_input_tokens":0,"cache_read_input_tokens":0}},` +
		`"parent_tool_use_id":null,"session_id":"s1","uuid":"u2"}`
	status = `{"type":"system","subtype":"status","status":null,"session_id":"s1","uuid":"u3"}`
	alive  = `{"type":"keep_alive"}`
)

// Files returns all files.
func Files() []File {
	var all []File
	for _, group := range [][]File{lines(), texts(), structure(), crashes()} {
		all = append(all, group...)
	}
	return all
}

// text returns a file of lines.
func text(name string, line ...string) File {
	return File{name + ".ndjson", []byte(strings.Join(line, "\n") + "\n")}
}

// file returns a file with the given content.
func file(name, data string) File { return File{name + ".ndjson", []byte(data)} }

// userLine returns a line of a user, with a text that is already escaped as in a JSON string.
func userLine(text string) string {
	return `{"type":"user","message":{"role":"user","content":"` + text + `"},"parent_tool_use_id":null,"session_id":"s1"}`
}

// toolCall returns a line of the assistant with a tool call, whose input is JSON.
func toolCall(input string) string {
	return strings.Replace(answer, `{"type":"text","text":"At nine."}`, `{"type":"tool_use","id":"t1","name":"Tide","input":`+input+`}`, 1)
}

// lines returns files with damage to line ends and to the encoding of the file.
func lines() []File {
	const bom = "\xef\xbb\xbf"
	return []File{
		text("line_separators_in_text", userLine("a\u2028b\u2029c\u0085d"), answer),
		file("crlf", hello+"\r\n"+answer+"\r\n"+alive+"\r"),
		file("lone_cr", hello+"\r"+answer+"\n"+alive+"\n"),
		file("blank_lines", "\n \t \n"+hello+"\n\r\n\n"+answer+"\n   \n"),
		file("no_line_end", hello+"\n"+answer),
		file("byte_order_marks", bom+hello+"\n"+bom+answer+"\n"+bom+"\n"+alive+"\n"+alive+bom+"\n"),
		file("utf16_little_end_first", utf16Text(binary.LittleEndian, "\ufeff"+hello+"\r\n"+answer+"\r\n")),
		file("utf16_big_end_first", utf16Text(binary.BigEndian, "\ufeff"+hello+"\r\n"+answer+"\r\n")),
		file("utf16_big_without_mark", utf16Text(binary.BigEndian, hello+"\n"+answer+"\n")),
		file("utf16_without_mark", utf16Text(binary.LittleEndian, hello+"\n"+answer+"\n")),
		text("array_on_a_line", "["+hello+","+answer+"]", alive),
		text("no_objects", hello, "42", "null", `"massive error"`, "[1]", "true", "-", answer),
		text("long_line", hello, userLine(strings.Repeat("a line over 64 KB. ", 4<<10)), answer),
		file("empty", ""),
	}
}

func utf16Text(order binary.AppendByteOrder, s string) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = order.AppendUint16(b, u)
	}
	return string(b)
}

// texts returns files with damage within strings.
func texts() []File {
	return []File{
		text("escapes", userLine(`\"\\\/\b\f\n\r\t`), userLine(`\u0041\u00e9\u4e16\ud83c\udf0a`), userLine(`\a`), userLine(`\u12g4`), answer),
		text("nul_in_text", userLine(`a\u0000b`), answer),
		text("lone_surrogates", userLine(`cut here \ud83c`), userLine(`\udff7\ud83c x`), userLine(`\ud83cA\ud83c\n`), userLine(`\ud83c\ud83c\udf0a`), toolCall(`{"text":"\ud83c"}`), answer),
		text("invalid_utf8", userLine("a\xff\xc3b"), userLine("\xc0\xaf \xed\xa0\xbd \xf4\x90\x80\x80"), userLine("cut \xf0\x9f\x8c"), toolCall("{\"text\":\"\xff\"}"), answer),
		text("control_characters", userLine("a\tb"), userLine("a\x01b"), userLine("a\x7fb"), toolCall("{\"text\":\"a\rb\"}"), answer),
		text("html_in_text", userLine(`<a href=\"x\">&</a>`), answer),
		text("base64", toolCall(`{"data":"`+base64.StdEncoding.EncodeToString(bytes.Repeat([]byte("tide"), 3000))+`"}`), toolCall(`{"csv":"`+strings.Repeat(`\"9\",\n`, 1000)+`"}`), answer),
	}
}

// structure returns files with damage to the grammar, and files that are odd but correct.
func structure() []File {
	deep := func(n int) string { return toolCall(strings.Repeat("[", n) + strings.Repeat("]", n)) }
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
		text("order_and_spaces", `{ "uuid" : "u1" ,"session_id":"s1","message":{"content":"x" , "role":"user"},"b":{"y":1,"x":2},"type":"user" }`, toolCall(`{"b":1,"a":{"y":1,"x":2}}`), answer),
		text("same_text_again_and_again", partials(40)...),
		text("unknown_kinds", `{"type":"transcript_mirror","filePath":"/f","entries":[{"type":"user"}]}`, `{"type":null,"subtype":7}`, `{}`, `{"type":"system"}`,
			strings.Replace(answer, `{"type":"text"`, `{"type":"server_tool_use","id":"t","name":"web"},{"text"`, 1), answer),
		text("wrong_types", strings.Replace(hello, `"uuid":"u1"`, `"uuid":7`, 1), strings.Replace(answer, `"content":[`, `"content":["bare",`, 1),
			`{"type":"user","message":"Please help","uuid":"u"}`, strings.Replace(answer, `"message":{`, `"message":null,"was":{`, 1), answer),
	}
}

// crashes returns files that remain when a writer is stopped, or when two writers write at the same time.
func crashes() []File {
	const stub = `{"type":"system","subtype":"status","status":"compacting","sess`
	return []File{
		file("cut_at_the_end", hello+"\n"+answer[:200]),
		file("cut_with_line_end", hello+"\n"+answer[:200]+"\n"+alive+"\n"),
		file("cut_in_a_character", hello+"\n"+userLine("héllo")[:strings.Index(userLine("héllo"), "é")+1]),
		text("one_bad_line_of_many", append(append(repeat(hello, 300), stub), repeat(answer, 300)...)...),
		text("glued_to_a_stub", stub+hello, answer[:150]+answer, alive[:8]+status, `{"type":"system","subtype":`+status, stub+stub+alive, answer),
		text("two_records", alive+status, hello+answer+alive, alive+" "+stub, answer),
		text("nul_line", hello, strings.Repeat("\x00", 700), answer, strings.Repeat("\x00", 200)+" \x00", alive),
		text("nul_before_a_record", strings.Repeat("\x00", 300)+hello, "\x00 \x00"+answer, alive+strings.Repeat("\x00", 40), alive),
		text("nul_in_a_record", hello[:60]+strings.Repeat("\x00", 300)+hello[60:], stub+strings.Repeat("\x00", 300)+answer, alive),
		file("nul_at_the_end", hello+"\n"+answer+"\n"+strings.Repeat("\x00", 500)),
		file("cut_and_nul_at_the_end", hello+"\n"+stub+strings.Repeat("\x00", 500)),
		{"cut_archive.ndjson.gz", archive(hello+"\n"+answer+"\n"+strings.Repeat(status+"\n", 20), 1100)},
		{"cut_archive.ndjson.zst", frames(hello + "\n" + answer + "\n" + strings.Repeat(status+"\n", 20))[:1100]},
		{"cut_archive_between_lines.ndjson.gz", archive(hello+"\n"+answer+"\n"+strings.Repeat(status+"\n", 20), 10+5+len(hello)+1+len(answer)+1)},
	}
}

// partials returns lines of a stream, each with the whole text so far.
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

// archive returns s as a gzip archive, cut after n bytes. The archive is stored without compression, so that its bytes do not depend on the
// version of the library.
func archive(s string, n int) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.NoCompression)
	if err != nil {
		panic(err) // the level is a constant
	}
	w.Write([]byte(s)) // a Buffer returns no errors
	w.Close()
	return b.Bytes()[:n]
}

// frames returns s as a zstd archive, in blocks without compression.
func frames(s string) []byte {
	const size = 500
	b := []byte("\x28\xb5\x2f\xfd\x00\x00") // a window of 1 KB
	for len(s) > 0 {
		n := min(len(s), size)
		header := uint32(n) << 3
		if n == len(s) {
			header |= 1 // the last block
		}
		b = append(b, byte(header), byte(header>>8), byte(header>>16))
		b, s = append(b, s[:n]...), s[n:]
	}
	return b
}
