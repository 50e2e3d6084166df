package main

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/transcript"
)

// count has the figures of one file, or of all.
type count struct {
	file     string
	protocol transcript.Protocol // of a file, "" if it is unknown or has no lines
	found    transcript.Detection
	misread  bool // found is of another protocol than the one that was given
	failed   bool // an error says why the file, or the rest of it, was not read
	stats    decoder.Stats
	ledger   *transcript.Ledger
	first    map[decoder.Reason]decoder.Pos // where a reason was met first
	firstBad decoder.Pos                    // of all reasons
}

func newCount(file string) *count {
	return &count{file: file, first: map[decoder.Reason]decoder.Pos{}}
}

// read counts all lines of r, in n and in total; if single is set, total shares the ledger of n. Bad lines are counted; the error is an error of
// reading.
func (n *count) read(r *transcript.Reader, total *count, single bool) (failed error) {
	n.ledger = r.Ledger()
	var others []*transcript.Ledger
	if single {
		total.ledger = n.ledger
	} else {
		others = append(others, total.ledger)
	}
	for err := range r.Count(others...) {
		if _, ok := errors.AsType[*transcript.UnknownError](err); ok {
			continue // the detection reports it
		} else if bad, ok := errors.AsType[*decoder.Error](err); ok {
			n.bad(bad, r.Pos())
			total.bad(bad, r.Pos())
			if bad.EndsFile() {
				failed = bad
			}
		} else {
			failed = err
		}
	}
	n.found = r.Detected()
	n.protocol = r.Protocol()
	n.stats = r.Stats()
	total.stats.Add(n.stats)
	return failed
}

func (n *count) bad(err *decoder.Error, pos decoder.Pos) {
	if n.firstBad == (decoder.Pos{}) {
		n.firstBad = pos
	}
	if _, seen := n.first[err.Reason]; !seen {
		n.first[err.Reason] = pos
	}
}

// compare sets misread if the lines at the beginning of a file are of another protocol than the one that it was read as.
func (n *count) compare(lines []byte) {
	if d := transcript.Examine(lines); d.Lines > 0 && d.Protocol != n.protocol {
		for _, e := range d.Evidence {
			if e.Protocol == n.protocol && e.Fit < 0.5 {
				n.found, n.misread = d, true
			}
		}
	}
}

// summary converts n to the form that is printed. elapsed is the time of reading.
func (n *count) summary(elapsed time.Duration) summary {
	s := summary{
		File:         n.file,
		Protocol:     string(n.protocol),
		Detection:    n.detection(),
		Lines:        n.stats.Lines - n.stats.Blank,
		BlankLines:   n.stats.Blank,
		Bytes:        n.stats.Bytes,
		BadLines:     n.stats.Bad,
		UnknownLines: n.stats.Unknown,
		Replaced:     n.stats.Replaced,
		Predictions:  predictionsOf(n.stats.Predictions),
		Kinds:        map[string]int64{},
		KindBytes:    map[string]int64{},
		Usage:        usageOf(n.ledger),
		failed:       n.failed,
		firstBad:     position(n.firstBad),
	}
	switch {
	case (n.found.Lines > 0 || n.found.Hint != "") && n.found.Protocol == "" && !n.misread:
		s.Protocol = unknownProtocol
	case s.Lines == 0:
		s.Protocol = ""
	}
	if elapsed > 0 {
		s.MBPerSecond = float64(n.stats.Bytes) / 1e6 / elapsed.Seconds()
	}
	for kind, c := range n.stats.Kinds {
		s.Kinds[string(kind)] = c.Lines
		s.KindBytes[string(kind)] = c.Bytes
	}
	for reason, lines := range n.stats.Reasons {
		s.Reasons = append(s.Reasons, reasonCount{string(reason), lines, position(n.first[reason])})
	}
	slices.SortFunc(s.Reasons, func(a, b reasonCount) int {
		return cmp.Or(cmp.Compare(b.Lines, a.Lines), cmp.Compare(a.Reason, b.Reason))
	})
	for _, d := range n.stats.Drift {
		s.Drift = append(s.Drift, driftCount{d.What.String(), d.Path, d.Value, d.Count, position(d.First)})
	}
	return s
}

func (n *count) detection() *detection {
	if n.found.Lines == 0 && n.found.Hint == "" {
		return nil
	}
	d := &detection{Confidence: n.found.Confidence, Hint: n.found.Hint, Strange: n.found.Strange}
	if n.misread {
		d.Misread = cmp.Or(string(n.found.Protocol), unknownProtocol)
	}
	for _, e := range n.found.Evidence {
		d.Evidence = append(d.Evidence, evidence{string(e.Protocol), e.Fit, e.Kinds, e.Points})
	}
	return d
}

// position returns FILE:LINE, with the file's name as it is; "" if it is unknown.
func position(pos decoder.Pos) string {
	if pos.Line == 0 {
		return ""
	}
	return pos.File + ":" + strconv.FormatInt(pos.Line, 10)
}
