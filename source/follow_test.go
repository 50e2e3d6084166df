package source_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/leaktest"
	"github.com/ndwire/ndwire/source"
)

// follower reads a Source on a goroutine of its own.
type follower struct {
	t     *testing.T
	src   *source.Source
	turns chan turn
	end   chan error // the last pair
	stop  context.CancelFunc
}

func follow(t *testing.T, open func(ctx context.Context) (*source.Source, error), opts ...decoder.Option) *follower {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	src, err := open(ctx)
	if err != nil && !errors.Is(err, source.ErrRewritten) {
		t.Fatal(err)
	}
	f := &follower{t: t, src: src, turns: make(chan turn, 10_000), end: make(chan error, 1), stop: stop}
	go func() {
		r := decoder.NewLines(src, opts...)
		defer r.Close()
		for line, err := range r.All() {
			say := turn{Text: line.String(), Pos: r.Pos()}
			if _, ok := errors.AsType[*decoder.Error](err); ok {
				say.Err = err.Error()
			} else if err != nil {
				f.end <- err
				return
			}
			say.cp, _ = json.Marshal(r.Checkpoint())
			f.turns <- say
		}
		f.end <- nil
	}()
	t.Cleanup(func() { stop(); src.Close() })
	return f
}

func followPath(t *testing.T, path string, opts ...decoder.Option) *follower {
	t.Helper()
	return follow(t, func(ctx context.Context) (*source.Source, error) { return source.Follow(ctx, path, source.Wait()) }, opts...)
}

// wants waits for lines; one that begins with "!" is an error that contains the rest.
func (f *follower) wants(lines ...string) {
	f.t.Helper()
	for _, want := range lines {
		got := f.skip(1)
		if text, isErr := strings.CutPrefix(want, "!"); isErr && !strings.Contains(got.Err, text) || !isErr && (got.Err != "" || got.Text != want) {
			f.t.Fatalf("%+v, want %s", got, want)
		}
	}
}

// quiet checks that nothing is delivered for longer than the pauses of a live file that has just grown.
func (f *follower) quiet() {
	f.t.Helper()
	select {
	case got := <-f.turns:
		f.t.Fatalf("%+v, want nothing", got)
	case err := <-f.end:
		f.t.Fatalf("%v, want nothing", err)
	case <-time.After(60 * time.Millisecond):
	}
}

// ends waits for the last pair.
func (f *follower) ends(want error) {
	f.t.Helper()
	select {
	case got := <-f.turns:
		f.t.Fatalf("%+v, want the end", got)
	case err := <-f.end:
		if !errors.Is(err, want) {
			f.t.Fatalf("%v, want %v", err, want)
		}
	case <-time.After(leaktest.Patience(f.t)):
		f.t.Fatal("no end")
	}
}

func TestFollow(t *testing.T) {
	leaktest.Check(t)
	for _, opts := range [][]decoder.Option{nil, {decoder.Workers(2)}} {
		path := filepath.Join(t.TempDir(), "f")
		write(t, path, "1\n2\n")
		f := followPath(t, path, opts...)
		f.wants("1", "2")
		f.quiet()
		add(t, path, "3\n\r\n4\r\n")
		f.wants("3", "4")
		add(t, path, `{"n":`) // half a line
		f.quiet()
		add(t, path, `5}`)
		f.quiet() // only the line feed is missing
		add(t, path, "\n{]\n6\n")
		f.wants(`{"n":5}`, "!syntax", "6")
		long := `"` + strings.Repeat("x", 1<<20) + `"`
		add(t, path, long[:600_000])
		f.quiet()
		add(t, path, long[600_000:]+"\n7\n")
		f.wants(long, "7")
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if done, total := f.src.Progress(); done != info.Size() || total != info.Size() {
			t.Errorf("progress %d of %d, the file has %d", done, total, info.Size())
		}
		f.stop()
		f.ends(context.Canceled)
	}
}

// TestFollowByPolling checks that Follow works without notifications from the system, by its pauses.
func TestFollowByPolling(t *testing.T) {
	leaktest.Check(t)
	path := filepath.Join(t.TempDir(), "f")
	f := follow(t, func(ctx context.Context) (*source.Source, error) {
		src, err := source.Follow(ctx, path, source.Wait())
		source.WithoutNotices(src)
		return src, err
	})
	for i := range 5 {
		if i == 0 {
			write(t, path, "0\n")
		} else {
			add(t, path, fmt.Sprintf("%d\n", i))
		}
		f.wants(strconv.Itoa(i))
	}
	replace(t, path, "5\n")
	f.wants("!file rewritten", "5")
}

