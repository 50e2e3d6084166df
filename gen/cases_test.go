package gen_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/encoder"
	"github.com/ndwire/ndwire/gen/testdata/alias"
	"github.com/ndwire/ndwire/gen/testdata/consts"
	"github.com/ndwire/ndwire/gen/testdata/defaults"
	"github.com/ndwire/ndwire/gen/testdata/embed"
	"github.com/ndwire/ndwire/gen/testdata/encoded"
	"github.com/ndwire/ndwire/gen/testdata/enums"
	"github.com/ndwire/ndwire/gen/testdata/external"
	"github.com/ndwire/ndwire/gen/testdata/has"
	"github.com/ndwire/ndwire/gen/testdata/imports"
	"github.com/ndwire/ndwire/gen/testdata/inline"
	"github.com/ndwire/ndwire/gen/testdata/intenums"
	"github.com/ndwire/ndwire/gen/testdata/kinds"
	"github.com/ndwire/ndwire/gen/testdata/lazy"
	"github.com/ndwire/ndwire/gen/testdata/limits"
	"github.com/ndwire/ndwire/gen/testdata/lists"
	"github.com/ndwire/ndwire/gen/testdata/noline"
	"github.com/ndwire/ndwire/gen/testdata/optional"
	"github.com/ndwire/ndwire/gen/testdata/order"
	"github.com/ndwire/ndwire/gen/testdata/payloads"
	"github.com/ndwire/ndwire/gen/testdata/replay"
	"github.com/ndwire/ndwire/gen/testdata/shorthand"
	"github.com/ndwire/ndwire/gen/testdata/siblings"
	"github.com/ndwire/ndwire/gen/testdata/tagged"
	"github.com/ndwire/ndwire/gen/testdata/view"
	"github.com/ndwire/ndwire/gen/testdata/viewpaths"
	"github.com/ndwire/ndwire/gen/testdata/when"
	"github.com/ndwire/ndwire/gen/testdata/wide"
	"github.com/ndwire/ndwire/internal/jsontest"
)

