package agentsdktest

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
)

// TestRandomMessages checks that any message that a program makes is written as JSON that is decoded to the same message.
func TestRandomMessages(t *testing.T) {
	cases := map[reflect.Type]ndwire.Line{}
	for _, r := range fieldsOfSpec {
		if l, ok := r.Zero.(ndwire.Line); ok {
			cases[reflect.TypeOf(l)] = l
		}
	}
	for _, c := range cases {
		typ := reflect.TypeOf(c).Elem()
		t.Run(typ.Name(), func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				v := reflect.New(typ)
				fill(rt, v.Elem(), typ.Name(), 0)
				want := v.Interface().(ndwire.Line)
				out, err := want.AppendJSON(nil)
				if err != nil {
					rt.Fatalf("AppendJSON: %v", err)
				}
				got, err := ndwire.UnmarshalLine(out)
				if err != nil {
					rt.Fatalf("%v\n%s", err, out)
				}
				if d := cmp.Diff(want, got, sameOnWire); d != "" {
					rt.Fatalf("%s\nreads as (-want +got):\n%s", out, d)
				}
				clone := ndwire.CloneLine(want)
				if d := cmp.Diff(want, clone); d != "" {
					rt.Fatalf("CloneLine (-want +got):\n%s", d)
				}
				marked := ndwire.CloneLine(want)
				mark(reflect.ValueOf(marked))
				if noted, err := marked.AppendJSON(nil); err != nil || unmarked(noted) != string(out) {
					rt.Fatalf("%s\nis with unknown members\n%s, %v", out, noted, err)
				}
				scribble(reflect.ValueOf(clone))
				if again, err := want.AppendJSON(nil); err != nil || string(again) != string(out) {
					rt.Fatalf("%s\nafter changes of its clone is\n%s, %v", out, again, err)
				}
			})
		})
	}
}

// TestRandomOptions checks the same for options, which are not lines.
func TestRandomOptions(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var want, got ndwire.QueryOptions
		fill(rt, reflect.ValueOf(&want).Elem(), "QueryOptions", 0)
		out, err := want.AppendJSON(nil)
		if err != nil {
			rt.Fatalf("AppendJSON: %v", err)
		}
		if err := got.UnmarshalJSON(out); err != nil {
			rt.Fatalf("%v\n%s", err, out)
		}
		if d := cmp.Diff(want, got, sameOnWire); d != "" {
			rt.Fatalf("%s\nreads as (-want +got):\n%s", out, d)
		}
	})
}

// sameOnWire treats nil and empty lists as equal: if required, both are written as [].
var sameOnWire = cmp.Options{cmpopts.EquateEmpty()}

