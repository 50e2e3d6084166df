package corpus

import (
	"fmt"
	"iter"
	"slices"
)

// The forms in which the lines of a corpus can be written: as they are, and as other programs write them.
const (
	Plain   = "plain"
	Members = "members" // with two more members at the end of each line that no contender knows, as a newer program writes
	Spaces  = "spaces"  // with a space after each comma and colon between tokens, as Python writes
)

// Forms returns the names of the forms.
func Forms() []string { return []string{Plain, Members, Spaces} }

// newMembers is the text that replaces the last brace of a line in the form Members.
const newMembers = `,"budget_remaining":17,"routing_hint":"fast"}`

// In returns the corpus with its lines in another form. It panics if Forms does not have the form.
func (c *Corpus) In(form string) *Corpus {
	if !slices.Contains(Forms(), form) {
		panic(fmt.Sprintf("corpus: unknown form %q, want one of %q", form, Forms()))
	}
	if form == Plain {
		return c
	}
	size := len(c.Data)
	for i := range c.Len() {
		if form == Members {
			size += len(newMembers) - 1
			continue
		}
		for range separators(c.Line(i)) {
			size++
		}
	}
	memory, seal := allocate(size)
	text, ends := memory[:0], make([]int, 0, c.Len())
	for i := range c.Len() {
		line := c.Line(i)
		if form == Members {
			text = append(append(text, line[:len(line)-1]...), newMembers...)
		} else {
			from := 0
			for end := range separators(line) {
				text = append(append(text, line[from:end]...), ' ')
				from = end
			}
			text = append(text, line[from:]...)
		}
		text = append(text, '\n')
		ends = append(ends, len(text))
	}
	seal()
	return of(c.Name, c.Protocol, text, ends)
}

// separators ranges over the offsets after the commas and colons between the tokens of a line.
func separators(line []byte) iter.Seq[int] {
	return func(yield func(int) bool) {
		inString := false
		for i := 0; i < len(line); i++ {
			switch b := line[i]; {
			case inString && b == '\\':
				i++
			case b == '"':
				inString = !inString
			case !inString && (b == ',' || b == ':') && !yield(i+1):
				return
			}
		}
	}
}
