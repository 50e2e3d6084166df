package claudecode_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/scan"
)

// TestPredictedTags checks that the tag of a progress object is predicted, although it is a field, and that every other object with the same
// beginning is decoded as by a new cursor.
func TestPredictedTags(t *testing.T) {
	read := func(c *scan.Cursor, text string) (d claudecode.ProgressData, code scan.Code, tries int) {
		c.Reset([]byte(text), &scan.Options{})
		for again := true; again; again = c.Retry() {
			var wrapped claudecode.AnyProgressData
			c.End(claudecode.Plumbing.Scan(c, 0, &wrapped))
			d = wrapped.ProgressData
			tries++
		}
		code, _ = c.Err()
		return d, code, tries
	}
	const message = `{"message":{"type":"user","message":{"role":"user","content":"%d"},"uuid":"u"},"prompt":"p","agentId":"a"`
	c := new(scan.Cursor)
	for _, end := range []string{
		`,"type":"skill_progress"}`, `,"type":"hook_progress"}`, `,"type":"agent\u005fprogress"}`, `,"type":"new"}`, `,"type":7}`, `,"type":null}`, `}`,
		`,"type":"agent_progress","type":"hook_progress"}`, `,"type":"hook_progress","type":"agent_progress"}`, `,"type":"agent_progress"`, `,"type":"agent`,
	} {
		for k := range 100 { // enough for a new prediction after a miss
			if _, code, tries := read(c, fmt.Sprintf(message, k)+`,"type":"agent_progress"}`); code != 0 || tries > 1 {
				t.Fatalf("message %d: code %d, %d tries", k, code, tries)
			}
		}
		text := fmt.Sprintf(message, 0) + end
		got, code, _ := read(c, text)
		want, wantCode, _ := read(new(scan.Cursor), text)
		if diff := cmp.Diff(want, got); code != wantCode || code == 0 && diff != "" {
			t.Errorf("%s: code %d, want %d (-fresh +expecting):\n%s", text, code, wantCode, diff)
		}
	}
}

// TestTooManyAfterPredictions and TestCheckDamagedAfterPredictions check that the error of a line does not depend on the lines before, which
// determine the prediction.
func TestTooManyAfterPredictions(t *testing.T) {
	var in strings.Builder
	line := func(n int, context string) {
		fmt.Fprintf(&in, `{"parentUuid":null,"isSidechain":false,"strange":%d,"attachment":{"type":"session_context","context":{%s}},"type":"attachment","uuid":"u1","sessionId":"s"}`+"\n", n, context)
	}
	for n := range 7 {
		line(n, `"a":"b"`)
	}
	line(1000, `"a":"b","c":"d","e":"f"`)
	var last error
	for _, err := range claudecode.NewReader(strings.NewReader(in.String()), decoder.MaxElements(2)).All() {
		last = err
	}
	e, ok := errors.AsType[*decoder.Error](last)
	if !ok || e.Reason != decoder.ErrElements || e.Path != ".attachment.context.e" {
		t.Error(last)
	}
}

func TestCheckDamagedAfterPredictions(t *testing.T) {
	const damaged = `{"parentUuid":null,"isSidechain":false,"userType":"external","message":{"role":"user","content":"hi there"},"type":"user","strange":1,"uuid":"u1","session`
	for before := range 20 {
		if err := claudecode.CheckLine([]byte(damaged)); err == nil || !strings.Contains(err.Error(), ".strange") {
			t.Fatalf("after %d lines: %v", before, err)
		}
		whole := strings.Replace(damaged, "there", strings.Repeat("x", before), 1) + `Id":"s"}`
		if _, err := claudecode.UnmarshalLine([]byte(whole)); err != nil {
			t.Fatal(err)
		}
	}
}
