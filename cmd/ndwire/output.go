package main

import (
	"fmt"
	"io"
	"strconv"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/ndwire/ndwire/internal/printable"
)

// streams are the outputs of a command: those of the process, or of a test.
type streams struct {
	out, err io.Writer
}

// complain prints an error, or a line for each error that was joined.
func complain(w io.Writer, err error) { printable.Errors(w, "ndwire", err) }

// tables writes tables with an empty line between them. The error of a failed write is kept.
type tables struct {
	w     io.Writer
	wrote bool
	err   error
}

// new begins a table. Columns of numbers are aligned to the right.
func (t *tables) new(columns ...string) table.Writer {
	tab := table.NewWriter()
	tab.SetStyle(table.StyleLight)
	tab.SuppressTrailingSpaces()
	tab.Style().Options = table.OptionsNoBordersAndSeparators
	tab.Style().Format.Header = text.FormatDefault
	header := make(table.Row, len(columns))
	var configs []table.ColumnConfig
	for i, name := range columns {
		header[i] = name
		switch name {
		case "file", "protocol", "what", "kind", "bad lines", "not in the spec", "path", "value", "first at":
		default:
			configs = append(configs, table.ColumnConfig{Number: i + 1, Align: text.AlignRight, AlignHeader: text.AlignRight})
		}
	}
	tab.AppendHeader(header)
	tab.SetColumnConfigs(configs)
	return tab
}

// row adds a row. Its cells may contain text of logs and names of files, which are escaped, so that they cannot control the terminal.
func (t *tables) row(tab table.Writer, cells ...string) {
	row := make(table.Row, len(cells))
	for i, cell := range cells {
		row[i] = printable.Text(cell)
	}
	tab.AppendRow(row)
}

func (t *tables) render(tab table.Writer) {
	if t.err != nil {
		return
	}
	gap := ""
	if t.wrote {
		gap = "\n"
	}
	t.wrote = true
	_, t.err = fmt.Fprintf(t.w, "%s%s\n", gap, tab.Render())
}

// grouped writes n in groups of three digits: 12 345 678.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + " " + s[i:]
	}
	return s
}
