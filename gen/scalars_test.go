package gen_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/encoder"
	"github.com/ndwire/ndwire/gen/testdata/binary"
	"github.com/ndwire/ndwire/gen/testdata/decimals"
	"github.com/ndwire/ndwire/gen/testdata/encoded"
	"github.com/ndwire/ndwire/gen/testdata/gotypes"
	"github.com/ndwire/ndwire/gen/testdata/gotypes/money"
	"github.com/ndwire/ndwire/gen/testdata/intenums"
	"github.com/ndwire/ndwire/gen/testdata/noline"
	"github.com/ndwire/ndwire/gen/testdata/times"
	"github.com/ndwire/ndwire/gen/testdata/unsigned"
)

// spelled are the cases with scalars of several spellings.
var spelled = []string{"binary", "decimals", "encoded", "gotypes", "intenums", "times"}

// TestSpellings checks that lines with members in the order of the spec are written back as the same bytes, with any spelling of a value, also an
// invalid one.
func TestSpellings(t *testing.T) {
	for _, p := range protocols {
		if !slices.Contains(spelled, p.name) {
			continue
		}
		for _, line := range p.lines(t) {
			l, err := p.unmarshal([]byte(line))
			if err != nil {
				t.Fatal(err)
			}
			for what, l := range map[string]decoder.Line{"the line": l, "the clone": p.clone(l)} {
				if got, err := l.AppendJSON(nil); err != nil || string(got) != line {
					t.Errorf("%s: %s is written as (-want +got):\n%s%v", p.name, what, cmp.Diff(line, string(got)), err)
				}
			}
		}
	}
}

// TestSpellingsStrict checks that in strict mode a text that is not a value of the field is an error, and that another spelling is none.
func TestSpellingsStrict(t *testing.T) {
	for _, tt := range []struct {
		check func([]byte) error
		line  string
		want  []string // paths
	}{
		{times.CheckLine, `{"type":"order","at":"2026-01-02t03:04:05.0z","since":1e0}`, nil},
		{times.CheckLine, `{"type":"order","at":"today","since":1}`, []string{".at"}},
		{times.CheckLine, `{"type":"order","at":"2026-01-02T03:04:05Z","since":"1"}`, []string{".since"}},
		{times.CheckLine, `{"type":"order","at":"2026-01-02T03:04:05Z","since":1e40}`, []string{".since"}},
		{times.CheckLine, `{"type":"number","at":0,"until":null,"list":[1,"a"],"holes":[true,null],"names":{"a":"b"},"when":"soon"}`,
			[]string{".list[1]", ".holes[0]", ".names.a", ".when"}},
		{decimals.CheckLine, `{"type":"order","price":1.10e+400}`, nil},
		{decimals.CheckLine, `{"type":"order","price":"1.10"}`, []string{".price"}},
		{binary.CheckLine, `{"type":"order","body":"YQ"}`, nil},
		{binary.CheckLine, `{"type":"order","body":"-_-_"}`, []string{".body"}},
		{binary.CheckLine, `{"type":"order","body":7}`, []string{".body"}},
		{encoded.CheckLine, `{"type":"order","arguments":" {\"limit\":1}","shape":null}`, nil},
		{encoded.CheckLine, `{"type":"order","arguments":"{\"limit\":\"x\",\"more\":1}","shape":"{\"kind\":\"star\"}"}`,
			[]string{".arguments", ".arguments", ".shape"}},
		{encoded.CheckLine, `{"type":"order","arguments":"{","shape":{}}`, []string{".arguments", ".shape"}},
		{gotypes.CheckLine, `{"type":"order","amount":"usd 1.1","from":"::0001"}`, nil},
		{gotypes.CheckLine, `{"type":"order","amount":"much","from":"home"}`, []string{".amount", ".from"}},
		{intenums.CheckLine, `{"op":10,"close":4001.0}`, nil},
		{intenums.CheckLine, `{"op":10,"close":4002}`, []string{".close"}},
		{intenums.CheckLine, `{"op":10,"close":"4001"}`, []string{".close"}},
		{intenums.CheckLine, `{"op":10,"close":4001.5}`, []string{".close"}},
		{intenums.CheckLine, `{"op":10,"close":4002.5}`, []string{".close"}},
		{intenums.CheckLine, `{"op":1.0,"last":1.5,"list":[0.5],"holes":[10e0,1e-1],"names":{"a":1e-400},"close":4e3}`,
			[]string{".last", ".list[0]", ".holes[1]"}},
		{intenums.CheckLine, `{"op":0,"last":5,"list":[1,7],"holes":[null],"names":{"a":9},"close":4000}`, []string{".last", ".list[1]", ".names.a"}},
	} {
		var got []string
		if err := tt.check([]byte(tt.line)); err != nil {
			for _, e := range err.(interface{ Unwrap() []error }).Unwrap() {
				got = append(got, e.(*decoder.Error).Path)
			}
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.line, d)
		}
	}
}

