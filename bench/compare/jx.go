package compare

import (
	"encoding/json"
	"fmt"

	"github.com/go-faster/jx"

	"github.com/ndwire/ndwire/bench/digest"
	"github.com/ndwire/ndwire/bench/mirror"
)

// This file fills the mirrors of the Agent SDK's lines by hand with jx, as a program without reflection does. The first pass over a line ends when
// the tags are known.

type (
	content = mirror.Content[mirror.Standard]
	block   = mirror.Block[mirror.Standard]
	message = mirror.BetaMessage[mirror.Standard]
	event   = mirror.StreamEvent[mirror.Standard]
)

func decodeJx() func(line []byte, d *digest.Digest) error {
	var dec jx.Decoder
	return func(line []byte, d *digest.Digest) error {
		m, err := unmarshalJx(&dec, line)
		if err == nil {
			digest.AddMirror[mirror.Standard](d, m)
		}
		return err
	}
}

func unmarshalJx(dec *jx.Decoder, line []byte) (any, error) {
	typ, subtype, err := jxTags(dec, line)
	if err != nil {
		return nil, err
	}
	dec.ResetBytes(line)
	switch typ {
	case "assistant":
		m := new(mirror.AssistantMessage[mirror.Standard])
		return m, dec.ObjBytes(func(d *jx.Decoder, key []byte) error {
			switch string(key) {
			case "message":
				return jxMessage(d, &m.Message)
			case "parent_tool_use_id":
				return jxMaybe(d, &m.ParentToolUseID)
			case "error":
				return jxMaybe(d, &m.Error)
			}
			return jxBase(d, key, &m.Base)
		})
	case "user":
		m := new(mirror.UserMessageReplay[mirror.Standard])
		err := dec.ObjBytes(func(d *jx.Decoder, key []byte) error {
			switch string(key) {
			case "message":
				return d.ObjBytes(func(d *jx.Decoder, key []byte) error {
					switch string(key) {
					case "role":
						return jxString(d, &m.Message.Role)
					case "content":
						return jxContent(d, &m.Message.Content)
					}
					return d.Skip()
				})
			case "parent_tool_use_id":
				return jxMaybe(d, &m.ParentToolUseID)
			case "isSynthetic":
				return jxBool(d, &m.IsSynthetic)
			case "isReplay":
				return jxBool(d, &m.IsReplay)
			case "tool_use_result":
				return jxRaw(d, &m.ToolUseResult)
			}
			return jxBase(d, key, &m.Base)
		})
		if m.IsReplay {
			return m, err
		}
		return &m.UserMessage, err
	case "result":
		m := new(mirror.ResultMessage)
		return m, dec.ObjBytes(func(d *jx.Decoder, key []byte) error { return jxResult(d, key, m) })
	case "stream_event":
		m := new(mirror.PartialAssistantMessage[mirror.Standard])
		return m, dec.ObjBytes(func(d *jx.Decoder, key []byte) error {
			switch string(key) {
			case "event":
				return jxEvent(d, &m.Event)
			case "parent_tool_use_id":
				return jxMaybe(d, &m.ParentToolUseID)
			}
			return jxBase(d, key, &m.Base)
		})
	case "tool_progress":
		m := new(mirror.ToolProgressMessage)
		return m, dec.ObjBytes(func(d *jx.Decoder, key []byte) error {
			switch string(key) {
			case "tool_use_id":
				return jxString(d, &m.ToolUseID)
			case "tool_name":
				return jxString(d, &m.ToolName)
			case "parent_tool_use_id":
				return jxMaybe(d, &m.ParentToolUseID)
			case "elapsed_time_seconds":
				return jxFloat(d, &m.ElapsedTimeSeconds)
			}
			return jxBase(d, key, &m.Base)
		})
	case "system":
		return jxSystem(dec, subtype)
	}
	return nil, fmt.Errorf("compare: a message of type %q has no struct", typ)
}

