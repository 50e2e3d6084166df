package gen

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ndwire/ndwire/spec"
)

// textWidth is where comments are wrapped.
const textWidth = 120

// comment returns a text as a Go comment that is indented by so many tabs. Paragraphs are wrapped; headings,
// indented lines and lists stand as they are. The result has no newline at its end.
func comment(text string, tabs int) string {
	var lines []string
	var paragraph []string
	flush := func() {
		lines = append(lines, wrap(strings.Join(paragraph, " "), textWidth-4*tabs-len("// "))...)
		paragraph = nil
	}
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		line = strings.TrimRight(line, " \t\r")
		if line == "" || strings.ContainsAny(line[:1], " \t#-*/") {
			flush()
			lines = append(lines, line)
			continue
		}
		paragraph = append(paragraph, line)
	}
	flush()
	for i, line := range lines {
		switch {
		case line == "":
			lines[i] = "//"
		case strings.HasPrefix(line, "\t"), isDirective(line):
			lines[i] = "//" + line
		default:
			lines[i] = "// " + line
		}
	}
	return strings.Join(lines, "\n")
}

// isDirective reports whether a line of a comment is for a tool, which is so if no space stands in front of it.
func isDirective(line string) bool { return line == sumtype }

// sumtype marks a closed interface for the linter go-check-sumtype.
const sumtype = "sumtype:decl"

func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width:
			lines = append(lines, line)
			line = word
		default:
			line += " " + word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// describe returns the doc comment of a declaration: the doc of the spec as a sentence about name, or fallback if the spec has none; then a
// paragraph for each text in more, for a deprecation, and for the source of the fact.
func describe(name string, about spec.About, fallback string, more ...string) string {
	text := strings.TrimSpace(about.Doc)
	switch {
	case text == "":
		text = name + " " + fallback
	case strings.HasPrefix(text, name+" ") || strings.HasPrefix(text, name+",") || strings.HasPrefix(text, name+":"):
	case beginsSmall(text):
		text = name + " " + text
	case beginsWithArticle(text):
		text = name + ": " + lowerFirst(text)
	default:
		text = name + ": " + text
	}
	paragraphs := append([]string{sentence(text)}, more...)
	if o := origin(about); o != "" {
		paragraphs = append(paragraphs, o)
	}
	if d := deprecated(about); d != "" {
		paragraphs = append(paragraphs, d)
	}
	return strings.Join(paragraphs, "\n\n")
}

// deprecated returns the paragraph that Go's tools read, "" if the spec deprecates nothing.
func deprecated(about spec.About) string {
	if about.Deprecated == "" {
		return ""
	}
	return "Deprecated: " + sentence(about.Deprecated)
}

// origin returns a sentence about the source of a declaration, "" if the spec has none.
func origin(about spec.About) string {
	switch {
	case about.Source != "" && about.Since != "":
		return "Source: " + about.Source + ", since " + about.Since + "."
	case about.Source != "":
		return "Source: " + about.Source + "."
	case about.Since != "":
		return "Since " + about.Since + "."
	}
	return ""
}

// remark returns a comment for a field, a constant or a case: the doc of the spec, the texts in more, and the version that has introduced it.
func remark(about spec.About, more ...string) string {
	var parts []string
	if doc := strings.TrimSpace(about.Doc); doc != "" {
		parts = append(parts, doc)
	}
	for _, s := range more {
		if s != "" {
			parts = append(parts, s)
		}
	}
	if about.Since != "" {
		parts = append(parts, "since "+about.Since)
	}
	if about.Source != "" {
		parts = append(parts, "source: "+about.Source)
	}
	for i := range parts[:max(0, len(parts)-1)] {
		parts[i] = strings.TrimSuffix(parts[i], ".")
	}
	return strings.Join(parts, "; ")
}

func beginsWithArticle(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	return word == "A" || word == "An" || word == "The"
}

func beginsSmall(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLower(r)
}

// lowerFirst returns a sentence as it stands inside another one.
func lowerFirst(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToLower(r)) + text[n:]
}

// sentence returns a text with a full stop.
func sentence(text string) string {
	if r, _ := utf8.DecodeLastRuneInString(text); unicode.IsLetter(r) || unicode.IsDigit(r) || r == ')' {
		return text + "."
	}
	return text
}

// and joins names in a sentence: "A, B and C".
func and(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// article returns a Go name with its article: "a TextBlock", "an SDKMessage".
func article(name string) string {
	first := name[0]
	if len(name) > 1 && name[1] >= 'A' && name[1] <= 'Z' { // an abbreviation, which is spoken letter by letter
		if strings.IndexByte("AEFHILMNORSX", first) >= 0 {
			return "an " + name
		}
		return "a " + name
	}
	if strings.IndexByte("AEIO", first) >= 0 || strings.HasPrefix(name, "Un") && !strings.HasPrefix(name, "Uni") {
		return "an " + name
	}
	return "a " + name
}
