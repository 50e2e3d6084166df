package main

import (
	"io"

	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/drift"
)

// tuneCommand writes the orders of a spec.
type tuneCommand struct {
	Write bool     `short:"w" help:"Write the spec, and print nothing."`
	Spec  string   `arg:"" help:"Spec file."`
	Files []string `arg:"" name:"log" help:"Logs: files, folders, patterns, gzip and zstd; - is the standard input."`
}

func (c *tuneCommand) run(stdout, stderr io.Writer) int {
	m, err := spec.Load(c.Spec)
	if err != nil {
		explain(stderr, err)
		return 1
	}
	tuner, err := drift.NewTuner(m)
	if err != nil {
		complain(stderr, err)
		return 1
	}
	status := 0
	if !readLogs(tuner, c.Files, stderr) {
		status = 1 // the orders are those of the lines that could be read
	}
	if tuner.Bad > 0 {
		notify(stderr, "not counted: %s, not JSON objects; the first: %v", count(tuner.Bad, "line"), tuner.FirstBad)
	}
	if tuner.Lines == 0 {
		noLine(stderr, tuner.Bad)
		return 1
	}
	tuned, err := tuner.Tune()
	if err != nil {
		complain(stderr, err)
		return 1
	}
	for _, left := range tuned.Left {
		notify(stderr, "no order for %v", left)
	}
	var changes []change
	for _, changed := range tuned.Changes {
		changes = append(changes, change{changed.File, changed.Old, changed.New})
		if c.Write {
			continue
		}
		if err := printDiff(stdout, stderr, changes[len(changes)-1]); err != nil {
			complain(stderr, err)
			return 1
		}
	}
	if c.Write {
		if err := replace(changes); err != nil {
			complain(stderr, err)
			return 1
		}
	}
	return status
}