// TestDecoded compares decoded lines with Go values. Extra is compared by its unknown members, see decoder.Extra.Equal.
func TestDecoded(t *testing.T) {
	extras := func(pairs ...string) (e decoder.Extra) {
		for pair := range slices.Chunk(pairs, 2) {
			e.Set(pair[0], decoder.Raw(pair[1]))
		}
		return e
	}
	extra := func(name, value string) (e decoder.Extra) {
		e.Set(name, decoder.Raw(value))
		return e
	}
	tests := []struct {
		protocol, line string
		want           decoder.Line
	}{
		{"tagged", `{"type":"text","id":"a","text":"b","code":7}`, &tagged.TextLine{ID: "a", Text: "b", Code: 7}},
		{"tagged", `{"id":"a","tools":["x"],"subtype":"init","type":"system"}`, &tagged.InitLine{ID: "a", Tools: []string{"x"}}},
		{"tagged", `{"type":"system","subtype":"new"}`, &tagged.UnknownLine{Raw: decoder.Raw(`{"type":"system","subtype":"new"}`)}},
		{"tagged", `{"type":"result","subtype":"odd","more":[1]}`, &tagged.ResultLine{Subtype: "odd", Extra: extra("more", "[1]")}},
		{"tagged", `{"type":"box","odd":[{"is":7,"n":1},{"is":true},{"is":"seven"},{"is":"8"},5]}`, &tagged.Box{Odd: []tagged.Odd{
			&tagged.Seven{N: 1}, &tagged.Yes{}, &tagged.Word{}, &tagged.UnknownOdd{Raw: decoder.Raw(`{"is":"8"}`)}, &tagged.UnknownOdd{Raw: decoder.Raw("5")}}}},
		{"tagged", `{"type":"text","id":"a","type":"system","tools":[],"subtype":"init"}`, &tagged.InitLine{ID: "a", Tools: []string{}}},

		{"replay", `{"type":"user","text":"a"}`, &replay.User{Text: "a"}},
		{"replay", `{"type":"user","text":"a","isReplay":true}`, &replay.UserReplay{User: replay.User{Text: "a"}}},
		{"replay", `{"type":"user","text":"a","isReplay":false}`, &replay.User{Text: "a", Extra: extra("isReplay", "false")}},
		{"replay", `{"type":"user","isReplay":true,"isReplay":0}`, &replay.User{Extra: extra("isReplay", "0")}},
		{"replay", `{"type":"notes","notes":[{},{"kind":""},{"kind":"x"},{"kind":"loud"},{"kind":null},{"kind":3}]}`, &replay.Notes{Notes: []replay.Note{
			&replay.PlainNote{}, &replay.EmptyNote{}, &replay.OtherNote{Extra: extra("kind", `"x"`)}, &replay.LoudNote{}, &replay.NullNote{}, &replay.ThirdNote{}}}},

		{"siblings", `{"type":"ping","payload":"text"}`, &siblings.Event{Payload: &siblings.UnknownPayload{Raw: decoder.Raw(`"text"`)}}},
		{"siblings", `{"type":"new","payload":[1]}`, &siblings.Event{Payload: &siblings.UnknownPayload{Raw: decoder.Raw("[1]")}}},
		{"siblings", `{"type":"start","payload":[1]}`, &siblings.Event{}},
		{"siblings", `{"type":"ping","payload":null}`, &siblings.Event{}},

		{"kinds", `{"type":"message","content":"a","any":"red","tool":1.5}`, &kinds.Message{
			Content: kinds.Content{Type: decoder.String, Text: "a"}, Any: kinds.Any{Type: decoder.String, Word: kinds.ColorRed},
			Tool: kinds.Tool{Type: decoder.Number, Number: 1.5}}},
		{"kinds", `{"type":"message","content":[{"type":"text"},7],"any":["a",5],"tool":null}`, &kinds.Message{
			Content: kinds.Content{Type: decoder.Array, Blocks: []kinds.Block{&kinds.TextBlock{}, &kinds.UnknownBlock{Raw: decoder.Raw("7")}}},
			Tool:    kinds.Tool{Type: decoder.Null}}},
		{"kinds", `{"type":"message","content":{"a":1},"any":{"text":"b"},"tool":{"type":"text","text":"c"}}`, &kinds.Message{
			Content: kinds.Content{Type: decoder.Object, Other: decoder.Raw(`{"a":1}`)}, Any: kinds.Any{Type: decoder.Object, Block: &kinds.TextBlock{Text: "b"}},
			Tool: kinds.Tool{Type: decoder.Object, Block: &kinds.TextBlock{Text: "c"}}}},

		{"optional", `{"type":"all","so":"","io":0,"bo":false,"eo":"red","ro":{"n":1},"ao":[],"mo":{},"jo":0,"sn":"","k":""}`, &optional.All{
			So: new(""), Io: new(0), Bo: new(false), Eo: new(optional.ColorRed), Ro: &optional.Part{N: 1}, Ao: []string{}, Mo: map[string]int{},
			Jo: decoder.Raw("0"), Sn: new(""), K: optional.Text{Type: decoder.String}}},
		{"optional", `{"type":"all","s":null,"i":"1","i":"x","a":{},"io":1.9,"j":null,"u":5,"uo":null}`, &optional.All{Io: new(1)}},

		{"defaults", `{"type":"options"}`, &defaults.Options{Off: true, Effort: "medium", Depth: 5, Size: -1, Rate: 0.5, Color: defaults.ColorGreen}},
		{"defaults", `{"type":"options","off":null,"effort":5,"depth":0,"rate":"x","color":"red","box":{}}`, &defaults.Options{
			Off: true, Effort: "medium", Size: -1, Rate: 0.5, Color: defaults.ColorRed, Box: defaults.Box{Width: 80}}},
		{"defaults", `{"type":"flags","hidden":false,"title":""}`, &defaults.Flags{Depth: 5}},

		{"consts", `{"type":"tool","version":2,"name":"a","source":{"type":"preset","preset":"b"}}`, &consts.Tool{Name: "a", Source: consts.Source{Preset: "b"}}},

		{"embed", `{"type":"copy","uuid":"u","time":"t","copy_of":"v","more":1}`, &embed.AnswerCopy{
			Answer: embed.Answer{Timed: embed.Timed{Base: embed.Base{UUID: "u"}, Time: "t"}, Extra: extra("more", "1")}, CopyOf: new("v")}},

		{"alias", `{"type":"ask","id":"a","requestId":"b","n":3,"request":{"text":"c"},"items":["d"]}`, &alias.Ask{
			RequestID: "b", Count: 3, Body: alias.Body{Text: "c"}, List: []string{"d"}, Extra: extra("id", `"a"`)}},
		{"alias", `{"type":"ask","requestId":"a","request_id":"b"}`, &alias.Ask{RequestID: "b", Extra: extra("requestId", `"a"`)}},
		{"alias", `{"type":"ask","requestId":"a","request_id":"b","requestId":"c"}`, &alias.Ask{RequestID: "b", Extra: extra("requestId", `"c"`)}},

		{"when", `{"type":"request","input":{"event":"e"},"subtype":"hook_done"}`, &when.Request{Subtype: when.SubtypeHookDone, HookInput: when.HookInput{Event: "e"}}},
		{"when", `{"type":"request","subtype":"set_level","input":4,"tool_name":"x"}`, &when.Request{Subtype: when.SubtypeSetLevel, Level: 4, ToolName: "x"}},
		{"when", `{"type":"request","subtype":"new","input":4}`, &when.Request{Subtype: "new", Extra: extra("input", "4")}},

		{"inline", `{"type":"request","request_id":"a","request":{"subtype":"s","input":1}}`, &inline.Request{
			RequestID: "a", Request: inline.Inner{Subtype: "s", Input: decoder.Raw("1")}}},
		{"inline", `{"type":"request","request_id":"a","subtype":"s","input":1,"remark":"n","x":2}`, &inline.Request{
			RequestID: "a", Request: inline.Inner{Subtype: "s", Input: decoder.Raw("1")}, More: &inline.More{Note: "n"}, Extra: extra("x", "2")}},
		{"inline", `{"type":"request","request_id":"a","subtype":"s","input":1,"flat_label":"l"}`, &inline.Request{
			RequestID: "a", Request: inline.Inner{Subtype: "s", Input: decoder.Raw("1"), Label: "l"}}},
		{"inline", `{"type":"request","request_id":"a","subtype":"s","input":1,"label":"l"}`, &inline.Request{
			RequestID: "a", Request: inline.Inner{Subtype: "s", Input: decoder.Raw("1"), Label: "l"}}},
		{"inline", `{"type":"request","request_id":"a","request":{"subtype":"s","input":null,"flat_label":"l"}}`, &inline.Request{
			RequestID: "a", Request: inline.Inner{Subtype: "s", Label: "l"}}},
		{"inline", `{"type":"message","text":"a","cost":0.5,"tokens":3,"limit":4}`, &inline.Message{
			Text: "a", Usage: inline.Usage{Tokens: 3, Cost: 0.5}, Bounds: inline.Limit{Limit: new(4)}}},
		{"inline", `{"type":"reply","id":"a","response":{"subtype":"done","by":"b","payload":1,"response":2}}`, &inline.Reply{
			ID: "a", Response: &inline.Done{By: "b", Payload: decoder.Raw("1"), Response: decoder.Raw("2")}}},
		{"inline", `{"by":"b","payload":1,"result":2,"type":"reply","id":"a","subtype":"done","x":3,"code":4}`, &inline.Reply{
			ID: "a", Response: &inline.Done{By: "b", Payload: decoder.Raw("1"), Response: decoder.Raw("2")}, Extra: extras("x", "3", "code", "4")}},
		{"inline", `{"type":"reply","id":"a","from":"b","error":"e","payload":1}`, &inline.Reply{
			ID: "a", Response: &inline.Failed{By: "b", Error: "e"}, Extra: extra("payload", "1")}},
		{"inline", `{"type":"reply","id":"a","subtype":"later","by":"b"}`, &inline.Reply{ID: "a", Extra: extras("subtype", `"later"`, "by", `"b"`)}},
		{"inline", `{"type":"reply","id":"a","subtype":"done","response":{"by":"b","subtype":"failed"}}`, &inline.Reply{
			ID: "a", Response: &inline.Failed{By: "b"}, Extra: extra("subtype", `"done"`)}},
		{"inline", `{"type":"reply","id":"a"}`, &inline.Reply{ID: "a"}},
		{"inline", `{"type":"ask","id":"a","question":{"about":"place","zone":"z","near":"n","unit":"u"}}`, &inline.Ask{
			ID: "a", Question: &inline.AskPlace{Zone: "z", Near: "n", Extra: extra("unit", `"u"`)}}},
		{"inline", `{"type":"ask","unit":"u","close_to":"n","id":"a","zone":"z","about":"place"}`, &inline.Ask{
			ID: "a", Question: &inline.AskPlace{Zone: "z", Near: "n"}, Extra: extra("unit", `"u"`)}},
		{"inline", `{"type":"ask","id":"a","about":"size","unit":"u","currency":"c","zone":"z"}`, &inline.Ask{
			ID: "a", Question: &inline.AskSize{Unit: "u"}, Extra: extras("currency", `"c"`, "zone", `"z"`)}},
		{"inline", `{"type":"ask","id":"a","about":"owner","unit":"u"}`, &inline.Ask{ID: "a", Question: &inline.AskOwner{}, Extra: extra("unit", `"u"`)}},
		{"inline", `{"type":"ask","id":"a","about":"later","unit":"u"}`, &inline.Ask{ID: "a", Extra: extras("about", `"later"`, "unit", `"u"`)}},
		{"inline", `{"type":"ask","id":"a","question":{"about":"later"},"about":"size"}`, &inline.Ask{
			ID: "a", Question: &inline.UnknownQuestion{Raw: decoder.Raw(`{"about":"later"}`)}, Extra: extra("about", `"size"`)}},

		{"has", `{"type":"control_response","response":{"error":"e"}}`, &has.SuccessResponse{Response: &has.Failure{Error: "e"}}},
		{"has", `{"type":"control_response","response":{"value":1},"error":"e"}`, &has.ErrorResponse{Error: "e", Extra: extra("response", `{"value":1}`)}},
		{"has", `{"type":"call","method":null,"result":1}`, &has.Answer{Result: decoder.Raw("1"), Extra: extra("method", "null")}},
		{"has", `{"type":"mark","v":null}`, &has.Unmarked{Extra: extra("v", "null")}},
		{"has", `{"type":"choice","word":null}`, &has.NoWord{}},
		{"has", `{"type":"fault","cause":null}`, &has.Fine{}},
		{"has", `{"type":"fault","cause":[]}`, &has.Fault{Cause: decoder.Raw("[]")}},
		{"has", `{"type":"control_response"}`, &has.UnknownLine{Raw: decoder.Raw(`{"type":"control_response"}`)}},
		{"has", `{"type":"reply","results":[{"value":1},{"subtype":"error"},{"subtype":"x"}]}`, &has.Reply{Results: []has.Result{
			&has.Success{Value: decoder.Raw("1")}, &has.Failure{}, &has.UnknownResult{Raw: decoder.Raw(`{"subtype":"x"}`)}}}},

		{"shorthand", `{"type":"options","prompt":"a","prompto":{"preset":"b"},"prompts":["c",{"append":"d"}]}`, &shorthand.Options{
			Prompt: shorthand.Prompt{Raw: "a"}, Prompto: &shorthand.Prompt{Preset: "b"}, Prompts: []shorthand.Prompt{{Raw: "c"}, {Append: "d"}}}},

		{"enums", `{"type":"paint","color":"violet","coloro":"dark-blue","shades":["red",null],"amounts":{"":1}}`, &enums.Paint{
			Color: "violet", Coloro: new(enums.CDarkBlue), Shades: []*enums.Color{new(enums.CRed), nil}, Amounts: map[enums.Color]int{enums.CNone: 1}}},

		{"lists", `{"type":"lists","strings":["a",5],"names":["a",null],"blocks":[null],"blocksn":[null],"partsn":[{"n":1},null],"grid":[[{"n":1}],[]],"partnByName":{"a":null},"mapByName":{"a":{"b":1}}}`, &lists.Lists{
			Names: []*string{new("a"), nil}, Blocks: []lists.Block{&lists.UnknownBlock{Raw: decoder.Raw("null")}}, Blocksn: []lists.Block{nil}, Partsn: []*lists.Part{{N: 1}, nil}, Grid: [][]lists.Part{{{N: 1}}, {}},
			PartnByName: map[string]*lists.Part{"a": nil}, MapByName: map[string]map[string]int{"a": {"b": 1}}}},

		{"imports", `{"type":"turn","part":{"n":1},"blocks":[{"type":"text","text":"a"}],"byColor":{"red":[null]},"own":{"type":"text","text":"b"}}`, &imports.Turn{
			Part: optional.Part{N: 1}, Colord: optional.ColorRed, Blocks: []kinds.Block{&kinds.TextBlock{Text: "a"}},
			ByColor: map[optional.Color][]*optional.Part{optional.ColorRed: {nil}}, Own: &imports.TextLike{Text: "b"}}},

		{"view", `{"type":"assistant","sessionId":"s","message":{"model":"m","content":[{"type":"tool_use","name":"n","input":{}}]},"more":1}`, &view.Response{
			SessionID: "s", Message: view.Message{Model: "m", Content: view.Content{Type: decoder.Array, Blocks: []view.Block{&view.ToolUse{Name: "n"}}}}}},

		{"viewpaths", `{"type":"assistant","sessionId":"s","meta":{"tenant":{"id":"t"}},"message":{"role":"x","model":"a","settings":{"effort":"high"},"usage":{"input":1,"x":[2]},"content":"c","id":"m"},"more":{"parts":[{"text":"p"}],"by_name":{"a":{"output":3}},"box":{},"block":{"type":"new"},"raw":[1],"tree":{"input":5},"note":"n"}}`, &viewpaths.Response{
			Base: viewpaths.Base{SessionID: "s", Tenant: new("t")}, MessageID: "m", Model: "a", Effort: viewpaths.EffortHigh, Depth: 5,
			Tokens: viewpaths.Tokens{Input: 1}, Content: viewpaths.Content{Type: decoder.String, Text: "c"}, Parts: []viewpaths.Text{{Text: "p"}},
			ByName: map[string]viewpaths.Tokens{"a": {Output: 3}}, Crate: &viewpaths.Tokens{}, Block: &viewpaths.UnknownBlock{Raw: decoder.Raw(`{"type":"new"}`)},
			Raw: decoder.Raw("[1]"), Tree: decoder.Raw(`{"input":5}`), Note: new("n")}},
		{"viewpaths", `{"type":"assistant","message":"text","meta":{"tenant":5},"more":null}`, &viewpaths.Response{Effort: viewpaths.EffortMedium, Depth: 5}},
		{"viewpaths", `{"type":"assistant","message":{"id":"a","model":"b","content":[],"settings":{"effort":"low"},"usage":{"input":1}},"message":{"id":"c"},"meta":{"tenant":{"id":"t"}},"meta":0}`, &viewpaths.Response{
			MessageID: "c", Effort: viewpaths.EffortMedium, Depth: 5}},
		{"viewpaths", `{"type":"assistant","message":{"settings":{"depth":1,"effort":"low"},"settings":{"level":2}}}`, &viewpaths.Response{Effort: viewpaths.EffortMedium, Depth: 2}},
		{"viewpaths", `{"type":"control","request":{"body":{"id":"x"},"subtype":"stop"}}`, &viewpaths.Control{Subtype: "stop", ID: "x"}},
		{"viewpaths", `{"type":"event","odd key,":{"at":1.5},"aB":{"c":"x"},"a_b":{"c":"y"}}`, &viewpaths.Event{At: 1.5, From: "x", Till: "y"}},
		{"viewpaths", `{"type":"peer","at":{"was":"WARN","level":"WARN"},"at":{"level":"ERROR"}}`, &viewpaths.Peer{Level: slog.LevelError}},

		{"wide", `{"type":"wide","f00":1,"f69":"x","f63":2.5}`, &wide.Wide{F00: new(1), F69: new("x"), F63: new(2.5)}},
	}
	byName := map[string]protocol{}
	for _, p := range protocols {
		byName[p.name] = p
	}
	for _, tt := range tests {
		got, err := byName[tt.protocol].unmarshal([]byte(tt.line))
		if err != nil {
			t.Errorf("%s: %s: %v", tt.protocol, tt.line, err)
		} else if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %s (-want +got):\n%s", tt.protocol, tt.line, diff)
		}
	}
}

