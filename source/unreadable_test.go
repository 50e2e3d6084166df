package source_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/source"
)

// unreadable checks that err is an error of the file at path, with a given cause.
func unreadable(t *testing.T, err error, path string, why error) {
	t.Helper()
	bad, ok := errors.AsType[*decoder.Error](err)
	if !ok || bad.Reason != decoder.ErrUnreadable || bad.File != path || !errors.Is(err, decoder.ErrUnreadable) {
		t.Errorf("%#v, want that %s is unreadable", err, path)
	}
	if why != nil && !errors.Is(err, why) {
		t.Errorf("%v is not %v", err, why)
	}
}

// outcome has the results of a loop over files: the lines, and the errors of whole files by path.
type outcome struct {
	lines []string
	bad   map[string]error
}

// outcomes reads src by all loops, checks that their results are equal, and returns them.
func outcomes(t *testing.T, open func() *source.Source) outcome {
	t.Helper()
	var first outcome
	for i, opts := range [][]decoder.Option{nil, {decoder.Workers(1)}, {decoder.Workers(3)}, {decoder.Only("none")}} {
		got := outcome{bad: map[string]error{}}
		r := decoder.NewLines(open(), opts...)
		for line, err := range r.All() {
			if bad, ok := errors.AsType[*decoder.Error](err); ok {
				if r.Pos().File != bad.File || got.bad[bad.File] != nil {
					t.Errorf("%v at %v", bad, r.Pos())
				}
				got.bad[bad.File] = err
			} else if err != nil {
				t.Fatalf("%v ended reading", err)
			} else {
				got.lines = append(got.lines, line.String())
			}
		}
		if n := r.Stats().Reasons[decoder.ErrUnreadable]; n != int64(len(got.bad)) {
			t.Errorf("%d unreadable files in Stats, want %d", n, len(got.bad))
		}
		if i == 0 {
			first = got
		} else if !slices.Equal(first.lines, got.lines) && len(got.lines) > 0 || len(first.bad) != len(got.bad) {
			t.Errorf("%q and %v, with other options %q and %v", first.lines, first.bad, got.lines, got.bad)
		}
	}
	return first
}

// TestFileChangesBeforeItsTurn checks that a file that changes after the listing of its folder affects no other file.
func TestFileChangesBeforeItsTurn(t *testing.T) {
	at := func(dir, name string) string { return filepath.Join(dir, name) }
	for name, tt := range map[string]struct {
		change func(path string) error
		why    error
	}{
		"gone":            {os.Remove, fs.ErrNotExist},
		"a folder now":    {func(path string) error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o777)) }, nil},
		"a dangling link": {func(path string) error { return errors.Join(os.Remove(path), os.Symlink("nowhere", path)) }, fs.ErrNotExist},
		"a link to itself": {func(path string) error {
			return errors.Join(os.Remove(path), os.Symlink(filepath.Base(path), path))
		}, nil},
		"its folder is a file now": {func(path string) error {
			return errors.Join(os.RemoveAll(filepath.Dir(path)), os.WriteFile(filepath.Dir(path), nil, 0o666))
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			for _, pattern := range []string{"", "**/*.jsonl"} {
				var dir string
				got := outcomes(t, func() *source.Source {
					dir = tree(t, map[string]string{"a.jsonl": "1\n", "b/c.jsonl": "2\n", "d.jsonl": "3\n4"})
					src := open(t, at(dir, pattern))
					if err := tt.change(at(dir, "b/c.jsonl")); err != nil {
						t.Skip(err)
					}
					return src
				})
				if diff := cmp.Diff([]string{"1", "3", "4"}, got.lines); diff != "" {
					t.Error(diff)
				}
				for path, err := range got.bad {
					if filepath.Base(path) != "c.jsonl" || !strings.HasPrefix(err.Error(), path+": unreadable file: ") || strings.Count(err.Error(), path) != 1 {
						t.Errorf("%s: %v", path, err)
					}
					unreadable(t, err, path, tt.why)
				}
				if len(got.bad) != 1 {
					t.Error(got.bad)
				}
			}
		})
	}
}

