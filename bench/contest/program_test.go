package contest

import (
	"bytes"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/bench/corpus"
	"github.com/ndwire/ndwire/bench/digest"
	"github.com/ndwire/ndwire/bench/mirror"
)

func TestStandardOwns(t *testing.T) { TestOwned[mirror.Standard](t) }

func TestMain(m *testing.M) { Main(m) }

func TestProgramErrors(t *testing.T) {
	in := NewInput(t, corpus.Generate(corpus.Tiny, testSize))

	// With the name of a protocol as its argument, the go command ends with an error.
	other := &Program{Build: func() (string, error) { return exec.LookPath("go") }}
	_, err := other.run(in, "decode", new(digest.Digest))
	if err == nil || !strings.HasPrefix(err.Error(), "contest: go agentsdk: unknown command") {
		t.Errorf("another program: got the error %v", err)
	}

	if why := sonic.skip(); why != "" {
		t.Skip(why)
	}
	_, err = sonic.run(in, "Decode/nobody", new(digest.Digest))
	if want := "contest: unknown operation Decode/nobody"; err == nil || err.Error() != want {
		t.Errorf("got the error %v, want %s", err, want)
	}
	// The program is started again.
	var d digest.Digest
	if _, err = sonic.run(in, "Decode/sonic", &d); err != nil || d.Lines != in.Len() {
		t.Errorf("read %d lines of %d, %v", d.Lines, in.Len(), err)
	}

	if _, err := buildGo("nobody"); err == nil || !strings.HasPrefix(err.Error(), "contest: build nobody: ") {
		t.Errorf("got the error %v", err)
	}
}

// TestRefused checks that lines that cannot be compared are left out of a user's logs.
func TestRefused(t *testing.T) {
	c := corpus.Generate(corpus.Tiny, 1<<12)
	lines := [][]byte{
		c.Line(0),
		[]byte(`{"type":"stream_event"`),
		bytes.Replace(c.Line(0), []byte(`"session_id":"`), []byte("\"session_id\":\"\xff"), 1),
		c.Line(1),
	}
	whys, err := refused(NewInput(t, corpus.Of("test", c.Protocol, lines)))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(whys[1], "encoding-json: ") {
		t.Errorf("half a line is refused for %q", whys[1])
	}
	if sonic.skip() == "" && whys[2] != "sonic reads something else than the others" {
		t.Errorf("what is not UTF-8 is refused for %q", whys[2])
	}
	if whys[0] != "" || whys[3] != "" {
		t.Errorf("good lines are refused for %q and %q", whys[0], whys[3])
	}
}

// TestProgram checks that ndwire's contenders have the same results in a process of their own.
func TestProgram(t *testing.T) {
	for _, in := range testInputs(t) {
		for operation, f := range map[string]Readings{decoding: Decoders, peeking: Peekers, readingFiles: FileReaders} {
			here, apart := f(in.Protocol), Apart(operation, f)(in.Protocol)
			for i, r := range apart {
				if !isOwn(r.Library) {
					continue
				}
				skip(t, r.Library, r.Skip)
				want, got := here[i].pass(t, in, true), r.pass(t, in, true)
				if got != want {
					t.Errorf("%s/%s/%s (-want +got):\n%s", operation, in.Name, r.Library, diff(want, got))
				}
				if r.spent == nil || r.spent().time == 0 {
					t.Errorf("%s/%s/%s: was not apart", operation, in.Name, r.Library)
				}
			}
		}
		here, apart := Encoders(), Encoders().Apart()
		i := slices.IndexFunc(apart, func(w Writing) bool { return w.Library == "ndwire" })
		_, want, wantRead := here[i].checked(t, in, true)
		_, got, gotRead := apart[i].checked(t, in, true)
		if got != want || gotRead != wantRead {
			t.Errorf("%s: wrote %d bytes, want %d (-want +got):\n%s", in.Name, got, want, diff(wantRead, gotRead))
		}
	}
}