// TestEncoded writes values that were not decoded from a line.
func TestEncoded(t *testing.T) {
	note := func(name string, s decoder.State) (e decoder.Extra) {
		e.Note(name, s)
		return e
	}
	unknown := func(name, value string) (e decoder.Extra) {
		e.Set(name, decoder.Raw(value))
		return e
	}
	inlinedWith := func(name, value string) decoder.Extra {
		e := unknown(name, value)
		e.Note(name, decoder.Inlined)
		return e
	}
	tests := []struct {
		value encoder.Appender
		want  string // or a part of the error
	}{
		{&tagged.TextLine{}, `{"type":"text","id":"","text":"","code":0}`},
		{&tagged.InitLine{}, `{"type":"system","subtype":"init","id":"","tools":[]}`},
		{&replay.UserReplay{}, `{"type":"user","isReplay":true,"text":""}`},
		{&kinds.Message{}, `{"type":"message","content":null,"tool":null}`},
		{&kinds.Message{Content: kinds.Content{Type: decoder.Array}, Any: kinds.Any{Type: decoder.Object}}, `{"type":"message","content":[],"any":{},"tool":null}`},
		{&kinds.Message{Tool: kinds.Tool{Type: decoder.Array}}, `{"type":"message","content":null,"tool":[]}`},
		{&kinds.Message{Content: kinds.Content{Text: "a", Blocks: []kinds.Block{}}}, "Text and Blocks are set"},
		{&kinds.Message{Any: kinds.Any{Type: decoder.String, Flag: true}, List: []kinds.Any{{}, {Count: 1}}}, `{"type":"message","content":null,"any":true,"tool":null,"list":[null,1]}`},
		{&defaults.Options{}, `{"type":"options","off":false,"effort":"","depth":0,"size":0,"rate":0,"color":""}`},
		{&defaults.Options{Off: true, Effort: "medium", Depth: 5, Size: -1, Rate: 0.5, Color: "green"}, `{"type":"options"}`},
		{&defaults.Options{Off: true, Effort: "medium", Depth: 5, Size: -1, Rate: 0.5, Color: "green", Extra: note("on", decoder.Present)}, `{"type":"options","on":false}`},
		{&defaults.Boxes{Nested: defaults.Nested{Box: defaults.Box{Width: 80}}}, `{"type":"boxes","plain":{"width":0},"text":"{\"width\":0}",` +
			`"nested":{"box":{},"text":"{\"width\":0}"},"nested_text":"{\"box\":{\"width\":0},\"text\":\"{\\\"width\\\":0}\"}","list":[],` +
			`"kinds":"{\"on\":false,\"size\":0,\"rate\":0,\"price\":0,\"at\":\"0001-01-01T00:00:00Z\",\"seen\":0,\"color\":\"\",\"title\":\"\",\"count\":0}",` +
			`"flat_size":0,"flat_box":{"width":0},"tagged":{"of":"","low":0}}`},
		{&defaults.Flags{}, `{"type":"flags","hidden":false,"depth":0}`},
		{&defaults.Flags{Depth: 5, Extra: note("hidden", decoder.Absent)}, `{"type":"flags","depth":5}`},
		{&defaults.Flags{Hidden: true, Extra: note("hidden", decoder.Absent)}, `{"type":"flags","hidden":true,"depth":0}`},
		{&consts.Tool{Name: "a"}, `{"type":"tool","version":2,"name":"a","source":{"type":"preset","odd key,":true,"preset":""}}`},
		{&alias.Ask{}, `{"type":"ask","request_id":"","body":{"text":""}}`},
		{&when.Request{Subtype: when.SubtypeSetLevel}, `{"type":"request","subtype":"set_level"}`},
		{&when.Request{Subtype: when.SubtypeSetLevel, Level: 2}, `{"type":"request","subtype":"set_level","input":2}`},
		{&when.Request{Subtype: when.SubtypeSetLevel, Input: decoder.Raw("1")}, "Input is set, which is only for can_use_tool"},
		{&when.Request{Subtype: when.SubtypeMcp, HookInput: when.HookInput{Event: "e"}}, "HookInput is set, which is only for hook_callback and hook_done"},
		{&inline.Request{Extra: note("request", decoder.Inlined)}, `{"type":"request","request_id":"","subtype":"","input":{}}`},
		{&inline.Request{Request: inline.Inner{Label: "l"}}, `{"type":"request","request_id":"","request":{"subtype":"","input":{},"label":"l"}}`},
		{&inline.Request{Request: inline.Inner{Label: "l"}, Extra: note("request", decoder.Inlined)},
			`{"type":"request","request_id":"","subtype":"","input":{},"flat_label":"l"}`},
		{&inline.Request{Request: inline.Inner{Label: "l", Extra: unknown("request", `{}`)}, Extra: note("request", decoder.Inlined)},
			`{"type":"request","request_id":"","subtype":"","input":{},"flat_label":"l"}`},
		{&inline.Ask{Question: &inline.AskPrice{}, Extra: inlinedWith("question", `{"about":"place"}`)}, `{"type":"ask","id":"","about":"price","currency":""}`},
		{&inline.Ask{Question: &inline.AskPrice{Extra: unknown("question", `null`)}, Extra: note("question", decoder.Inlined)}, `{"type":"ask","id":"","about":"price","currency":""}`},
		{&inline.Message{Bounds: inline.Limit{Limit: new(1)}}, `{"type":"message","text":"","tokens":0,"cost":0,"limit":1,"unit":"px"}`},
		{&inline.Ask{Question: &inline.AskPlace{Near: "n"}}, `{"type":"ask","id":"","question":{"about":"place","near":"n"}}`},
		{&inline.Ask{Question: &inline.AskPlace{Near: "n"}, Extra: note("question", decoder.Inlined)}, `{"type":"ask","id":"","about":"place","close_to":"n"}`},
		{&inline.Ask{Question: &inline.AskPrice{}, Extra: note("question", decoder.Inlined)}, `{"type":"ask","id":"","about":"price","currency":""}`},
		{&inline.Ask{Question: &inline.UnknownQuestion{Raw: decoder.Raw(`{}`)}, Extra: note("question", decoder.Inlined)}, `{"type":"ask","id":"","question":{}}`},
		{&inline.Ask{Extra: note("question", decoder.Inlined)}, `{"type":"ask","id":"","question":null}`},
		{&shorthand.Prompt{Raw: "a"}, `"a"`},
		{&shorthand.Prompt{Raw: "a", Preset: "b"}, "Raw and other fields are set"},
		{&enums.Paint{Amounts: map[enums.Color]int{"b": 1, "a": 2}, Shades: []*enums.Color{nil}}, `{"type":"paint","color":"","colorn":null,"colors":[],"shades":[null],"amounts":{"a":2,"b":1},"level":""}`},
		{&order.Tick{}, `{"type":"tick","s":"","i":0,"l":0,"n":0,"b":false,"mood":"","j":null,"list":[],"map":{},"box":{"width":0},"other":{"x":0},"maybe":null,"nobox":null,"humor":null,"v":"1,{\"0","content":null,"on":false}`},
		{&order.Tick{N: math.NaN()}, "encoder: .n: JSON has no NaN"},
		{&order.Tick{J: decoder.Raw("{\n")}, "encoder: .j: a raw value is not one JSON value: it ends too early"},
		{&has.SuccessResponse{Response: &has.Success{}}, `{"type":"control_response","response":{"subtype":"success"}}`},
		{&tagged.Box{Odd: []tagged.Odd{&tagged.Seven{}, nil, &tagged.Yes{}}}, `{"type":"box","odd":[{"is":7,"n":0},null,{"is":true,"n":0}]}`},
		{&tagged.Box{Odd: []tagged.Odd{&tagged.Yes{}, (*tagged.Seven)(nil)}}, "encoder: .odd[1]: a nil *Seven is not a record"},
		{(*tagged.TextLine)(nil), "encoder: a nil *TextLine is not a record"},
		{&tagged.UnknownLine{Raw: decoder.Raw(`{"type":"x"}`)}, `{"type":"x"}`},
		{&tagged.UnknownLine{Raw: decoder.Raw(`{"type":"x"},{}`)}, "encoder: a raw value is not one JSON value: the byte ',' at offset 12"},
		{&tagged.UnknownLine{Raw: decoder.Raw(`["x"]`)}, "encoder: a line must be an object"},
		{&tagged.UnknownLine{}, "encoder: an unknown case has no text"},
		{&view.Response{Message: view.Message{Model: "m"}}, `{"type":"assistant","session_id":"","message":{"model":"m","content":null}}`},
		{&viewpaths.Response{Effort: "medium", Depth: 5}, `{"type":"assistant","session_id":"","message":{"id":"","model":"","content":null},"more":{"note":null}}`},
		{&viewpaths.Response{Base: viewpaths.Base{Tenant: new("t")}, MessageID: "m", Depth: 5, Tokens: viewpaths.Tokens{Output: 1}, Crate: &viewpaths.Tokens{}}, `{"type":"assistant","session_id":"","meta":{"tenant":{"id":"t"}},"message":{"id":"m","model":"","settings":{"effort":""},"usage":{"output":1},"content":null},"more":{"box":{},"note":null}}`},
		{&viewpaths.Control{Subtype: "start", ID: "x"}, `{"type":"control","request":{"subtype":"start","body":{"id":"x"}}}`},
		{&viewpaths.Event{}, `{"type":"event"}`},
		{&viewpaths.Event{From: "f"}, `{"type":"event","aB":{"c":"f"}}`},
		{&viewpaths.Response{Content: viewpaths.Content{Text: "a", Blocks: []viewpaths.Block{}}}, "Text and Blocks are set"},
	}
	for _, tt := range tests {
		got, err := tt.value.AppendJSON(nil)
		switch {
		case err == nil && string(got) != tt.want:
			t.Errorf("%T is written as\n%s, want\n%s", tt.value, got, tt.want)
		case err != nil && !strings.Contains(err.Error(), tt.want):
			t.Errorf("%T: error %v, want %s", tt.value, err, tt.want)
		}
		v := reflect.ValueOf(tt.value)
		if v.IsNil() {
			continue // encoding/json writes null
		}
		marshaled, err2 := v.Interface().(json.Marshaler).MarshalJSON()
		if string(marshaled) != string(got) || (err2 == nil) != (err == nil) {
			t.Errorf("%T: MarshalJSON is %s, %v; AppendJSON %s, %v", tt.value, marshaled, err2, got, err)
		}
	}
}

