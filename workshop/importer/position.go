package importer

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// LineOf returns the line, from 1, to which a JSON pointer leads in a schema: that of a member's name, or of an element's first byte. Of several
// members of one name, the last one counts. It returns 0 if the pointer leads to nothing.
func LineOf(schema []byte, pointer string) int {
	d := json.NewDecoder(bytes.NewReader(schema))
	d.UseNumber()
	at := -1
	if pointer == "" {
		at = 0
	}
	var value func(rest []string, on bool) bool
	value = func(rest []string, on bool) bool {
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
			here := on && len(rest) > 0 && step == rest[0]
			if here && len(rest) == 1 {
				at = int(from) + len(schema[from:]) - len(bytes.TrimLeft(schema[from:], ", \t\r\n"))
			}
			if !value(rest[min(1, len(rest)):], here) {
				return false
			}
		}
		_, err = d.Token()
		return err == nil
	}
	if at < 0 {
		value(strings.Split(pointer, "/")[1:], true)
	}
	if at < 0 {
		return 0
	}
	return 1 + bytes.Count(schema[:at], []byte("\n"))
}
