package importer

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
)

// LineOf returns the line, from 1, to which a JSON pointer leads in a schema: that of a member's name, or of an element's first byte. Of several
// members of one name, the last one counts. It returns 0 if the pointer leads to nothing.
func LineOf(schema []byte, pointer string) int { return linesOf(schema, []string{pointer})[0] }

// linesOf is LineOf for several pointers.
func linesOf(schema []byte, pointers []string) []int {
	offsets := map[string]int{}
	for _, pointer := range pointers {
		offsets[pointer] = -1
	}
	if _, ok := offsets[""]; ok {
		offsets[""] = 0
	}
	d := json.NewDecoder(bytes.NewReader(schema))
	d.UseNumber()
	var value func(path []byte) bool
	value = func(path []byte) bool {
		token, err := d.Token()
		if err != nil {
			return false
		}
		open, ok := token.(json.Delim)
		if !ok {
			return true
		}
		for i := 0; d.More(); i++ {
			step := strconv.Itoa(i)
			from := d.InputOffset()
			if open == '{' {
				name, err := d.Token()
				if err != nil {
					return false
				}
				step = escape(name.(string))
			}
			below := append(append(path, '/'), step...)
			if _, ok := offsets[string(below)]; ok {
				offsets[string(below)] = int(from) + len(schema[from:]) - len(bytes.TrimLeft(schema[from:], ", \t\r\n"))
			}
			if !value(below) {
				return false
			}
		}
		_, err = d.Token()
		return err == nil
	}
	value(nil)
	lines, counted, at := make([]int, len(pointers)), 1, 0
	for _, k := range byOffset(pointers, offsets) {
		if offset := offsets[pointers[k]]; offset >= 0 {
			counted, at = counted+bytes.Count(schema[at:offset], []byte("\n")), offset
			lines[k] = counted
		}
	}
	return lines
}

// byOffset returns the indices of pointers, sorted by their offsets.
func byOffset(pointers []string, offsets map[string]int) []int {
	order := make([]int, len(pointers))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(offsets[pointers[a]], offsets[pointers[b]]) })
	return order
}
