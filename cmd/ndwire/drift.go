package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/ndwire/ndwire/cmd/internal/cmdline"
)

// driftCommand is `ndwire drift`.
type driftCommand struct {
	input
	JSON bool `name:"json" help:"Print one JSON object in place of a table."`
}

// differences is what `ndwire drift --json` prints.
type differences struct {
	Lines    int64        `json:"lines"` // with a byte that is not white space
	BadLines int64        `json:"bad_lines"`
	Drift    []driftCount `json:"drift"`
}

// Run prints what the lines have and the specs do not. It returns an error if there is anything, if something cannot be read, or if there is no spec
// for a file.
func (cmd *driftCommand) Run(std streams) error {
	report, err := cmd.count(std)
	if report == nil {
		return err
	}
	d := &differences{Lines: report.Total.Lines, BadLines: report.Total.BadLines, Drift: report.Total.Drift}
	write := d.table
	if cmd.JSON {
		write = d.json
	}
	err = errors.Join(err, report.unknown(), write(std.out))
	switch n := len(d.Drift); n {
	case 0:
	case 1:
		err = errors.Join(err, errors.New("1 difference between the lines and the specs"))
	default:
		err = errors.Join(err, fmt.Errorf("%d differences between the lines and the specs", n))
	}
	return err
}

func (d *differences) json(w io.Writer) error {
	out := *d
	if out.Drift == nil {
		out.Drift = []driftCount{}
	}
	return cmdline.WriteJSON(w, out)
}

func (d *differences) table(w io.Writer) error {
	out := &tables{w: w}
	out.drift(d.Drift)
	return out.err
}