// TestChanged changes fields of decoded lines: a note counts only as long as its field has not changed.
func TestChanged(t *testing.T) {
	tests := []struct {
		name, line string
		change     func(*optional.All)
		want       string
	}{
		{"odd number kept", `{"type":"all","i":1500.0}`, func(m *optional.All) {}, `{"type":"all","i":1500.0}`},
		{"odd number changed", `{"type":"all","i":1500.0}`, func(m *optional.All) { m.I++ }, `{"type":"all","i":1501}`},
		{"absent set", `{"type":"all"}`, func(m *optional.All) { m.S = "x" }, `{"type":"all","s":"x"}`},
		{"null set", `{"type":"all","so":null}`, func(m *optional.All) { m.So = new("x") }, `{"type":"all","so":"x"}`},
		{"wrong type set", `{"type":"all","a":5}`, func(m *optional.All) { m.A = []string{"x"} }, `{"type":"all","a":["x"]}`},
		{"list changed", `{"type":"all","a":["x",5]}`, func(m *optional.All) { m.A = []string{} }, `{"type":"all","a":[]}`},
		{"union changed", `{"type":"all","k":5}`, func(m *optional.All) { m.K = optional.Text{Text: "x"} }, `{"type":"all","k":"x"}`},
		{"optional cleared", `{"type":"all","ro":{"n":1}}`, func(m *optional.All) { m.Ro = nil }, `{"type":"all"}`},
	}
	for _, tt := range tests {
		line, err := optional.UnmarshalLine([]byte(tt.line))
		if err != nil {
			t.Fatal(err)
		}
		m := line.(*optional.All)
		tt.change(m)
		got, err := m.AppendJSON(nil)
		if err != nil || string(got) != tt.want {
			t.Errorf("%s: %s, %v, want %s", tt.name, got, err, tt.want)
		}
	}
}

