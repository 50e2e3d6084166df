package predict_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/internal/predict"
)

func context(key, value string) predict.Context {
	return predict.ContextOf([]byte(key), []byte(value+strings.Repeat(" ", predict.ContextSize)))
}

func TestContext(t *testing.T) {
	const message = `"message":`
	for _, tt := range []struct {
		a, b string
		same bool
	}{
		{`{"role":"user","content":"x"}`, `{"role":"user","content":"y"}`, true},
		{`{"role":"user"`, `{"role":"assistant"`, false},
		{`{"id":"m1","x`, `{"id":"m2","y`, true},                            // up to a digit
		{`{"content":[{"tool_use_id"`, `{"content":[{"type":"text"`, false}, // the first element of a list
		{`{"content":"one text"`, `{"content":"two text"`, true},            // but of other values, 12 bytes count
		{`{"a":1`, `{"b":1`, false},
	} {
		if got := context(message, tt.a) == context(message, tt.b); got != tt.same {
			t.Errorf("%s and %s: the same context: %t, want %t", tt.a, tt.b, got, tt.same)
		}
	}
	if context(`"message":`, "{}") == context(`"data":`, "{}") {
		t.Error("two keys have one context")
	}
}

// learn makes t learn a tag for a context, several times.
func learn(t *predict.Tags, x predict.Context, tag string, times int) {
	for range times {
		t.Learn(x, 1, []byte(tag), predict.Choice{Record: 7, Field: 2}, 0)
	}
}

func TestTags(t *testing.T) {
	var tags predict.Tags
	x := context(`"message":`, `{"role":"user"`)
	predicted := func() string { tag, _ := tags.Predict(x, 1); return string(tag) }
	learn(&tags, x, "user", 7)
	if got := predicted(); got != "" {
		t.Errorf("%q is predicted after 7 objects", got)
	}
	learn(&tags, x, "user", 1)
	tag, n := tags.Predict(x, 1)
	if string(tag) != "user" || string(tags.Tag(n)) != "user" || tags.Choice(n) != (predict.Choice{Record: 7, Field: 2}) {
		t.Errorf("after 8 objects: %q, %q, %v", tag, tags.Tag(n), tags.Choice(n))
	}
	if other, _ := tags.Predict(x, 2); other != nil {
		t.Errorf("%q is predicted of another union", other)
	}
	// The prediction of the current line does not change.
	tags.Learn(x, 1, []byte("assistant"), predict.Choice{Record: 8}, 1<<n)
	if string(tags.Tag(n)) != "user" {
		t.Errorf("the prediction in use has become %q", tags.Tag(n))
	}
	for _, objects := range []int{64, 256, 1024} { // each miss costs four times as many objects as the miss before
		tags.Refute(1 << n)
		learn(&tags, x, "user", objects+7)
		if got := predicted(); got != "" {
			t.Errorf("%q is predicted %d objects after an error", got, objects+7)
		}
		learn(&tags, x, "user", 1)
		if got := predicted(); got != "user" {
			t.Errorf("%q is predicted %d objects after an error", got, objects+8)
		}
	}
	learn(&tags, x, "assistant", 1)
	if got := predicted(); got != "" {
		t.Errorf("%q is predicted behind another tag", got)
	}
	learn(&tags, x, "assistant", 8)
	if got := predicted(); got != "assistant" {
		t.Errorf("%q is predicted behind 9 that were others", got)
	}
}

// TestTagsOfManyContexts checks that a frequent context replaces contexts that take turns and are more than the entries.
func TestTagsOfManyContexts(t *testing.T) {
	var tags predict.Tags
	var all []predict.Context
	for k := range 100 {
		all = append(all, context(fmt.Sprintf(`"k%c%c":`, 'a'+k/10, 'a'+k%10), "{}"))
	}
	for range 20 {
		for _, x := range all {
			learn(&tags, x, "a", 1)
		}
	}
	last := all[:1]
	learn(&tags, last[0], "b", 100)
	if tag, _ := tags.Predict(last[0], 1); string(tag) != "b" {
		t.Errorf("%q is predicted of what came a hundred times", tag)
	}
}