func TestFollowWaitsForTheFile(t *testing.T) {
	leaktest.Check(t)
	path := filepath.Join(t.TempDir(), "f")
	f := followPath(t, path)
	f.quiet()
	write(t, path, "1\n")
	f.wants("1")
	os.Remove(path)
	f.quiet()
	write(t, path, "2\n")
	f.wants("!another file has its name", "2")

	f = followPath(t, filepath.Join(t.TempDir(), "never"))
	f.quiet()
	f.stop()
	f.ends(context.Canceled)
}

// skip waits for n lines.
func (f *follower) skip(n int) (last turn) {
	f.t.Helper()
	for i := range n {
		select {
		case last = <-f.turns:
			continue
		case err := <-f.end:
			if f.end <- err; len(f.turns) > 0 { // read all turns first
				last = <-f.turns
				continue
			}
			f.t.Fatalf("%v behind %d lines of %d", err, i, n)
		case <-time.After(leaktest.Patience(f.t)):
			f.t.Fatalf("%d lines, want %d", i, n)
		}
	}
	return last
}

// wholeLines returns the lines of a file that have line feeds.
func wholeLines(t *testing.T, path string) []string {
	t.Helper()
	now, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(now), "\n")
	return lines[:len(lines)-1]
}

func TestFollowRewritten(t *testing.T) {
	leaktest.Check(t)
	text := transcript()
	n := strings.Count(text, "\n")
	for _, d := range damage {
		t.Run(d.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "f")
			write(t, path, text)
			f := followPath(t, path)
			f.skip(n)
			d.change(t, path, text)
			if at := f.skip(1); !strings.Contains(at.Err, "file rewritten") || at.Pos.Line != int64(n+1) || at.Pos.Offset != int64(len(text)) {
				t.Errorf("%+v", at)
			}
			if d.archive {
				if err := <-f.end; !strings.Contains(err.Error(), "gzip archive") {
					t.Error(err)
				}
				return
			}
			f.wants(wholeLines(t, path)...)
			f.quiet()
			add(t, path, "\n\"more\"\n")
			for f.skip(1).Text != `"more"` { // the end of a cut line may come first
			}
		})
	}
}

func TestFollowFromRewritten(t *testing.T) {
	leaktest.Check(t)
	text := transcript()
	n := strings.Count(text, "\n")
	for _, d := range damage {
		t.Run(d.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "f")
			write(t, path, text)
			f := followPath(t, path)
			cp := stored(t, f.skip(n).cp)
			f.stop()
			f.ends(context.Canceled)
			d.change(t, path, text)
			if d.archive {
				if src, err := source.FollowFrom(t.Context(), cp); src != nil || err == nil || !strings.Contains(err.Error(), "gzip archive") {
					t.Error(err)
				}
				return
			}
			f = follow(t, func(ctx context.Context) (*source.Source, error) {
				src, err := source.FollowFrom(ctx, cp)
				if !errors.Is(err, source.ErrRewritten) {
					t.Error(err)
				}
				return src, err
			})
			f.wants(wholeLines(t, path)...)
		})
	}
	t.Run("gone", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "f")
		write(t, path, text)
		cp := stored(t, turns(t, open(t, path), 3)[2].cp)
		os.Remove(path)
		f := follow(t, func(ctx context.Context) (*source.Source, error) {
			src, err := source.FollowFrom(ctx, cp)
			if !errors.Is(err, source.ErrRewritten) {
				t.Error(err)
			}
			return src, err
		})
		f.quiet()
		write(t, path, "1\n")
		f.wants("1")
	})
}

// TestFollowReplaced checks that a file is read to its end when another one takes its name, and that its last line then needs no line feed.
func TestFollowReplaced(t *testing.T) {
	leaktest.Check(t)
	for last, want := range map[string][]string{"": nil, `{"a":2}`: {`{"a":2}`, "!file rewritten"}, `{"a":`: {"!file rewritten"}} {
		path := filepath.Join(t.TempDir(), "f")
		write(t, path, "1\n")
		f := followPath(t, path)
		f.wants("1")
		old, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer old.Close()
		if err := os.Rename(path, path+".1"); err != nil {
			t.Fatal(err)
		}
		old.WriteString("3\n" + last) // by a writer that still has the old file open
		f.wants("3")
		write(t, path, "4\n5")
		if want == nil {
			want = []string{"!another file has its name"}
		}
		f.wants(append(want, "4")...)
		f.quiet()
	}
}

// TestFollowRepaired checks that the lines of a file are not read again after a program has cut off an incomplete last line, as repairs after
// a crash do.
func TestFollowRepaired(t *testing.T) {
	leaktest.Check(t)
	path := filepath.Join(t.TempDir(), "f")
	write(t, path, "1\n{\"half a")
	f := followPath(t, path)
	f.wants("1")
	f.quiet()
	os.Truncate(path, 2)
	f.quiet()
	add(t, path, "2\n")
	f.wants("2")
}