func TestNotes(t *testing.T) {
	line, err := optional.UnmarshalLine([]byte(`{"type":"all","s":null,"so":null,"sn":null,"i":1.5,"b":"x","j":null,"e":"blue"}`))
	if err != nil {
		t.Fatal(err)
	}
	m := line.(*optional.All)
	for name, want := range map[string]decoder.State{
		"s": decoder.IsNull, "so": decoder.IsNull, "sn": decoder.Usual, "i": decoder.Odd, "b": decoder.Odd, "j": decoder.Usual, "e": decoder.Usual,
		"f": decoder.Absent, "fo": decoder.Usual, "a": decoder.Absent, "k": decoder.Absent, "u": decoder.Absent, "id": decoder.Absent,
	} {
		if got := m.Extra.State(name); got != want {
			t.Errorf("State(%q) = %v, want %v", name, got, want)
		}
	}
	if got := m.Extra.OddValue("b"); string(got) != `"x"` {
		t.Errorf("OddValue = %s", got)
	}
}

func TestGetters(t *testing.T) {
	id := "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
	tests := []struct {
		line    string
		uuid    uuid.UUID
		session string
		count   int
		color   embed.Color
	}{
		{`{"type":"ask","uuid":"` + id + `","session_id":"s","color":"red"}`, uuid.MustParse(id), "s", 0, embed.ColorRed},
		{`{"type":"answer","uuid":"x","session_id":"s","count":2}`, uuid.Nil, "s", 2, ""},
		{`{"type":"copy","count":3}`, uuid.Nil, "", 3, ""},
		{`{"type":"fresh","uuid":"` + id + `","session_id":"s","count":4,"color":"green"}`, uuid.MustParse(id), "s", 4, embed.ColorGreen},
		{`{"type":"fresh","uuid":5,"count":"x"}`, uuid.Nil, "", 0, ""},
	}
	for _, tt := range tests {
		l, err := embed.UnmarshalLine([]byte(tt.line))
		if err != nil {
			t.Fatal(err)
		}
		if l.GetUUID() != tt.uuid || l.GetSession() != tt.session || l.GetCount() != tt.count || l.GetColor() != tt.color {
			t.Errorf("%s: %v, %q, %d, %q", tt.line, l.GetUUID(), l.GetSession(), l.GetCount(), l.GetColor())
		}
	}
	if l, _ := tagged.UnmarshalLine([]byte(`{"type":"system","subtype":"status"}`)); l.GetType() != "system" || l.GetID() != "" {
		t.Errorf("GetType = %q, GetID = %q", l.GetType(), l.GetID())
	}
}

// TestEmbeddedCase checks that a record is no case because it embeds one.
func TestEmbeddedCase(t *testing.T) {
	if _, ok := any(new(embed.AnswerCopy)).(embed.Line); !ok {
		t.Error("AnswerCopy is no Line")
	}
	if _, ok := any(new(embed.AnswerGuess)).(embed.Line); ok {
		t.Error("AnswerGuess is a Line, of which it has no tag")
	}
}

func TestPart(t *testing.T) {
	m, err := tagged.UnmarshalMessage([]byte(`{"type":"text","code":3}`))
	if err != nil || m.GetCode() != 3 {
		t.Errorf("UnmarshalMessage = %v, %v", m, err)
	}
	if m, err := tagged.UnmarshalMessage([]byte(`{"type":"new","code":4}`)); err != nil || m.GetCode() != 4 {
		t.Errorf("UnmarshalMessage of an unknown line = %v, %v", m, err)
	}
	m, err = tagged.UnmarshalMessage([]byte(`{"type":"system","subtype":"init"}`))
	if err == nil || m != nil || err.Error() != "tagged: a line of kind system/init is not a Message: use UnmarshalLine" {
		t.Errorf("UnmarshalMessage of another line = %v, %v", m, err)
	}
}

func TestAny(t *testing.T) {
	var v struct {
		Odd  tagged.AnyOdd
		None tagged.AnyOdd
		Text kinds.Content
	}
	if err := json.Unmarshal([]byte(`{"Odd":{"is":7,"n":1},"Text":"a"}`), &v); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(tagged.Odd(&tagged.Seven{N: 1}), v.Odd.Odd); diff != "" || v.Text.Text != "a" {
		t.Errorf("decoded %+v", v)
	}
	data, err := json.Marshal(v)
	if want := `{"Odd":{"is":7,"n":1},"None":null,"Text":"a"}`; err != nil || string(data) != want {
		t.Errorf("json.Marshal = %s, %v, want %s", data, err, want)
	}
}

func TestLazy(t *testing.T) {
	l, err := lazy.UnmarshalLine([]byte(`{"type":"call","input":{"path":"p"},"block":{"type":"text","text":"t"},"content":"c"}`))
	if err != nil {
		t.Fatal(err)
	}
	m := l.(*lazy.Call)
	if in, err := m.DecodeInput(); err != nil || in.Path != "p" {
		t.Errorf("DecodeInput = %v, %v", in, err)
	}
	if b, err := m.DecodeBlock(); err != nil || b.(*lazy.TextBlock).Text != "t" {
		t.Errorf("DecodeBlock = %v, %v", b, err)
	}
	if c, err := m.DecodeContent(); err != nil || c.Text != "c" {
		t.Errorf("DecodeContent = %v, %v", c, err)
	}
	if in, err := m.DecodeInputn(); err != nil || in != nil {
		t.Errorf("DecodeInputn of nothing = %v, %v", in, err)
	}
	m.Input = decoder.Raw(`5`)
	if _, err := m.DecodeInput(); !errors.Is(err, decoder.ErrNotObject) {
		t.Errorf("DecodeInput of a number = %v", err)
	}
}

func TestKnown(t *testing.T) {
	for v, want := range map[enums.Color]bool{enums.CRed: true, "": true, "violet": false} {
		if v.Known() != want {
			t.Errorf("Known(%q) = %t", v, !want)
		}
	}
}

