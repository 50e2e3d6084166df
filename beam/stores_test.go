package ndwirebeam

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
)

// Stores in memory, one with ranges and one without.
func init() {
	filesystem.Register("ranges", func(context.Context) filesystem.Interface { return &memory{scheme: "ranges"} })
	filesystem.Register("streams", func(context.Context) filesystem.Interface { return &memory{scheme: "streams"} })
	RegisterStore("ranges", func(_ context.Context, path string, at int64) (io.ReadCloser, error) {
		opened.Add(1)
		if strings.HasSuffix(path, "gone") {
			return nil, fs.ErrNotExist
		}
		return io.NopCloser(iotest.OneByteReader(bytes.NewReader(objects[key(path)][at:]))), nil
	})
	register.Function1x1(kindOf)
}

var (
	objects = map[string][]byte{}
	opened  atomic.Int64
)

func key(path string) string { return path[strings.Index(path, "://")+3:] }

func kindOf(l claudecode.Line) string { return string(l.Kind()) }

type memory struct{ scheme string }

func (*memory) Close() error { return nil }

func (m *memory) List(_ context.Context, glob string) (names []string, err error) {
	for name := range objects {
		if strings.HasPrefix(name, strings.TrimSuffix(key(glob), "*")) {
			names = append(names, m.scheme+"://"+name)
		}
	}
	return names, nil
}

func (*memory) OpenRead(_ context.Context, path string) (io.ReadCloser, error) {
	return io.NopCloser(iotest.HalfReader(bytes.NewReader(objects[key(path)]))), nil
}

func (*memory) OpenWrite(context.Context, string) (io.WriteCloser, error) {
	return nil, errors.ErrUnsupported
}

func (*memory) Size(_ context.Context, path string) (int64, error) {
	return int64(len(objects[key(path)])), nil
}

// TestReadStores checks that a file in a store is divided if the store can open files at an offset, and is read as a whole if not. One that no
// longer exists is a bad line.
func TestReadStores(t *testing.T) {
	small(t, 5000, 700)
	clear(objects)
	for _, name := range []string{"session.ndjson", "kinds.ndjson"} {
		text, err := os.ReadFile(filepath.Join("../testdata/claudecode", name))
		if err != nil {
			t.Fatal(err)
		}
		objects["logs/"+name] = text
	}
	var want []any
	for _, name := range []string{"session.ndjson", "kinds.ndjson"} {
		onePass(t, "../testdata/claudecode/"+name, claudecode.NewReader, func(_ decoder.Pos, l claudecode.Line) { want = append(want, kindOf(l)) }, func(e *decoder.Error) { t.Error(e) })
	}
	for _, scheme := range []string{"ranges", "streams"} {
		p, s := beam.NewPipelineWithRoot()
		lines, bad := Read(s, scheme+"://logs/*", ClaudeCode)
		passert.Equals(s, beam.ParDo(s, kindOf, lines), want...)
		passert.Empty(s, bad)
		ptest.RunAndValidate(t, p)
	}
	clear(objects)
	objects["logs/gone"] = []byte("{}\n")
	p, s := beam.NewPipelineWithRoot()
	lines, bad := Read(s, "ranges://logs/*", ClaudeCode)
	passert.Empty(s, lines)
	passert.Equals(s, beam.ParDo(s, badText, bad), "ranges://logs/gone: unreadable file")
	if n := counted(t, ptest.RunAndValidate(t, p))["bad"]; n != 1 {
		t.Errorf("%d bad lines are counted", n)
	}
}

func TestStream(t *testing.T) {
	text := make([]byte, 5*pageSize+1234)
	rand.NewChaCha8([32]byte{}).Read(text)
	opens := 0
	s := &stream{size: int64(len(text)), head: text[:headSize], open: func(at int64) (io.ReadCloser, error) {
		opens++
		return io.NopCloser(bytes.NewReader(text[at:])), nil
	}}
	defer s.Close()
	check := func(at, n int) {
		t.Helper()
		p := make([]byte, n)
		got, err := s.ReadAt(p, int64(at))
		want := text[min(at, len(text)):min(at+n, len(text))]
		if !bytes.Equal(p[:got], want) || (err == io.EOF) != (got < n) || err != nil && err != io.EOF {
			t.Fatalf("%d bytes at %d: %d, %v", n, at, got, err)
		}
	}
	// Read forward, and a few bytes backward.
	for at := 0; at < len(text); at += 300_000 {
		check(max(at-pageSize, 0), pageSize)
		check(0, headSize)
		check(at, 700_000)
	}
	if opens != 1 {
		t.Errorf("the file was opened %d times", opens)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		check(random.IntN(len(text)+10), random.IntN(3*pageSize))
	}
	check(len(text), 1)
	check(3, 0)
}

// TestStreamOfShortFile checks that a file that has become shorter is an error, and not a file that ends there.
func TestStreamOfShortFile(t *testing.T) {
	lost := errors.New("the connection is lost")
	for name, test := range map[string]struct {
		in   io.Reader
		want error
	}{
		"shorter": {strings.NewReader("0123"), io.ErrUnexpectedEOF},
		"empty":   {strings.NewReader(""), io.ErrUnexpectedEOF},
		"broken":  {io.MultiReader(strings.NewReader("0123"), iotest.ErrReader(lost)), lost},
	} {
		s := &stream{size: 10, open: func(int64) (io.ReadCloser, error) { return io.NopCloser(test.in), nil }}
		if n, err := s.ReadAt(make([]byte, 10), 0); n != 0 || !errors.Is(err, test.want) {
			t.Errorf("%s: %d, %v", name, n, err)
		}
	}
}

func TestHeads(t *testing.T) {
	for head, want := range map[string][2]bool{
		"":                         {false, false},
		"{":                        {false, false},
		"{\"a\"":                   {false, false},
		"\x1f\x8b":                 {true, false},
		"\x1f\x8b\x08\x01":         {true, false},
		"\x28\xb5\x2f\xfd\x00":     {true, false},
		"\x5a\x2a\x4d\x18\x01\x00": {true, false},
		"{\x00\"\x00":              {false, true},
		"\xff\xfe{\x00":            {false, true},
		"\xfe\xff":                 {false, true},
		"\xef\xbb\xbf{":            {false, false},
	} {
		got, err := headOf(strings.NewReader(head))
		if err != nil || isArchive(got) != want[0] || isWide(got) != want[1] {
			t.Errorf("%q: %v, %v, %v", head, isArchive(got), isWide(got), err)
		}
	}
}
