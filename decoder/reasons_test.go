package decoder_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/genrt"
	"pgregory.net/rapid"
)

// TestReasons checks that every reason has an input that is bad because of it, is found by errors.Is, and is counted.
func TestReasons(t *testing.T) {
	// The reasons of archives, of several files and of live files are tested elsewhere.
	elsewhere := map[string]string{"ErrArchive": "TestFiles", "ErrRewritten": "package source", "ErrUnreadable": "package source", "ErrElements": "TestMaxElements of package ndwire", "ErrMemory": "TestMaxMemory of package ndwire", "ErrRange": "TestFindings of package scan"}
	strict := []decoder.Option{decoder.Strict()}
	tests := map[string]struct {
		reason decoder.Reason
		in     string
		opts   []decoder.Option
	}{
		"ErrSyntax":     {decoder.ErrSyntax, `{"type":tru}` + "\n", nil},
		"ErrTruncated":  {decoder.ErrTruncated, `{"type":` + "\n", nil},
		"ErrIncomplete": {decoder.ErrIncomplete, `{"type":`, nil},
		"ErrTrailing":   {decoder.ErrTrailing, `{"type":"note","text":""}TRAILER`, nil},
		"ErrNUL":        {decoder.ErrNUL, "\x00\n", nil},
		"ErrNotObject":  {decoder.ErrNotObject, "[1]\n", nil},
		"ErrUTF16":      {decoder.ErrUTF16, "\xff\xfe{\x00", nil},
		"ErrCompressed": {decoder.ErrCompressed, "\x1f\x8b\x08\x00\n\n{", nil},
		"ErrTooLong":    {decoder.ErrTooLong, `{"type":"note","text":""}`, []decoder.Option{decoder.MaxLine(10)}},
		"ErrTooDeep":    {decoder.ErrTooDeep, `{"type":"note","text":[[1]]}`, []decoder.Option{decoder.MaxDepth(2)}},
		"ErrUTF8":       {decoder.ErrUTF8, "{\"type\":\"note\",\"text\":\"\xff\"}", strict},
		"ErrSurrogate":  {decoder.ErrSurrogate, `{"type":"note","text":"\ud800"}`, strict},
		"ErrDuplicate":  {decoder.ErrDuplicate, `{"type":"note","text":"","text":""}`, strict},
		"ErrUnknown":    {decoder.ErrUnknown, `{"type":"note","text":"","x":1}`, strict},
		"ErrType":       {decoder.ErrType, `{"type":"note","text":7}`, strict},
		"ErrMissingTag": {decoder.ErrMissingTag, `{"text":""}`, strict},
		"ErrMissing":    {decoder.ErrMissing, `{"type":"note"}`, strict},
	}
	source, err := os.ReadFile("error.go")
	if err != nil {
		t.Fatal(err)
	}
	declared := regexp.MustCompile(`(?m)^\t(Err\w+)\s+Reason = `).FindAllSubmatch(source, -1)
	if len(declared) < len(tests) {
		t.Fatalf("only %d reasons are found", len(declared))
	}
	for _, d := range declared {
		name := string(d[1])
		tt, ok := tests[name]
		if !ok {
			if elsewhere[name] == "" {
				t.Errorf("%s has no test", name)
			}
			continue
		}
		r := genrt.NewReader(codec, strings.NewReader(tt.in), tt.opts...)
		_, err := r.Next()
		bad, ok := errors.AsType[*decoder.Error](err)
		if !ok || bad.Reason != tt.reason || !errors.Is(err, tt.reason) || r.Stats().Reasons[tt.reason] != 1 || r.Stats().Bad != 1 {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := r.Next(); err != io.EOF {
			t.Errorf("%s: and then %v", name, err)
		}
		if len(tt.opts) == 1 && name >= "ErrU" && !strings.HasPrefix(name, "ErrUTF16") {
			if _, err := genrt.NewReader(codec, strings.NewReader(tt.in)).Next(); err != nil {
				t.Errorf("%s is one without Strict, too: %v", name, err)
			}
		}
	}
}

var errBroken = errors.New("broken")

// faulty is an input that returns its data in one of several unusual ways, and then fails in one.
type faulty struct {
	data     []byte
	steps    []int // lengths of reads, 0 for a read that gives nothing
	n        int
	err      error
	withData bool // the last bytes come with the error
}

func (f *faulty) Read(p []byte) (int, error) {
	step := f.steps[f.n%len(f.steps)]
	f.n++
	n := min(step, len(p), len(f.data))
	copy(p, f.data[:n])
	f.data = f.data[n:]
	if len(f.data) == 0 && (f.withData || n == 0) {
		return n, f.err
	}
	return n, nil
}

// TestFaultyInputs checks that all whole lines before a failure are delivered once, and that the error is the last pair.
func TestFaultyInputs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var in strings.Builder
		var ends []int
		for i := range rapid.IntRange(0, 40).Draw(t, "lines") {
			fmt.Fprintf(&in, `{"type":"note","text":"%s","n":%d}`+"\n", strings.Repeat("x", i*7%50), i)
			ends = append(ends, in.Len())
		}
		at := rapid.IntRange(0, in.Len()).Draw(t, "at")
		fail := rapid.SampledFrom([]error{io.EOF, errBroken, io.ErrUnexpectedEOF}).Draw(t, "fail")
		steps := append(rapid.SliceOfN(rapid.IntRange(0, 60), 0, 5).Draw(t, "steps"), 9)
		withData := rapid.Bool().Draw(t, "with data")
		for _, opts := range [][]decoder.Option{nil, {decoder.Workers(1)}, {decoder.Workers(3)}, {decoder.Salvage()}} {
			r := genrt.NewReader(codec, &faulty{data: []byte(in.String()[:at]), steps: steps, err: fail, withData: withData}, opts...)
			n := 0
			var last error
			for l, err := range r.All() {
				if bad, ok := errors.AsType[*decoder.Error](err); ok {
					if fail != io.EOF || bad.Reason != decoder.ErrIncomplete {
						t.Fatalf("line %d: %v", n, err)
					}
					continue
				}
				if err != nil {
					last = err
					continue
				}
				if last != nil || l.(*note).N != n {
					t.Fatalf("line %d comes as number %d, behind the error %v", l.(*note).N, n, last)
				}
				n++
			}
			whole := 0
			for whole < len(ends) && (ends[whole] <= at || fail == io.EOF && ends[whole] == at+1) {
				whole++
			}
			if n != whole || fail != io.EOF && last != fail || fail == io.EOF && last != nil {
				t.Fatalf("%d lines, want %d; then %v, want %v", n, whole, last, fail)
			}
		}
	})
}