// TestViewPaths checks that getters and kinds use fields of nested objects, and that a view reports errors in them.
func TestViewPaths(t *testing.T) {
	m := &viewpaths.Response{Model: "a"}
	if got := viewpaths.Line(m).GetModel(); got != "a" {
		t.Errorf("GetModel: %q", got)
	}
	c := &viewpaths.Control{Subtype: "stop", ID: "11111111-2222-4333-8444-555555555555"}
	if c.Kind() != viewpaths.KindControlStop || c.GetID() != uuid.MustParse(c.ID) {
		t.Errorf("Kind %s, GetID %s", c.Kind(), c.GetID())
	}
	if got := (&viewpaths.Control{Subtype: "new"}).Kind(); got != "control/new" {
		t.Errorf("Kind of another subtype: %s", got)
	}

	line := `{"type":"assistant","message":{"id":5,"settings":{"effort":"extreme"},"new":1},"meta":{"tenant":[]}}`
	var got []string
	r := viewpaths.NewReader(strings.NewReader(line))
	for _, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, d := range r.Stats().Drift {
		got = append(got, fmt.Sprint(d.Path, " ", d.Value))
	}
	if diff := cmp.Diff([]string{".message.id number", ".message.settings.effort extreme"}, got); diff != "" {
		t.Errorf("drift (-want +got):\n%s", diff)
	}
}

// TestView reads a stream with a view that has only some of the kinds.
func TestView(t *testing.T) {
	input := `{"type":"user","content":1}
{"type":"assistant","session_id":"a"}
{"type":"result","subtype":"new","cost":2}
{"no":"type"}
{"type":"result"}
`
	var got []decoder.Kind
	for l, err := range view.NewReader(strings.NewReader(input)).All() {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, l.Kind())
	}
	if diff := cmp.Diff([]decoder.Kind{view.KindAssistant, "result/new", view.KindResult}, got); diff != "" {
		t.Errorf("kinds (-want +got):\n%s", diff)
	}
}

func TestLimits(t *testing.T) {
	deep := func(n int) []byte {
		return []byte(`{"type":"value","value":` + strings.Repeat("[", n) + strings.Repeat("]", n) + `}`)
	}
	if _, err := limits.UnmarshalLine(deep(11)); err != nil {
		t.Errorf("12 levels: %v", err)
	}
	if _, err := limits.UnmarshalLine(deep(12)); !errors.Is(err, decoder.ErrTooDeep) {
		t.Errorf("13 levels: %v", err)
	}
	long := `{"type":"value","value":"` + strings.Repeat("x", 5000) + "\"}\n"
	if _, err := limits.NewReader(strings.NewReader(long)).Next(); !errors.Is(err, decoder.ErrTooLong) {
		t.Errorf("5000 bytes: %v", err)
	}
	if err := limits.CheckLine([]byte(`{"type":"value","value":1,"more":2}`)); err != nil {
		t.Errorf("an unknown member of an open record: %v", err)
	}
}

// TestEncodedLimits checks that the elements and the depth of values within strings count as if the values stood in the line.
func TestEncodedLimits(t *testing.T) {
	read := func(line string, opt decoder.Option) error {
		_, err := encoded.NewReader(strings.NewReader(line), opt).Next()
		return err
	}
	for first := range 4 {
		for second := range 4 {
			list := "[" + strings.TrimSuffix(strings.Repeat(`{\"limit\":1},`, first), ",") + "]"
			names := ""
			for k := range second {
				names += fmt.Sprintf(`,\"%d\":1`, k)
			}
			line := `{"type":"call","arguments":"{\"limit\":1}","was":null,"list":"` + list + `","names":"{` + strings.TrimPrefix(names, ",") + `}","shape":null}`
			for limit := 1; limit < 8; limit++ {
				err := read(line, decoder.MaxElements(limit))
				if refused := errors.Is(err, decoder.ErrElements); refused != (first+second > limit) || !refused && err != nil {
					t.Errorf("%d and %d elements, limit %d: %v", first, second, limit, err)
				}
			}
		}
	}
	for limit := 1; limit < 6; limit++ { // the line, the list, its element, a member of that
		err := read(`{"type":"call","arguments":"{\"limit\":1}","was":null,"list":"[{\"limit\":1,\"more\":[]}]","shape":null}`, decoder.MaxDepth(limit))
		if refused := errors.Is(err, decoder.ErrTooDeep); refused != (limit < 4) || !refused && err != nil {
			t.Errorf("depth %d: %v", limit, err)
		}
	}
}

// TestCheck checks the errors of CheckLine.
func TestCheck(t *testing.T) {
	tests := []struct {
		protocol, line string
		want           []error // in order
	}{
		{"tagged", `{"type":"text","id":"a","text":"b","code":7}`, nil},
		{"tagged", `{"type":"text","id":"a","text":5,"code":7,"more":1}`, []error{decoder.ErrType, decoder.ErrUnknown}},
		{"tagged", `{"type":"new"}`, []error{decoder.ErrUnknown}},
		{"tagged", `{"type":"system"}`, []error{decoder.ErrMissingTag}},
		{"tagged", `{"type":"text","id":"a","id":"b","text":"","code":1}`, []error{decoder.ErrDuplicate}},
		{"encoded", `{"type":"call","arguments":"{\"limit\":1}","was":null,"list":"[]","shape":null,"names":"{\"a\":1,\"\\u0061\":2}"}`, []error{decoder.ErrDuplicate}},
		{"recursive", `{"type":"tree","name":"a","right":null,"byName":{"a":{"type":"tree","name":"b","right":null},"b":{"type":"tree","name":"a","right":null}}}`, nil},
		{"recursive", `{"type":"tree","name":"a","right":null,"byName":{"a":{"type":"tree","name":"b","right":null},"a":{"type":"tree","name":"a","right":null,"more":1}}}`, []error{decoder.ErrUnknown, decoder.ErrDuplicate}},
		{"recursive", `{"type":"tree","name":"a","right":null,"value":{"a":{"b":{"c":1,"c":2}},"":1,"b":3,"\u0061":4},"more":1,"more":2}`, []error{decoder.ErrDuplicate, decoder.ErrDuplicate, decoder.ErrUnknown, decoder.ErrUnknown, decoder.ErrDuplicate}},
		{"bare", `{"type":"mcp","x":1}`, nil},
		{"replay", `{"type":"user","text":"a","isReplay":false}`, nil},
		{"enums", `{"type":"paint","color":"violet","colorn":null,"colors":["red","blue"],"amounts":{},"level":"x"}`, []error{decoder.ErrUnknown, decoder.ErrUnknown, decoder.ErrUnknown}},
		{"inline", `{"type":"request","request_id":"a","subtype":"s","input":1,"x":1}`, []error{decoder.ErrUnknown}},
		{"inline", `{"type":"reply","id":"a","subtype":"done","from":"b","result":1}`, nil},
		{"inline", `{"type":"reply","id":"a","subtype":"done","by":"b","error":"e"}`, []error{decoder.ErrUnknown}},
		{"inline", `{"type":"ask","id":"a","about":"place","close_to":"n"}`, nil},
		{"inline", `{"type":"ask","id":"a","about":"name","close_to":"n"}`, []error{decoder.ErrUnknown}},
		{"inline", `{"type":"ask","id":"a","question":{"about":"later"}}`, []error{decoder.ErrUnknown}},
		{"alias", `{"type":"ask","requestId":"a","body":{"text":"b"}}`, nil},
		{"alias", `{"type":"ask","requestId":"a","requestId":"a","body":{"text":"b"}}`, []error{decoder.ErrDuplicate}},
		{"alias", `{"type":"ask","requestId":"a","request_id":"b","requestId":"c","body":{"text":"b"}}`, []error{decoder.ErrDuplicate, decoder.ErrUnknown}},
		{"replay", `{"type":"user","text":"a","isReplay":false,"isReplay":false}`, []error{decoder.ErrDuplicate}},
		{"when", `{"type":"request","subtype":"set_level","input":4,"input":5,"tool_name":"x"}`, []error{decoder.ErrDuplicate}},
		{"siblings", `{"at":"a","type":"ping","payload":5}`, nil},
		{"siblings", `{"at":"a","type":"new","payload":5}`, []error{decoder.ErrUnknown}},
		{"siblings", `{"at":"a","type":"start","payload":5}`, []error{decoder.ErrType}},
		{"siblings", `{"type":"call","id":1,"status":1,"result":5}`, []error{decoder.ErrType}},
		{"nested", `{"type":"part","kind":"","body":{}}`, nil},
		{"external", `{"type":"do","first":"Quit","step":{"t":"wait"}}`, nil},
		{"external", `{"type":"do","first":"Quit","step":{"t":"start","the c":{},"more":1}}`, []error{decoder.ErrUnknown}},
		{"external", `{"type":"do","first":"Quit","step":{"t":7,"the c":{}}}`, []error{decoder.ErrType}},
		{"external", `{"type":"do","first":"Quit","step":{"the c":{}}}`, []error{decoder.ErrMissingTag}},
		{"external", `{"type":"do","first":"Quit","step":7}`, []error{decoder.ErrType}},
	}
	byName := map[string]protocol{}
	for _, p := range protocols {
		byName[p.name] = p
	}
	for _, tt := range tests {
		err := byName[tt.protocol].check([]byte(tt.line))
		var got []error
		if joined, ok := err.(interface{ Unwrap() []error }); ok {
			got = joined.Unwrap()
		}
		same := len(got) == len(tt.want)
		for i := 0; same && i < len(got); i++ {
			same = errors.Is(got[i], tt.want[i])
		}
		if !same {
			t.Errorf("%s: %s: %v, want %v", tt.protocol, tt.line, err, tt.want)
		}
	}
}

