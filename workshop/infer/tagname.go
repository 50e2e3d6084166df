package infer

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"github.com/ndwire/ndwire/workshop/draft"
)

// isTagText reports whether a text could be the value of a tag: a word, or words with slashes between them, but not an id, date or number. named
// is the result of isTagName for the member. If it is 1 or more, words with dots or several slashes are accepted, which in other members look like
// names of files, also short numbers, which are codes there (IRC's 001), and words with # or +; if it is 2, also two or three words with spaces, and
// names with dots of which a part has digits.
func isTagText(text []byte, named int) bool {
	if named > 0 && isCode(text) {
		return true
	}
	if named > 0 && bytes.ContainsAny(text, "#+") {
		text = bytes.Map(func(r rune) rune {
			if r == '#' || r == '+' {
				return '_'
			}
			return r
		}, text)
	}
	switch {
	case named == 2 && bytes.IndexByte(text, ' ') > 0 && bytes.Count(text, []byte(" ")) <= 2:
		return !slices.ContainsFunc(bytes.Split(text, []byte(" ")), func(word []byte) bool { return !isWord(word) || looksLikeData(word) })
	case !isWord(text) && !isNumberedWord(text):
		return false
	case !looksLikeData(text) || bytes.Count(text, []byte("/")) == 1:
		return true
	}
	if named == 2 && isVersionedName(text) {
		return true
	}
	if named == 2 && bytes.IndexByte(text, '/') >= 0 {
		return !slices.ContainsFunc(bytes.Split(text, []byte("/")), looksLikeData)
	}
	return named > 0 && !(bytes.IndexByte(text, '/') >= 0 && bytes.IndexByte(text, '.') >= 0) && bytes.IndexFunc(text, unicode.IsDigit) < 0
}

// isVersionedName reports whether a text is a name with dots of which most parts are words without digits, and the others begin with a letter:
// org.matrix.msc3381.poll.start.
func isVersionedName(text []byte) bool {
	parts, plain := bytes.Split(text, []byte(".")), 0
	for _, part := range parts {
		if !isWord(part) || bytes.IndexByte(part, '/') >= 0 {
			return false
		}
		if bytes.IndexFunc(part, unicode.IsDigit) < 0 {
			plain++
		}
	}
	return plain*2 > len(parts)
}

// isNumberedWord reports whether a text is a word with one or two digits in front: 24hrTicker.
func isNumberedWord(text []byte) bool {
	word := bytes.TrimLeft(text, "0123456789")
	return len(text)-len(word) <= 2 && len(word) > 2 && isWord(word)
}

// isHierarchy reports whether a text is a topic of several levels, as those of MQTT, which has the names of places and things: home/attic/temperature.
func (f *feature) isHierarchy(text []byte) bool {
	return strings.EqualFold(f.name(), "topic") && bytes.Count(text, []byte("/")) > 1
}

// isCode reports whether a text is a number of few digits.
func isCode(text []byte) bool {
	return len(text) > 0 && len(text) <= 4 && !slices.ContainsFunc(text, func(c byte) bool { return !isDigit(c) })
}

// wordSeparators removes the characters between the words of a name.
var wordSeparators = strings.NewReplacer("_", "", "-", "", ".", "", " ", "")

// isTagName returns how likely a tag has this name: 2 if such members are nearly always tags, 1 often, 0 unknown, -1 never.
func isTagName(path []string) int {
	last := strings.Trim(path[len(path)-1], "_@$#")
	name := strings.ToLower(last)
	switch wordSeparators.Replace(name) {
	case "type", "kind", "event", "eventtype", "msgtype", "messagetype", "subtype":
		return 2
	case "op", "opcode", "method", "action", "cmd", "command", "role", "t", "tag", "topic", "eventname", "object":
		return 1
	default:
		words := draft.Words(last)
		ofData := len(words) > 0 && slices.Contains([]string{"content", "mime", "media", "data", "file"}, strings.ToLower(words[0]))
		if (ends(last, "type") || ends(last, "kind")) && !ofData || ends(last, "event_name") {
			return 1 // report_type, hookEventName
		}
		for _, end := range []string{"id", "key", "version", "path", "cwd", "time", "date", "timestamp", "host", "user", "level", "lang", "model", "branch", "slug"} {
			if strings.HasSuffix(name, end) && !strings.HasSuffix(name, "update") { // which is no date
				return -1
			}
		}
		return 0
	}
}
