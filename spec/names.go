package spec

import (
	"go/token"
	"strings"
	"unicode"
)

// initialisms are the words that Go names write in capitals. MCP is not one of them: McpServers.
var initialisms = map[string]string{
	"api": "API", "cwd": "CWD", "http": "HTTP", "id": "ID", "json": "JSON", "url": "URL", "usd": "USD", "uuid": "UUID",
	"apis": "APIs", "ids": "IDs", "urls": "URLs", "uuids": "UUIDs",
}

// GoName derives a Go name from the name of a member or from a value: session_id is SessionID, apiKeySource APIKeySource.
// If wire does not begin with a letter, the result may not be an identifier; the spec must then give a name with `go:`.
func GoName(wire string) string {
	var b strings.Builder
	for _, word := range words(wire) {
		lower := strings.ToLower(word)
		if capitals, ok := initialisms[lower]; ok {
			b.WriteString(capitals)
			continue
		}
		first := true
		for _, r := range lower {
			if first {
				r = unicode.ToUpper(r)
				first = false
			}
			b.WriteRune(r)
		}
	}
	return b.String()
}

// words splits a name into words: at characters that are neither letters nor digits, before a capital that follows a small letter
// or a digit (maxBudget), and before the last of several capitals if a small letter follows (MCPServers), but not within the plural of an
// initialism (userIDs).
func words(name string) []string {
	var list []string
	runes := []rune(name)
	start := 0
	end := func(i int) {
		if i > start {
			list = append(list, string(runes[start:i]))
		}
	}
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			end(i)
			start = i + 1
		case i > start && unicode.IsUpper(r) && beginsWord(runes, i) && !endsInitialism(runes[start:], i-start):
			end(i)
			start = i
		}
	}
	end(len(runes))
	return list
}

// beginsWord reports whether the capital at i, which follows a letter or a digit, begins a word.
func beginsWord(runes []rune, i int) bool {
	if !unicode.IsUpper(runes[i-1]) {
		return true
	}
	return i+1 < len(runes) && unicode.IsLower(runes[i+1])
}

// endsInitialism reports whether word begins with the plural of an initialism, of which the capital at i is the last one: URLs, but not URLset.
func endsInitialism(word []rune, i int) bool {
	if i+2 < len(word) && unicode.IsLower(word[i+2]) {
		return false
	}
	_, ok := initialisms[strings.ToLower(string(word[:min(i+2, len(word))]))]
	return ok && i+1 < len(word) && word[i+1] == 's'
}

// isExported reports whether name is an exported Go identifier.
func isExported(name string) bool { return token.IsIdentifier(name) && token.IsExported(name) }

// isPackageName reports whether name is a Go package's name in lower case.
func isPackageName(name string) bool {
	if !token.IsIdentifier(name) {
		return false
	}
	return strings.IndexFunc(name, func(r rune) bool { return !isLowerWordRune(r) && r != '_' }) < 0
}

// isLowerWord reports whether name is a plain lower-case word, such as a protocol's name.
func isLowerWord(name string) bool {
	if name == "" || name[0] < 'a' || name[0] > 'z' {
		return false
	}
	return strings.IndexFunc(name, func(r rune) bool { return !isLowerWordRune(r) }) < 0
}

func isLowerWordRune(r rune) bool { return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' }
