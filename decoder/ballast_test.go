package decoder

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/internal/ballast"
	"github.com/ndwire/ndwire/internal/gctest"
)

// TestBallast checks that there is a ballast while a loop owns many lines, and none otherwise.
func TestBallast(t *testing.T) {
	gctest.DefaultPolicy(t)
	line := `{"text":"` + strings.Repeat("a", 1000) + `"}` + "\n"
	short, long := []byte(strings.Repeat(line, 300)), []byte(strings.Repeat(line, 3000))
	none := func(t *testing.T, when string) {
		t.Helper()
		runtime.GC()
		if ballast.Size() != 0 {
			t.Fatalf("there is a ballast %s", when)
		}
	}
	for _, workers := range []int{0, 1, 2} {
		var opts []Option
		if workers > 0 {
			opts = append(opts, Workers(workers))
		}
		open := func(data []byte, more ...Option) *Reader[Raw] {
			return NewLines(bytes.NewReader(data), append(opts, more...)...)
		}
		t.Run(fmt.Sprintf("workers=%d", workers), func(t *testing.T) {
			none(t, "before")
			n := 0
			for range open(short).All() {
				if n++; n == 300 {
					none(t, "for a short input")
				}
			}
			n = 0
			for range open(long).Recycled() {
				if n++; n == 3000 {
					none(t, "for recycled lines")
				}
			}
			r := open(long)
			n = 0
			for range r.All() {
				if n++; n == 2500 {
					if ballast.Size() == 0 {
						t.Fatal("there is no ballast")
					}
					break
				}
			}
			none(t, "behind a loop that was left")
			n = 0
			for range r.Kinds() {
				if _, err := r.Decode(); err != nil {
					t.Fatal(err)
				}
			}
			none(t, "behind a loop of Kinds")
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			n = 0
			for range open(long, Context(ctx)).All() {
				if n++; n == 2500 {
					cancel()
				}
			}
			none(t, "behind a loop that was cancelled")
			r = open(long)
			for range 2500 {
				if _, err := r.Next(); err != nil {
					t.Fatal(err)
				}
			}
			if ballast.Size() == 0 {
				t.Error("there is no ballast for Next")
			}
			r.Close()
			none(t, "behind Close")
			runtime.KeepAlive(r)
		})
	}
}

// TestBallastOfDecode checks that lines from Decode in a loop over Kinds count as owned.
func TestBallastOfDecode(t *testing.T) {
	gctest.DefaultPolicy(t)
	r := NewLines(strings.NewReader(strings.Repeat(`{"text":"`+strings.Repeat("a", 1000)+`"}`+"\n", 3000)))
	n := 0
	for range r.Kinds() {
		if _, err := r.Decode(); err != nil {
			t.Fatal(err)
		}
		if n++; n == 2500 && ballast.Size() == 0 {
			t.Error("there is no ballast")
		}
	}
}