func TestFollowEncoding(t *testing.T) {
	leaktest.Check(t)
	path := filepath.Join(t.TempDir(), "f")
	write(t, path, "\xff\xfe1\x00\n\x00")
	f := followPath(t, path)
	f.wants("!UTF-16 file")
	add(t, path, "2\x00\n\x00")
	f.quiet()
	write(t, path, "1\n")
	f.wants("1")
}

func TestFollowErrors(t *testing.T) {
	dir := tree(t, map[string]string{"archive": gzipped("1\n"), "f": "1\n"})
	for path, want := range map[string]string{dir: "not a plain file", "-": "Open", "": "Open"} {
		if src, err := source.Follow(t.Context(), path); src != nil || err == nil || !strings.HasPrefix(err.Error(), "source: ") || !strings.Contains(err.Error(), want) {
			t.Error(src, err)
		}
	}
	f := followPath(t, filepath.Join(dir, "archive"))
	if err := <-f.end; err == nil || !strings.Contains(err.Error(), "gzip archive") {
		t.Error(err)
	}
	f = followPath(t, filepath.Join(dir, "f"))
	f.wants("1")
	os.Remove(filepath.Join(dir, "f"))
	os.Mkdir(filepath.Join(dir, "f"), 0o777)
	f.wants("!file rewritten")
	if err := <-f.end; err == nil || !strings.Contains(err.Error(), "not a plain file") {
		t.Error(err)
	}
}

// TestFollowEnds checks that each way to end Follow, at any time, leaves no goroutine and no open file.
func TestFollowEnds(t *testing.T) {
	leaktest.Check(t)
	path := filepath.Join(t.TempDir(), "f")
	write(t, path, "1\n")
	for _, path := range []string{path, path + ".none"} {
		for _, opts := range [][]decoder.Option{nil, {decoder.Workers(2)}} {
			f := followPath(t, path, opts...)
			time.Sleep(rand.N(3 * time.Millisecond))
			f.src.Close()
			for err := range f.end {
				if !errors.Is(err, fs.ErrClosed) {
					t.Error(err)
				}
				break
			}

			f = followPath(t, path, opts...)
			time.Sleep(rand.N(3 * time.Millisecond))
			f.stop()
			for err := range f.end {
				if !errors.Is(err, context.Canceled) {
					t.Error(err)
				}
				break
			}
		}
		// It ends while nobody reads, and is not closed.
		ctx, stop := context.WithCancel(t.Context())
		src, err := source.Follow(ctx, path, source.Wait())
		if err != nil {
			t.Fatal(err)
		}
		if path[len(path)-1] == 'f' {
			turns(t, src, 1)
		}
		stop()
		if _, err := src.NextFile(); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		// It has ended before.
		if src, err = source.Follow(ctx, path, source.Wait()); err != nil {
			t.Fatal(err)
		}
		if _, err := src.NextFile(); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
}

// TestFollowIdles checks that a live file to which nothing is written takes almost no processor time.
func TestFollowIdles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	write(t, path, "1\n")
	f := followPath(t, path)
	f.wants("1")
	before := testing.AllocsPerRun(1, func() { time.Sleep(600 * time.Millisecond) })
	if before > 400 {
		t.Errorf("%v allocations while nothing happened: a busy loop", before)
	}
}

