package scan_test

import (
	"fmt"

	"github.com/ndwire/ndwire/internal/notes"
	"github.com/ndwire/ndwire/internal/scan"
)

// This file has a small protocol with hand-written decoders like those that the generator prints, so that the cursor is tested without the generator.

// fields returns a function for Record.Fields.
func fields(list []scan.Field) func() []scan.Field { return func() []scan.Field { return list } }

type line interface{ isLine() }

type (
	base struct{ UUID, SessionID string }

	assistant struct {
		base
		Message message
		Parent  *string
		Error   *enum
		Extra   *notes.Set
	}
	user struct {
		base
		Message message
		Extra   *notes.Set
	}
	replay struct{ user }

	system struct {
		Status *string
		Extra  *notes.Set
	}

	every struct {
		S     string
		SP    *string
		N     int
		NP    *int
		L     int64
		LP    *int64
		F     float64
		FP    *float64
		B     bool
		BP    *bool
		R     []byte
		Must  []byte
		E     enum
		Ss    []string
		Ns    []int
		Recs  []point
		Grid  [][]int
		Ptrs  []*string
		Raws  [][]byte
		Conts []content
		Map   map[string]point
		Maps  map[string]map[string]int
		ID    string
		Extra *notes.Set
	}

	point struct {
		X, Y  int
		Extra *notes.Set
	}

	message struct {
		ID      string
		Content content
		Extra   *notes.Set
	}

	content struct {
		Type   scan.JSONType
		Text   string
		Blocks []block
		Other  []byte
	}

	envelope struct {
		ID    string
		Req   point
		Extra *notes.Set
	}

	unknown struct{ Raw []byte }
	bare    struct{ Raw []byte }

	enum string
)

type block interface{ isBlock() }

type (
	textBlock struct {
		Text  string
		Extra *notes.Set
	}
	toolBlock struct {
		ID, Name string
		Input    []byte
		Content  content
		Extra    *notes.Set
	}
	unknownBlock struct{ Raw []byte }
)

func (*assistant) isLine()     {}
func (*user) isLine()          {}
func (*replay) isLine()        {}
func (*system) isLine()        {}
func (*every) isLine()         {}
func (*unknown) isLine()       {}
func (*bare) isLine()          {}
func (*textBlock) isBlock()    {}
func (*toolBlock) isBlock()    {}
func (*unknownBlock) isBlock() {}

var unionLine = scan.UnionOf("type")

func scanLine(c *scan.Cursor, i int) (line, int) {
	tag := c.TagOf(i, &unionLine)
	switch string(tag) {
	case "assistant":
		m := new(assistant)
		return m, m.ScanJSON(c, i)
	case "user":
		if string(c.Literal(c.FindRare(i, "isReplay"))) == "true" {
			m := new(replay)
			return m, m.ScanJSON(c, i)
		}
		m := new(user)
		return m, m.ScanJSON(c, i)
	case "system":
		switch string(c.TagText(c.Find(i, "subtype"))) {
		case "status":
			m := new(system)
			return m, m.ScanJSON(c, i)
		}
	case "every":
		m := new(every)
		return m, m.ScanJSON(c, i)
	case "bare":
		m := new(bare)
		m.Raw, i = c.BareCase(i)
		return m, i
	}
	m := new(unknown)
	m.Raw, i = c.UnknownCase(i, tag)
	return m, i
}

var recordAssistant = scan.Record{
	Name: "assistant", Required: 0b11111,
	Fields: fields([]scan.Field{{Name: "type"}, {Name: "uuid", Path: ".uuid"}, {Name: "session_id", Path: ".session_id"}, {Name: "message", Path: ".message"},
		{Name: "parent_tool_use_id", Path: ".parent_tool_use_id", Null: true}, {Name: "error", Path: ".error"}}),
}

func (m *assistant) ScanJSON(c *scan.Cursor, i int) int {
	n, i, seen := c.Open(i, &recordAssistant)
	for ; n >= 0; n, i = c.Next(i, &recordAssistant) {
		switch n {
		case 0: // type
			seen.Mark(c, 0)
			i = c.Tag(i, `"assistant"`)
		case 1: // uuid
			seen.Mark(c, 1)
			m.UUID, i = c.String(i)
		case 2: // session_id
			seen.Mark(c, 2)
			m.SessionID, i = c.String(i)
		case 3: // message
			if seen.Has(3) {
				m.Message = message{}
			}
			seen.Mark(c, 3)
			i = m.Message.ScanJSON(c, i)
		case 4: // parent_tool_use_id
			seen.Mark(c, 4)
			m.Parent, i = c.StringPtr(i)
		case 5: // error
			seen.Mark(c, 5)
			m.Error, i = scanEnumPtr(c, i)
		default:
			i = c.Unknown(i)
		}
	}
	m.Extra = c.Close(i, seen).Set()
	return i
}