// TestDriftPaths checks the paths of unexpected values, in the form of jq.
func TestDriftPaths(t *testing.T) {
	tests := []struct{ line, want string }{
		{`{"type":"lists","strings":5}`, ".strings"},
		{`{"type":"lists","strings":["a",5]}`, ".strings[]"},
		{`{"type":"lists","parts":[{"n":"x"}]}`, ".parts[].n"},
		{`{"type":"lists","grid":[[{"n":"x"}]]}`, ".grid[][].n"},
		{`{"type":"lists","partsByName":{"a":[{"n":"x"}]}}`, ".partsByName[][].n"},
		{`{"type":"lists","blocks":[{"type":"text","text":"a","new":1}]}`, ".blocks[].new"},
	}
	for _, tt := range tests {
		r := lists.NewReader(strings.NewReader(tt.line + "\n"))
		if _, err := r.Next(); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range r.Stats().Drift {
			got = append(got, d.Path)
		}
		if diff := cmp.Diff([]string{tt.want}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.line, diff)
		}
	}
}

// TestDriftPathsOfAliases checks that a member has its declared name in the path of an unexpected value, so that it is counted once for all of its
// names. The error of a strict reader has the name that the line has.
func TestDriftPathsOfAliases(t *testing.T) {
	const lines = `{"type":"ask","request_id":5,"body":{"text":"t","new":1}}` + "\n" + `{"type":"ask","id":5,"request":{"text":"t","new":1}}`
	r := alias.NewReader(strings.NewReader(lines))
	for _, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
	}
	got := map[string]int64{}
	for _, d := range r.Stats().Drift {
		got[d.Path] = d.Count
	}
	if diff := cmp.Diff(map[string]int64{".request_id": 2, ".body.new": 2}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	_, second, _ := strings.Cut(lines, "\n")
	if err := fmt.Sprint(alias.CheckLine([]byte(second))); !strings.Contains(err, ".id: ") || !strings.Contains(err, ".request.new: ") {
		t.Error(err)
	}
}

