package kernel

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// levelFataler adds the level to each message.
type levelFataler struct {
	fataler
	level Level
}

func (t levelFataler) Fatalf(format string, args ...any) {
	t.fataler.Fatalf("%s: "+format, append([]any{t.level}, args...)...)
}

// walking returns the levels of the machine that have kernels for the grammar of values, and for the members of objects.
func walking() []Level {
	return slices.DeleteFunc(Levels(), func(l Level) bool { return l == Portable || l == NEON })
}

// atLevels runs a check with every level of the machine.
func atLevels(t fataler, check func(fataler)) {
	for _, l := range Levels() {
		func() {
			defer Force(l)()
			check(levelFataler{t, l})
		}()
	}
}

func TestSelect(t *testing.T) {
	defer Force(Current())()
	for l := range levels {
		err := Select(l.String())
		if has := slices.Contains(Levels(), l); has != (err == nil) {
			t.Errorf("Select(%s) = %v, of %v", l, err, Levels())
		} else if has && Current() != l {
			t.Errorf("Select(%s) has set %s", l, Current())
		}
	}
	if err := Select("sse2"); err == nil || !strings.Contains(err.Error(), "portable") {
		t.Errorf("Select(sse2) = %v: it should name the levels", err)
	}
	if Current() != fastest {
		t.Errorf("%s is in use after that, want %s", Current(), fastest)
	}
}

// checkSame compares the results of each level with those of the portable form, including the offsets of errors.
func checkSame(t fataler, b []byte, i int) {
	type unquoted struct {
		text string
		next int
		r    Result
	}
	run := func() (all []any) {
		end, wide := PlainEnd(b, i)
		all = append(all, end, wide)
		end, ok := StringEnd(b, i)
		all = append(all, end, ok)
		end, ok = ValidString(b, i)
		all = append(all, end, ok)
		dst := make([]byte, len(b)+64)
		n, next, r := Unquote(dst, b, i)
		all = append(all, unquoted{string(dst[:n]), next, r})
		for _, depth := range []int{1, 3, 1000} {
			end, f := Skip(b, min(i, len(b)), depth)
			all = append(all, end, f)
			end, f = Valid(b, min(i, len(b)), depth)
			all = append(all, end, f)
		}
		return append(all, InvalidUTF8(b[i:]))
	}
	restore := Force(Portable)
	want := run()
	restore()
	atLevels(t, func(t fataler) {
		if got := run(); !slices.Equal(got, want) {
			t.Fatalf("of %q from %d:\n%v, want\n%v", b, i, got, want)
		}
	})
}