var recordUser = scan.Record{
	Name: "user", Required: 0b1111, Also: []string{"isReplay"},
	Fields: fields([]scan.Field{{Name: "type"}, {Name: "uuid", Path: ".uuid"}, {Name: "session_id", Path: ".session_id"}, {Name: "message", Path: ".message"}}),
}

func (m *user) ScanJSON(c *scan.Cursor, i int) int {
	n, i, seen := c.Open(i, &recordUser)
	for ; n >= 0; n, i = c.Next(i, &recordUser) {
		switch n {
		case 0: // type
			seen.Mark(c, 0)
			i = c.Tag(i, `"user"`)
		case 1: // uuid
			seen.Mark(c, 1)
			m.UUID, i = c.String(i)
		case 2: // session_id
			seen.Mark(c, 2)
			m.SessionID, i = c.String(i)
		case 3: // message
			if seen.Has(3) {
				m.Message = message{}
			}
			seen.Mark(c, 3)
			i = m.Message.ScanJSON(c, i)
		case 128: // isReplay
			i = c.TagWithoutField(i, "true")
		default:
			i = c.Unknown(i)
		}
	}
	m.Extra = c.Close(i, seen).Set()
	return i
}

var recordReplay = scan.Record{
	Name: "replay", Required: 0b11111,
	Fields: fields([]scan.Field{{Name: "type"}, {Name: "uuid", Path: ".uuid"}, {Name: "session_id", Path: ".session_id"}, {Name: "message", Path: ".message"}, {Name: "isReplay"}}),
}

func (m *replay) ScanJSON(c *scan.Cursor, i int) int {
	n, i, seen := c.Open(i, &recordReplay)
	for ; n >= 0; n, i = c.Next(i, &recordReplay) {
		switch n {
		case 0: // type
			seen.Mark(c, 0)
			i = c.Tag(i, `"user"`)
		case 1: // uuid
			seen.Mark(c, 1)
			m.UUID, i = c.String(i)
		case 2: // session_id
			seen.Mark(c, 2)
			m.SessionID, i = c.String(i)
		case 3: // message
			if seen.Has(3) {
				m.Message = message{}
			}
			seen.Mark(c, 3)
			i = m.Message.ScanJSON(c, i)
		case 4: // isReplay
			seen.Mark(c, 4)
			i = c.Tag(i, "true")
		default:
			i = c.Unknown(i)
		}
	}
	m.Extra = c.Close(i, seen).Set()
	return i
}

var recordSystem = scan.Record{
	Name: "system", Required: 0b11,
	Fields: fields([]scan.Field{{Name: "type"}, {Name: "subtype"}, {Name: "status", Path: ".status", Null: true}}),
}

func (m *system) ScanJSON(c *scan.Cursor, i int) int {
	n, i, seen := c.Open(i, &recordSystem)
	for ; n >= 0; n, i = c.Next(i, &recordSystem) {
		switch n {
		case 0: // type
			seen.Mark(c, 0)
			i = c.Tag(i, `"system"`)
		case 1: // subtype
			seen.Mark(c, 1)
			i = c.Tag(i, `"status"`)
		case 2: // status
			seen.Mark(c, 2)
			m.Status, i = c.StringPtr(i)
		default:
			i = c.Unknown(i)
		}
	}
	m.Extra = c.Close(i, seen).Set()
	return i
}

var recordMessage = scan.Record{
	Name: "message", Required: 0b11,
	Fields: fields([]scan.Field{{Name: "id", Path: ".id"}, {Name: "content", Path: ".content"}}),
}

func (m *message) ScanJSON(c *scan.Cursor, i int) int {
	n, i, seen := c.Open(i, &recordMessage)
	for ; n >= 0; n, i = c.Next(i, &recordMessage) {
		switch n {
		case 0: // id
			seen.Mark(c, 0)
			m.ID, i = c.String(i)
		case 1: // content
			if seen.Has(1) {
				m.Content = content{}
			}
			seen.Mark(c, 1)
			i = m.Content.ScanJSON(c, i)
		default:
			i = c.Unknown(i)
		}
	}
	m.Extra = c.Close(i, seen).Set()
	return i
}