// TestNoLine checks a package without lines, in which a union and a part of it share a getter.
func TestNoLine(t *testing.T) {
	data, err := os.ReadFile("testdata/noline/lines.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	type row struct {
		Name   string
		Side   int64
		Radius float64
		Filled bool
		Count  int
		HasID  bool
		Case   string
	}
	var got []row
	for text := range strings.Lines(string(data)) {
		s, err := noline.UnmarshalShape([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		out, err := s.AppendJSON(nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := jsontest.Diff(t, text, out); diff != "" {
			t.Errorf("%s is written differently (-read +written):\n%s", text, diff)
		}
		if clone := noline.CloneShape(s); clone == s || cmp.Diff(s, clone) != "" {
			t.Errorf("the clone of %s is %v", text, clone)
		}
		got = append(got, row{s.GetName(), s.GetSide(), s.GetRadius(), s.GetFilled(), s.GetCount(), s.GetID() != uuid.Nil, fmt.Sprintf("%T", s)})
	}
	want := []row{
		{Name: "a", Radius: 1.5, Filled: true, HasID: true, Case: "*noline.Circle"},
		{Name: "b", Side: 3, Count: 2, Case: "*noline.Square"},
		{Case: "*noline.Empty"},
		{Name: "c", Side: 4, Radius: 0.5, Filled: true, Count: 5, HasID: true, Case: "*noline.Other"},
		{Case: "*noline.Other"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("shapes (-want +got):\n%s", diff)
	}
	if r, err := noline.UnmarshalRound([]byte(`{"kind":"circle","name":"n"}`)); err != nil || r.GetName() != "n" || r.GetKind() != "circle" {
		t.Errorf("UnmarshalRound = %v, %v", r, err)
	}
	if r, err := noline.UnmarshalRound([]byte(`{"kind":"square"}`)); err == nil {
		t.Errorf("UnmarshalRound of a square = %v", r)
	}
}

// TestCloneIsDeep checks that a change of anything in a clone does not affect the line.
func TestCloneIsDeep(t *testing.T) {
	text := `{"type":"lists","strings":["a"],"names":["a"],"parts":[{"n":1,"list":[1]}],"table":{"a":"b"},"partsByName":{"a":[{"n":1}]},"grid":[[{"n":1}]],"blocks":[{"type":"text","text":"a"}],"raws":[{"a":1}],"x":1}`
	l, err := lists.UnmarshalLine([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	c := l.(*lists.Lists).Clone()
	c.Strings[0] = "z"
	*c.Names[0] = "z"
	c.Parts[0].List[0] = 9
	c.Table["a"] = "z"
	c.PartsByName["a"][0].N = 9
	c.Grid[0][0].N = 9
	c.Blocks[0].(*lists.TextBlock).Text = "z"
	c.Raws[0][1] = 'z'
	c.Extra.Delete("x")
	got, err := l.AppendJSON(nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := jsontest.Diff(t, text, got); diff != "" {
		t.Errorf("a change of the clone has changed its origin (-want +got):\n%s", diff)
	}
}

// TestKindsOfTagsWithoutPayloads checks that a line whose payload does not determine its tag has the kind of its tag.
func TestKindsOfTagsWithoutPayloads(t *testing.T) {
	for _, tag := range []string{`"start"`, `"ping"`, `7`, `7.0`, `70e-1`, `8`, `true`, `false`, `null`, `"x"`, `""`, `{}`, `[7]`} {
		for _, payload := range []string{``, `,"payload":null`, `,"payload":[]`, `,"payload":{}`} {
			line := []byte(`{"at":"a","type":` + tag + payload + `}`)
			m, err := siblings.UnmarshalLine(line)
			if err != nil {
				t.Fatal(err)
			}
			if kind, err := siblings.Peek(line); err != nil || kind != m.Kind() {
				t.Errorf("%s: Peek says %s (%v), Kind %s", line, kind, err, m.Kind())
			}
		}
	}
}

// TestKindsOfUnknownPayloads checks that Kind takes the tag from the note of a line that was read, and does not write the line. A reader asks each line
// for its kind.
func TestKindsOfUnknownPayloads(t *testing.T) {
	for text, want := range map[string]decoder.Kind{
		`{"type":"new","id":1,"request":{"a":1}}`:   "new",
		`{"type":"ping","id":1,"request":[1]}`:      "ping",
		`{"type":"ping","id":1}`:                    "ping",
		`{"type":"close","id":1,"reply":"a"}`:       "close",
		`{"type":"item","id":1,"request":{}}`:       "item",
		`{"type":"new","id":1,"request":null}`:      "new",
		`{"type":"\u006eew","id":1,"request":null}`: "new",
	} {
		line, err := payloads.UnmarshalLine([]byte(text))
		if err != nil || line.Kind() != want {
			t.Fatalf("%s: %q, want %q; %v", text, line.Kind(), want, err)
		}
		if n := testing.AllocsPerRun(10, func() { line.Kind() }); n > 1 {
			t.Errorf("%s: Kind makes %v allocations, want that of the tag's text", text, n)
		}
	}
}

// TestKindsOfTextsBesideNumbers checks that an unknown text of a tag whose cases are all numbers is the kind of the line, and differs from that of a case.
func TestKindsOfTextsBesideNumbers(t *testing.T) {
	for text, want := range map[string]decoder.Kind{
		`{"op":10}`: intenums.KindN10, `{"op":7}`: "7", `{"op":"new"}`: "new", `{"op":"7"}`: "7", `{"op":"10"}`: "10~", `{"op":"a/b"}`: "a~1b", `{"op":""}`: "",
		`{"op":{}}`: "", `{}`: "",
	} {
		line, err := intenums.UnmarshalLine([]byte(text))
		if err != nil || line.Kind() != want {
			t.Fatalf("%s: Kind is %q, want %q; %v", text, line.Kind(), want, err)
		}
		if kind, err := intenums.Peek([]byte(text)); err != nil || kind != want {
			t.Errorf("%s: Peek says %q, want %q; %v", text, kind, want, err)
		}
	}
}

// TestNumbersOfEnums checks what is reported of numbers that are no values of their enum.
func TestNumbersOfEnums(t *testing.T) {
	for _, test := range []struct{ number, drift, refused string }{
		{"4000.0", "", ""},
		{"77", "77", "not in the spec: 77"},
		{"7.7e1", "77", "not in the spec: 77"},
		{"1.5", "", "not in the spec: 1.5"},
		{"1e30", "", "number out of range: 1e30"},
	} {
		line := `{"op":10,"close":` + test.number + "}"
		r := intenums.NewReader(strings.NewReader(line))
		for range r.All() {
		}
		drift := ""
		for _, d := range r.Stats().Drift {
			drift += d.Value
		}
		if drift != test.drift {
			t.Errorf("%s: drift %q, want %q", test.number, drift, test.drift)
		}
		for _, err := range intenums.NewReader(strings.NewReader(line), decoder.Strict()).All() {
			if (err != nil) != (test.refused != "") || err != nil && !strings.Contains(err.Error(), ".close: "+test.refused+" near") {
				t.Errorf("%s: %v, want %q", test.number, err, test.refused)
			}
		}
	}
}

// TestCasesWithoutValue checks that members of a case that has no value are an error, since they are in no form of it. A line with them has the
// unknown case.
func TestCasesWithoutValue(t *testing.T) {
	quit, wait := &external.Quit{}, &external.Wait{}
	line := &external.Do{First: quit, Step: wait, Then: []external.Command{quit}}
	const want = `{"type":"do","first":"Quit","then":["Quit"],"step":{"t":"wait"}}`
	if got, err := line.AppendJSON(nil); err != nil || string(got) != want {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
	quit.Extra.Set("why", decoder.Raw("1"))
	got, err := line.AppendJSON(nil)
	if bad, ok := errors.AsType[*encoder.Error](err); !ok || bad.Reason != encoder.ErrConflict || bad.Path != ".first" || len(got) > 0 {
		t.Errorf("%s, %v", got, err)
	}
	quit.Extra.Delete("why")
	wait.Extra.Set("why", decoder.Raw("1"))
	got, err = line.AppendJSON(nil)
	if bad, ok := errors.AsType[*encoder.Error](err); !ok || bad.Reason != encoder.ErrConflict || bad.Path != ".step" || len(got) > 0 {
		t.Errorf("%s, %v", got, err)
	}
	const read = `{"type":"do","first":{"Quit":{"why":1}},"step":{"t":"wait","why":1}}`
	if l, err := external.UnmarshalLine([]byte(read)); err != nil {
		t.Error(err)
	} else if got, err := l.AppendJSON(nil); err != nil || string(got) != read {
		t.Errorf("%s, %v; want %s", got, err, read)
	}
}

// TestPayloadsOfOneTag checks that the payloads that a program sets determine the tag together, and that payloads of different tags are an error.
func TestPayloadsOfOneTag(t *testing.T) {
	raw := decoder.Raw(`{"x":1}`)
	tests := []struct {
		line payloads.Line
		want string // "" for an error
	}{
		{&payloads.Exchange{Request: &payloads.Open{Path: "a"}, Reply: &payloads.Opened{Fd: 1}}, `{"id":0,"type":"open","request":{"path":"a"},"reply":{"fd":1}}`},
		{&payloads.Exchange{Reply: &payloads.Opened{Fd: 1}}, `{"id":0,"type":"open","request":null,"reply":{"fd":1}}`},
		{&payloads.Exchange{Request: &payloads.UnknownRequest{Raw: raw}, Reply: &payloads.Listed{}}, `{"id":0,"type":"list","request":{"x":1},"reply":{"names":[]}}`},
		{&payloads.Exchange{Request: &payloads.Close{}, Reply: &payloads.UnknownReply{Raw: raw}}, `{"id":0,"type":"close","request":{},"reply":{"x":1}}`},
		{&payloads.Exchange{Request: &payloads.Seven{}, Reply: &payloads.Sevens{}}, `{"id":0,"type":7,"request":{},"reply":{}}`},
		{&payloads.Exchange{Request: &payloads.Open{}, Reply: &payloads.Listed{}}, ""},
		{&payloads.Exchange{Request: &payloads.UnknownRequest{Raw: raw}, Reply: &payloads.UnknownReply{Raw: raw}}, ""},
		{&payloads.Note{Tool: payloads.Tool{Input: &payloads.Open{}, Output: &payloads.Opened{}, Before: &payloads.Close{}}}, ""},
		{&payloads.Note{Tool: payloads.Tool{Input: &payloads.Open{}, Output: &payloads.Opened{}, Before: &payloads.Open{}}},
			`{"type":"note","tool":{"name":"open","input":{"path":""},"output":{"fd":0},"before":{"path":""}}}`},
	}
	for _, tt := range tests {
		got, err := tt.line.AppendJSON(nil)
		if tt.want == "" {
			if bad, ok := errors.AsType[*encoder.Error](err); !ok || bad.Reason != encoder.ErrConflict || len(got) > 0 {
				t.Errorf("%+v: %s, %v", tt.line, got, err)
			}
			continue
		}
		if err != nil || string(got) != tt.want {
			t.Errorf("%s, %v; want %s", got, err, tt.want)
			continue
		}
		again, err := payloads.UnmarshalLine(got)
		if err != nil || again.Kind() != tt.line.Kind() {
			t.Errorf("%s: %v, %v", got, again, err)
		}
		if kind, err := payloads.Peek(got); err != nil || kind != tt.line.Kind() {
			t.Errorf("%s: Peek says %q (%v), Kind %q", got, kind, err, tt.line.Kind())
		}
	}
}
