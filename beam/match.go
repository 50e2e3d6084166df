package ndwirebeam

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/bmatcuk/doublestar/v4"
)

func init() {
	beam.RegisterType(reflect.TypeFor[file]())
	registerDoFn[matchFn]()
	registerDoFn[statFn]()
	register.Emitter1[string]()
	register.Emitter1[file]()
}

// file describes a file to read.
type file struct {
	Path  string
	Size  int64
	Head  []byte // the first headSize bytes
	Whole bool   // each of its parts is read as one block: it is an archive, or has only one part
	Once  bool   // it has only one part
}

// match finds the files of a pattern, and then looks at each of them on any worker.
func match(s beam.Scope, glob string) (files, bad beam.PCollection) {
	names := beam.ParDo(s, &matchFn{}, beam.Create(s, glob))
	return beam.ParDo2(s, &statFn{}, beam.Reshuffle(s, names))
}

// matchFn finds the files of a pattern.
type matchFn struct{ stores stores }

func (m *matchFn) ProcessElement(ctx context.Context, glob string, emit func(string)) error {
	names, err := m.find(ctx, glob)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return fmt.Errorf("ndwirebeam: no file matches %q", glob)
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		emit(name)
	}
	return nil
}

func (m *matchFn) find(ctx context.Context, glob string) ([]string, error) {
	if scheme(glob) == "" {
		if info, err := os.Stat(glob); err == nil && info.Mode().IsRegular() { // it is a file, even if its name has the form of a pattern
			return []string{glob}, nil
		}
		names, err := doublestar.FilepathGlob(glob, doublestar.WithFilesOnly(), doublestar.WithFailOnIOErrors())
		if err != nil {
			return nil, fmt.Errorf("ndwirebeam: pattern %q: %w", glob, err)
		}
		return names, nil
	}
	fs, err := m.stores.of(ctx, glob)
	if err != nil {
		return nil, err
	}
	names, err := fs.List(ctx, glob)
	if err != nil {
		return nil, fmt.Errorf("ndwirebeam: pattern %q: %w", glob, err)
	}
	return names, nil
}

func (m *matchFn) Teardown() error { return m.stores.close() }

// statFn finds out how a file can be divided.
type statFn struct{ stores stores }

func (f *statFn) ProcessElement(ctx context.Context, path string, emit func(file), bad func(BadLine)) error {
	found, err := f.look(ctx, path)
	if isGone(err) {
		bad(unreadable(path, 0, err))
		count(ctx, "bad", 1)
		return nil
	}
	if err != nil {
		return fmt.Errorf("ndwirebeam: %s: %w", path, err)
	}
	emit(found)
	return nil
}

func (f *statFn) look(ctx context.Context, path string) (found file, err error) {
	store, err := f.stores.of(ctx, path)
	if err != nil {
		return found, err
	}
	found.Path = path
	if found.Size, err = store.Size(ctx, path); err != nil {
		return found, err
	}
	o, divisible, err := f.stores.open(ctx, path, min(found.Size, headSize), nil)
	if err != nil {
		return found, err
	}
	defer o.Close()
	if found.Head, err = headOf(o); err != nil {
		return found, err
	}
	archive := isArchive(found.Head)
	found.Once = !divisible || isWide(found.Head) || archive && scheme(path) != ""
	found.Whole = found.Once || archive
	return found, nil
}

func (f *statFn) Teardown() error { return f.stores.close() }

// isGone reports whether opening a file again would return the same error.
func isGone(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission)
}