// pieces are texts with a branch of their own in some loop, or that the end of a block may divide.
var pieces = []string{
	`\`, `\\`, `\\\`, `\n`, `\"`, `"`, `\u0041`, `\ud83d\ude00`, `\ud800`, `\u00`, `\x`, `\` + "\xee", `\` + "\x01", "\x00", "\x1f", "é", "😀", "\xff", "\xe2\x82", "\xed\xa0\x80",
	`[`, `]`, `{}`, `"]"`, `"\"]"`, `]]]`, `[[[[`,
}

func TestLevelsAtEveryLength(t *testing.T) {
	for n := range 301 {
		plain := bytes.Repeat([]byte("a"), n)
		checkSame(t, plain, 0)
		checkSame(t, append([]byte("["), plain...), 0)
		checkSame(t, bytes.Repeat([]byte(`\`), n), n/3)
		checkSame(t, bytes.Repeat([]byte(`\n`), n/2), 0)
		checkSame(t, bytes.Repeat([]byte("é"), n/2), 0)
		checkSame(t, bytes.Repeat([]byte("[]"), n/2), 0)
	}
}

func TestLevelsAtBlockBorders(t *testing.T) {
	for _, piece := range pieces {
		for at := range 140 {
			for _, rest := range []int{0, 1, 30, 63, 64, 65, 130} {
				b := append(bytes.Repeat([]byte("a"), at), piece...)
				b = append(b, bytes.Repeat([]byte("b"), rest)...)
				for _, i := range []int{0, min(at, 7)} {
					checkSame(t, b, i)
				}
				checkSame(t, append([]byte(`[["`), b...), 0)
				checkSame(t, append([]byte(`[[`), b...), 0)
			}
		}
	}
}

func TestLevels(t *testing.T) {
	part := rapid.OneOf(rapid.SampledFrom(pieces), rapid.StringMatching(`[ -~]{0,70}`), rapid.StringMatching(`[a-zé日😀]{0,30}`),
		rapid.Custom(func(t *rapid.T) string { return string(jsonish.Draw(t, "json")) }))
	rapid.Check(t, func(t *rapid.T) {
		b := []byte(strings.Join(rapid.SliceOfN(part, 0, 12).Draw(t, "parts"), ""))
		i := rapid.IntRange(0, min(len(b), 70)).Draw(t, "i")
		checkSame(t, b, i)
		checkSame(t, append([]byte("["), b...), 0)
	})
}

// checkMembers compares Members with a walk from member to member.
func checkMembers(t fataler, b []byte) {
	type member struct {
		key       string
		at, value int
	}
	var want []member
	wantEnd := -1
	walk := func() bool {
		if len(b) == 0 || b[0] != '{' {
			return false
		}
		for i := 1; ; {
			if i >= len(b) || b[i] != '"' {
				return false
			}
			end, ok := StringEnd(b, i+1)
			colon := Space(b, end+1)
			if !ok || colon >= len(b) || b[colon] != ':' {
				return false
			}
			value := Space(b, colon+1)
			want = append(want, member{string(b[i+1 : end]), i, value})
			next, f := Skip(b, value, 99)
			if next = Space(b, next); f != NoFault || next >= len(b) {
				return false
			}
			if b[next] == '}' {
				wantEnd = next + 1
				return true
			}
			if b[next] != ',' {
				return false
			}
			i = Space(b, next+1)
		}
	}
	fine := walk()
	atLevels(t, func(t fataler) {
		var m Members
		end := m.Look(b, 0, 100)
		if end < 0 {
			return // always allowed
		}
		if !fine || end != wantEnd {
			t.Fatalf("Look(%q) = %d, want %d, %v", b, end, wantEnd, fine)
		}
		if m.Len() != len(want) || m.End() != end {
			t.Fatalf("%d members up to %d in %q, want %d up to %d", m.Len(), m.End(), b, len(want), end)
		}
		plain := !slices.ContainsFunc(want, func(o member) bool { return strings.Contains(o.key, `\`) })
		if m.HasPlainKeys() != plain {
			t.Fatalf("HasPlainKeys of %q: %v", b, !plain)
		}
		for i := range b {
			behind := slices.IndexFunc(want, func(o member) bool { return o.at > i && b[i] == ',' && len(bytes.Trim(b[i:o.at], ", ")) == 0 })
			if i == end-1 {
				behind = len(want)
			}
			for k := range want {
				if k > 0 && i < want[k].value {
					break // not after member k
				}
				if got := m.After(k, i); got != behind {
					t.Fatalf("After(%d, %d) in %q = %d, want %d", k, i, b, got, behind)
				}
			}
		}
		for k := range want {
			name := want[k].key
			last := k
			if key, at, value := m.Member(k); string(key) != name || at != want[k].at || value != want[k].value {
				t.Fatalf("Member(%d) in %q = %q, %d, %d, want %+v", k, b, key, at, value, want[k])
			}
			if at := m.Key(want[k].value, name); at != want[k].at {
				t.Fatalf("Key(%d, %q) in %q = %d, want %d", want[k].value, name, b, at, want[k].at)
			}
			escaped := false
			for j := range want {
				if want[j].key == name {
					last = j
				}
				escaped = escaped || strings.Contains(want[j].key, `\`)
			}
			if value, ok := m.Find(name); ok == escaped || ok && value != want[last].value {
				t.Fatalf("Find(%q) in %q = %d, %v, want %d, %v", name, b, value, ok, want[last].value, !escaped)
			}
			if value, ok := m.Find(name + "x"); ok && value >= 0 && !slices.ContainsFunc(want, func(o member) bool { return o.key == name+"x" }) {
				t.Fatalf("Find(%q) in %q = %d", name+"x", b, value)
			}
		}
	})
}

// broken has texts that are not objects, or have no members. Most of them end where a token is missing.
var broken = []string{
	`{}`, `{ }`, `{`, `{"`, `{"a`, `{"a"`, `{"a":`, `{"a":1`, `{"a":1,`, `{"a":1,"`, `{"a"}`, `{"a":}`, `{"a": }`, `{"a": 1, }`, `{"a":1,}`, `{:}`, `{,}`, `{: }`, `{":}`,
	`{"a":1]`, `{"a":[1}`, `{"a":1,"b"}`, `{"a":1:2}`, `{"a","b"}`, `{"a","b":1}`, `{"a":"b":1}`, `{"a":"b":1,"c","d":2}`, `{"a":1,2:"b"}`, `{"a":1,,"b":2}`, `{"a"::1}`,
	`{"a":"b"1}`, `{"a":1"b"}`, `{"a":1""}`, `{"a":{}1}`, `{"a":1{}}`, `{"a":{}{}}`, `{"a":{}"b"}`, `{"a":"b"{}}`, `{"a":"b""c"}`, `{"a":[}]}`, `{"a":]}`,
	`{"a":x}`, `{"a":x""""x}`, `{"a":x"""x"}`, `{"a":+{}{}+}`, `{"a"b:1}`, `{"a""b":1}`, `{"a"{}:1}`, `{{}"a":1}`, `{"a":1}"b":2}`, `{a:1}`, `{"a":1,b:2}`,
}

func TestMembersBroken(t *testing.T) {
	for _, o := range broken {
		for n := range 70 {
			checkMembers(t, []byte(o[:1]+`"`+strings.Repeat("x", n)+`":{"y":[]},`+o[1:]))
			checkMembers(t, []byte(o[:1]+`"`+strings.Repeat("x", n)+`": {"y": []}, `+o[1:]))
		}
		checkMembers(t, []byte(o))
	}
}

// objects has objects of which most bytes are checked by Members.
var objects = []string{
	`{"type":"a","n":1,"o":{"type":"b","l":[1,2,{"x":null}]},"text":"says \"hi\" \\","type":true,"e":{},"l":[]}`,
	`{"a":"b"}`, `{"":""}`, `{"a":{}}`, `{"a\"b":1,"\u0061":2}`, `{"a":-1.5e3,"b":"\n"}`, `{"ab":1,"b":2,"a,\"b":3}`,
	`{"type": "a", "n": 1, "o": {"type": "b", "l": [1, 2, {"x": null}]}, "text": "says: \"hi, \" \\", "type": true, "e": {}, "l": []}`,
	`{"a": {"b" : [ 1 , 2 ]}}`, `{"a": 1, "text": "` + strings.Repeat("x, ", 40) + `", "l": [` + strings.Repeat(`{"k": "v"}, `, 20) + `0]}`,
	`{"k":"` + strings.Repeat("x", 70) + `","` + strings.Repeat("y", 70) + `":[[` + strings.Repeat(`{"k":"v"},`, 20) + `0]]}`,
}

func TestMembers(t *testing.T) {
	for _, o := range objects {
		for _, l := range walking() {
			restore := Force(l)
			var m Members
			if m.Look([]byte(o), 0, 100) != len(o) {
				t.Errorf("%s: Look gives up on %s", l, o)
			}
			restore()
		}
		checkMembers(t, []byte(o+`,{"a":1}`))
		for i := range o {
			checkSame(t, []byte(o[:i]), 0)
			checkMembers(t, []byte(o[:i]))
			checkMembers(t, []byte(o[:i]+o[i+1:]))
			for _, c := range []string{`"`, `\`, `{`, `}`, `[`, `]`, `,`, `:`, ` `, "\n", `x`, `0`, `""`, `{}`} {
				checkSame(t, []byte(o[:i]+c+o[i:]), 0)
				checkMembers(t, []byte(o[:i]+c+o[i:]))
				checkMembers(t, []byte(o[:i]+c+o[i+1:]))
			}
		}
	}
	// Spaces after separators are found across the ends of blocks.
	for n := range 130 {
		o := `{"p": "` + strings.Repeat("x", n) + `", "a": 1, "b": "", "l": [1, 2], "": null}`
		checkMembers(t, []byte(o))
		for i := range o {
			if o[i] == ' ' {
				checkMembers(t, []byte(o[:i]+o[i+1:]))
				checkMembers(t, []byte(o[:i]+" "+o[i:]))
			}
		}
	}
	// Blocks with few and with many separators: their offsets may be written by different code.
	for n := range 130 {
		for _, gap := range []string{"", " "} {
			for _, rest := range []string{`"b":1`, `"":{}`, `"":[],"c":"d"`, `"bcdefgh":null`, `"a":"` + strings.Repeat("x", 70) + `"`} {
				o := `{"` + strings.Repeat("x", n) + `":1` + strings.Repeat(","+rest, 12) + "}"
				o = strings.ReplaceAll(strings.ReplaceAll(o, ":", ":"+gap), ",", ","+gap)
				checkMembers(t, []byte(o))
				for _, l := range walking() {
					restore := Force(l)
					if end := new(Members).Look([]byte(o), 0, 100); end != len(o) {
						t.Errorf("%s: Look = %d, gives up on %s", l, end, o)
					}
					restore()
				}
			}
		}
	}
	// Look finds the end of a line.
	line := []byte(objects[0] + "\n" + strings.Repeat("x", 100))
	atLevels(t, func(t fataler) {
		var m Members
		for i := range objects[0] {
			if end := m.Look(line, 0, 100); end != len(objects[0]) && slices.Contains(walking(), Current()) {
				t.Fatalf("Look = %d in front of a line end, want %d", end, len(objects[0]))
			}
			for _, c := range []byte{'\n', '\r', '\t', 0, 0x1f} {
				b := bytes.Clone(line)
				b[i] = c
				if end := m.Look(b, 0, 100); end >= 0 {
					t.Fatalf("Look = %d with a control character at %d", end, i)
				}
			}
		}
	})
	rapid.Check(t, func(t *rapid.T) { checkMembers(t, jsonish.Draw(t, "b")) })
	many := "{" + strings.Repeat(`"a":1,`, maxSeparators/2-1) + `"b":2`
	atLevels(t, func(t fataler) {
		var m Members
		if end := m.Look([]byte(many+"}"), 0, 1); end < 0 && slices.Contains(walking(), Current()) {
			t.Fatalf("Look gives up on %d members", maxSeparators/2)
		}
		if end := m.Look([]byte(many+`,"c":3}`), 0, 1); end >= 0 {
			t.Fatalf("Look = %d with more members than there is room for", end)
		}
	})
}

// TestUsualText checks that the kernels do not leave compact text to Go, nor text with spaces as Python writes them.
func TestUsualText(t *testing.T) {
	for n := range 130 {
		k := strings.Repeat("x", n)
		for _, text := range []string{
			`[{"k":"` + k + `","":[1,-0.5,{},[],""],"a, b: c":null},[true,"d"]]`,
			`[{"k": "` + k + `", "": [1, -0.5, {}, [], ""], "a, b: c": null}, [true, "d"]]`,
		} {
			checkSame(t, []byte(text), 0)
			for _, l := range walking() {
				restore := Force(l)
				if end := validBrackets([]byte(text+", 1]"), 0, 4); end != len(text) {
					t.Errorf("%s: %d for %s, want %d", l, end, text, len(text))
				}
				restore()
			}
			for i := range text {
				if c := text[i]; c == ' ' || c == ',' || c == ':' {
					checkSame(t, []byte(text[:i]+text[i+1:]), 0)
					checkSame(t, []byte(text[:i]+" "+text[i:]), 0)
				}
			}
		}
	}
}

func FuzzLevels(f *testing.F) {
	addSeeds(f)
	for _, o := range objects {
		f.Add([]byte(o))
	}
	for _, piece := range pieces {
		f.Add([]byte("[" + strings.Repeat("x", 62) + piece + strings.Repeat("y", 64)))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		for i := range min(len(b)+1, 3) {
			checkSame(t, b, i)
		}
		checkMembers(t, b)
	})
}

// TestUnquoteRoom checks that Unquote does not write beyond the memory that its comment requires.
func TestUnquoteRoom(t *testing.T) {
	for _, every := range []int{2, 5, 26, 1000} {
		for n := range 200 {
			text := append(randomText(every, n, 1), '"')
			want, _, ok := naiveUnquote(text)
			if !ok {
				t.Fatalf("%q is not a string", text)
			}
			atLevels(t, func(t fataler) {
				buf := bytes.Repeat([]byte{0xa5}, len(text)+7+64)
				room := len(text) - 1 + 7
				n, next, r := Unquote(buf[:room], text, 0)
				if string(buf[:n]) != want || next != len(text) || r != Done {
					t.Fatalf("Unquote(%q) = %q, %d, %d", text, buf[:n], next, r)
				}
				if rest := bytes.Trim(buf[room:], "\xa5"); len(rest) > 0 {
					t.Fatalf("Unquote(%q) writes %q behind dst", text, rest)
				}
			})
		}
	}
}

// TestNoAllocs checks that arguments do not escape: a destination on the stack stays there.
func TestNoAllocs(t *testing.T) {
	text := append(randomText(26, 300, 1), '"')
	inside := string(text)
	nested := append([]byte(`[{"a":"`), append(text, "}]"...)...)
	atLevels(t, func(f fataler) {
		allocs := testing.AllocsPerRun(10, func() {
			var dst [1000]byte
			n, _, _ := Unquote(dst[:], text, 0)
			InvalidUTF8(dst[:n])
			PlainEnd(dst[:n], 0)
			StringEnd(dst[:n], 0)
			ValidString(dst[:n], 0)
			Skip(nested, 0, 10)
			Valid(nested, 0, 10)
			appendEscaped(dst[:0], inside)
		})
		if allocs > 0 {
			f.Fatalf("%v allocations", allocs)
		}
	})
}

// TestOffsetsAfterTheEnd checks that searches from an offset after the end find nothing.
func TestOffsetsAfterTheEnd(t *testing.T) {
	text := bytes.Repeat([]byte("a"), 100)
	for _, b := range [][]byte{nil, text[:10], text[:70]} {
		atLevels(t, func(t fataler) {
			i := len(b) + 3
			if end, ok := StringEnd(b, i); end != len(b) || ok {
				t.Fatalf("StringEnd = %d, %v", end, ok)
			}
			if end, ok := ValidString(b, i); end != len(b) || ok {
				t.Fatalf("ValidString = %d, %v", end, ok)
			}
			if n, next, r := Unquote(make([]byte, 100), b, i); n != 0 || next != len(b) || r != Bad {
				t.Fatalf("Unquote = %d, %d, %d", n, next, r)
			}
			if end, wide := PlainEnd(b, i); end != i || wide {
				t.Fatalf("PlainEnd = %d, %v", end, wide)
			}
		})
	}
}

// randomText returns a text with escapes at random distances, every bytes on average: the branch predictor would learn equal distances.
func randomText(every, size int, seed uint64) []byte {
	every = min(every, 1<<20)
	r := rand.New(rand.NewPCG(seed, uint64(every)))
	var b []byte
	next := r.IntN(2 * every)
	for len(b) < size {
		if next--; next > 0 || len(b)+2 > size {
			b = append(b, "the quick brown fox jumps over the lazy dog, "[r.IntN(45)])
			continue
		}
		next = r.IntN(2*every - 2)
		b = append(b, [...]string{`\n`, `\n`, `\n`, `\n`, `\t`, `\t`, `\"`, `\"`, `\\`, `\r`}[r.IntN(10)]...)
	}
	return b
}

// BenchmarkLevels has the names FUNCTION/LEVEL/ESCAPES/SIZE.
func BenchmarkLevels(b *testing.B) {
	var dst []byte
	for _, f := range []struct {
		name string
		run  func(text []byte) bool
	}{
		{"unquote", func(text []byte) bool { _, _, r := Unquote(dst, text, 0); return r&Done != 0 }},
		{"end", func(text []byte) bool { _, ok := StringEnd(text, 0); return ok }},
		{"valid", func(text []byte) bool { _, ok := ValidString(text, 0); return ok }},
		{"plain", func(text []byte) bool { end, _ := PlainEnd(text, 0); return end < len(text) }},
	} {
		for _, l := range Levels() {
			for _, e := range escapes {
				for _, size := range []int{8, 24, 64, 256, 4 << 10, 64 << 10} {
					// Too many strings for the branch predictor to learn, one after the other.
					texts := make([][]byte, max(1, min(256, 64<<10/size)))
					for i := range texts {
						texts[i] = append(randomText(e.every, size, uint64(i)), `","more of the line":{"and so on":"as lines do"},"which":"are much longer than strings, and seldom end with one"}`...)
					}
					dst = make([]byte, size+64)
					b.Run(fmt.Sprintf("%s/%s/%s/%d", f.name, l, e.name, size), func(b *testing.B) {
						defer Force(l)()
						b.SetBytes(int64(size))
						for i := 0; b.Loop(); i++ {
							if !f.run(texts[i%len(texts)]) {
								b.Fatal("no end")
							}
						}
					})
				}
			}
		}
	}
}

// TestUTF8Levels checks every first byte with every second byte, followed by others, at all positions around the ends of blocks.
func TestUTF8Levels(t *testing.T) {
	rests := []string{"", "a", "\x80", "\xbf", "\x80\x80", "\xbf\xbf", "\x80\x80\x80", "\x80a", "\xc2\x80", "\xe2\x80", "\xf0\x90\x80\x80"}
	text := bytes.Repeat([]byte("a"), 140)
	for _, at := range []int{0, 29, 31, 61, 62, 63, 64} {
		for first := 0x7f; first < 0x100; first++ {
			for second := 0x7f; second < 0x100; second++ {
				for _, rest := range rests {
					b := append(text[:at:at], byte(first), byte(second))
					b = append(b, rest...)
					if second&3 == 0 {
						b = append(b, "and more"...)
					}
					want := 0
					for want < len(b) {
						r, n := utf8.DecodeRune(b[want:])
						if r == utf8.RuneError && n == 1 {
							break
						}
						want += n
					}
					if want == len(b) {
						want = -1
					}
					atLevels(t, func(t fataler) {
						if got := InvalidUTF8(b); got != want {
							t.Fatalf("InvalidUTF8(%q) = %d, want %d", b, got, want)
						}
					})
				}
			}
		}
	}
}

// BenchmarkWalkLevels has the names FUNCTION/LEVEL/SIZE. Its values are those of tool inputs.
func BenchmarkWalkLevels(b *testing.B) {
	values := map[int]string{
		8:       `{"n":12}`,
		24:      `{"path":"/usr/bin/make"}`,
		64:      `{"path":"/usr/bin/make","limit":40,"lines":[1,20],"every":false}`,
		256:     `{"questions":[` + strings.Repeat(`{"text":"which one\nof them?","of":[1,2,3]},`, 5) + `{"text":"or none?","all":true}]}`,
		4 << 10: `[` + strings.Repeat(`{"type":"text","text":"a line of code; // and a comment\n\treturn \"x\"\n","n":1},`, 47) + `0]`,
	}
	for _, f := range []struct {
		name string
		walk func([]byte, int, int) (int, Fault)
	}{{"skip", Skip}, {"valid", Valid}} {
		for _, l := range Levels() {
			for _, size := range slices.Sorted(maps.Keys(values)) {
				text := []byte(values[size] + `,"more":"of the line, which does not end here, but goes on and on"`)
				b.Run(fmt.Sprintf("%s/%s/%d", f.name, l, size), func(b *testing.B) {
					defer Force(l)()
					b.SetBytes(int64(len(values[size])))
					for b.Loop() {
						if _, f := f.walk(text, 0, 100); f != NoFault {
							b.Fatal(f)
						}
					}
				})
			}
		}
	}
}

// BenchmarkUTF8Levels has the names LEVEL/TEXT/SIZE.
func BenchmarkUTF8Levels(b *testing.B) {
	for _, l := range Levels() {
		for _, x := range []struct{ name, text string }{{"ascii", "plain text, and more of it. "}, {"mixed", "plain text — with some “quotes” "}, {"cjk", "日本語の文章です。"}} {
			for _, size := range []int{24, 64, 256, 4 << 10, 64 << 10} {
				text := []byte(strings.Repeat(x.text, size/len(x.text)+1))
				b.Run(fmt.Sprintf("%s/%s/%d", l, x.name, size), func(b *testing.B) {
					defer Force(l)()
					b.SetBytes(int64(len(text)))
					for b.Loop() {
						if !ValidUTF8(text) {
							b.Fatal("invalid")
						}
					}
				})
			}
		}
	}
}

// naiveEscape escapes a text as JSON.stringify does.
func naiveEscape(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch k := strings.IndexRune("\"\\\b\f\n\r\t", r); {
		case k >= 0:
			b.WriteByte('\\')
			b.WriteByte(`"\bfnrt`[k])
		case r < ' ':
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func checkEscape(t fataler, s string) {
	atLevels(t, func(t fataler) {
		for _, room := range []int{0, 200, len(s) + 300} {
			before := append(make([]byte, 0, room+1), 'x')
			got, ok := appendEscaped(before, s)
			least := [...]int{Portable: math.MaxInt, AVX2: 80, AVX512: 24, NEON: 16}[Current()]
			if want := len(s) >= least && utf8.ValidString(s); ok != want {
				t.Fatalf("appendEscaped(%q) is ok: %v, want %v", s, ok, want)
			}
			want := "x"
			if ok {
				want += naiveEscape(s)
			}
			if string(got) != want {
				t.Fatalf("appendEscaped(%q) = %q, want %q", s, got, want)
			}
		}
	})
}

func TestAppendEscaped(t *testing.T) {
	for n := range 301 {
		checkEscape(t, strings.Repeat("a", n))
		checkEscape(t, strings.Repeat("\n", n))
		checkEscape(t, strings.Repeat("\x01", n))
		checkEscape(t, strings.Repeat("é", n/2))
	}
	for c := range 256 {
		for _, at := range []int{0, 7, 8, 31, 32, 63, 64, 100} {
			checkEscape(t, strings.Repeat("a", at)+string([]byte{byte(c)})+strings.Repeat("b", 140-at))
			checkEscape(t, strings.Repeat("a", at)+string([]byte{byte(c)}))
		}
	}
	part := rapid.OneOf(rapid.SampledFrom(pieces), rapid.StringMatching(`[ -~]{0,70}`), rapid.StringMatching(`[\x00-\x20"\\é日😀]{0,70}`))
	rapid.Check(t, func(t *rapid.T) { checkEscape(t, strings.Join(rapid.SliceOfN(part, 0, 12).Draw(t, "parts"), "")) })
}

func FuzzAppendEscaped(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, b []byte) { checkEscape(t, string(b)) })
}

// BenchmarkQuote has the names LEVEL/ESCAPES/SIZE.
func BenchmarkQuote(b *testing.B) {
	for _, l := range Levels() {
		for _, e := range escapes {
			for _, size := range []int{8, 24, 64, 256, 4 << 10, 64 << 10} {
				text, _, _ := naiveUnquote(append(randomText(e.every, size, 1), '"'))
				var dst []byte
				b.Run(fmt.Sprintf("%s/%s/%d", l, e.name, size), func(b *testing.B) {
					defer Force(l)()
					b.SetBytes(int64(len(text)))
					for b.Loop() {
						dst = AppendQuoted(dst[:0], text)
					}
				})
			}
		}
	}
}

// BenchmarkShort has the names FUNCTION/LEVEL/SIZE. Its strings are those of most members.
func BenchmarkShort(b *testing.B) {
	for _, l := range Levels() {
		for _, size := range []int{8, 24, 40} {
			text := append(randomText(1<<30, size, 1), `","and":"more of the line, which does not end here, but goes on and on"`...)
			chunk := Chunk{Buf: make([]byte, ShortSize)}
			for name, read := range map[string]func() int{
				"take":  func() int { chunk.Used = 0; _, next, _ := TakeShort(&chunk, text, 0); return next - 1 },
				"plain": func() int { return PlainShort(text, 0) },
			} {
				b.Run(fmt.Sprintf("%s/%s/%d", name, l, size), func(b *testing.B) {
					defer Force(l)()
					b.SetBytes(int64(size))
					for b.Loop() {
						if read() != size {
							b.Fatal("no end")
						}
					}
				})
			}
		}
	}
}