func jxSystem(dec *jx.Decoder, subtype string) (any, error) {
	switch subtype {
	case "init":
		m := new(mirror.SystemInitMessage)
		return m, dec.ObjBytes(func(d *jx.Decoder, key []byte) error { return jxInit(d, key, m) })
	case "status":
		m := new(mirror.StatusMessage)
		return m, dec.ObjBytes(func(d *jx.Decoder, key []byte) error {
			switch string(key) {
			case "status":
				return jxMaybe(d, &m.Status)
			case "permissionMode":
				return jxMaybe(d, &m.PermissionMode)
			}
			return jxBase(d, key, &m.Base)
		})
	case "compact_boundary":
		m := new(mirror.CompactBoundaryMessage)
		return m, dec.ObjBytes(func(d *jx.Decoder, key []byte) error {
			if string(key) != "compact_metadata" {
				return jxBase(d, key, &m.Base)
			}
			return d.ObjBytes(func(d *jx.Decoder, key []byte) error {
				switch string(key) {
				case "trigger":
					return jxString(d, &m.CompactMetadata.Trigger)
				case "pre_tokens":
					return jxInt(d, &m.CompactMetadata.PreTokens)
				}
				return d.Skip()
			})
		})
	case "hook_started":
		m := new(mirror.HookStartedMessage)
		return m, dec.ObjBytes(func(d *jx.Decoder, key []byte) error {
			switch string(key) {
			case "hook_id":
				return jxString(d, &m.HookID)
			case "hook_name":
				return jxString(d, &m.HookName)
			case "hook_event":
				return jxString(d, &m.HookEvent)
			}
			return jxBase(d, key, &m.Base)
		})
	case "hook_response":
		m := new(mirror.HookResponseMessage)
		return m, dec.ObjBytes(func(d *jx.Decoder, key []byte) error {
			switch string(key) {
			case "hook_id":
				return jxString(d, &m.HookID)
			case "hook_name":
				return jxString(d, &m.HookName)
			case "hook_event":
				return jxString(d, &m.HookEvent)
			case "output":
				return jxString(d, &m.Output)
			case "stdout":
				return jxString(d, &m.Stdout)
			case "stderr":
				return jxString(d, &m.Stderr)
			case "exit_code":
				m.ExitCode = new(int)
				return jxInt(d, m.ExitCode)
			case "outcome":
				return jxString(d, &m.Outcome)
			}
			return jxBase(d, key, &m.Base)
		})
	}
	return nil, fmt.Errorf("compare: a system message of subtype %q has no struct", subtype)
}

func jxInit(d *jx.Decoder, key []byte, m *mirror.SystemInitMessage) error {
	switch string(key) {
	case "agents":
		return jxStrings(d, &m.Agents)
	case "apiKeySource":
		return jxString(d, &m.APIKeySource)
	case "betas":
		return jxStrings(d, &m.Betas)
	case "claude_code_version":
		return jxString(d, &m.ClaudeCodeVersion)
	case "cwd":
		return jxString(d, &m.CWD)
	case "tools":
		return jxStrings(d, &m.Tools)
	case "mcp_servers":
		return d.Arr(func(d *jx.Decoder) error {
			m.McpServers = append(m.McpServers, mirror.McpServer{})
			return jxPair(d, "name", &m.McpServers[len(m.McpServers)-1].Name, "status", &m.McpServers[len(m.McpServers)-1].Status)
		})
	case "model":
		return jxString(d, &m.Model)
	case "permissionMode":
		return jxString(d, &m.PermissionMode)
	case "slash_commands":
		return jxStrings(d, &m.SlashCommands)
	case "output_style":
		return jxString(d, &m.OutputStyle)
	case "skills":
		return jxStrings(d, &m.Skills)
	case "plugins":
		return d.Arr(func(d *jx.Decoder) error {
			m.Plugins = append(m.Plugins, mirror.PluginInfo{})
			return jxPair(d, "name", &m.Plugins[len(m.Plugins)-1].Name, "path", &m.Plugins[len(m.Plugins)-1].Path)
		})
	}
	return jxBase(d, key, &m.Base)
}

func jxPair(d *jx.Decoder, a string, x *string, b string, y *string) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) error {
		switch string(key) {
		case a:
			return jxString(d, x)
		case b:
			return jxString(d, y)
		}
		return d.Skip()
	})
}

