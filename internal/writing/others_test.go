package writing

import (
	"testing"

	"github.com/ndwire/ndwire/internal/notes"
)

// TestUnknownMembersOfTheSameName checks that unknown members that a program has set do not replace members of the object. Those that
// were read cannot, and are written as they stood.
func TestUnknownMembersOfTheSameName(t *testing.T) {
	tests := []struct {
		name    string
		unknown string
		edited  bool
		fields  []string
		want    string
	}{
		{"read", `"a":1,"b":2`, false, []string{`,"c":3`}, `{"c":3,"a":1,"b":2}`},
		{"set", `"a":1,"b":2`, true, []string{`,"c":3`}, `{"c":3,"a":1,"b":2}`},
		{"one is there", `"a":1,"b":[2,{"c":3}],"c":4`, true, []string{`,"b":{"a":[]}`}, `{"b":{"a":[]},"a":1,"c":4}`},
		{"all are there", `"a":1,"b":2`, true, []string{`,"a":"},\"b\":"`, `,"b":null`}, `{"a":"},\"b\":","b":null}`},
		{"in another spelling", `"\u0061":1, "b" : 2`, true, []string{`,"a":0`}, `{"a":0,"b" : 2}`},
		{"no fields", `"a":1,"b":2`, true, nil, `{"a":1,"b":2}`},
		{"twice", `"a":1,"a":2`, true, []string{`,"b":0`}, `{"b":0,"a":1,"a":2}`},
	}
	for _, tt := range tests {
		var o Object
		o.Begin([]byte("before"), notes.ExtraOf(&notes.Set{Unknown: []byte(tt.unknown), Writer: writerIf(tt.edited)}), false)
		for _, f := range tt.fields {
			o.Fixed(f)
		}
		got, err := o.End()
		if want := "before" + tt.want; string(got) != want || err != nil {
			t.Errorf("%s: %s, %v, want %s", tt.name, got, err, want)
		}
	}
}

// TestUnknownMemberNamedAsTag checks that a tag that the line did not have cannot be set as an unknown member.
func TestUnknownMemberNamedAsTag(t *testing.T) {
	for _, edited := range []bool{false, true} {
		set := with(notes.Note{Name: "type", State: notes.Absent})
		set.Unknown, set.Writer = []byte(`"type":"result","u":1`), writerIf(edited)
		want := `{"type":"result","u":1}`
		if edited {
			want = `{"u":1}`
		}
		var o Object
		o.Begin(nil, notes.ExtraOf(set), false)
		o.Fixed(`,"type":"user"`)
		if got, err := o.End(); string(got) != want || err != nil {
			t.Errorf("edited %v: %s, %v, want %s", edited, got, err, want)
		}
	}
}

// writerIf returns the Writer of a set that a program has made or not.
func writerIf(edited bool) *notes.Writer {
	if edited {
		return new(notes.Writer)
	}
	return nil
}

// TestSiblingOfAnotherType writes payloads whose tag is a zero, where the line had a tag of another JSON type.
func TestSiblingOfAnotherType(t *testing.T) {
	for _, tt := range []struct{ read, literal, want string }{
		{`"new"`, "0", "0"}, {"7", `""`, `""`}, {`"new"`, "false", "false"}, {`"new"`, "null", "null"}, {"0.0", "0", "0.0"}, {`"new"`, "", `"new"`},
	} {
		var o Object
		o.Begin(nil, notes.ExtraOf(odd(tt.read)), false)
		o.Sibling(`,"f":`, tt.literal)
		if got, err := o.End(); err != nil || string(got) != `{"f":`+tt.want+`}` {
			t.Errorf("read %s, set to %s: written %s, %v", tt.read, tt.literal, got, err)
		}
	}
}
