package infer

import (
	"slices"
	"strings"

	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/draft"
)

// sameWords returns the number of words with which both lists begin, or end.
func sameWords(a, b []string, atEnd bool) int {
	n := 0
	for n < min(len(a), len(b)) {
		x, y := a[n], b[n]
		if atEnd {
			x, y = a[len(a)-1-n], b[len(b)-1-n]
		}
		if x != y {
			break
		}
		n++
	}
	return n
}

// commonWords returns the words with which all names begin, and those with which all end. No word of a name is in
// both.
func commonWords(names []string) (begin, end []string) {
	begin = draft.Words(names[0])
	end = begin
	shortest := len(begin)
	for _, name := range names[1:] {
		words := draft.Words(name)
		begin, end = begin[:sameWords(begin, words, false)], end[len(end)-sameWords(end, words, true):]
		shortest = min(shortest, len(words))
	}
	return begin, end[max(0, len(begin)+len(end)-shortest):]
}

// beginsOrEnds reports whether the words of a name begin or end with those of another name, and are more.
func beginsOrEnds(name, other string) bool {
	words, others := draft.Words(name), draft.Words(other)
	n := len(others)
	return n > 0 && len(words) > n && slices.EqualFunc(words[:n], others, strings.EqualFold) || ends(name, other)
}

// ends reports whether the words of a name end with those of another name, and are more.
func ends(name, other string) bool {
	words, others := draft.Words(name), draft.Words(other)
	n := len(others)
	return n > 0 && len(words) > n && slices.EqualFunc(words[len(words)-n:], others, strings.EqualFold)
}

// lastWord returns the last word of a name, "" if it has none.
func lastWord(name string) string {
	words := draft.Words(name)
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

// lastPart returns the end of a long text: list_tables for mcp__postgresql__list_tables. Of a path with dots it returns as many parts as do not make
// a long name: function_call_arguments.delta for response.function_call_arguments.delta.
func lastPart(text string) string {
	if len(spec.GoName(text)) <= longName-8 {
		return text
	}
	if i := strings.LastIndex(text, "__"); i >= 0 && len(text)-i-len("__") >= 3 {
		text = text[i+len("__"):]
	}
	for len(spec.GoName(text)) > longName {
		i := strings.IndexAny(text, "/.:")
		if i < 0 || len(text)-i-1 < 3 {
			break
		}
		text = text[i+1:]
	}
	return text
}

// longName is the length of a name from which on a shorter one is preferred.
const longName = draft.LongName

// withoutOverlap joins two names. Words at the end of the first one with which the second one begins appear once: EventType for Event and event_type.
func withoutOverlap(context, label string) string {
	before, words := draft.Words(context), draft.Words(label)
	for n := min(len(before), len(words)-1); n > 0; n-- {
		if slices.EqualFunc(before[len(before)-n:], words[:n], strings.EqualFold) {
			return context + "_" + strings.Join(words[n:], "_")
		}
	}
	return context + "_" + label
}

// isVague reports whether a member's name is too general to name a type.
func isVague(name string) bool {
	return slices.Contains([]string{"payload", "data", "body", "value", "object", "detail", "details", "info", "element", "event", "properties", "d"}, strings.ToLower(name))
}

// isFreeText reports whether a member usually has names of things or people, or parts of texts, so that a few words are not an enum.
func isFreeText(name string) bool {
	words := draft.Words(name)
	return len(words) > 0 && slices.Contains([]string{"name", "user", "username", "login", "author", "host", "hostname", "title", "text", "message", "branch", "model", "city", "path",
		"id", "key", "query", "command", "cwd", "version", "email", "owner", "assignee", "url", "description", "slug", "tags", "ref", "content", "body", "delta", "comment",
		"family", "given"}, strings.ToLower(words[len(words)-1])) || isByPerson(words) ||
		name == "required" || name == "enum" // of a JSON Schema: names of members, and words that each tool has others of
}

// isByPerson reports whether a name says who did something: created_by, but not sort_by.
func isByPerson(words []string) bool {
	n := len(words)
	return n > 1 && strings.EqualFold(words[n-1], "by") && strings.HasSuffix(strings.ToLower(words[n-2]), "ed")
}

// isOpaque reports whether a member's name says that nobody looks into its texts, also where they are base64: ids, tokens, and positions in lists.
func isOpaque(name string) bool {
	words := draft.Words(name)
	return len(words) > 0 && slices.Contains([]string{"id", "ids", "token", "cursor"}, strings.ToLower(words[len(words)-1]))
}

// wordOf returns a text as a word for a name.
func wordOf(text string) string {
	if spec.GoName(text) == "" {
		return "empty"
	}
	return text
}
