package scan_test

import (
	"strings"
	"testing"

	"github.com/ndwire/ndwire/internal/notes"
	"github.com/ndwire/ndwire/internal/scan"
)

// streamLine is a frequent line: a text delta.
const streamLine = `{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":" the quick brown\n"}},` +
	`"session_id":"f6d1a9a2-57b2-4f0c-9e27-5f2f1f0a7d11","parent_tool_use_id":null,"uuid":"0b8f3a52-6f0e-4c8e-8d37-1f6f0e1d2c3b","ttft_ms":1480}`

type (
	streamEvent struct {
		base
		Event  any
		Parent *string
		TTFT   *int
		Extra  *notes.Set
	}
	blockDelta struct {
		Index int
		Delta any
		Extra *notes.Set
	}
	textDelta struct {
		Text  string
		Extra *notes.Set
	}
)

var (
	recordStreamEvent = scan.Record{Name: "streamEvent", Required: 0b11111, Fields: fields([]scan.Field{{Name: "type"}, {Name: "event"}, {Name: "session_id"}, {Name: "parent_tool_use_id", Null: true}, {Name: "uuid"}, {Name: "ttft_ms"}})}
	recordBlockDelta  = scan.Record{Name: "blockDelta", Required: 0b111, Fields: fields([]scan.Field{{Name: "type"}, {Name: "index"}, {Name: "delta"}})}
	recordTextDelta   = scan.Record{Name: "textDelta", Required: 0b11, Fields: fields([]scan.Field{{Name: "type"}, {Name: "text"}})}
)

var unionStreamLine = scan.UnionOf("type")

func scanStreamLine(c *scan.Cursor, i int) (any, int) {
	tag := c.TagOf(i, &unionStreamLine)
	switch string(tag) {
	case "stream_event":
		m := new(streamEvent)
		return m, m.ScanJSON(c, i)
	}
	return c.UnknownCase(i, tag)
}

var unionEvent = scan.UnionOf("type")

func scanEvent(c *scan.Cursor, i int) (any, int) {
	tag := c.TagOf(i, &unionEvent)
	switch string(tag) {
	case "content_block_delta":
		m := new(blockDelta)
		return m, m.ScanJSON(c, i)
	}
	return c.UnknownCase(i, tag)
}

var unionDelta = scan.UnionOf("type")

func scanDelta(c *scan.Cursor, i int) (any, int) {
	tag := c.TagOf(i, &unionDelta)
	switch string(tag) {
	case "text_delta":
		m := new(textDelta)
		return m, m.ScanJSON(c, i)
	}
	return c.UnknownCase(i, tag)
}

func (m *streamEvent) ScanJSON(c *scan.Cursor, i int) int {
	n, i, seen := c.Open(i, &recordStreamEvent)
	for ; n >= 0; n, i = c.Next(i, &recordStreamEvent) {
		switch n {
		case 0: // type
			seen.Mark(c, 0)
			i = c.Tag(i, `"stream_event"`)
		case 1: // event
			seen.Mark(c, 1)
			m.Event, i = scanEvent(c, i)
		case 2: // session_id
			seen.Mark(c, 2)
			m.SessionID, i = c.String(i)
		case 3: // parent_tool_use_id
			seen.Mark(c, 3)
			m.Parent, i = c.StringPtr(i)
		case 4: // uuid
			seen.Mark(c, 4)
			m.UUID, i = c.String(i)
		case 5: // ttft_ms
			seen.Mark(c, 5)
			m.TTFT, i = c.IntPtr(i)
		default:
			i = c.Unknown(i)
		}
	}
	m.Extra = c.Close(i, seen).Set()
	return i
}

func (m *blockDelta) ScanJSON(c *scan.Cursor, i int) int {
	n, i, seen := c.Open(i, &recordBlockDelta)
	for ; n >= 0; n, i = c.Next(i, &recordBlockDelta) {
		switch n {
		case 0: // type
			seen.Mark(c, 0)
			i = c.Tag(i, `"content_block_delta"`)
		case 1: // index
			seen.Mark(c, 1)
			m.Index, i = c.Int(i)
		case 2: // delta
			seen.Mark(c, 2)
			m.Delta, i = scanDelta(c, i)
		default:
			i = c.Unknown(i)
		}
	}
	m.Extra = c.Close(i, seen).Set()
	return i
}

func (m *textDelta) ScanJSON(c *scan.Cursor, i int) int {
	n, i, seen := c.Open(i, &recordTextDelta)
	for ; n >= 0; n, i = c.Next(i, &recordTextDelta) {
		switch n {
		case 0: // type
			seen.Mark(c, 0)
			i = c.Tag(i, `"text_delta"`)
		case 1: // text
			seen.Mark(c, 1)
			m.Text, i = c.String(i)
		default:
			i = c.Unknown(i)
		}
	}
	m.Extra = c.Close(i, seen).Set()
	return i
}

func BenchmarkLine(b *testing.B) {
	text := strings.Repeat(`the quick brown fox jumps\n`, 150)
	for name, line := range map[string]string{
		"stream": streamLine,
		"long":   strings.Replace(streamLine, " the quick brown\\n", text, 1),
		"late":   strings.Replace(strings.Replace(streamLine, " the quick brown\\n", text, 1), `{"type":"stream_event",`, `{`, 1)[:len(streamLine)+len(text)-17-23-1] + `,"type":"stream_event"}`,
	} {
		data := []byte(line)
		for mode, o := range map[string]scan.Options{"owned": {Drift: true}, "borrowed": {Borrow: true, Recycle: true, Drift: true}} {
			b.Run(name+"/"+mode, func(b *testing.B) {
				c := scan.Get(false)
				defer scan.Put(c)
				b.SetBytes(int64(len(data)))
				b.ReportAllocs()
				for b.Loop() {
					c.Reset(data, &o)
					v, i := scanStreamLine(c, c.Start())
					if m, ok := v.(*streamEvent); c.End(i) < 0 || !ok || m.Extra != nil {
						b.Fatal(c.Err())
					}
				}
			})
		}
	}
}

// BenchmarkString reads one string, short and long, plain and with escapes.
func BenchmarkString(b *testing.B) {
	for name, text := range map[string]string{
		"5": "abcde", "12": "content_text", "20": "claude-opus-4-5-2025", "36": "f6d1a9a2-57b2-4f0c-9e27-5f2f1f0a7d11", "4k": strings.Repeat("plain text ", 400),
		"4k-escapes26": strings.Repeat(`the quick brown fox jumps\n`, 150), "4k-wide": strings.Repeat("plain — text ", 300),
	} {
		data := []byte(`["` + text + `","another string behind it"]`)
		for mode, o := range map[string]scan.Options{"owned": {}, "recycled": {Recycle: true}, "borrowed": {Borrow: true}} {
			b.Run(name+"/"+mode, func(b *testing.B) {
				c := scan.Get(false)
				defer scan.Put(c)
				c.Reset(data, &o)
				b.SetBytes(int64(len(text)))
				n := 0
				for b.Loop() {
					if n++; n&63 == 0 {
						c.Reset(data, &o)
					}
					if s, i := c.String(1); i < 0 || s == "" {
						b.Fatal(c.Err())
					}
				}
			})
		}
	}
}
