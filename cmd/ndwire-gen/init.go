package main

import (
	"errors"
	"io"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/source"
	"github.com/ndwire/ndwire/workshop/infer"
)

// initCommand is `ndwire-gen init`, which writes a spec for sample lines.
type initCommand struct {
	Name    string   `placeholder:"NAME" help:"Name of the protocol and of the Go package; by default that of the spec file, or of the current folder."`
	Out     string   `short:"o" placeholder:"FILE" help:"Spec file to write, which must not be there yet; by default, and for -, standard output."`
	Samples []string `arg:"" name:"sample" help:"Logs: files, folders, patterns, gzip and zstd too; - is standard input."`
}

func (c *initCommand) run(stdout, stderr io.Writer) int {
	if isThere(c.Out, stderr) || !isName(c.Name, stderr) {
		return 1
	}
	for _, path := range c.Samples {
		if isSpec(path) {
			notify(stderr, "%s is a spec, not a log; the spec to be written is named by -o: init LOG... -o SPEC", path)
			return 1
		}
	}
	src, err := source.Open(c.Samples...)
	if err != nil {
		complain(stderr, err)
		return 1
	}
	defer src.Close()
	s := sampleOf(src, stderr)
	if !s.explain(stderr) {
		return 1
	}
	status := writeSpec(s.Spec(protocolName(c.Name, c.Out)), c.Out, stdout, stderr)
	if s.failed {
		status = 1 // the spec is written for the lines that could be read
	}
	return status
}

// sample has the lines of logs, and what is known of those that no spec can be made of.
type sample struct {
	*infer.Sample
	failed     bool        // a file, or the rest of one, could not be read
	firstOther decoder.Pos // of the first line that is JSON but not an object
	prefixed   bool        // before any object, a line has an object after other text
	followed   bool        // the same with an object and a comma
}

// sampleOf reads logs, and prints what could not be read.
func sampleOf(logs io.Reader, stderr io.Writer) *sample {
	s := &sample{Sample: infer.NewSample()}
	lines := decoder.NewLines(logs)
	for line, err := range lines.Recycled() {
		if err == nil {
			if s.Add(line); s.Others == 1 && s.firstOther.Line == 0 {
				s.firstOther = lines.Pos()
			}
			continue
		}
		if bad, ok := errors.AsType[*decoder.Error](err); !ok || bad.EndsFile() {
			complain(stderr, err)
			s.failed = true
			continue
		}
		if s.Lines == s.Others {
			s.prefixed, s.followed = s.prefixed || hasPrefix(lines.Raw()), s.followed || hasComma(lines.Raw())
		}
		if s.Bad++; s.Bad <= 3 {
			notify(stderr, "skipped: %v", err)
		}
	}
	if s.Bad > 3 {
		notify(stderr, "skipped %d lines in total", s.Bad)
	}
	return s
}

// explain prints which lines are not in the spec, and what to do with them. It reports whether there are lines for a spec.
func (s *sample) explain(stderr io.Writer) bool {
	hasObjects := s.Lines > s.Others
	if s.Others > 0 && hasObjects {
		notify(stderr, "not in the spec: %s of %d, JSON but not objects; the first: %v", count(int64(s.Others), "line"), s.Lines+s.Bad, s.firstOther)
	}
	advice := adviceFor(s.prefixed, s.followed)
	switch {
	case hasObjects && (s.prefixed || s.followed):
		notify(stderr, "some %s", advice)
	case hasObjects:
	case s.Lines+s.Bad == 0 && s.failed: // no file could be read, and each error says why
	case s.Lines+s.Bad == 0:
		notify(stderr, "the sample has no lines")
	case s.prefixed || s.followed:
		notify(stderr, "no line of the sample is a JSON object, but some %s", advice)
	default:
		notify(stderr, "no line of the sample is a JSON object: %s", advice)
	}
	return hasObjects
}
