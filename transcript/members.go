package transcript

import (
	"bytes"
	"encoding/json"
	"maps"

	"github.com/ndwire/ndwire/decoder"
)

// members has the members at the top of a line; of equal names the last one counts.
type members map[string]decoder.Raw

// membersOf returns the members of a line, and the line. Of a damaged line it returns the members before the first error, and a line
// made of them. The members are nil if the line is not an object.
func membersOf(line []byte) (members, []byte) {
	if len(line) == 0 || line[0] != '{' {
		return nil, nil
	}
	m := members{}
	for name, v := range decoder.Raw(line).Members() {
		m[name] = v
	}
	if json.Valid(line) {
		return m, line
	}
	maps.DeleteFunc(m, func(_ string, v decoder.Raw) bool { return !json.Valid(v) }) // the last one may be cut off
	if len(m) == 0 {
		return nil, nil
	}
	line, _ = json.Marshal(m) // valid values do not fail
	return m, line
}

func (m members) has(names ...string) bool {
	for _, name := range names {
		if _, ok := m[name]; !ok {
			return false
		}
	}
	return true
}

// text returns the text of a member, "" if it is absent or not a text.
func (m members) text(name string) string {
	s, _ := m[name].Text()
	return s
}

// hasObject reports whether the line has a member that is an object.
func (m members) hasObject(name string) bool { return m[name].Type() == decoder.Object }

// tagged reports whether the line has a tag.
func (m members) tagged() bool { return m.has("type") || m.has("role") }

// kind returns the line's tag and its value, as in "type assistant", if the value is short enough to be shown.
func (m members) kind() (string, bool) {
	const most = 64
	for _, tag := range []string{"type", "role"} {
		if s := m.text(tag); s != "" && len(s) <= most {
			if sub := m.text("subtype"); sub != "" && len(sub) <= most {
				s += "/" + sub
			}
			return tag + " " + s, true
		}
	}
	return "", false
}

// trim removes NUL bytes, white space and a byte order mark around a line.
func trim(line []byte) []byte {
	return bytes.Trim(bytes.TrimPrefix(bytes.Trim(line, "\x00 \t\r\n"), []byte("\xef\xbb\xbf")), "\x00 \t\r\n")
}
