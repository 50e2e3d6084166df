package contest

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/bench/corpus"
	"github.com/ndwire/ndwire/bench/digest"
)

func TestProgramErrors(t *testing.T) {
	in := NewInput(t, corpus.Generate(corpus.Tiny, testSize))

	// Called with a protocol, the go command says that it does not know it, and ends.
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
	// It is started again.
	var d digest.Digest
	if _, err = sonic.run(in, "Decode/sonic", &d); err != nil || d.Lines != in.Len() {
		t.Errorf("read %d lines of %d, %v", d.Lines, in.Len(), err)
	}

	if _, err := buildGo("nobody"); err == nil || !strings.HasPrefix(err.Error(), "contest: build nobody: ") {
		t.Errorf("got the error %v", err)
	}
}

// TestProgramRefusesLines holds that what only a program cannot read is left out of somebody's own logs.
func TestProgramRefusesLines(t *testing.T) {
	if why := sonic.skip(); why != "" {
		t.Skip(why)
	}
	c := corpus.Generate(corpus.Tiny, 1<<12)
	lines := [][]byte{c.Line(0), []byte(`{"type":"stream_event"`), c.Line(1)}
	whys, err := refusedByPrograms(NewInput(t, corpus.Of("test", c.Protocol, lines)))
	if err != nil {
		t.Fatal(err)
	}
	if whys[0] != "" || !strings.Contains(whys[1], "sonic") || whys[2] != "" {
		t.Errorf("got the reasons %q", whys)
	}
}
