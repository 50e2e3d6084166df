package conformance_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/encoder"
	"github.com/ndwire/ndwire/internal/jsontest"
)

// However a program has changed a line, AppendJSON returns an error, or one line of valid JSON that has the line's kind, and that is decoded and
// written as the same text.

func FuzzOutputAgentSDK(f *testing.F)   { f.Fuzz(rapid.MakeFuzz(agentSDK.output(f))) }
func FuzzOutputRustyClaw(f *testing.F)  { f.Fuzz(rapid.MakeFuzz(rusty.output(f))) }
func FuzzOutputOpenClaw(f *testing.F)   { f.Fuzz(rapid.MakeFuzz(claw.output(f))) }
func FuzzOutputClaudeCode(f *testing.F) { f.Fuzz(rapid.MakeFuzz(transcript.output(f))) }
func FuzzOutputProvider(f *testing.F)   { f.Fuzz(rapid.MakeFuzz(models.output(f))) }
func FuzzOutputMCP(f *testing.F)        { f.Fuzz(rapid.MakeFuzz(tools.output(f))) }
func FuzzOutputACP(f *testing.F)        { f.Fuzz(rapid.MakeFuzz(agents.output(f))) }

func TestOutput(t *testing.T) {
	t.Run("agentsdk", func(t *testing.T) { rapid.Check(t, agentSDK.output(t)) })
	t.Run("rustyclaw", func(t *testing.T) { rapid.Check(t, rusty.output(t)) })
	t.Run("openclaw", func(t *testing.T) { rapid.Check(t, claw.output(t)) })
	t.Run("claudecode", func(t *testing.T) { rapid.Check(t, transcript.output(t)) })
	t.Run("provider", func(t *testing.T) { rapid.Check(t, models.output(t)) })
	t.Run("mcp", func(t *testing.T) { rapid.Check(t, tools.output(t)) })
	t.Run("acp", func(t *testing.T) { rapid.Check(t, agents.output(t)) })
}

// TestNilRecords sets each pointer to a record to nil, below each line of testdata, and the lines themselves.
func TestNilRecords(t *testing.T) {
	t.Run("agentsdk", agentSDK.nils)
	t.Run("rustyclaw", rusty.nils)
	t.Run("openclaw", claw.nils)
	t.Run("claudecode", transcript.nils)
	t.Run("provider", models.nils)
	t.Run("mcp", tools.nils)
	t.Run("acp", agents.nils)
}

// TestEveryRecordAsksForNil checks the generated code of all protocols, since the lines of testdata do not have all records.
func TestEveryRecordAsksForNil(t *testing.T) {
	paths, err := filepath.Glob("../../*/encode_gen.go")
	more, err2 := filepath.Glob("../../*/*/encode_gen.go")
	paths = append(append(paths, more...), "../../encode_gen.go")
	if err := errors.Join(err, err2); err != nil || len(paths) < 6 {
		t.Fatalf("%d files, %v", len(paths), err)
	}
	methods := 0
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Name.Name != "appendJSON" {
				continue
			}
			methods++
			typ := f.Recv.List[0].Type.(*ast.StarExpr).X.(*ast.Ident).Name
			check, ok := f.Body.List[0].(*ast.IfStmt)
			if ok {
				is, binary := check.Cond.(*ast.BinaryExpr)
				ok = binary && is.Op == token.EQL && is.X.(*ast.Ident).Name == "m" && is.Y.(*ast.Ident).Name == "nil"
			}
			if !ok {
				t.Errorf("%s: appendJSON of %s does not begin with a check for nil", path, typ)
			}
		}
	}
	if methods < 500 {
		t.Errorf("only %d methods were seen", methods)
	}
}

// samples returns up to three lines of each kind from testdata.
func (p protocol[L]) samples(t testing.TB) []L {
	t.Helper()
	var lines []L
	seen := map[decoder.Kind]int{}
	err := filepath.WalkDir(filepath.Join("../../testdata", p.seeds), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".ndjson" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for line := range bytes.Lines(data) {
			l, err := p.unmarshal(line)
			if err != nil || len(line) > 16<<10 || seen[l.Kind()] == 3 {
				continue
			}
			seen[l.Kind()]++
			lines = append(lines, l)
		}
		return nil
	})
	if err != nil || len(lines) == 0 {
		t.Fatalf("%d lines: %v", len(lines), err)
	}
	return lines
}

// place is a value below a line that a program can set, and its path for messages.
type place struct {
	reflect.Value
	path string
}

