package decoder_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/genrt"
	"github.com/ndwire/ndwire/internal/predict"
	"github.com/ndwire/ndwire/internal/scan"
)

// TestLineEndsArePredicted checks that recycled lines are decoded before their ends have been searched: a decoder sees that the line goes on
// after the record. A line that is not one record costs a second scan, and prediction goes on after it.
func TestLineEndsArePredicted(t *testing.T) {
	const lines = 200
	var in strings.Builder
	for k := range lines {
		kind := "note"
		if k%4 == 1 {
			kind = "event"
		}
		fmt.Fprintf(&in, `{"type":"%s","text":"%s"}`+"\n", kind, strings.Repeat("x", k%50))
	}
	oneBad := strings.Replace(in.String(), "\n", " 1\n", 1)
	on := predict.LineEnds
	defer func() { predict.LineEnds = on }()
	for _, tt := range []struct {
		name      string
		in        string
		options   []decoder.Option
		delivered int
		scans     int // the largest number of calls of scan
		open      int // the smallest number of these calls for an open line; 0: none
	}{
		{name: "all lines", in: in.String(), delivered: lines, scans: lines, open: lines},
		// The first attempt of the bad line, then two with its end known.
		{name: "a bad line", in: oneBad, delivered: lines - 1, scans: lines + 2, open: lines},
		// Before a note has been delivered, there is no prefix of notes.
		{name: "filtered", in: in.String(), options: []decoder.Option{decoder.Only("note")}, delivered: lines / 4 * 3, scans: lines / 4 * 3,
			open: lines/4*3 - 1},
		{name: "strict", in: in.String(), options: []decoder.Option{decoder.Strict()}, delivered: lines / 4 * 3, scans: lines},
	} {
		read := func() (texts []string, scans, open int) {
			c := boomCodec(func(c *scan.Cursor, i int) (line, int) {
				l, end := scanLine(c, i)
				scans++
				if end >= 0 && !c.Whole(end) {
					open++
				}
				return l, end
			})
			for l, err := range genrt.NewReader(c, strings.NewReader(tt.in), tt.options...).Recycled() {
				if err == nil {
					texts = append(texts, fmt.Sprint(show(l)))
				}
			}
			return texts, scans, open
		}
		predict.LineEnds = false
		want, scans, open := read()
		if len(want) != tt.delivered || scans > tt.scans || open > max(tt.scans-lines, 0) { // only the bad line goes on after its record
			t.Errorf("%s, nothing predicted: %d lines, %d scans, the lines of %d go on", tt.name, len(want), scans, open)
		}
		predict.LineEnds = true
		got, scans, open := read()
		if !slices.Equal(got, want) {
			t.Errorf("%s: %d lines, want the same %d as without prediction", tt.name, len(got), len(want))
		}
		if scans > tt.scans || open < tt.open || tt.open == 0 && open > 0 {
			t.Errorf("%s: %d lines, %d scans, the lines of %d go on; want at most %d scans, and %d", tt.name, len(got), scans, open, tt.scans, tt.open)
		}
	}
}
