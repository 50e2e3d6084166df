package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/alecthomas/kong"

	"github.com/ndwire/ndwire/cmd/internal/cmdline"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/source"
	"github.com/ndwire/ndwire/transcript"
)

// auto is the value of --protocol with which the protocol of each file is detected.
const auto = "auto"

// input has the arguments of verbs that read logs.
type input struct {
	Files    []string  `arg:"" optional:"" name:"file" help:"Files, folders, patterns with **, gzip and zstd too; - or nothing is the standard input."`
	Protocol string    `enum:"auto,agentsdk,claudecode,openclaw,rustyclaw" default:"auto" help:"Protocol of the lines (${enum}); auto detects it for each file."`
	MaxLine  byteCount `name:"max-line" default:"268435456" placeholder:"BYTES" help:"Count longer lines as bad, without keeping them in memory; 0 means no limit, and the default is 256 MB."`
}

// byteCount is a number of bytes.
type byteCount int64

// Decode takes the value of a flag.
func (b *byteCount) Decode(ctx *kong.DecodeContext) error {
	text, err := cmdline.Text(ctx)
	if err != nil {
		return err
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return fmt.Errorf("%q is not a number of bytes: write 0 or more, in digits, such as 1000000", text)
	}
	*b = byteCount(n)
	return nil
}

// count counts the contents of the files. The report is nil if no file could be opened. It returns an error if something could not be read.
func (in *input) count(std streams) (*report, error) {
	paths := in.Files
	if len(paths) == 0 {
		paths = []string{"-"}
	}
	var report report
	var failed []error
	total := newCount("") // of no file
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
	report.Total.Usage.CostAtLeast = report.Total.Usage.CostUSD != nil && report.costsAreMissing()
	report.Seconds = time.Since(began).Seconds()
	return &report, errors.Join(failed...)
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
			failed, n.failed = append(failed, named(file.Name, err)), true
		}
		if in.Protocol != auto {
			n.compare(prefix.bytes)
		}
		files = append(files, n.summary(time.Since(began)))
	}
}

// isFile reports whether a path names one file or the standard input.
func isFile(path string) bool {
	if path == "-" {
		return true
	}
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// reader reads one file.
func (in *input) reader(file decoder.Files) *transcript.Reader {
	limit := decoder.MaxLine(int64(in.MaxLine))
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
