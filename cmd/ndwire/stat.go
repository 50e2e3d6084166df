package main

import "errors"

// statCommand is `ndwire stat`.
type statCommand struct {
	input
	Strict bool `name:"strict" help:"Exit with status 1 if there are bad lines."`
	JSON   bool `name:"json" help:"Print one JSON object in place of tables."`
}

// Run counts the contents of the files. It returns an error if something could not be read, or if no file with lines is of a known protocol.
// Bad lines are counted; they are an error only with --strict.
func (cmd *statCommand) Run(std streams) error {
	report, err := cmd.count(std)
	if report == nil {
		return err
	}
	if !report.hasKnown() {
		err = errors.Join(err, report.unknown())
	}
	if cmd.Strict {
		err = errors.Join(err, report.bad())
	}
	write := report.table
	if cmd.JSON {
		write = report.json
	}
	return errors.Join(err, write(std.out))
}
