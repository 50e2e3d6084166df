package decoder_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/notes"
)

func contents(e decoder.Extra) []string {
	var got []string
	for name, v := range e.All() {
		got = append(got, name+"="+v.String())
	}
	return got
}

func TestExtraZero(t *testing.T) {
	var e decoder.Extra
	if e.Len() != 0 || contents(e) != nil || e.State("a") != decoder.Usual || e.OddValue("a") != nil || !e.Equal(decoder.Extra{}) || notes.Extra(e).Set() != nil {
		t.Error("the zero Extra says something")
	}
	if _, ok := e.Get("a"); ok {
		t.Error("Get")
	}
	e.Delete("a")
	e.Note("a", decoder.Usual)
	if !reflect.DeepEqual(e, decoder.Extra{}) {
		t.Error("not zero any more")
	}
}

func TestExtraMembers(t *testing.T) {
	set := &notes.Set{Notes: []notes.Note{{Name: "n", State: notes.Absent}}, Unknown: []byte(`"a":1,"\u0062" : [2, 3],"a":{"a":4}`)}
	before := string(set.Unknown)
	e := extraOf(set)
	old := e
	if got := contents(e); !slices.Equal(got, []string{"a=1", "b=[2, 3]", `a={"a":4}`}) || e.Len() != 3 {
		t.Errorf("%q", got)
	}
	if v, ok := e.Get("a"); !ok || string(v) != `{"a":4}` {
		t.Errorf("%s", v)
	}
	tests := []struct {
		name string
		do   func()
		want []string
	}{
		{"in its place", func() { e.Set("a", decoder.Raw(" true ")) }, []string{"a=true", "b=[2, 3]"}},
		{"behind the others", func() { e.Set("c\"\n", decoder.Raw("1")) }, []string{"a=true", "b=[2, 3]", "c\"\n=1"}},
		{"nil is null", func() { e.Set("b", nil) }, []string{"a=true", "b=null", "c\"\n=1"}},
		{"no JSON is a string", func() { e.Set("b", decoder.Raw("x\"\x01,é\xff")) }, []string{"a=true", "b=\"x\\\"\\u0001,é\ufffd\"", "c\"\n=1"}},
		{"delete", func() { e.Delete("b") }, []string{"a=true", "c\"\n=1"}},
		{"delete what is not there", func() { e.Delete("b") }, []string{"a=true", "c\"\n=1"}},
	}
	for _, tt := range tests {
		tt.do()
		if got := contents(e); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	if string(set.Unknown) != before || !slices.Equal(contents(old), []string{"a=1", "b=[2, 3]", `a={"a":4}`}) {
		t.Error("a shared set was changed")
	}
	if e.State("n") != decoder.Absent {
		t.Error("a note was lost")
	}
	v := decoder.Raw("[1]")
	e.Set("v", v)
	v[1] = '2'
	if got, _ := e.Get("v"); string(got) != "[1]" {
		t.Error("the value was not copied")
	}
	e = decoder.Extra{}
	e.Set("x", decoder.Raw("1"))
	e.Delete("x")
	if e != (decoder.Extra{}) {
		t.Error("an empty Extra is not the zero one")
	}
}

func TestExtraNotes(t *testing.T) {
	set := &notes.Set{Notes: []notes.Note{
		{Name: "a", State: notes.Odd, Text: []byte("1500.0")},
		{Name: "b", State: notes.Aliased, Alias: "B"},
		{Name: "b", State: notes.IsNull},
	}, Unknown: []byte(`"x":1`)}
	e := extraOf(set)
	if e.State("a") != decoder.Odd || string(e.OddValue("a")) != "1500.0" || e.State("b") != decoder.IsNull || e.OddValue("b") != nil || e.State("x") != decoder.Usual {
		t.Error("states")
	}
	e.Note("b", decoder.Present)
	e.Note("c", decoder.Absent)
	e.Note("a", decoder.Usual)
	if e.State("a") != decoder.Usual || e.State("b") != decoder.Present || e.State("c") != decoder.Absent || notes.Extra(e).Set().FindAlias("b") != "B" || e.Len() != 1 {
		t.Errorf("%+v", notes.Extra(e).Set())
	}
	if len(set.Notes) != 3 || set.Notes[2].State != notes.IsNull {
		t.Error("a shared set was changed")
	}
	e.Note("c", decoder.Odd)
	e.Note("d", decoder.Odd)
	if e.State("c") != decoder.Usual || e.State("d") != decoder.Usual {
		t.Error("an odd value was made")
	}
	e.Note("c", decoder.State(notes.Aliased))
	if e.State("c") != decoder.Usual {
		t.Error("a state that is none")
	}
	e.Delete("B") // the name under which b was read
	e.Delete("x")
	e.Delete("d")
	if e.State("b") != decoder.Deleted || notes.Extra(e).Set().FindAlias("b") != "" || e.State("x") != decoder.Usual || e.Len() != 0 || e.State("d") != decoder.Deleted {
		t.Errorf("%+v", notes.Extra(e).Set())
	}
	e.Note("d", decoder.Usual)
	if e.State("d") != decoder.Usual {
		t.Errorf("%+v", notes.Extra(e).Set())
	}
	if s := decoder.IsNull.String() + decoder.State(200).String() + decoder.State(6).String() + decoder.Deleted.String(); s != "nullusualusualdeleted" {
		t.Error(s)
	}
}

func TestExtraEqual(t *testing.T) {
	of := func(unknown string, n ...notes.Note) decoder.Extra {
		return extraOf(&notes.Set{Unknown: []byte(unknown), Notes: n})
	}
	a := of(`"a":1,"b":2`)
	for _, tt := range []struct {
		o    decoder.Extra
		want bool
	}{
		{a, true},
		{of(`"b":2,"a":1`), true},
		{of(`"a":1,"b":2`, notes.Note{Name: "n", State: notes.Absent}), true},
		{of(`"a":1`), false},
		{of(`"a":1,"b":2,"c":3`), false},
		{of(`"a":1,"b":3`), false},
		{decoder.Extra{}, false},
	} {
		if got := a.Equal(tt.o); got != tt.want || tt.o.Equal(a) != tt.want {
			t.Errorf("%q: %t", contents(tt.o), got)
		}
	}
	type record struct{ Extra decoder.Extra }
	if !cmp.Equal(record{a}, record{of(`"b":2,"a":1`)}) {
		t.Error("go-cmp")
	}
	if !(decoder.Extra{}).Equal(of("", notes.Note{Name: "n", State: notes.Absent})) {
		t.Error("notes count")
	}
}

// TestExtraInvalidName checks that a name with invalid UTF-8 is the one that is written for it.
func TestExtraInvalidName(t *testing.T) {
	var e decoder.Extra
	e.Set("a\xff\xfe", decoder.Raw("1"))
	e.Set("a\xff\xfe", decoder.Raw("2"))
	e.Set("a\ufffd\ufffd", decoder.Raw("3"))
	if v, ok := e.Get("a\xff\xfe"); e.Len() != 1 || !ok || string(v) != "3" {
		t.Errorf("%d members, %s, %t", e.Len(), v, ok)
	}
	if v, ok := decoder.Raw("{\"\xff\":1}").Get("\xff"); !ok || string(v) != "1" {
		t.Errorf("%s, %t", v, ok)
	}
	if e.Delete("a\xff\xfe"); e.Len() != 0 {
		t.Errorf("%d members after Delete", e.Len())
	}
}
