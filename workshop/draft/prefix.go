package draft

import (
	"slices"
	"strings"
	"unicode"

	"github.com/ndwire/ndwire/spec"
)

// This file drops the words with which all texts of a tag or an enum begin.

// LongName is the length of a name from which on a shorter one is preferred.
const LongName = 32

// Words splits a name at capitals, and at characters that are neither letters nor digits.
func Words(name string) []string {
	var words []string
	from, runes := 0, []rune(name)
	take := func(to int) {
		if to > from {
			words = append(words, string(runes[from:to]))
		}
	}
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			take(i)
			from = i + 1
		case unicode.IsUpper(r) && i > 0 && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			take(i)
			from = i
		}
	}
	take(len(runes))
	return words
}

// WithoutPrefix returns a text of a tag without the words with which nearly all texts of the tag begin, if names are better without them: the name of
// the tag (EVENT_TYPE_STARTED), short words (m.room.message), domains (com.example.orders.created), and words that would make some names too long,
// unless only one part would remain that does not begin with a capital. name is the name of the tag, all are its texts.
func WithoutPrefix(name string, all []string, text string) string {
	if n := CommonPrefix(name, all); n > 0 && strings.HasPrefix(text, all[0][:n]) {
		return text[n:]
	}
	if areTypePaths(all) {
		return text[strings.LastIndexByte(text, '/')+1:]
	}
	prefix, long := commonParts(all)
	rest, ok := strings.CutPrefix(text, prefix)
	if !ok || rest == "" || !isLetter(rest[0]) {
		return text
	}
	first := strings.IndexAny(prefix, partSeparators)
	isName := rest[0] >= 'A' && rest[0] <= 'Z' // of a type, as in type.googleapis.com/api.Address
	if first >= 0 && (first <= 3 || long && (isName || strings.ContainsAny(rest, partSeparators))) {
		return rest
	}
	return text
}

// areTypePaths reports whether all texts are paths of three or more names, whose last names differ, such as geometry_msgs/msg/Twist.
func areTypePaths(texts []string) bool {
	names := map[string]bool{}
	for _, text := range texts {
		last := text[strings.LastIndexByte(text, '/')+1:]
		if strings.Count(text, "/") < 2 || last == "" || !isLetter(last[0]) || names[strings.ToLower(last)] {
			return false
		}
		names[strings.ToLower(last)] = true
	}
	return true
}

// CommonPrefix returns the length of the words with which all of several texts begin, and that end with the words of a name: 12 for RETRY_STATE_FAILED and
// RETRY_STATE_TIMEOUT as values of retryState, and as those of state. An underscore is behind them, and more words. It returns 0 if there are none.
func CommonPrefix(name string, texts []string) int {
	if len(texts) < 2 {
		return 0
	}
	same := texts[0]
	for _, text := range texts[1:] {
		n := 0
		for n < min(len(same), len(text)) && same[n] == text[n] {
			n++
		}
		same = same[:n]
	}
	words := Words(name)
	for n := strings.LastIndexByte(same, '_'); n > 0; n = strings.LastIndexByte(same[:n], '_') {
		before := strings.Split(same[:n], "_")
		if at := len(before) - len(words); len(words) > 0 && at >= 0 && slices.EqualFunc(before[at:], words, strings.EqualFold) &&
			!slices.ContainsFunc(texts, func(text string) bool { return len(text) < n+2 || !isLetter(text[n+1]) }) {
			return n + 1
		}
	}
	return 0
}

// partSeparators separate the parts of a text.
const partSeparators = "./:"

// commonParts returns the parts with which at least three quarters of the texts begin, with the mark behind them, and whether a name that is
// made of one of these texts is long.
func commonParts(texts []string) (prefix string, long bool) {
	counts := map[string]int{}
	for _, text := range texts {
		for i := range len(text) {
			if i > 0 && strings.IndexByte(partSeparators, text[i]) >= 0 {
				counts[text[:i+1]]++
			}
		}
	}
	for parts, n := range counts { // all texts with the first part have the others, too
		if first := strings.IndexAny(parts, partSeparators); n > 1 && n*4 >= 3*len(texts) && n == counts[parts[:first+1]] && len(parts) > len(prefix) {
			prefix = parts
		}
	}
	for _, text := range texts {
		long = long || prefix != "" && strings.HasPrefix(text, prefix) && len(spec.GoName(text)) > LongName-8
	}
	return prefix, long
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