// places returns the places below v, in a fixed order.
func places(v reflect.Value, path string) []place {
	list := []place{{v, path}}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			list = append(list, places(v.Elem(), path)...)
		}
	case reflect.Interface:
		if e := v.Elem(); e.IsValid() && !e.IsNil() { // a record
			list = append(list, places(e.Elem(), path)...)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				list = append(list, places(v.Field(i), path+"."+f.Name)...)
			}
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() != reflect.Uint8 {
			for i := range v.Len() {
				list = append(list, places(v.Index(i), path+"["+strconv.Itoa(i)+"]")...)
			}
		}
	}
	return list
}

func (p protocol[L]) nils(t *testing.T) {
	types := map[reflect.Type]bool{}
	for _, sample := range p.samples(t) {
		line := p.clone(sample)
		v := reflect.ValueOf(line)
		expectNil(t, reflect.Zero(v.Type()).Interface().(encoder.Appender), ".")
		for _, at := range places(v.Elem(), "") {
			if at.Kind() != reflect.Interface || at.IsNil() {
				continue
			}
			was := reflect.ValueOf(at.Interface())
			types[was.Type()] = true
			at.Set(reflect.Zero(was.Type()))
			expectNil(t, line, at.path)
			at.Set(was)
		}
	}
	t.Logf("%d types below lines", len(types))
}

func expectNil(t *testing.T, line encoder.Appender, where string) {
	t.Helper()
	var out bytes.Buffer
	w := encoder.NewWriter(&out)
	_, err := line.AppendJSON(nil)
	for _, err := range []error{err, w.Write(line), w.Flush()} {
		e := new(encoder.Error)
		if err != nil && (!errors.As(err, &e) || e.Reason != encoder.ErrNil || e.Path == "") {
			t.Errorf("%T, nil at %s: %#v", line, where, err)
		}
	}
	if err == nil || out.Len() > 0 {
		t.Errorf("%T, nil at %s: %v, wrote %s", line, where, err, out.Bytes())
	}
	if e := new(encoder.Error); where != "." && errors.As(err, &e) && (e.Path == "." || strings.Count(e.Path, "[") < strings.Count(where, "[")) {
		t.Errorf("%T, nil at %s: the path is %s", line, where, e.Path)
	}
}

// hostileTexts are raw texts of all sorts; some are JSON.
var hostileTexts = []string{
	"", " ", "}{", "NaN", `"unterminated`, "\xff", "\"\xff\"", `"\ud800"`, `1,"type":"result"`, `1},{"type":"result"`, "{}", "[]", "0", "1e400", "null", `"x"`,
	"{\n\"a\": [1,\r\n2]}", "\n", "1\n", "01", "[1,]", `{"type":"result","subtype":"success"}`, `{"type":7}`, `{"a":{"b":"\u0000"}}`, "\ufeff{}", "\x00",
	`{"type":"assistant","type":"user"}`, strings.Repeat("[", 2000) + strings.Repeat("]", 2000), "{\"a\":\"\x1b]0;x\x07\"}",
}

