package spec

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Error is one mistake in a spec file.
type Error struct {
	Pos     Pos
	Msg     string // what was expected
	Related Pos    // the other position of a conflict; the zero Pos if there is none
	Source  string // the line of the file at Pos; "" if there is none
}

// Error writes the error as FILE:LINE:COLUMN: MESSAGE.
func (e *Error) Error() string {
	if e.Related.Line == 0 {
		return e.Pos.String() + ": " + e.Msg
	}
	return e.Pos.String() + ": " + e.Msg + " (see also " + e.Related.String() + ")"
}

// Excerpt returns two lines of text: the line of the mistake, and a caret below its column. It returns "" without a Source. A long line is
// cut around the column.
//
//	7 |     count: interger
//	  |            ^
func (e *Error) Excerpt() string {
	const width = 100 // characters of the line
	if e.Source == "" {
		return ""
	}
	line := []rune(e.Source)
	for i, r := range line {
		if !unicode.IsPrint(r) { // a tab, or a character that would move the caret
			line[i] = ' '
		}
	}
	caret := min(max(e.Pos.Column-1, 0), len(line))
	if caret >= width {
		from := caret - width/2
		line, caret = line[from:], caret-from
		line[0] = '…'
	}
	if len(line) > width {
		line = line[:width]
		line[width-1] = '…'
	}
	return fmt.Sprintf("%5d | %s\n      | %*s\n", e.Pos.Line, string(line), caret+1, "^")
}

// Pos is a position in a spec file, 1-based. The column counts characters.
type Pos struct {
	File         string
	Line, Column int
}

// String writes the position as FILE:LINE:COLUMN.
func (p Pos) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column) }

// Errors are all mistakes in a spec and its imports, in the order of their positions.
type Errors []*Error

// Error has one line for each mistake.
func (e Errors) Error() string {
	lines := make([]string, len(e))
	for i, err := range e {
		lines[i] = err.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the mistakes, for errors.As.
func (e Errors) Unwrap() []error {
	list := make([]error, len(e))
	for i, err := range e {
		list[i] = err
	}
	return list
}

// sorted returns the errors by position, without duplicates: two checks may report the same mistake.
func (e Errors) sorted() Errors {
	slices.SortStableFunc(e, func(a, b *Error) int { return cmp.Or(a.Pos.compare(b.Pos), cmp.Compare(a.Msg, b.Msg)) })
	return slices.CompactFunc(e, func(a, b *Error) bool { return a.Pos == b.Pos && a.Msg == b.Msg })
}

func (p Pos) compare(q Pos) int {
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Column, q.Column))
}

// quote sets the Source of every error.
func (l *loader) quote(errs Errors) {
	for _, e := range errs {
		if lines := l.lines[e.Pos.File]; 0 < e.Pos.Line && e.Pos.Line <= len(lines) {
			e.Source = strings.TrimSuffix(lines[e.Pos.Line-1], "\r")
		}
	}
}

// errorf records a mistake. Loading continues after it, so that one run reports all mistakes.
func (l *loader) errorf(at Pos, format string, args ...any) {
	l.conflict(at, Pos{}, format, args...)
}

// conflict records a mistake that concerns two positions.
func (l *loader) conflict(at, other Pos, format string, args ...any) {
	l.errs = append(l.errs, &Error{Pos: at, Msg: fmt.Sprintf(format, args...), Related: other})
}
