package leaktest

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
)

// recorder is a test with a time limit that keeps its messages.
type recorder struct {
	testing.TB
	limit time.Time
	said  string
}

func (r *recorder) Helper()                                {}
func (r *recorder) Deadline() (at time.Time, limited bool) { return r.limit, true }
func (r *recorder) Fatalf(format string, args ...any) {
	r.said = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

func TestWait(t *testing.T) {
	before := runtime.NumGoroutine()
	stop, stopped := make(chan bool), make(chan bool)
	go func() { <-stop; close(stopped) }()
	over := &recorder{limit: time.Now()}
	done := make(chan bool)
	go func() { defer close(done); Wait(over, before) }()
	<-done
	if !strings.Contains(over.said, "TestWait") {
		t.Errorf("a goroutine that goes on: %q", over.said)
	}
	close(stop)
	<-stopped
	Wait(t, before)
}