// TestTimes reads and changes times: an unchanged one is written in its spelling.
func TestTimes(t *testing.T) {
	read := func(line string) *times.Ordered {
		t.Helper()
		l, err := times.UnmarshalLine([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		return l.(*times.Ordered)
	}
	wrote := func(m *times.Ordered, want string) {
		t.Helper()
		if got, err := m.AppendJSON(nil); err != nil || string(got) != want {
			t.Errorf("written as\n%s, %v; want\n%s", got, err, want)
		}
	}
	m := read(`{"type":"order","at":"2026-01-02T03:04:05.50+01:00","since":15e-1}`)
	if want := time.Date(2026, 1, 2, 2, 4, 5, 500_000_000, time.UTC); !m.At.Equal(want) {
		t.Errorf("the time is %v, want %v", m.At, want)
	}
	if want := time.Unix(1, 500_000_000); !m.Since.Equal(want) || m.Since.Location() != time.UTC {
		t.Errorf("the seconds are %v, want %v", m.Since, want)
	}
	m.At, m.Since = m.At.Add(0), time.Unix(1, 500_000_000) // in the zone of the machine
	wrote(m, `{"type":"order","at":"2026-01-02T03:04:05.50+01:00","since":15e-1}`)
	m.At, m.Since = m.At.UTC(), m.Since.Add(time.Nanosecond)
	wrote(m, `{"type":"order","at":"2026-01-02T02:04:05.500Z","since":1.500000001}`)
	m.At, m.Since = time.Time{}, time.Time{}
	wrote(m, `{"type":"order","at":"0001-01-01T00:00:00Z","since":0}`)

	// The offset zero is a zone of its own: what Python writes for UTC.
	m = read(`{"type":"order","at":"2026-01-02T03:04:05.123456+00:00","since":1}`)
	wrote(m, `{"type":"order","at":"2026-01-02T03:04:05.123456+00:00","since":1}`)
	m.At = m.At.Add(time.Second)
	wrote(m, `{"type":"order","at":"2026-01-02T03:04:06.123456+00:00","since":1}`)
	m.At = m.At.UTC()
	wrote(m, `{"type":"order","at":"2026-01-02T03:04:06.123456Z","since":1}`)

	m = read(`{"type":"order","at":"today","since":"now"}`)
	if !m.At.IsZero() || !m.Since.IsZero() {
		t.Errorf("what is not a time is %v and %v", m.At, m.Since)
	}
	for _, key := range []string{"at", "since"} {
		if text := string(m.Extra.OddValue(key)); text != `"now"` && text != `"today"` {
			t.Errorf("Extra has %q of %s", text, key)
		}
	}
	m.At, m.Since = time.Unix(0, 0).UTC(), time.Unix(0, 0)
	wrote(m, `{"type":"order","at":"1970-01-01T00:00:00Z","since":0}`)

	wrote(&times.Ordered{}, `{"type":"order","at":"0001-01-01T00:00:00Z","since":0}`)
	m = &times.Ordered{At: time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)}
	var failed *encoder.Error
	if _, err := m.AppendJSON(nil); !errors.As(err, &failed) || failed.Reason != encoder.ErrRange || failed.Path != ".at" {
		t.Errorf("a year of five digits: %v", err)
	}

	l, err := times.UnmarshalLine([]byte(`{"type":"text"}`))
	if err != nil {
		t.Fatal(err)
	}
	if from := l.(*times.Text).From; !from.Equal(time.Date(2020, 2, 29, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("the default is %v", from)
	}
}

func TestDecimals(t *testing.T) {
	l, err := decimals.UnmarshalLine([]byte(`{"type":"order","price":1.10}`))
	if err != nil {
		t.Fatal(err)
	}
	m := l.(*decimals.Ordered)
	if m.Price != "1.10" {
		t.Errorf("the price is %q", m.Price)
	}
	for price, want := range map[decoder.ExactNumber]string{"1.1": "1.1", "": "0", "-0.00e5": "-0.00e5"} {
		m.Price = price
		if got, err := m.AppendJSON(nil); err != nil || string(got) != `{"type":"order","price":`+want+`}` {
			t.Errorf("%q is written as %s, %v", price, got, err)
		}
	}
	for _, price := range []decoder.ExactNumber{"x", "1,", "01", " 1", "1 ", "-", "NaN"} {
		m.Price = price
		var failed *encoder.Error
		if got, err := m.AppendJSON(nil); !errors.As(err, &failed) || failed.Reason != encoder.ErrInvalid || failed.Path != ".price" {
			t.Errorf("%q is written as %s, %v", price, got, err)
		}
	}
	if l, err = decimals.UnmarshalLine([]byte(`{"type":"price"}`)); err != nil || l.(*decimals.Price).Factor != "1.0" {
		t.Errorf("the default is %v, %v", l, err)
	}
}

func TestBytes(t *testing.T) {
	l, err := binary.UnmarshalLine([]byte(`{"type":"order","body":"YWJ","next":"-_"}`))
	if err != nil {
		t.Fatal(err)
	}
	m := l.(*binary.Ordered)
	if string(m.Body) != "ab" || cap(m.Body) != 2 || m.Next != nil {
		t.Errorf("the bytes are %q and %q", m.Body, m.Next)
	}
	m.Body = append(m.Body[:0:0], "ab"...)
	want := func(want string) {
		t.Helper()
		if got, err := m.AppendJSON(nil); err != nil || string(got) != want {
			t.Errorf("written as %s, %v; want %s", got, err, want)
		}
	}
	want(`{"type":"order","body":"YWJ","next":"-_"}`)
	m.Body, m.Next = []byte("abc"), []byte{}
	want(`{"type":"order","body":"YWJj","next":""}`)
	m.Body, m.Next = nil, nil
	want(`{"type":"order","body":"","next":"-_"}`)
	m = &binary.Ordered{}
	want(`{"type":"order","body":""}`)
}

func TestIntEnums(t *testing.T) {
	l, err := intenums.UnmarshalLine([]byte(`{"op":1,"list":[10,5],"close":4001.0}`))
	if err != nil {
		t.Fatal(err)
	}
	m := l.(*intenums.Frame)
	if m.Op != intenums.OpHeartbeat || m.List[0] != intenums.OpHello || m.Close != intenums.C4001 || m.Usual != intenums.OpHeartbeat {
		t.Errorf("read as %v, %v, %v, %v", m.Op, m.List, m.Close, m.Usual)
	}
	if m.GetOp() != intenums.OpHeartbeat || m.GetNumber() != 1 || m.Kind() != "1" {
		t.Errorf("the getters say %v, %d, %q", m.GetOp(), m.GetNumber(), m.Kind())
	}
	if m.List[1].Known() || !m.Close.Known() {
		t.Error("5 is known, or 4001 is not")
	}
	m.Op, m.Close = intenums.OpDispatch, 7
	const want = `{"op":0,"list":[10,5],"close":7}`
	if got, err := m.AppendJSON(nil); err != nil || string(got) != want || m.Kind() != "0" {
		t.Errorf("written as %s, %v, of the kind %q", got, err, m.Kind())
	}
	unknown := &intenums.UnknownLine{Raw: decoder.Raw(`{"op":5}`)}
	if unknown.GetOp() != 5 {
		t.Errorf("the op of the unknown line is %v", unknown.GetOp())
	}
}

// TestGettersOfUnknown checks that a getter of an unknown case reads a number as the field of a known case does, whatever its spelling, and that
// one of a program's texts that is no number is zero.
func TestGettersOfUnknown(t *testing.T) {
	for _, n := range []string{"0", "-0", "7", "-7", "1.0", "1e3", "1.50e1", "1.5", "-1.5", "-1", "0.9999999999999999999999", "2147483648", "9007199254740993",
		"9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616", "-9223372036854775809", "1e400", "-1e400", "1e-400"} {
		circle, square, sizes, hello := &noline.Circle{}, &noline.Square{}, &unsigned.Sizes{}, &intenums.Hello{}
		for v, line := range map[json.Unmarshaler]string{circle: `{"radius":%s}`, square: `{"side":%[1]s,"count":%[1]s}`, sizes: `{"size":%s}`, hello: `{"close":%s}`} {
			if err := v.UnmarshalJSON(fmt.Appendf(nil, line, n)); err != nil {
				t.Fatal(err)
			}
		}
		shape := &noline.Other{Raw: fmt.Appendf(nil, `{"radius":%[1]s,"side":%[1]s,"count" : %[1]s }`, n)}
		line, frame := &unsigned.UnknownLine{Raw: fmt.Appendf(nil, `{"size":%s}`, n)}, &intenums.UnknownLine{Raw: fmt.Appendf(nil, `{"op":%s}`, n)}
		if d := cmp.Diff([]any{circle.GetRadius(), square.GetSide(), square.GetCount(), sizes.GetSize(), int(hello.Close), int(hello.Close)},
			[]any{shape.GetRadius(), shape.GetSide(), shape.GetCount(), line.GetSize(), int(frame.GetOp()), frame.GetNumber()}); d != "" {
			t.Errorf("%s (-fields +getters):\n%s", n, d)
		}
		if math.Signbit(circle.GetRadius()) != math.Signbit(shape.GetRadius()) {
			t.Errorf("%s: the getter has another sign", n)
		}
	}
	for _, text := range []string{`"7"`, `null`, `true`, `[7]`, `-`, `1e`, `0x10`, `1_0`, `Inf`, `.5`, `01`, ``} {
		shape := &noline.Other{Raw: fmt.Appendf(nil, `{"radius":%[1]s,"side":%[1]s,"count":%[1]s}`, text)}
		line := &unsigned.UnknownLine{Raw: fmt.Appendf(nil, `{"size":%s}`, text)}
		at := &times.UnknownLine{Raw: fmt.Appendf(nil, `{"at":%[1]s,"left":%[1]s}`, text)}
		if shape.GetRadius() != 0 || shape.GetSide() != 0 || shape.GetCount() != 0 || line.GetSize() != 0 || !at.GetAt().IsZero() || !at.GetLeft().IsZero() {
			t.Errorf("%s is read as %v, %d, %d, %d, %v, %v", text, shape.GetRadius(), shape.GetSide(), shape.GetCount(), line.GetSize(), at.GetAt(), at.GetLeft())
		}
	}
}

func TestGoTypes(t *testing.T) {
	read := func(line string) *gotypes.Ordered {
		t.Helper()
		l, err := gotypes.UnmarshalLine([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		return l.(*gotypes.Ordered)
	}
	wrote := func(m *gotypes.Ordered, want string) {
		t.Helper()
		if got, err := m.AppendJSON(nil); err != nil || string(got) != want {
			t.Errorf("written as\n%s, %v; want\n%s", got, err, want)
		}
	}
	m := read(`{"type":"order","amount":"usd 1.1","from":"::0001"}`)
	if m.Amount != (money.Money{Cents: 110, Currency: "USD"}) || m.From != netip.IPv6Loopback() {
		t.Errorf("read as %v, %v", m.Amount, m.From)
	}
	m.Amount, m.From = money.Money{Cents: 110, Currency: "USD"}, netip.MustParseAddr("::1")
	wrote(m, `{"type":"order","amount":"usd 1.1","from":"::0001"}`)
	m.Amount, m.From = money.Money{}, netip.Addr{}
	wrote(m, `{"type":"order","amount":"EUR 0","from":""}`)
	m.Amount.Cents = -1
	var failed *encoder.Error
	if _, err := m.AppendJSON(nil); !errors.As(err, &failed) || failed.Reason != encoder.ErrText || failed.Path != ".amount" {
		t.Errorf("what has no text: %v", err)
	}

	m = read(`{"type":"order","amount":"much","from":7}`)
	if m.Amount != (money.Money{}) || m.From.IsValid() || string(m.Extra.OddValue("amount")) != `"much"` {
		t.Errorf("read as %v, %v", m.Amount, m.From)
	}
	m.Amount.Cents = 100
	wrote(m, `{"type":"order","amount":"EUR 1","from":7}`)

	l, err := gotypes.UnmarshalLine([]byte(`{"type":"sale","next":"EUR 1.10","was":"much"}`))
	if err != nil {
		t.Fatal(err)
	}
	sale := l.(*gotypes.Sale)
	clone := sale.Clone()
	*sale.Next = money.Money{}
	if sale.Was != nil || clone.Next == nil || *clone.Next != (money.Money{Cents: 110}) {
		t.Errorf("read as %v, cloned as %v", sale.Was, clone.Next)
	}
}

func TestJSONInStrings(t *testing.T) {
	l, err := encoded.UnmarshalLine([]byte(`{"type":"order","arguments":"{ \"limit\": 5, \"more\": \"\\u00e9\" }","shape":"{\"kind\":\"circle\",\"radius\":1.50}"}`))
	if err != nil {
		t.Fatal(err)
	}
	m := l.(*encoded.Ordered)
	circle, _ := m.Shape.(*encoded.Circle)
	if m.Arguments.Limit != 5 || string(m.Arguments.Extra.OddValue("more")) != "" || circle == nil || circle.Radius != 1.5 {
		t.Errorf("read as %+v, %v", m.Arguments, m.Shape)
	}
	want := func(want string) {
		t.Helper()
		if got, err := m.AppendJSON(nil); err != nil || string(got) != want {
			t.Errorf("written as\n%s, %v; want\n%s", got, err, want)
		}
	}
	want(`{"type":"order","arguments":"{ \"limit\": 5, \"more\": \"\\u00e9\" }","shape":"{\"kind\":\"circle\",\"radius\":1.50}"}`)
	m.Arguments.Limit = 6
	want(`{"type":"order","arguments":"{\"limit\":6,\"more\":\"\\u00e9\"}","shape":"{\"kind\":\"circle\",\"radius\":1.50}"}`)
	m.Shape = &encoded.Square{Side: 2}
	want(`{"type":"order","arguments":"{\"limit\":6,\"more\":\"\\u00e9\"}","shape":"{\"kind\":\"square\",\"side\":2}"}`)
	m = &encoded.Ordered{}
	want(`{"type":"order","arguments":"{\"limit\":0}","shape":null}`)

	if l, err = encoded.UnmarshalLine([]byte(`{"type":"order","arguments":"{\"limit\":","shape":"null"}`)); err != nil {
		t.Fatal(err)
	}
	m = l.(*encoded.Ordered)
	if m.Arguments.Limit != 0 || m.Shape != nil {
		t.Errorf("what is not JSON is %+v, %v", m.Arguments, m.Shape)
	}
	m.Arguments.Limit = 1
	want(`{"type":"order","arguments":"{\"limit\":1}","shape":"null"}`)
}

// TestDriftInStrings checks the paths of unknown members in the JSON of a string.
func TestDriftInStrings(t *testing.T) {
	const line = `{"type":"order","arguments":"{\"limit\":\"x\",\"more\":1}","shape":"{\"kind\":\"star\"}"}`
	r := encoded.NewReader(strings.NewReader(line))
	for _, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for _, d := range r.Stats().Drift {
		got = append(got, d.Path)
	}
	slices.Sort(got)
	if d := cmp.Diff([]string{".arguments|fromjson.limit", ".arguments|fromjson.more", ".shape|fromjson"}, got); d != "" {
		t.Errorf("the drift (-want +got):\n%s", d)
	}
}

// TestSpellingsAllocate checks that reading and writing lines allocates nothing once they have been read.
func TestSpellingsAllocate(t *testing.T) {
	lines := map[string]string{
		"times":    `{"type":"order","at":"2026-01-02T03:04:05.500+01:00","since":1.5,"seen":"2026-01-02T03:04:05Z"}` + "\n",
		"decimals": `{"type":"order","price":1.10}` + "\n",
		"binary":   `{"type":"order","body":"YWJjZGVm","next":"YQ=="}` + "\n",
	}
	const n = 2000
	loop := func(name string, n int) {
		r := io.Reader(strings.NewReader(strings.Repeat(lines[name], n)))
		var err error
		buf := make([]byte, 0, 1<<10)
		switch name {
		case "times":
			err = drain(times.NewReader(r).Recycled(), &buf)
		case "decimals":
			err = drain(decimals.NewReader(r).Recycled(), &buf)
		default:
			err = drain(binary.NewReader(r).Recycled(), &buf)
		}
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(append(buf, '\n'), []byte(lines[name])) {
			t.Fatalf("written as %s", buf)
		}
	}
	for name := range lines {
		few, many := math.Inf(1), math.Inf(1)
		for range 3 {
			few = min(few, testing.AllocsPerRun(1, func() { loop(name, 10) }))
			many = min(many, testing.AllocsPerRun(1, func() { loop(name, n) }))
		}
		if many-few > n/100 {
			t.Errorf("%s: %d lines more allocate %v times more", name, n-10, many-few)
		}
	}
}

// drain reads all lines and writes each into buf.
func drain[L decoder.Line](lines func(func(L, error) bool), buf *[]byte) error {
	for l, err := range lines {
		if err != nil {
			return err
		}
		if *buf, err = l.AppendJSON((*buf)[:0]); err != nil {
			return err
		}
	}
	return nil
}

// TestScalarGetters checks the getters of each case, and of the unknown case, which searches its text.
func TestScalarGetters(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for line, want := range map[string]time.Time{
		`{"type":"text","at":"2026-01-02T03:04:05.0Z"}`: at,
		`{"type":"number","at":1767323045e3}`:           at,
		`{"type":"new","at":"2026-01-02T03:04:05Z"}`:    at,
		`{"type":"new","at":"soon"}`:                    {},
		`{"type":"new"}`:                                {},
	} {
		l, err := times.UnmarshalLine([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		if got := l.GetAt(); !got.Equal(want) || got.IsZero() != want.IsZero() {
			t.Errorf("%s: GetAt is %v, want %v", line, got, want)
		}
	}
	for line, want := range map[string]time.Time{
		`{"type":"text","seen":"2026-01-02T03:04:05Z"}`: at,
		`{"type":"number","seen":1767323045}`:           at,
		`{"type":"new","seen": 1767323045 }`:            at,
		`{"type":"new","seen":"1767323045"}`:            {},
	} {
		l, err := times.UnmarshalLine([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		if got := l.GetSeen(); !got.Equal(want) || got.IsZero() != want.IsZero() {
			t.Errorf("%s: GetSeen is %v, want %v", line, got, want)
		}
	}
	for line, want := range map[string]decoder.ExactNumber{
		`{"type":"price","price":1.10}`:  "1.10",
		`{"type":"new","price": 1.10 }`:  "1.10",
		`{"type":"new","price":"1.10"}`:  "",
		`{"type":"order","price":1.0e2}`: "1.0e2",
	} {
		l, err := decimals.UnmarshalLine([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		if got := l.GetPrice(); got != want {
			t.Errorf("%s: GetPrice is %q, want %q", line, got, want)
		}
	}
	for line, want := range map[string]string{
		`{"type":"data","body":"YQ"}`:  "a",
		`{"type":"new","body":"YQ=="}`: "a",
		`{"type":"new","body":"?"}`:    "",
		`{"type":"new"}`:               "",
	} {
		l, err := binary.UnmarshalLine([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		if got := l.GetBody(); string(got) != want {
			t.Errorf("%s: GetBody is %q, want %q", line, got, want)
		}
	}
}