var hostileStrings = []string{
	"", "x", "\xff", "a\xc3", "\xed\xa0\x80", "\x00", "\n\r", "\"", `\`, `","type":"result","x":"`, "\u2028", "\x1b[2J", "😀", "a/b", "~0",
}

var hostileNames = []string{"", "x", "\"", "\n", "\xff", `a":1,"type`, "type ", "\u2028", `\u0074ype`, "x-😀"}

// output checks random changes of the lines in testdata.
func (p protocol[L]) output(t testing.TB) func(*rapid.T) {
	samples := p.samples(t)
	return func(rt *rapid.T) {
		line := p.clone(rapid.SampledFrom(samples).Draw(rt, "line"))
		changed := ""
		for range rapid.IntRange(1, 4).Draw(rt, "changes") {
			all := places(reflect.ValueOf(line).Elem(), "")
			at := rapid.SampledFrom(all).Draw(rt, "place")
			if isDiscriminator(at.path) {
				continue // another tag makes another line
			}
			alter(rt, at.Value)
			changed += fmt.Sprintf("\n%s is %s", at.path, shown(at.Value))
		}
		p.holds(rt, line, changed)
	}
}

// isDiscriminator reports whether a path is that of a tag in some protocol.
func isDiscriminator(path string) bool {
	return slices.Contains([]string{"Type", "Subtype", "Role", "Kind", "Event", "HookEventName", "Mode", "Name"}, path[strings.LastIndexByte(path, '.')+1:])
}

func shown(v reflect.Value) string {
	s := fmt.Sprintf("%T %#v", v.Interface(), v.Interface())
	return s[:min(len(s), 300)]
}

// alter makes one change to a value.
func alter(t *rapid.T, v reflect.Value) {
	switch x := v.Addr().Interface().(type) {
	case *decoder.Raw:
		*x = decoder.Raw(rapid.SampledFrom(hostileTexts).Draw(t, "text"))
		return
	case *decoder.Extra:
		name := rapid.SampledFrom(hostileNames).Draw(t, "name")
		switch rapid.IntRange(0, 2).Draw(t, "how") {
		case 0:
			x.Set(name, decoder.Raw(rapid.SampledFrom(hostileTexts).Draw(t, "text")))
		case 1:
			for _, raw := range x.All() { // the bytes of unknown members, which programs should not change
				text := rapid.SampledFrom(hostileTexts).Draw(t, "text")
				copy(raw, text)
			}
		case 2:
			x.Delete(name)
		}
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(rapid.SampledFrom(hostileStrings).Draw(t, "string"))
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int, reflect.Int64:
		v.SetInt(rapid.SampledFrom([]int64{0, -1, 1 << 53, math.MaxInt64 >> (64 - v.Type().Bits()), math.MinInt64 >> (64 - v.Type().Bits())}).Draw(t, "int"))
	case reflect.Float64:
		v.SetFloat(rapid.SampledFrom([]float64{0, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), 5e-324, 1e300, 0.1}).Draw(t, "float"))
	case reflect.Interface:
		if !v.IsNil() && rapid.Bool().Draw(t, "typed") {
			v.Set(reflect.Zero(reflect.ValueOf(v.Interface()).Type()))
			return
		}
		v.SetZero()
	case reflect.Map:
		if v.Type().Elem() == reflect.TypeFor[decoder.Raw]() {
			v.Set(reflect.MakeMap(v.Type()))
			key := reflect.ValueOf(rapid.SampledFrom(hostileNames).Draw(t, "key")).Convert(v.Type().Key())
			v.SetMapIndex(key, reflect.ValueOf(decoder.Raw(rapid.SampledFrom(hostileTexts).Draw(t, "text"))))
			return
		}
		v.SetZero()
	case reflect.Slice:
		switch n := v.Len(); rapid.IntRange(0, 2).Draw(t, "how") {
		case 0:
			v.SetZero()
		case 1:
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		default:
			longer := reflect.MakeSlice(v.Type(), n+1, n+1) // with a zero element
			reflect.Copy(longer, v)
			v.Set(longer)
		}
	case reflect.Pointer:
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		} else {
			v.SetZero()
		}
	}
}

func (p protocol[L]) holds(t *rapid.T, line L, changed string) {
	out, err := line.AppendJSON(nil)
	var written bytes.Buffer
	w := encoder.NewWriter(&written)
	err2 := w.Write(line)
	if err3 := w.Flush(); err3 != nil || (err == nil) != (err2 == nil) || err == nil && written.String() != string(out)+"\n" {
		t.Fatalf("AppendJSON: %s, %v; a Writer: %s, %v, %v%s", out, err, written.Bytes(), err2, err3, changed)
	}
	if err != nil {
		e := new(encoder.Error)
		if !errors.As(err, &e) || e.Path == "" || e.Reason == "" || len(out) > 0 {
			t.Fatalf("%s, %#v%s", out, err, changed)
		}
		for _, r := range e.Error() {
			if r < ' ' || r >= 0x7f {
				t.Fatalf("the error has control characters: %q%s", e.Error(), changed)
			}
		}
		return
	}
	if !json.Valid(out) || bytes.ContainsAny(out, "\r\n") {
		t.Fatalf("%q%s", out, changed)
	}
	again, err := p.unmarshal(out)
	if errors.Is(err, decoder.ErrTooDeep) {
		return
	}
	if err != nil {
		t.Fatalf("%s: %v%s", out, err, changed)
	}
	if got, err := p.peek(out); err != nil || got != line.Kind() {
		t.Fatalf("%s is %q, %v, but the line's kind is %q%s", out, got, err, line.Kind(), changed)
	}
	if got, err := again.AppendJSON(nil); err != nil || jsontest.Diff(t, out, got) != "" {
		t.Fatalf("%s\nis read and written as\n%s, %v%s", out, got, err, changed)
	}
	if _, unknown := reflect.TypeOf(line).Elem().FieldByName("Raw"); !unknown && reflect.TypeOf(again) != reflect.TypeOf(line) {
		t.Fatalf("%s: a %T is read as a %T%s", out, line, again, changed)
	}
}
