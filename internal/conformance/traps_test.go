package conformance_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
)

// trapPage is a list of lines that decoders of these protocols easily read wrong, each with a verdict. It is not part of the project.
const trapPage = "../../../shared/protocols/traps.md"

// trap is a line of the page.
type trap struct {
	id   string
	tags string // ok, bad, bytes, utf8
	line []byte
}

var (
	trapHead = regexp.MustCompile(`^\*\*(\d+)\. .*\*\* \(([a-z0-9, ]+)\)$`)
	trapByte = regexp.MustCompile(`\\x[0-9a-f]{2}`)
)

// readTraps reads the page. In lines with the tag bytes, \xNN is one byte.
func readTraps(t *testing.T) []trap {
	data, err := os.ReadFile(trapPage)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("no page of traps")
	} else if err != nil {
		t.Fatal(err)
	}
	var list []trap
	for text := range strings.SplitSeq(string(data), "\n") {
		if m := trapHead.FindStringSubmatch(text); m != nil {
			list = append(list, trap{id: m[1], tags: m[2]})
			continue
		}
		line, ok := strings.CutPrefix(text, "    ")
		if !ok || len(list) == 0 || list[len(list)-1].line != nil {
			continue
		}
		last := &list[len(list)-1]
		last.line = []byte(line)
		if strings.Contains(last.tags, "bytes") || strings.Contains(last.tags, "utf8") {
			last.line = trapByte.ReplaceAllFunc(last.line, func(b []byte) []byte {
				n, _ := strconv.ParseUint(string(b[2:]), 16, 8)
				return []byte{byte(n)}
			})
		}
	}
	return list
}

// The errors of a Reader for texts that are not JSON, and for values that are not objects.
var trapReasons = map[string]decoder.Reason{
	"10": decoder.ErrNUL, "14": decoder.ErrUTF16, "16": decoder.ErrNotObject, "17": decoder.ErrNotObject,
}

// TestTraps checks the verdict of every protocol's decoder on each trap, and that the line after it is read.
func TestTraps(t *testing.T) {
	traps := readTraps(t)
	if len(traps) < 90 {
		t.Fatalf("only %d traps", len(traps))
	}
	for _, x := range traps {
		t.Run(x.id, func(t *testing.T) {
			if x.line == nil {
				t.Fatal("it has no line")
			}
			agentSDK.trap(t, x)
			rusty.trap(t, x)
			claw.trap(t, x)
			transcript.trap(t, x)
			models.trap(t, x)
			tools.trap(t, x)
			agents.trap(t, x)
		})
	}
}

func (p protocol[L]) trap(t *testing.T, x trap) {
	p.line(t, x.line)

	// The lines before and after it are delivered; a byte order mark counts only at the beginning of the input.
	const before, behind = `{"type":"x","n":1}`, `{"type":"x","n":2}`
	mark := x.id == "13" || x.id == "14"
	in := string(x.line) + "\n" + behind
	if !mark {
		in = before + "\n" + in
	}
	r := p.reader(strings.NewReader(in))
	var good [][]byte
	var bad []error
	for l, err := range r.All() {
		if err != nil {
			bad = append(bad, err)
			continue
		}
		out, err := l.AppendJSON(nil)
		if err != nil {
			t.Fatal(err)
		}
		good = append(good, out)
	}

	reason := trapReasons[x.id]
	isBad := strings.Contains(x.tags, "bad") || reason != ""
	switch {
	case isBad && len(bad) != 1:
		t.Fatalf("%d errors, want one: %v", len(bad), bad)
	case !isBad && bad != nil:
		t.Fatalf("it is an error: %v", bad)
	case reason != "" && !errors.Is(bad[0], reason):
		t.Errorf("%v, want %s", bad[0], reason)
	}
	if isBad {
		if e, ok := errors.AsType[*decoder.Error](bad[0]); !ok || e.Line != 2 && !mark {
			t.Errorf("%v, want line 2", bad[0])
		}
		if x.id == "14" {
			return // one clear error for the whole input
		}
	}
	want := 3
	if mark {
		want-- // there is no line before it
	}
	if isBad || x.id == "4" {
		want-- // it is an error or a blank line
	}
	if len(good) != want || string(good[want-1]) != behind || !mark && string(good[0]) != before {
		t.Errorf("the lines are %q, want %d", good, want)
	}

	// A value that is not a text is kept unchanged.
	if strings.Contains(x.tags, "utf8") && !bytes.Equal(good[1], x.line) {
		t.Errorf("written back as %q", good[1])
	}
}

// TestTrapsAreTagged checks that the page's verdicts on its lines are those of encoding/json.
func TestTrapsAreTagged(t *testing.T) {
	for _, x := range readTraps(t) {
		if ok := strings.Contains(x.tags, "ok"); ok && !json.Valid(x.line) || strings.Contains(x.tags, "bad") && json.Valid(x.line) {
			t.Errorf("%s is %s", x.id, x.tags)
		}
	}
}

// TestTrapsSalvaged checks that two whole records on one line are one error, and that both are delivered with Salvage. The same is true for a record
// after the beginning of another one, and after NUL bytes.
func TestTrapsSalvaged(t *testing.T) {
	want := map[string]int{"8": 1, "9": 2, "12": 1}
	for _, x := range readTraps(t) {
		n, ok := want[x.id]
		if !ok {
			continue
		}
		got := 0
		r := ndwire.NewReader(bytes.NewReader(x.line), decoder.Salvage())
		for _, err := range r.All() {
			if err == nil {
				got++
			}
		}
		if got != n {
			t.Errorf("%s: %d records, want %d", x.id, got, n)
		}
		if _, err := ndwire.UnmarshalLine(x.line); x.id == "9" && !errors.Is(err, decoder.ErrTrailing) {
			t.Errorf("%s: %v", x.id, err)
		}
	}
}
