package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/source"
	"github.com/ndwire/ndwire/transcript"
)

// auto is the value of --protocol with which the protocol of each file is detected.
const auto = "auto"

// input has the arguments of verbs that read logs.
type input struct {
	Files    []string `arg:"" optional:"" name:"file" help:"Files, folders, patterns with **, gzip and zstd too; - or nothing is the standard input."`
	Protocol string   `enum:"auto,agentsdk,claudecode,openclaw,rustyclaw" default:"auto" help:"Protocol of the lines (${enum}); auto detects it for each file."`
	MaxLine  int64    `name:"max-line" default:"268435456" placeholder:"BYTES" help:"Count longer lines as bad, without keeping them in memory; 0 means no limit."`
}

// statCommand is `ndwire stat`.
type statCommand struct {
	input
	Strict bool `name:"strict" help:"Exit with status 1 if there are bad lines."`
	JSON   bool `name:"json" help:"Print one JSON object in place of tables."`
}

// Run counts the contents of the files. It returns an error if something could not be read, or if no line of the input is of a known protocol.
// Bad lines are counted; they are an error only with --strict.
func (cmd *statCommand) Run(std streams) error {
	report, err := cmd.count(std)
	if report == nil {
		return err
	}
	if cmd.Strict && report.Total.BadLines > 0 {
		err = errors.Join(err, fmt.Errorf("%d bad lines, the first at %s", report.Total.BadLines, report.firstBad()))
	}
	print := report.table
	if cmd.JSON {
		print = report.json
	}
	return errors.Join(err, print(std.out))
}

// count counts the contents of the files. The report is nil if no file could be opened. It returns an error if something could not be read, or if
// no line is of a known protocol.
func (in *input) count(std streams) (*report, error) {
	paths := in.Files
	if len(paths) == 0 {
		paths = []string{"-"}
	}
	var report report
	var failed []error
	total := newCount("total")
	total.ledger = new(transcript.Ledger)
	single := len(paths) == 1 && isFile(paths[0])
	began := time.Now()
	for _, path := range paths {
		files, err := in.path(path, std, total, single)
		report.Files = append(report.Files, files...)
		if err != nil {
			failed = append(failed, err)
		}
	}
	if len(report.Files) == 0 && len(failed) > 0 {
		return nil, errors.Join(failed...) // there is nothing to count
	}
	report.Total = total.summary(time.Since(began))
	report.Seconds = time.Since(began).Seconds()
	return &report, errors.Join(append(failed, report.unknown()...)...)
}

// unknown returns an error that names the files of unknown protocols, if all files with lines are of unknown protocols.
func (r *report) unknown() (failed []error) {
	known := false
	var unknown []string
	for i := range r.Files {
		switch f := &r.Files[i]; f.Protocol {
		case unknownProtocol:
			unknown = append(unknown, fmt.Sprintf("%s: unknown protocol%s", f.File, f.Detection.because()))
		case "":
		default:
			known = true
		}
	}
	if len(unknown) > 0 && !known {
		const most = 5
		for _, text := range unknown[:min(len(unknown), most)] {
			failed = append(failed, errors.New(text))
		}
		if more := len(unknown) - most; more > 0 {
			failed = append(failed, fmt.Errorf("and %d more files of unknown protocols", more))
		}
	}
	return failed
}

// isFile reports whether a path names one file or the standard input.
func isFile(path string) bool {
	if path == "-" {
		return true
	}
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// path counts each of the files that path names, and adds them to total. If there is only one file, its count is the total, so that its lines
// are not counted twice.
func (in *input) path(path string, std streams, total *count, single bool) ([]summary, error) {
	src, err := source.Open(path)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	defer showProgress(src, std.err)()

	var files []summary
	var failed []error
	for {
		file, err := src.NextFile()
		if err == io.EOF {
			return files, errors.Join(failed...)
		}
		if err != nil {
			failed = append(failed, err)
			if file.Name == "" { // an error of the source itself, not of one file
				return files, errors.Join(failed...)
			}
			continue
		}
		began := time.Now()
		n := newCount(file.Name)
		prefix := &prefix{Reader: src}
		if err := n.read(in.reader(decoder.OneFile(file, prefix)), total, single); err != nil {
			failed = append(failed, named(file.Name, err))
		}
		if in.Protocol != auto {
			n.compare(prefix.bytes)
		}
		files = append(files, n.summary(time.Since(began)))
	}
}

// reader reads one file.
func (in *input) reader(file decoder.Files) *transcript.Reader {
	limit := decoder.MaxLine(in.MaxLine)
	if in.Protocol == auto {
		return transcript.NewReader(file, limit)
	}
	return transcript.Protocol(in.Protocol).NewReader(file, limit)
}

// named prefixes an error with a file's name unless the error has it.
func named(file string, err error) error {
	if bad, ok := errors.AsType[*decoder.Error](err); ok && bad.File == file {
		return err
	}
	return fmt.Errorf("%s: %w", file, err)
}

// count has the figures of one file, or of all.
type count struct {
	file     string
	protocol transcript.Protocol // of a file, "" if it is unknown or has no lines
	found    transcript.Detection
	misread  bool // found is of another protocol than the one that was given
	stats    decoder.Stats
	ledger   *transcript.Ledger
	first    map[decoder.Reason]decoder.Pos // where a reason was met first
}

func newCount(file string) *count {
	return &count{file: file, first: map[decoder.Reason]decoder.Pos{}}
}

// read counts all lines of r, in n and in total; if single is set, total shares the ledger of n. Bad lines are counted; the error is an error of
// reading.
func (n *count) read(r *transcript.Reader, total *count, single bool) (failed error) {
	n.ledger = r.Ledger()
	if single {
		total.ledger = n.ledger
	}
	for e, err := range r.Recycled() {
		if err == nil {
			if !single {
				total.ledger.Add(e)
			}
		} else if _, ok := errors.AsType[*transcript.UnknownError](err); ok {
			continue // the detection reports it
		} else if bad, ok := errors.AsType[*decoder.Error](err); ok {
			n.bad(bad, r.Pos())
			total.bad(bad, r.Pos())
			if errors.Is(bad, decoder.ErrUnreadable) || errors.Is(bad, decoder.ErrArchive) { // the rest of the file was not read
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

// prefix keeps the first 256 KB that were read.
type prefix struct {
	io.Reader
	bytes []byte
}

func (h *prefix) Read(p []byte) (int, error) {
	const most = 1 << 18
	n, err := h.Reader.Read(p)
	if left := most - len(h.bytes); left > 0 && n > 0 {
		h.bytes = append(h.bytes, p[:min(n, left)]...)
	}
	return n, err
}
