package ndwirebeam

import (
	"context"
	"errors"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/source"
)

// Option configures Read and ReadPlaced.
type Option func(*settings)

// settings are part of a DoFn, which is sent to the workers.
type settings struct{ Only []decoder.Kind }

// Only reads lines of these kinds, and skips others at the speed of a peek, as decoder.Only does.
func Only(kinds ...decoder.Kind) Option {
	return func(s *settings) { s.Only = append(s.Only, kinds...) }
}

// Read reads the lines of all files that a pattern matches: a PCollection<L>, where L is the Line type of the protocol. The other result
// is a PCollection<BadLine>. It is an error of the pipeline if no file matches.
//
// gzip and zstd are recognized by content. Lines have no limit but that of decoder.MaxLine. A file that no longer exists, or that may not
// be read, is one bad line for each of its parts. Other errors of reading fail the bundle, which runners try again.
//
// Counters, in [Namespace], count what was read ("lines", "bytes", "blank", "skipped" by Only, "bad"), and what is not in the spec:
// "unknown lines" are lines of an unknown kind; "unknown kind", "unknown field", "unknown value" and "wrong type" are sums over whole
// lines, and each also has a counter for every path, such as "unknown field .message.content[].caller". A process has at most 200 of
// these; others are counted together as "unknown field (others)".
func Read[L decoder.Line](s beam.Scope, glob string, protocol Protocol[L], opts ...Option) (lines, bad beam.PCollection) {
	s = s.Scope("ndwirebeam.Read")
	placed, bad := readPlaced(s, glob, protocol, opts)
	return beam.ParDo(s, &lineFn[L]{}, placed), bad
}

// ReadPlaced is Read for lines with their places: a PCollection<Placed[L]>.
func ReadPlaced[L decoder.Line](s beam.Scope, glob string, protocol Protocol[L], opts ...Option) (lines, bad beam.PCollection) {
	return readPlaced(s.Scope("ndwirebeam.ReadPlaced"), glob, protocol, opts)
}

func readPlaced[L decoder.Line](s beam.Scope, glob string, protocol Protocol[L], opts []Option) (lines, bad beam.PCollection) {
	filesystem.ValidateScheme(glob)
	read := &readFn[L]{Protocol: protocol.name}
	for _, opt := range opts {
		opt(&read.Settings)
	}
	files, badFiles := match(s, glob)
	lines, badLines := beam.ParDo2(s, read, files)
	return lines, beam.Flatten(s, badFiles, badLines)
}

// readFn is a splittable DoFn: its restrictions are byte ranges of a file.
type readFn[L decoder.Line] struct {
	Protocol string
	Settings settings

	newReader NewReader[L]
	stores    stores
}

func (*readFn[L]) CreateInitialRestriction(f file) span { return span{0, f.Size, f.Whole} }

func (*readFn[L]) SplitRestriction(f file, s span) []span {
	if f.Once {
		return []span{s}
	}
	return s.parts()
}

func (*readFn[L]) RestrictionSize(_ file, s span) float64 { return float64(s.To - s.From) }

func (*readFn[L]) CreateTracker(s span) *sdf.LockRTracker { return sdf.NewLockRTracker(newBlocks(s)) }

func (r *readFn[L]) Setup() (err error) {
	r.newReader, err = reader[L](r.Protocol)
	return err
}

func (r *readFn[L]) Teardown() error { return r.stores.close() }

func (r *readFn[L]) ProcessElement(ctx context.Context, tracker *sdf.LockRTracker, f file, emit func(Placed[L]), bad func(BadLine)) error {
	var b block
	if !tracker.TryClaim(&b) {
		return nil
	}
	in, _, err := r.stores.open(ctx, f.Path, f.Size, f.Head)
	if isGone(err) {
		bad(unreadable(f.Path, b.from, err))
		count(ctx, "bad", 1)
		for tracker.TryClaim(&b) {
		}
		return nil
	}
	if err != nil {
		return fmt.Errorf("ndwirebeam: %s: %w", f.Path, err)
	}
	defer in.Close()
	for ok := true; ok; ok = tracker.TryClaim(&b) {
		if err := r.block(ctx, in, f, b, emit, bad); err != nil {
			return err
		}
	}
	return nil
}

// block reads the lines that begin in a block.
func (r *readFn[L]) block(ctx context.Context, in object, f file, b block, emit func(Placed[L]), bad func(BadLine)) error {
	src, err := source.RangeOf(in, f.Path, f.Size, b.from, b.to)
	if err != nil {
		return err
	}
	defer src.Close()
	var part int64
	if f.Whole {
		part = b.from
	}
	lines := r.newReader(src, decoder.Context(ctx), decoder.Only(r.Settings.Only...))
	for line, err := range lines.All() {
		if err == nil {
			emit(Placed[L]{Place{f.Path, part, lines.Pos().Offset}, line})
			continue
		}
		e, ok := errors.AsType[*decoder.Error](err)
		if !ok || e.Reason == decoder.ErrUnreadable {
			return err
		}
		bad(badLine(f.Path, part, e))
	}
	countStats(ctx, lines.Stats())
	return nil
}