func jxResult(d *jx.Decoder, key []byte, m *mirror.ResultMessage) error {
	switch string(key) {
	case "subtype":
		return jxString(d, &m.Subtype)
	case "duration_ms":
		return jxInt64(d, &m.DurationMs)
	case "duration_api_ms":
		return jxInt64(d, &m.DurationAPIMs)
	case "is_error":
		return jxBool(d, &m.IsError)
	case "num_turns":
		return jxInt(d, &m.NumTurns)
	case "stop_reason":
		return jxMaybe(d, &m.StopReason)
	case "total_cost_usd":
		return jxFloat(d, &m.TotalCostUSD)
	case "usage":
		return jxUsage(d, &m.Usage)
	case "modelUsage":
		m.ModelUsage = map[string]mirror.ModelUsage{}
		return d.Obj(func(d *jx.Decoder, model string) error {
			var u mirror.ModelUsage
			err := d.ObjBytes(func(d *jx.Decoder, key []byte) error {
				switch string(key) {
				case "inputTokens":
					return jxInt(d, &u.InputTokens)
				case "outputTokens":
					return jxInt(d, &u.OutputTokens)
				case "cacheReadInputTokens":
					return jxInt(d, &u.CacheReadInputTokens)
				case "cacheCreationInputTokens":
					return jxInt(d, &u.CacheCreationInputTokens)
				case "webSearchRequests":
					return jxInt(d, &u.WebSearchRequests)
				case "costUSD":
					return jxFloat(d, &u.CostUSD)
				case "contextWindow":
					return jxInt(d, &u.ContextWindow)
				case "maxOutputTokens":
					return jxInt(d, &u.MaxOutputTokens)
				}
				return d.Skip()
			})
			m.ModelUsage[model] = u
			return err
		})
	case "permission_denials":
		return d.Arr(func(d *jx.Decoder) error {
			var p mirror.PermissionDenial
			err := d.ObjBytes(func(d *jx.Decoder, key []byte) error {
				switch string(key) {
				case "tool_name":
					return jxString(d, &p.ToolName)
				case "tool_use_id":
					return jxString(d, &p.ToolUseID)
				case "tool_input":
					return jxRaw(d, &p.ToolInput)
				}
				return d.Skip()
			})
			m.PermissionDenials = append(m.PermissionDenials, p)
			return err
		})
	case "result":
		return jxString(d, &m.Result)
	case "structured_output":
		return jxRaw(d, &m.StructuredOutput)
	case "errors":
		return jxStrings(d, &m.Errors)
	}
	return jxBase(d, key, &m.Base)
}

func jxEvent(d *jx.Decoder, e *event) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) error {
		switch string(key) {
		case "type":
			return jxString(d, &e.Type)
		case "message":
			e.Message = new(message)
			return jxMessage(d, e.Message)
		case "index":
			return jxInt(d, &e.Index)
		case "content_block":
			e.ContentBlock = new(block)
			return jxBlock(d, e.ContentBlock)
		case "delta":
			return d.ObjBytes(func(d *jx.Decoder, key []byte) error {
				switch string(key) {
				case "type":
					return jxString(d, &e.Delta.Type)
				case "text":
					return jxString(d, &e.Delta.Text)
				case "partial_json":
					return jxString(d, &e.Delta.PartialJSON)
				case "thinking":
					return jxString(d, &e.Delta.Thinking)
				case "signature":
					return jxString(d, &e.Delta.Signature)
				case "stop_reason":
					return jxMaybe(d, &e.Delta.StopReason)
				case "stop_sequence":
					return jxMaybe(d, &e.Delta.StopSequence)
				}
				return d.Skip()
			})
		case "usage":
			e.Usage = new(mirror.Usage)
			return jxUsage(d, e.Usage)
		}
		return d.Skip()
	})
}

func jxMessage(d *jx.Decoder, m *message) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) error {
		switch string(key) {
		case "id":
			return jxString(d, &m.ID)
		case "type":
			return jxString(d, &m.Type)
		case "role":
			return jxString(d, &m.Role)
		case "content":
			return jxBlocks(d, &m.Content)
		case "model":
			return jxString(d, &m.Model)
		case "stop_reason":
			return jxMaybe(d, &m.StopReason)
		case "stop_sequence":
			return jxMaybe(d, &m.StopSequence)
		case "usage":
			return jxUsage(d, &m.Usage)
		}
		return d.Skip()
	})
}