func TestPrefix(t *testing.T) {
	var tags predict.Tags
	p := tags.Prefix(3)
	object := []byte(`{"id":"1","cwd":"/w","message":{}}`)
	first, from, key := 6, 9, len(`{"id":"1","cwd":"/w",`)
	if p.First(object) != 0 {
		t.Error("an object is known before one was read")
	}
	p.Learn(object[:first], object[from:key])
	if p.First(object) != 0 {
		t.Error("a beginning is remembered that was met once")
	}
	p.Learn(object[:first], object[from:key])
	if n := p.First(object); n != first {
		t.Errorf("the first value begins at %d, want %d", n, first)
	}
	if n := p.Rest(object[from:]); n != key-from {
		t.Errorf("%d bytes are as before, want %d", n, key-from)
	}
	for _, other := range []string{`,"cwd":"/x","message":{}}`, `,"cwd":"/w", "message":{}}`, `,"cwd":"/w",`, ``} {
		if n := p.Rest([]byte(other)); n != 0 {
			t.Errorf("%s: %d bytes are as before", other, n)
		}
	}
	if p.First([]byte(`{"uuid":"1"`)) != 0 {
		t.Error("another beginning is taken for the same")
	}
	long := bytes.Repeat([]byte("x"), 2<<10)
	for range 3 {
		tags.Prefix(4).Learn(object[:first], long)
	}
	if tags.Prefix(4).First(object) != 0 {
		t.Error("a beginning of 2 KB is remembered")
	}
}

func TestKeys(t *testing.T) {
	var keys predict.Keys[string]
	none, a, b := "", "a", "b"
	keys.Learn(2, 5, &a, &none)
	if len(keys.Next) != 5 || keys.Next[2] != &a || keys.Next[4] != &none {
		t.Errorf("%v", keys.Next)
	}
	keys.Learn(2, 5, &b, &none)
	if keys.Next[2] != &b {
		t.Error("the last key is not the one that is predicted")
	}
}

// learnAll makes p learn a key, a prefix and a tag. none is the key that no line has.
func learnAll(p *predict.Predictor[string], none *string) {
	key := "a"
	p.Keys.Learn(1, 3, &key, none)
	learn(&p.Tags, context(`"m":`, "{}"), "user", 9)
	for range 2 {
		p.Tags.Prefix(0).Learn([]byte(`{"id":`), []byte(`,`))
	}
}

func TestForget(t *testing.T) {
	var p predict.Predictor[string]
	none := ""
	learnAll(&p, &none)
	if keys, prefixes, tags := p.Learned(); keys != 1 || prefixes != 1 || tags != 1 {
		t.Fatalf("%d keys, %d prefixes, %d tags", keys, prefixes, tags)
	}
	p.Forget()
	if keys, prefixes, tags := p.Learned(); keys+prefixes+tags != 0 || p.Keys.Next[1] != &none {
		t.Errorf("%d keys, %d prefixes, %d tags are left", keys, prefixes, tags)
	}
}

func TestSelectNamed(t *testing.T) {
	all := []*bool{&predict.Compiled, &predict.NextKeys, &predict.LateTags, &predict.Prefixes, &predict.LineEnds}
	was := make([]bool, len(all))
	for k, on := range all {
		was[k] = *on
	}
	defer func() {
		for k, on := range all {
			*on = was[k]
		}
	}()
	for names, want := range map[string][5]bool{
		"":                {true, true, true, true, true},
		"off":             {},
		"compiled":        {false, true, true, true, true},
		"keys,prefixes":   {true, false, true, false, true},
		"tags,ends":       {true, true, false, true, false},
		"keys,everything": {true, false, true, true, true}, // the names before the unknown one are switched off
	} {
		for _, on := range all {
			*on = true
		}
		err := predict.SelectNamed(names)
		if got := [5]bool{*all[0], *all[1], *all[2], *all[3], *all[4]}; got != want || (err != nil) != strings.Contains(names, "everything") {
			t.Errorf("%q: %t, %v, want %t", names, got, err, want)
		}
		if err != nil && !strings.Contains(err.Error(), predict.Variable+"="+names+": say off, or which mechanisms to switch off: compiled,ends,keys,prefixes,tags") {
			t.Error(err)
		}
		var p predict.Predictor[string]
		learnAll(&p, new(string))
		keys, prefixes, tags := p.Learned()
		if learned := [3]bool{keys > 0, tags > 0, prefixes > 0}; learned != [3]bool(want[1:4]) {
			t.Errorf("%q: keys, tags, prefixes learned: %t, want %t", names, learned, want[1:4])
		}
	}
}