func (m *content) ScanJSON(c *scan.Cursor, i int) int {
	m.Type = c.Type(i)
	switch m.Type {
	case scan.String:
		m.Text, i = c.String(i)
	case scan.Array:
		m.Blocks, i = scanBlockList(c, i)
	case scan.Null:
		i = c.Null(i)
	default:
		m.Other, i = c.UnknownVariant(i)
	}
	return i
}

var memoryBlockList scan.Lists[block]

func scanBlockList(c *scan.Cursor, i int) ([]block, int) {
	list, i, more := memoryBlockList.Open(c, i)
	for more {
		var b block
		b, i = scanBlock(c, i)
		list = append(list, b)
		i, more = c.NextElem(i)
	}
	return memoryBlockList.Close(c, list), i
}

var unionBlock = scan.UnionOf("type")

func scanBlock(c *scan.Cursor, i int) (block, int) {
	tag := c.TagOf(i, &unionBlock)
	switch string(tag) {
	case "text":
		m := new(textBlock)
		return m, m.ScanJSON(c, i)
	case "tool_use":
		m := new(toolBlock)
		return m, m.ScanJSON(c, i)
	}
	m := new(unknownBlock)
	m.Raw, i = c.UnknownCase(i, tag)
	return m, i
}

var recordText = scan.Record{Name: "text", Required: 0b11, Fields: fields([]scan.Field{{Name: "type"}, {Name: "text", Path: ".text"}})}