// cases of the unions that can stand in a message.
var unionCases = map[reflect.Type][]any{
	reflect.TypeFor[ndwire.ContentBlock](): {
		ndwire.TextBlock{}, ndwire.ThinkingBlock{}, ndwire.RedactedThinkingBlock{}, ndwire.ToolUseBlock{}, ndwire.ToolResultBlock{},
		ndwire.ImageBlock{}, ndwire.DocumentBlock{}, ndwire.SearchResultBlock{}, ndwire.ServerToolUseBlock{}, ndwire.WebSearchToolResultBlock{},
		ndwire.WebFetchToolResultBlock{}, ndwire.AdvisorToolResultBlock{}, ndwire.CodeExecutionToolResultBlock{},
		ndwire.BashCodeExecutionToolResultBlock{}, ndwire.TextEditorCodeExecutionToolResultBlock{}, ndwire.ToolSearchToolResultBlock{},
		ndwire.McpToolUseBlock{}, ndwire.McpToolResultBlock{}, ndwire.McpToolListingBlock{}, ndwire.ContainerUploadBlock{},
		ndwire.CompactionBlock{}, ndwire.FallbackBlock{}, ndwire.ToolAdditionBlock{}, ndwire.ToolRemovalBlock{},
		ndwire.ToolReferenceBlock{}, ndwire.BrowserStateBlock{},
	},
	reflect.TypeFor[ndwire.ControlRequestInner](): {
		ndwire.InterruptRequest{}, ndwire.CanUseToolRequest{}, ndwire.SetPermissionModeRequest{}, ndwire.SetModelRequest{},
		ndwire.SetMaxThinkingTokensRequest{}, ndwire.McpStatusRequest{}, ndwire.McpReconnectRequest{}, ndwire.McpToggleRequest{},
		ndwire.McpSetServersRequest{}, ndwire.McpMessageRequest{}, ndwire.RewindFilesRequest{}, ndwire.HookCallbackRequest{},
		ndwire.InitializeRequest{}, ndwire.RenameSessionRequest{}, ndwire.SetColorRequest{}, ndwire.GetContextUsageRequest{},
		ndwire.GetSessionCostRequest{}, ndwire.ListModelsRequest{}, ndwire.GetUsageRequest{}, ndwire.GetBinaryVersionRequest{},
		ndwire.McpCallRequest{}, ndwire.FileSuggestionsRequest{}, ndwire.CancelAsyncMessageRequest{}, ndwire.ReadFileRequest{},
		ndwire.SeedReadStateRequest{}, ndwire.RegisterRepoRootRequest{}, ndwire.ReloadPluginsRequest{}, ndwire.ReloadSkillsRequest{},
		ndwire.ReloadOutputStylesRequest{}, ndwire.SetHasSubscribersRequest{}, ndwire.StopTaskRequest{}, ndwire.BackgroundTasksRequest{},
		ndwire.GetTaskOutputRequest{}, ndwire.ApplyFlagSettingsRequest{}, ndwire.GetSettingsRequest{}, ndwire.GetHooksListingRequest{},
		ndwire.UpdateSettingsRequest{}, ndwire.ElicitationRequest{}, ndwire.RequestUserDialogRequest{},
		ndwire.ListPermissionRulesRequest{}, ndwire.McpReadResourceRequest{}, ndwire.ClaimSessionRequest{},
		ndwire.ExportConversationRequest{}, ndwire.GenerateSessionTitleRequest{}, ndwire.GetPlanRequest{}, ndwire.GetStatusRequest{},
		ndwire.SetCWDRequest{}, ndwire.SideQuestionRequest{}, ndwire.RemoteControlRequest{}, ndwire.McpAuthenticateRequest{},
		ndwire.McpClearAuthRequest{}, ndwire.McpOauthCallbackURLRequest{}, ndwire.MessageRatedRequest{}, ndwire.SubmitFeedbackRequest{},
		ndwire.SetMcpPermissionModeOverrideRequest{},
	},
	reflect.TypeFor[ndwire.DocumentSource](): {
		ndwire.Base64Source{}, ndwire.TextSource{}, ndwire.ContentSource{}, ndwire.URLSource{}, ndwire.FileSource{},
	},
	reflect.TypeFor[ndwire.Citation](): {
		ndwire.CharCitation{}, ndwire.PageCitation{}, ndwire.ContentBlockCitation{}, ndwire.WebSearchCitation{}, ndwire.SearchResultCitation{},
	},
	reflect.TypeFor[ndwire.ToolCaller](): {ndwire.DirectCaller{}},
	reflect.TypeFor[ndwire.ServerToolResult](): {
		ndwire.WebFetchResult{}, ndwire.AdvisorResult{}, ndwire.AdvisorRedactedResult{}, ndwire.CodeExecutionResult{},
		ndwire.EncryptedCodeExecutionResult{}, ndwire.BashCodeExecutionResult{}, ndwire.TextEditorViewResult{},
		ndwire.TextEditorCreateResult{}, ndwire.TextEditorStrReplaceResult{}, ndwire.ToolSearchResult{},
	},
	reflect.TypeFor[ndwire.ToolChange](): {
		ndwire.ToolNameReference{}, ndwire.McpToolReference{}, ndwire.McpToolsetReference{}, ndwire.ToolDefinition{},
	},
	reflect.TypeFor[ndwire.BrowserChange](): {
		ndwire.TabOpened{}, ndwire.DownloadStarted{}, ndwire.DownloadCompleted{}, ndwire.DownloadFailed{},
	},
	reflect.TypeFor[ndwire.MessageOrigin](): {
		ndwire.HumanOrigin{}, ndwire.ChannelOrigin{}, ndwire.PeerOrigin{}, ndwire.TaskNotificationOrigin{}, ndwire.CoordinatorOrigin{},
		ndwire.UnclassifiedOrigin{}, ndwire.ObserverOrigin{}, ndwire.AutoContinuationOrigin{}, ndwire.ObserverActivityOrigin{},
	},
	reflect.TypeFor[ndwire.ImageSource](): {ndwire.Base64Source{}, ndwire.URLSource{}, ndwire.FileSource{}},
	reflect.TypeFor[ndwire.StreamEvent](): {
		ndwire.MessageStartEvent{}, ndwire.ContentBlockStartEvent{}, ndwire.ContentBlockDeltaEvent{}, ndwire.ContentBlockStopEvent{},
		ndwire.MessageDeltaEvent{}, ndwire.MessageStopEvent{}, ndwire.PingEvent{}, ndwire.ErrorEvent{},
	},
	reflect.TypeFor[ndwire.Delta](): {
		ndwire.TextDelta{}, ndwire.InputJSONDelta{}, ndwire.ThinkingDelta{}, ndwire.SignatureDelta{}, ndwire.CitationsDelta{},
		ndwire.CompactionDelta{},
	},
	reflect.TypeFor[ndwire.ControlResult](): {ndwire.ControlSuccessResponse{}, ndwire.ControlErrorResponse{}},
}