func jxUsage(d *jx.Decoder, u *mirror.Usage) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) error {
		switch string(key) {
		case "input_tokens":
			return jxInt(d, &u.InputTokens)
		case "output_tokens":
			return jxInt(d, &u.OutputTokens)
		case "cache_read_input_tokens":
			return jxInt(d, &u.CacheReadInputTokens)
		case "cache_creation_input_tokens":
			return jxInt(d, &u.CacheCreationInputTokens)
		}
		return d.Skip()
	})
}

func jxContent(d *jx.Decoder, c *content) error {
	if d.Next() == jx.Array {
		return jxBlocks(d, &c.Blocks)
	}
	return jxString(d, &c.Text)
}

func jxBlocks(d *jx.Decoder, blocks *[]block) error {
	if d.Next() == jx.Null {
		return d.Null()
	}
	return d.Arr(func(d *jx.Decoder) error {
		*blocks = append(*blocks, block{})
		return jxBlock(d, &(*blocks)[len(*blocks)-1])
	})
}

func jxBlock(d *jx.Decoder, b *block) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) error {
		switch string(key) {
		case "type":
			return jxString(d, &b.Type)
		case "text":
			return jxString(d, &b.Text)
		case "thinking":
			return jxString(d, &b.Thinking)
		case "signature":
			return jxMaybe(d, &b.Signature)
		case "id":
			return jxString(d, &b.ID)
		case "name":
			return jxString(d, &b.Name)
		case "input":
			return jxRaw(d, &b.Input)
		case "tool_use_id":
			return jxString(d, &b.ToolUseID)
		case "content":
			b.Content = new(content)
			return jxContent(d, b.Content)
		case "is_error":
			return jxBool(d, &b.IsError)
		case "source":
			b.Source = new(mirror.ImageSource)
			return d.ObjBytes(func(d *jx.Decoder, key []byte) error {
				switch string(key) {
				case "type":
					return jxString(d, &b.Source.Type)
				case "media_type":
					return jxString(d, &b.Source.MediaType)
				case "data":
					return jxString(d, &b.Source.Data)
				case "url":
					return jxString(d, &b.Source.URL)
				case "file_id":
					return jxString(d, &b.Source.FileID)
				}
				return d.Skip()
			})
		}
		return d.Skip()
	})
}

func jxBase(d *jx.Decoder, key []byte, b *mirror.Base) error {
	switch string(key) {
	case "type":
		return jxString(d, &b.Type)
	case "uuid":
		return jxString(d, &b.UUID)
	case "session_id":
		return jxString(d, &b.SessionID)
	}
	return d.Skip()
}

func jxString(d *jx.Decoder, s *string) (err error) {
	if d.Next() == jx.Null {
		return d.Null()
	}
	*s, err = d.Str()
	return err
}

func jxMaybe(d *jx.Decoder, s **string) error {
	if d.Next() == jx.Null {
		return d.Null()
	}
	*s = new(string)
	return jxString(d, *s)
}

func jxStrings(d *jx.Decoder, list *[]string) error {
	if d.Next() == jx.Null {
		return d.Null()
	}
	return d.Arr(func(d *jx.Decoder) error {
		s, err := d.Str()
		*list = append(*list, s)
		return err
	})
}

// jxRaw copies the value: the bytes that jx returns point into the line.
func jxRaw(d *jx.Decoder, raw *json.RawMessage) error {
	text, err := d.Raw()
	*raw = append((*raw)[:0], text...)
	return err
}

func jxInt(d *jx.Decoder, n *int) (err error) {
	if d.Next() == jx.Null {
		return d.Null()
	}
	*n, err = d.Int()
	return err
}

func jxInt64(d *jx.Decoder, n *int64) (err error) {
	*n, err = d.Int64()
	return err
}

func jxFloat(d *jx.Decoder, x *float64) (err error) {
	*x, err = d.Float64()
	return err
}

func jxBool(d *jx.Decoder, b *bool) (err error) {
	*b, err = d.Bool()
	return err
}
