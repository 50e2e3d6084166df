package usage_test

import (
	"fmt"
	"log"
	"os"

	"github.com/ndwire/ndwire/usage"
)

// Print the tokens of each model. A response with several lines is counted once.
func ExampleCounter() {
	f, err := os.Open("../testdata/claudecode/session.ndjson")
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	var count usage.Counter
	r := usage.NewReader(f)
	lines := 0
	for line, err := range r.All() {
		if err != nil {
			log.Print(err) // a bad line; the loop goes on
			continue
		}
		count.AddLine(line)
		lines++
	}
	for model, t := range count.ByModel() {
		fmt.Println(model, t.Sum()-t.OutputTokens, "in", t.OutputTokens, "out")
	}
	fmt.Println(lines, "lines of the view,", r.Stats().Lines, "lines")
	// Output:
	// claude-opus-4-6 28693 in 141 out
	// <synthetic> 4096 in 0 out
	// 11 lines of the view, 33 lines
}

// Count tokens by day: the usage that a line adds counts for the day of the line.
func ExampleCounter_Added() {
	var count usage.Counter
	days := map[string]int{}
	for _, line := range []string{
		`{"type":"assistant","timestamp":"2026-03-01T23:59:58Z","message":{"id":"a","model":"m","usage":{"output_tokens":3}}}`,
		`{"type":"assistant","timestamp":"2026-03-02T00:00:01Z","message":{"id":"a","model":"m","usage":{"output_tokens":10}}}`,
	} {
		l, err := usage.UnmarshalLine([]byte(line))
		if err != nil {
			log.Fatal(err)
		}
		r := l.(*usage.Response)
		count.AddLine(r)
		for _, t := range count.Added() {
			days[r.Timestamp[:10]] += t.Sum()
		}
	}
	fmt.Println(days)
	// Output: map[2026-03-01:3 2026-03-02:7]
}