// fill sets all fields below v to random values that can be written.
func fill(t *rapid.T, v reflect.Value, label string, depth int) {
	chance := func() bool { return rapid.Bool().Draw(t, label+"?") }
	switch p := v.Addr().Interface().(type) {
	case *decoder.Extra:
		if depth < 3 && chance() {
			p.Set("x-"+rapid.String().Draw(t, label), draw(t, label))
		}
		return
	case *decoder.Raw:
		if chance() {
			*p = draw(t, label)
		}
		return
	case *context.Context, *ndwire.CanUseToolFunc, *func(string):
		return
	case *ndwire.MessageContent: // one form
		switch rapid.IntRange(0, 2).Draw(t, label) {
		case 0:
			*p = ndwire.TextContent(rapid.String().Draw(t, label))
		case 1:
			var blocks []ndwire.ContentBlock
			fill(t, reflect.ValueOf(&blocks).Elem(), label, depth+1)
			*p = ndwire.BlockContent(blocks...)
		case 2:
			*p = ndwire.MessageContent{Type: decoder.Number, Other: decoder.Raw("7")}
		}
		return
	case *ndwire.ToolsConfig:
		switch rapid.IntRange(0, 2).Draw(t, label) {
		case 0:
			*p = ndwire.ToolsConfig{Type: decoder.Array, Names: []string{rapid.String().Draw(t, label)}}
		case 1:
			*p = ndwire.ToolsConfig{Type: decoder.Object, Preset: &ndwire.ToolsPreset{Preset: rapid.String().Draw(t, label)}}
		}
		return
	case *ndwire.WebSearchContent, *ndwire.PromptText, *ndwire.AgentMcpServer, *ndwire.AgentEffort, *ndwire.SkillsConfig,
		*ndwire.SettingsConfig, *ndwire.IgnoreViolations, *ndwire.JSONRPCID:
		fillVariant(t, v, rapid.IntRange(1, v.NumField()-2).Draw(t, label), label, depth) // a field other than Type and Other
		return
	case *ndwire.SystemPromptConfig:
		switch rapid.IntRange(0, 2).Draw(t, label) {
		case 0:
			p.Raw = rapid.String().Draw(t, label)
		case 1:
			p.Preset = rapid.String().Draw(t, label)
			p.Append = rapid.String().Draw(t, label)
		}
		return
	}

	switch v.Kind() {
	case reflect.String:
		v.SetString(rapid.String().Draw(t, label))
	case reflect.Bool:
		v.SetBool(chance())
	case reflect.Int, reflect.Int64:
		v.SetInt(rapid.Int64().Draw(t, label) >> (64 - v.Type().Bits()))
	case reflect.Float64:
		v.SetFloat(rapid.Float64().Draw(t, label))
	case reflect.Pointer:
		if chance() {
			v.Set(reflect.New(v.Type().Elem()))
			fill(t, v.Elem(), label, depth+1)
		}
	case reflect.Slice:
		n := rapid.IntRange(0, 2).Draw(t, label)
		if depth > 4 {
			n = 0 // blocks contain blocks: bound the depth
		}
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			fillElem(t, v.Index(i), fmt.Sprint(label, i), depth+1)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range rapid.IntRange(0, 2).Draw(t, label) {
			key, elem := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			fill(t, key, label+" key", depth+1)
			fillElem(t, elem, label, depth+1)
			v.SetMapIndex(key, elem)
		}
	case reflect.Interface:
		cases, ok := unionCases[v.Type()]
		if !ok {
			t.Fatalf("no cases of %s are known", v.Type())
		}
		c := reflect.New(reflect.TypeOf(rapid.SampledFrom(cases).Draw(t, label)))
		fill(t, c.Elem(), c.Type().Elem().Name(), depth+1)
		v.Set(c)
	case reflect.Struct:
		for i := range v.NumField() {
			fill(t, v.Field(i), v.Type().Field(i).Name, depth+1)
		}
	default:
		t.Fatalf("a %s cannot be filled", v.Type())
	}
}

