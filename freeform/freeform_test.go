package freeform

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
)

type point struct {
	X, Y int
	Name string `json:"name,omitempty"`
}

type everything struct {
	S    string            `json:"s"`
	P    *string           `json:"p"`
	L    []string          `json:"l"`
	M    map[string]string `json:"m"`
	B    []byte            `json:"b"`
	R    json.RawMessage   `json:"r"`
	Raw  decoder.Raw       `json:"raw"`
	Any  any               `json:"any"`
	Num  json.Number       `json:"num"`
	Last point             `json:"last"`
}

const everyKind = `{"s":"text, longer than a word","p":"plain","l":["one","t\u0077o"],"m":{"key one":"value one"},"b":"AQID",` +
	`"r":{"a" : 1},"raw":{"b" : 2},"any":{"k":["v","w"]},"num":12345678901234567890,"last":{"X":1,"Y":2,"name":"n"}}`

// into compares Into with encoding/json.
func into[T any](t *testing.T, raw string) {
	t.Helper()
	var want T
	wantErr := json.Unmarshal([]byte(raw), &want)
	got, err := Into[T](decoder.Raw(raw))
	if (err != nil) != (wantErr != nil) {
		t.Errorf("Into[%T](%s): error %v, encoding/json says %v", got, raw, err, wantErr)
		return
	}
	if err != nil {
		want = *new(T)
		if msg := err.Error(); !strings.HasPrefix(msg, "freeform: cannot decode into "+reflect.TypeFor[T]().String()+": ") || strings.Contains(msg, "\n") {
			t.Errorf("error %q", msg)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Into[%T](%s): %s", got, raw, diff)
	}
}

func TestInto(t *testing.T) {
	into[everything](t, everyKind)
	into[any](t, everyKind)
	into[map[string]any](t, everyKind)
	into[point](t, `{"X":1,"y":2,"name":"a\nb","more":[1,{}]}`)
	into[*point](t, "null")
	into[point](t, "null")
	into[[]point](t, ` [ {"X":1} , null ] `)
	into[string](t, `"\ud83c"`)
	into[string](t, "\"a\xffb\"")
	into[int](t, "3")
	into[float64](t, "1e-7")
	into[bool](t, "true")
	into[map[string]int](t, `{"a":1,"a":2}`)

	into[int](t, "1.5")
	into[int](t, `"3"`)
	into[int8](t, "300")
	into[float64](t, "1e400")
	into[point](t, `{"X":1,"Y":"s","name":"n"}`)
	into[point](t, `{"X":1`)
	into[point](t, `{"X":1} x`)
	into[point](t, "  ")
	into[string](t, "\"a\tb\"")
	into[chan int](t, "1")
}

func TestIntoOfNothing(t *testing.T) {
	for _, raw := range []decoder.Raw{nil, {}} {
		if p, err := Into[*point](raw); p != nil || err != nil {
			t.Errorf("a pointer: %v, %v", p, err)
		}
		if p, err := Into[point](raw); p != (point{}) || err != nil {
			t.Errorf("a struct: %v, %v", p, err)
		}
		if v, err := Into[any](raw); v != nil || err != nil {
			t.Errorf("an any: %v, %v", v, err)
		}
		if v, err := Into[decoder.Raw](raw); v != nil || err != nil {
			t.Errorf("a Raw: %v, %v", v, err)
		}
	}
}

// TestIntoKeepsNothing checks that a decoded value does not change when the text that it was decoded from is overwritten.
func TestIntoKeepsNothing(t *testing.T) {
	var want everything
	if err := json.Unmarshal([]byte(everyKind), &want); err != nil {
		t.Fatal(err)
	}
	raw := decoder.Raw(everyKind)
	got, err := Into[everything](raw)
	if err != nil {
		t.Fatal(err)
	}
	for i := range raw {
		raw[i] = '#'
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestIntoDeep(t *testing.T) {
	const n = 1_000_000
	raw := decoder.Raw(strings.Repeat("[", n) + strings.Repeat("]", n))
	_, err := Into[any](raw)
	if err == nil || !strings.HasPrefix(err.Error(), "freeform: cannot decode into interface {}: ") || len(err.Error()) > 200 {
		t.Errorf("error %v", err)
	}
}

// picky refuses all texts, and shows them.
type picky struct{}

func (*picky) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	return errors.New("refused: " + text)
}

// TestErrorIsSafe checks that nothing of the text reaches a terminal unescaped, and that the message has a limit.
func TestErrorIsSafe(t *testing.T) {
	_, err := Into[[]picky](decoder.Raw(`["\u001b[31mred\u202e\n"]`))
	if err == nil || !strings.HasSuffix(err.Error(), `: refused: \x1b[31mred\u202e\n`) {
		t.Errorf("error %q", err)
	}
	_, err = Into[[]picky](decoder.Raw(`["` + strings.Repeat("x", 5000) + `"]`))
	if err == nil || len(err.Error()) > 400 {
		t.Errorf("error %.500q", err)
	}
}

type ring struct{ Next *ring }

func TestFrom(t *testing.T) {
	for _, tt := range []struct {
		v    any
		want string
	}{
		{nil, "null"},
		{point{X: 1, Y: -2}, `{"X":1,"Y":-2}`},
		{&point{Name: `a<b>&"`}, `{"X":0,"Y":0,"name":"a<b>&\""}`},
		{map[string]any{"b": 1, "a": []int{}, "c": nil}, `{"a":[],"b":1,"c":null}`},
		{map[string]any{"z": map[string]int{"y": 1, "x": 2}}, `{"z":{"x":2,"y":1}}`},
		{"a\xffb", `"a\ufffdb"`},
		{decoder.Raw(`{"a": 1}`), `{"a":1}`},
		{json.RawMessage("{\n\"a\": 1\n}"), `{"a":1}`},
		{struct{ R decoder.Raw }{}, `{"R":null}`},
		{[]any{1.5, 1e-7, true, "s"}, `[1.5,1e-7,true,"s"]`},
	} {
		got, err := From(tt.v)
		if err != nil || string(got) != tt.want {
			t.Errorf("From(%#v) = %s, %v, want %s", tt.v, got, err, tt.want)
		}
		if cap(got) != len(got) {
			t.Errorf("From(%#v) has room for more", tt.v)
		}
	}
}

func TestFromRefuses(t *testing.T) {
	loop := new(ring)
	loop.Next = loop
	for _, tt := range []struct {
		v    any
		want string
	}{
		{make(chan int), "freeform: cannot encode chan int: "},
		{math.NaN(), "freeform: cannot encode float64: "},
		{point3{math.Inf(1)}, "freeform: cannot encode freeform.point3: "},
		{json.RawMessage("nope"), fmt.Sprintf("freeform: cannot encode %T: ", json.RawMessage{})}, // Go 1.27 has another name for it
		{loop, "freeform: cannot encode *freeform.ring: "},
	} {
		got, err := From(tt.v)
		if err == nil || got != nil || !strings.HasPrefix(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("From(%T) = %s, %v, want %s", tt.v, got, err, tt.want)
		}
	}
}

type point3 struct{ X float64 }

func TestThereAndBack(t *testing.T) {
	want := map[string]point{"b": {X: 1, Name: "ä\x00\"\\"}, "a": {Y: -5}}
	raw, err := From(want)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Into[map[string]point](raw)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestConcurrentFirstUse decodes types that sonic has not compiled yet on many goroutines at once.
func TestConcurrentFirstUse(t *testing.T) {
	type (
		a struct{ V []int }
		b struct {
			A a
			M map[string]*a
		}
		c struct {
			B    []b
			Self *c
		}
	)
	want := c{B: []b{{A: a{V: []int{1, 2}}, M: map[string]*a{"k": {V: []int{3}}}}}, Self: &c{}}
	const text = `{"B":[{"A":{"V":[1,2]},"M":{"k":{"V":[3]}}}],"Self":{"B":null,"Self":null}}`
	start := make(chan struct{})
	errs := make(chan error, 32)
	var wg sync.WaitGroup
	for i := range cap(errs) {
		wg.Go(func() {
			<-start
			if i%2 == 0 {
				got, err := Into[c](decoder.Raw(text))
				if err != nil || !cmp.Equal(got, want) {
					errs <- fmt.Errorf("got %+v, %v", got, err)
				}
				return
			}
			if got, err := From(want); err != nil || string(got) != text {
				errs <- fmt.Errorf("got %s, %v", got, err)
			}
		})
	}
	close(start)
	wg.Wait()
	close(errs)
	for err := range errs {
		t.Error(err)
	}
}

func BenchmarkInto(b *testing.B) {
	raw := decoder.Raw(everyKind)
	b.Run("freeform", func(b *testing.B) {
		b.SetBytes(int64(len(raw)))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := Into[everything](raw); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("stdlib", func(b *testing.B) {
		b.SetBytes(int64(len(raw)))
		b.ReportAllocs()
		for b.Loop() {
			var v everything
			if err := json.Unmarshal(raw, &v); err != nil {
				b.Fatal(err)
			}
		}
	})
}