// TestNamedPaths checks the same for paths that are arguments.
func TestNamedPaths(t *testing.T) {
	dir := tree(t, map[string]string{"a.jsonl": "1\n", "empty/x.txt": "", "z.jsonl": "2\n"})
	at := func(name string) string { return filepath.Join(dir, name) }
	missing := map[string]error{
		at("missing.jsonl"):                fs.ErrNotExist,
		at("no/such/folder.jsonl"):         fs.ErrNotExist,
		at(strings.Repeat("x", 300)):       nil,
		at(strings.Repeat("x", 300)) + "*": fs.ErrNotExist,
		at(strings.Repeat("long/", 1000)):  nil,
		at("a.jsonl/b.jsonl"):              nil,
		at("empty"):                        fs.ErrNotExist,
		at("*.none"):                       fs.ErrNotExist,
		at("{a,b/*.x"):                     nil,
		at("empty/*"):                      nil,
		"":                                 fs.ErrNotExist,
	}
	delete(missing, at("empty/*")) // a pattern finds files of any name
	if err := os.Symlink("nowhere", at("link.jsonl")); err == nil {
		missing[at("link.jsonl")] = fs.ErrNotExist
	}
	paths := []string{at("a.jsonl")}
	for path := range missing {
		paths = append(paths, path)
	}
	paths = append(paths, at("z.jsonl"))
	got := outcomes(t, func() *source.Source { return open(t, paths...) })
	if !slices.Equal(got.lines, []string{"1", "2"}) || len(got.bad) != len(missing) {
		t.Errorf("%q and %d errors, want %d", got.lines, len(got.bad), len(missing))
	}
	for path, why := range missing {
		name := path
		if path == "" {
			name = `""`
		}
		unreadable(t, got.bad[name], name, why)
		// As the only path, it is an error of Open.
		src, err := source.Open(path)
		if src != nil || err == nil || !strings.HasPrefix(err.Error(), "source: ") {
			t.Errorf("%s: %v", path, err)
		}
		unreadable(t, err, name, why)
	}
	src, err := source.Open(at("missing.jsonl"), at("*.none"))
	if src != nil || err == nil || !strings.Contains(err.Error(), "missing.jsonl") || !strings.Contains(err.Error(), "no file matches") {
		t.Error(err)
	}
	if _, err := source.Open(at("empty")); err == nil || !strings.Contains(err.Error(), "no .jsonl, .ndjson or .log files") {
		t.Error(err)
	}
}

// TestNextFileOfUnreadable checks that the File that NextFile returns with an error has the name of the file.
func TestNextFileOfUnreadable(t *testing.T) {
	dir := tree(t, map[string]string{"a.jsonl": "1\n"})
	src := open(t, filepath.Join(dir, "none"), filepath.Join(dir, "a.jsonl"))
	f, err := src.NextFile()
	if f.Name != filepath.Join(dir, "none") {
		t.Error(f)
	}
	unreadable(t, err, f.Name, fs.ErrNotExist)
	if f, err = src.NextFile(); err != nil || filepath.Base(f.Name) != "a.jsonl" {
		t.Error(f, err)
	}
	if _, err = src.NextFile(); err != io.EOF {
		t.Error(err)
	}
	if done, total := src.Progress(); done != total {
		t.Errorf("%d of %d", done, total)
	}
}

// TestForbidden checks that a file or folder without permission affects no other file.
func TestForbidden(t *testing.T) {
	dir := tree(t, map[string]string{"a.jsonl": "1\n", "b.jsonl": "2\n", "c/d.jsonl": "3\n", "e.jsonl": "4\n"})
	for _, name := range []string{"b.jsonl", "c"} {
		if err := os.Chmod(filepath.Join(dir, name), 0); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.Chmod(filepath.Join(dir, name), 0o700) })
	}
	if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil {
		t.Fatal(err)
	}
	withoutPrivileges(t)
	if f, err := os.Open(filepath.Join(dir, "b.jsonl")); err == nil {
		f.Close()
		t.Skip("this user may read everything")
	}
	for _, pattern := range []string{"", "**/*.jsonl"} {
		var lines []string
		var bad []string
		for line, err := range decoder.NewLines(open(t, filepath.Join(dir, pattern))).All() {
			if e, ok := errors.AsType[*decoder.Error](err); ok {
				unreadable(t, err, e.File, fs.ErrPermission)
				bad = append(bad, filepath.Base(e.File))
			} else if err != nil {
				t.Fatal(err)
			} else {
				lines = append(lines, line.String())
			}
		}
		if !slices.Equal(lines, []string{"1", "4"}) || !slices.Equal(bad, []string{"b.jsonl", "c"}) {
			t.Errorf("%q: %q, %q", pattern, lines, bad)
		}
	}
	for _, name := range []string{"c", "b.jsonl", "c/d.jsonl"} {
		path := filepath.Join(dir, name)
		_, err := source.Open(path)
		if name == "b.jsonl" { // it exists
			_, err = open(t, path).NextFile()
		}
		unreadable(t, err, path, fs.ErrPermission)
		for _, open := range []func() (*source.Source, error){
			func() (*source.Source, error) { return source.Backward(path) },
			func() (*source.Source, error) { return source.Follow(t.Context(), path, source.Wait()) },
			func() (*source.Source, error) { return source.Resume(decoder.Checkpoint{File: path}) },
			func() (*source.Source, error) { return source.FollowFrom(t.Context(), decoder.Checkpoint{File: path}) },
		} {
			if src, err := open(); src != nil || !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), path) {
				t.Error(err)
			}
		}
	}
}