func (m *textBlock) ScanJSON(c *scan.Cursor, i int) int {
	n, i, seen := c.Open(i, &recordText)
	for ; n >= 0; n, i = c.Next(i, &recordText) {
		switch n {
		case 0: // type
			seen.Mark(c, 0)
			i = c.Tag(i, `"text"`)
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

var recordTool = scan.Record{Name: "tool", Required: 0b1111,
	Fields: fields([]scan.Field{{Name: "type"}, {Name: "id", Path: ".id"}, {Name: "name", Path: ".name"}, {Name: "input", Path: ".input", Null: true}, {Name: "content", Path: ".content"}})}

func (m *toolBlock) ScanJSON(c *scan.Cursor, i int) int {
	n, i, seen := c.Open(i, &recordTool)
	for ; n >= 0; n, i = c.Next(i, &recordTool) {
		switch n {
		case 0: // type
			seen.Mark(c, 0)
			i = c.Tag(i, `"tool_use"`)
		case 1: // id
			seen.Mark(c, 1)
			m.ID, i = c.String(i)
		case 2: // name
			seen.Mark(c, 2)
			m.Name, i = c.String(i)
		case 3: // input
			seen.Mark(c, 3)
			m.Input, i = c.Raw(i)
		case 4: // content
			if seen.Has(4) {
				m.Content = content{}
			}
			seen.Mark(c, 4)
			i = m.Content.ScanJSON(c, i)
		default:
			i = c.Unknown(i)
		}
	}
	m.Extra = c.Close(i, seen).Set()
	return i
}

var recordPoint = scan.Record{Name: "point", Required: 0b11, Fields: fields([]scan.Field{{Name: "x", Path: ".x"}, {Name: "y", Path: ".y"}})}

func (m *point) ScanJSON(c *scan.Cursor, i int) int {
	n, i, seen := c.Open(i, &recordPoint)
	for ; n >= 0; n, i = c.Next(i, &recordPoint) {
		switch n {
		case 0: // x
			seen.Mark(c, 0)
			m.X, i = c.Int(i)
		case 1: // y
			seen.Mark(c, 1)
			m.Y, i = c.Int(i)
		default:
			i = c.Unknown(i)
		}
	}
	m.Extra = c.Close(i, seen).Set()
	return i
}

func scanEnum(c *scan.Cursor, i int) (enum, int) {
	token, i := c.Token(i)
	switch string(token) {
	case "":
		return "", i
	case "low":
		return "low", i
	case "high":
		return "high", i
	}
	return enum(c.UnknownEnum(token)), i
}

func scanEnumPtr(c *scan.Cursor, i int) (*enum, int) {
	if c.Type(i) != scan.String {
		return nil, c.Mistyped(i)
	}
	e, i := scanEnum(c, i)
	return &e, i
}

var recordEvery = scan.Record{
	Also: []string{"Id"},
	Name: "every", Required: 1 << 11, Required2: 0,
	Fields: fields([]scan.Field{
		{Name: "type"}, {Name: "s", Path: ".s"}, {Name: "sp", Path: ".sp"}, {Name: "n", Path: ".n"}, {Name: "np", Path: ".np"}, {Name: "l", Path: ".l"}, {Name: "lp", Path: ".lp"},
		{Name: "f", Path: ".f"}, {Name: "fp", Path: ".fp"}, {Name: "b", Path: ".b"}, {Name: "bp", Path: ".bp"}, {Name: "must", Path: ".must", Null: true},
		{Name: "r", Path: ".r"}, {Name: "e", Path: ".e"}, {Name: "ss", Path: ".ss[]"}, {Name: "ns", Path: ".ns[]"}, {Name: "recs", Path: ".recs[]"}, {Name: "grid", Path: ".grid[][]"},
		{Name: "ptrs", Path: ".ptrs[]"}, {Name: "raws", Path: ".raws[]"}, {Name: "conts", Path: ".conts[]"}, {Name: "map", Path: ".map[]"}, {Name: "maps", Path: ".maps[][]"},
		{Name: "id", Path: ".id"}, {Name: "fixed", Path: ".fixed"},
	}),
}

func (m *every) ScanJSON(c *scan.Cursor, i int) int {
	var id scan.Deferred
	n, i, seen := c.Open128(i, &recordEvery)
	for ; n >= 0; n, i = c.Next(i, &recordEvery) {
		switch n {
		case 0: // type
			seen.Mark(c, 0)
			i = c.Tag(i, `"every"`)
		case 1: // s
			seen.Mark(c, 1)
			m.S, i = c.String(i)
		case 2: // sp
			seen.Mark(c, 2)
			m.SP, i = c.StringPtr(i)
		case 3: // n
			seen.Mark(c, 3)
			m.N, i = c.Int(i)
		case 4: // np
			seen.Mark(c, 4)
			m.NP, i = c.IntPtr(i)
		case 5: // l
			seen.Mark(c, 5)
			m.L, i = c.Int64(i)
		case 6: // lp
			seen.Mark(c, 6)
			m.LP, i = c.Int64Ptr(i)
		case 7: // f
			seen.Mark(c, 7)
			m.F, i = c.Float(i)
		case 8: // fp
			seen.Mark(c, 8)
			m.FP, i = c.FloatPtr(i)
		case 9: // b
			seen.Mark(c, 9)
			m.B, i = c.Bool(i)
		case 10: // bp
			seen.Mark(c, 10)
			m.BP, i = c.BoolPtr(i)
		case 11: // must
			seen.Mark(c, 11)
			m.Must, i = c.Raw(i)
		case 12: // r
			seen.Mark(c, 12)
			m.R, i = c.Raw(i)
		case 13: // e
			seen.Mark(c, 13)
			m.E, i = scanEnum(c, i)
		case 14: // ss
			seen.Mark(c, 14)
			m.Ss, i = c.Strings(i)
		case 15: // ns
			seen.Mark(c, 15)
			m.Ns, i = c.Ints(i)
		case 16: // recs
			seen.Mark(c, 16)
			m.Recs, i = scanPointList(c, i)
		case 17: // grid
			seen.Mark(c, 17)
			m.Grid, i = scanGrid(c, i)
		case 18: // ptrs
			seen.Mark(c, 18)
			m.Ptrs, i = scanPtrs(c, i)
		case 19: // raws
			seen.Mark(c, 19)
			m.Raws, i = scanRaws(c, i)
		case 20: // conts
			seen.Mark(c, 20)
			m.Conts, i = scanContents(c, i)
		case 21: // map
			seen.Mark(c, 21)
			m.Map, i = scanPointMap(c, i)
		case 22: // maps
			seen.Mark(c, 22)
			m.Maps, i = scanMaps(c, i)
		case 23: // id
			seen.Mark(c, 23)
			m.ID, i = c.String(i)
		case 128: // Id
			id, i = c.Defer(i, id)
		case 24: // fixed
			seen.Mark(c, 24)
			i = c.Const(i, `"preset"`)
		default:
			i = c.Unknown(i)
		}
	}
	if id.Set() {
		if seen.Has(23) {
			c.KeepDeferred(id)
		} else {
			seen.Set(c, 23)
			m.ID, _ = c.String(id.At())
			c.Aliased(id)
		}
	}
	m.Extra = c.Close128(i, seen).Set()
	return i
}

var memoryPointList scan.Lists[point]

func scanPointList(c *scan.Cursor, i int) ([]point, int) {
	list, i, more := memoryPointList.Open(c, i)
	for more {
		list = append(list, point{})
		i = list[len(list)-1].ScanJSON(c, i)
		i, more = c.NextElem(i)
	}
	return memoryPointList.Close(c, list), i
}

var memoryGrid scan.Lists[[]int]

func scanGrid(c *scan.Cursor, i int) ([][]int, int) {
	list, i, more := memoryGrid.Open(c, i)
	for more {
		var e []int
		e, i = c.Ints(i)
		list = append(list, e)
		i, more = c.NextElem(i)
	}
	return memoryGrid.Close(c, list), i
}

var memoryPtrs scan.Lists[*string]

func scanPtrs(c *scan.Cursor, i int) ([]*string, int) {
	list, i, more := memoryPtrs.Open(c, i)
	for more {
		var e *string
		e, i = c.StringPtr(i)
		list = append(list, e)
		i, more = c.NextElem(i)
	}
	return memoryPtrs.Close(c, list), i
}

var memoryRaws scan.Lists[[]byte]

func scanRaws(c *scan.Cursor, i int) ([][]byte, int) {
	list, i, more := memoryRaws.Open(c, i)
	for more {
		var e []byte
		e, i = c.RawElem(i)
		list = append(list, e)
		i, more = c.NextElem(i)
	}
	return memoryRaws.Close(c, list), i
}

var memoryContents scan.Lists[content]

func scanContents(c *scan.Cursor, i int) ([]content, int) {
	list, i, more := memoryContents.Open(c, i)
	for more {
		list = append(list, content{})
		i = list[len(list)-1].ScanJSON(c, i)
		i, more = c.NextElem(i)
	}
	return memoryContents.Close(c, list), i
}

var memoryPointMap scan.RecordMaps[string, point]

func scanPointMap(c *scan.Cursor, i int) (map[string]point, int) {
	m, key, i := memoryPointMap.Open(c, i)
	for key != nil {
		m = memoryPointMap.Add(c, m, key)
		i = m[len(m)-1].Value.ScanJSON(c, i)
		key, i = c.NextKey(i)
	}
	return memoryPointMap.Close(c, m), i
}

var memoryMaps scan.Maps[string, map[string]int]

func scanMaps(c *scan.Cursor, i int) (map[string]map[string]int, int) {
	m, key, i := memoryMaps.Open(c, i)
	for key != nil {
		k := c.MapKey(key)
		m[k], i = scanIntMap(c, i)
		key, i = c.NextKey(i)
	}
	return memoryMaps.Close(c, m), i
}

var memoryIntMap scan.Maps[string, int]

func scanIntMap(c *scan.Cursor, i int) (map[string]int, int) {
	m, key, i := memoryIntMap.Open(c, i)
	for key != nil {
		k := c.MapKey(key)
		m[k], i = c.Int(i)
		key, i = c.NextKey(i)
	}
	return memoryIntMap.Close(c, m), i
}

var recordEnvelope = scan.Record{Name: "envelope", Also: []string{"x", "y"}, Required: 0b11, Fields: fields([]scan.Field{{Name: "id", Path: ".id"}, {Name: "req", Path: ".req"}})}

// ScanJSON also accepts the members of req among those of the envelope.
func (m *envelope) ScanJSON(c *scan.Cursor, i int) int {
	inlined := c.IsObject(i) && c.Find(i, "req") < 0
	start := i
	n, i, seen := c.Open(i, &recordEnvelope)
	for ; n >= 0; n, i = c.Next(i, &recordEnvelope) {
		switch n {
		case 0: // id
			seen.Mark(c, 0)
			m.ID, i = c.String(i)
		case 1: // req
			seen.Mark(c, 1)
			i = m.Req.ScanJSON(c, i)
		case 128, 129: // x, y
			if inlined {
				i = c.Skip(i)
			} else {
				i = c.Unknown(i)
			}
		default:
			i = c.Unknown(i)
		}
	}
	if inlined && i >= 0 {
		seen.Set(c, 1)
		c.Inline()
		m.Req.ScanJSON(c, start)
		c.NoteInlined(1)
	}
	m.Extra = c.Close(i, seen).Set()
	return i
}

// decode decodes a line with the cursor, as package decoder does.
func decode[T any](c *scan.Cursor, text string, o scan.Options, f func(*scan.Cursor, int) (T, int)) (v T, err error) {
	c.Reset([]byte(text), &o)
	for {
		i := c.Start()
		v, i = f(c, i)
		c.End(i)
		if !c.Retry() {
			break
		}
	}
	if code, at := c.Err(); code != 0 {
		return v, fault{code, at}
	}
	return v, nil
}

type fault struct {
	Code scan.Code
	At   int
}

func (f fault) Error() string { return fmt.Sprintf("code %d at %d", f.Code, f.At) }

type scanner[T any] interface {
	*T
	ScanJSON(c *scan.Cursor, i int) int
}

func scanOne[T any, P scanner[T]](c *scan.Cursor, i int) (*T, int) {
	v := new(T)
	return v, P(v).ScanJSON(c, i)
}