// fillElem is fill for an element of a list or map, which cannot be absent: a nil Raw would be read as null.
func fillElem(t *rapid.T, v reflect.Value, label string, depth int) {
	if p, ok := v.Addr().Interface().(*decoder.Raw); ok {
		*p = draw(t, label)
		return
	}
	fill(t, v, label, depth)
}

// fillVariant sets one variant of a union by JSON type to a value other than its zero value, and Type to its JSON type.
func fillVariant(t *rapid.T, v reflect.Value, variant int, label string, depth int) {
	field := v.Field(variant)
	fill(t, field, label, depth+1)
	var json decoder.JSONType
	switch {
	case field.Type() == reflect.TypeFor[decoder.Raw]():
		field.SetBytes(decoder.Raw(`{"a":1}`))
		json = decoder.Object
	case field.Kind() == reflect.String:
		json = decoder.String
	case field.Kind() == reflect.Int || field.Kind() == reflect.Int64:
		json = decoder.Number
	case field.Kind() == reflect.Slice:
		json = decoder.Array
	case field.Kind() == reflect.Pointer:
		field.Set(reflect.New(field.Type().Elem()))
		json = decoder.Object
	default:
		json = decoder.Object
	}
	v.FieldByName("Type").Set(reflect.ValueOf(json))
}

// scribble overwrites everything that v refers to.
func scribble(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			scribble(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				scribble(v.Field(i))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			scribble(v.Index(i))
		}
	case reflect.Map:
		v.Clear()
	default:
		if v.CanSet() {
			v.SetZero()
		}
	}
}

// mark gives every record below v an unknown member, so that it is written by the code for records with an Extra.
func mark(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			mark(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			mark(v.Index(i))
		}
	case reflect.Struct:
		if !v.CanSet() {
			return // an element of a map cannot be set
		}
		for i := range v.NumField() {
			f := v.Field(i)
			switch {
			case !v.Type().Field(i).IsExported():
			case f.Type() == reflect.TypeFor[decoder.Extra]():
				f.Addr().Interface().(*decoder.Extra).Set(markKey, decoder.Raw("1"))
			case f.Kind() == reflect.Struct && !v.Type().Field(i).Anonymous && f.IsZero():
				// A zero record is left out when it is written.
			default:
				mark(f)
			}
		}
	}
}

// unmarked removes the members that mark has added from a text.
func unmarked(line []byte) string {
	const text = `"` + markKey + `":1`
	return strings.NewReplacer(","+text, "", text, "").Replace(string(line))
}

const markKey = "a member of no spec"

// draw returns a random JSON value for a raw field.
func draw(t *rapid.T, label string) decoder.Raw {
	return decoder.Raw(rapid.SampledFrom([]string{
		`{}`, `[]`, `""`, `0`, `true`, `{"type":"result","a":[1.50,{"b":null}]}`, `"\ud83c"`, `1e400`,
	}).Draw(t, label))
}