// TestKilledAtRandom kills the writer and the reader at random places, also within a line. Then the reader continues from its checkpoint, and
// the writer after its last whole line or on the same line. No line may be lost or come twice.
func TestKilledAtRandom(t *testing.T) {
	leaktest.Check(t)
	rounds := 1000
	if testing.Short() {
		rounds = 100
	}
	seed := rand.Uint64() // to repeat a failure, put its seed here
	random := rand.New(rand.NewPCG(seed, 1))
	fail := func(format string, args ...any) {
		t.Helper()
		t.Fatalf("seed %d: "+format, append([]any{seed}, args...)...)
	}
	path := filepath.Join(t.TempDir(), "f")
	state := []byte(nil) // the checkpoint that the reader has stored
	written, read := 0, 0
	var half []byte // the rest of the line at which the writer was killed
	line := func(n int) []byte {
		return fmt.Appendf(nil, "{\"n\":%d,\"x\":\"%s\"}\n", n, strings.Repeat("x", n*7919%300))
	}
	var src *source.Source
	var r *decoder.Reader[decoder.Raw] // nil after it was killed
	var stop context.CancelFunc
	for round := range rounds {
		// The reader.
		if r == nil {
			var ctx context.Context
			var err error
			ctx, stop = context.WithTimeout(t.Context(), leaktest.Patience(t))
			if state == nil {
				src, err = source.Follow(ctx, path, source.Wait())
			} else {
				src, err = source.FollowFrom(ctx, stored(t, state))
			}
			if err != nil {
				fail("round %d: %v", round, err)
			}
			var opts []decoder.Option
			if random.IntN(3) == 0 {
				opts = append(opts, decoder.Workers(2))
			}
			r = decoder.NewLines(src, opts...)
		}
		// The writer writes pieces of any length until it is killed.
		out, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o666)
		if err != nil {
			fail("%v", err)
		}
		end, _ := out.Seek(0, 2)
		if len(half) > 0 && random.IntN(2) == 0 { // the incomplete line is cut off
			whole := line(written)
			end -= int64(len(whole) - len(half))
			out.Truncate(end)
			out.Seek(end, 0)
			half = nil
		}
		text := bytes.Clone(half)
		if len(half) > 0 {
			written++
		}
		for range random.IntN(20) {
			text = append(text, line(written)...)
			written++
		}
		half = nil
		if len(text) > 0 && random.IntN(2) == 0 {
			cut := 1 + random.IntN(min(len(text), len(line(written-1)))) // of the last line, at least one byte is missing
			text, half = text[:len(text)-cut], bytes.Clone(text[len(text)-cut:])
			written--
			if len(half) == len(line(written)) {
				half = nil
			}
		}
		var pieces [][]byte
		for len(text) > 0 {
			n := 1 + random.IntN(min(len(text), 500))
			pieces, text = append(pieces, text[:n]), text[n:]
		}
		done := make(chan bool)
		go func() {
			defer close(done)
			defer out.Close()
			for _, p := range pieces {
				out.Write(p)
				runtime.Gosched()
			}
		}()
		// The reader is killed when it has all lines, or sooner.
		want := written
		if random.IntN(2) == 0 && want > read {
			want = read + random.IntN(want-read)
		}
		for read < want {
			got, err := r.Next()
			if err != nil {
				fail("round %d, line %d: %v", round, read, err)
			}
			if number, _ := got.Get("n"); number.String() != strconv.Itoa(read) || r.Pos().Line != int64(read+1) || string(r.Raw())+"\n" != string(line(read)) {
				fail("round %d: %.40s at %v, want %d", round, got, r.Pos(), read)
			}
			read++
			if state, err = json.Marshal(r.Checkpoint()); err != nil {
				fail("%v", err)
			}
		}
		switch random.IntN(3) {
		case 0: // the reader goes on
			stop()
			r.Close()
			r = nil
		case 1:
			src.Close()
			r.Close()
			stop()
			r = nil
		}
		<-done
	}
	src.Close()
	stop()
	if r != nil {
		r.Close()
	}
	if read == 0 || written-read > 40 {
		t.Errorf("%d lines read of %d", read, written)
	}
}

func ExampleFollowFrom() {
	dir, _ := os.MkdirTemp("", "ndwire")
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "session.jsonl")
	os.WriteFile(path, []byte("1\n2\n3\n"), 0o666)

	var stored decoder.Checkpoint
	run := func(until string) {
		src, err := source.FollowFrom(context.Background(), stored)
		if err != nil && !errors.Is(err, source.ErrRewritten) {
			fmt.Println(err)
			return
		}
		defer src.Close()
		r := decoder.NewLines(src)
		for line, err := range r.All() {
			if err != nil {
				fmt.Println(err)
				continue
			}
			fmt.Println(r.Pos().Line, line)
			stored = r.Checkpoint()
			if line.String() == until {
				break
			}
		}
	}
	stored.File = path
	run("2")
	fmt.Println("some time later")
	run("3")
	// Output:
	// 1 1
	// 2 2
	// some time later
	// 3 3
}

func ExampleFollow() {
	dir, _ := os.MkdirTemp("", "ndwire")
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "session.jsonl")
	agent, _ := os.Create(path)
	defer agent.Close()
	agent.WriteString(`{"n":1}` + "\n" + `{"n":`)

	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	src, err := source.Follow(ctx, path)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer src.Close()
	for line, err := range decoder.NewLines(src).All() {
		if errors.Is(err, context.Canceled) {
			fmt.Println("the end")
			break
		}
		if errors.Is(err, decoder.ErrRewritten) {
			fmt.Println("another session")
			continue
		}
		switch fmt.Println(line); line.String() {
		case `{"n":1}`:
			agent.WriteString(`2}` + "\n")
		case `{"n":2}`:
			os.WriteFile(path, []byte(`{}`+"\n"), 0o666)
		default:
			stop()
		}
	}
	// Output:
	// {"n":1}
	// {"n":2}
	// another session
	// {}
	// the end
}

// TestFollowDeletedFile checks that Close does not wait forever for notifications that nobody receives: a file that is renamed and deleted at once
// gives errors.
func TestFollowDeletedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f.jsonl")
	for range 1000 {
		write(t, path, "1\n")
		src, err := source.Follow(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := decoder.NewLines(src).Next(); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(os.Rename(path, path+".1"), os.Remove(path+".1")); err != nil {
			t.Fatal(err)
		}
		src.Close()
	}
}