// TestPathsTooLong checks that paths below a folder that are too long for the system are errors, and that all others are read.
func TestPathsTooLong(t *testing.T) {
	dir := tree(t, map[string]string{"a.jsonl": "1\n", "z.jsonl": "2\n"})
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	deep := strings.Repeat("d", 250)
	for range 20 {
		if err := root.Mkdir(deep, 0o777); err != nil {
			t.Skip(err)
		}
		next, err := root.OpenRoot(deep)
		if err != nil {
			t.Skip(err)
		}
		if f, err := next.Create("file-" + strings.Repeat("f", 200) + ".jsonl"); err == nil {
			f.WriteString("3\n")
			f.Close()
		}
		root.Close()
		root = next
	}
	for _, pattern := range []string{"", "**/*.jsonl"} {
		got := outcomes(t, func() *source.Source { return open(t, filepath.Join(dir, pattern)) })
		if n := len(got.lines); n < 10 || n >= 22 || got.lines[0] != "1" || got.lines[n-1] != "2" || len(got.bad) == 0 {
			t.Errorf("%q: %d lines, %v", pattern, n, got.bad)
		}
		for path, err := range got.bad {
			unreadable(t, err, path, nil)
		}
	}
}

// TestDamagedArchivesInFolder checks that a damaged archive in a folder affects no other file.
func TestDamagedArchivesInFolder(t *testing.T) {
	gz, zst := gzipped("2\n"), zstded("2\n")
	files := map[string]string{"a.jsonl": "1\n", "z.jsonl": "3\n"}
	damaged := map[string]string{
		"b.gz.jsonl":  "\x1f\x8b\x07" + gz[3:],        // an unknown method
		"c.gz.jsonl":  gz[:3] + "\xff" + gz[4:],       // flags
		"d.gz.jsonl":  gz[:12] + "\xff\xff" + gz[14:], // the first block
		"e.zst.jsonl": zst[:4] + "\xff\xff" + zst[6:], // the head of the frame
		"f.zst.jsonl": zst[:4],                        // no head
		"g.gz.jsonl":  gz[:9],                         // half a head
	}
	for name, text := range damaged {
		files[name] = text
	}
	dir := tree(t, files)
	var lines []string
	bad := map[string]decoder.Reason{}
	for line, err := range decoder.NewLines(open(t, dir)).All() {
		if e, ok := errors.AsType[*decoder.Error](err); ok {
			bad[filepath.Base(e.File)] = e.Reason
		} else if err != nil {
			t.Fatal(err)
		} else {
			lines = append(lines, line.String())
		}
	}
	if len(bad) != len(damaged) || !slices.Equal(lines, []string{"1", "3"}) {
		t.Errorf("%q, %v", lines, bad)
	}
	for name, reason := range bad {
		if reason != decoder.ErrArchive && reason != decoder.ErrIncomplete {
			t.Error(name, reason)
		}
	}
}

func ExampleOpen_unreadable() {
	dir, _ := os.MkdirTemp("", "ndwire")
	defer os.RemoveAll(dir)
	there := filepath.Join(dir, "there.jsonl")
	os.WriteFile(there, []byte("1\n"), 0o666)

	src, err := source.Open(filepath.Join(dir, "gone.jsonl"), there)
	if err != nil {
		fmt.Println(err) // only if there is nothing to read
		return
	}
	defer src.Close()
	for line, err := range decoder.NewLines(src).All() {
		if bad, ok := errors.AsType[*decoder.Error](err); ok && bad.Reason == decoder.ErrUnreadable {
			fmt.Println(filepath.Base(bad.File), "is there:", !errors.Is(err, fs.ErrNotExist))
			continue
		}
		fmt.Println(line)
	}
	// Output:
	// gone.jsonl is there: false
	// 1
}
