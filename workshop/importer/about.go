package importer

import (
	"slices"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/draft"
)

// doc returns the first paragraph of a description that is not about the deprecation, on one line.
func (s schema) doc() string {
	for _, p := range s.paragraphs() {
		if _, ok := instead(p); !ok {
			return p
		}
	}
	return ""
}

// noReplacement is what a spec says of a deprecated value if the schema does not name what to use instead.
const noReplacement = "The schema does not say what to use instead."

// deprecated returns what to use instead of a deprecated value: the text of the keyword `deprecated`, or a paragraph of the description, "Deprecated:
// Use name." It returns "" if the schema deprecates nothing.
func (s schema) deprecated() string {
	keyword, _ := s.raw.Get("deprecated")
	if text, ok := keyword.Text(); ok && strings.TrimSpace(text) != "" {
		return strings.Join(strings.Fields(text), " ")
	}
	for _, p := range s.paragraphs() {
		if text, ok := instead(p); ok {
			return text
		}
	}
	if string(keyword) == "true" {
		return noReplacement
	}
	return ""
}

// instead returns what a paragraph about a deprecation says.
func instead(paragraph string) (text string, ok bool) {
	for _, mark := range []string{"Deprecated:", "DEPRECATED:", "@deprecated"} {
		if text, ok = strings.CutPrefix(paragraph, mark); ok && strings.TrimSpace(text) != "" {
			return strings.TrimSpace(text), true
		}
	}
	return "", false
}

// paragraphs returns the paragraphs of a description, each on one line.
func (s schema) paragraphs() (list []string) {
	for p := range strings.SplitSeq(s.text("description"), "\n\n") {
		if words := strings.Fields(p); len(words) > 0 {
			list = append(list, strings.Join(words, " "))
		}
	}
	return list
}

// aboutValues returns what a schema says of the values of its enum, by their texts, with names by their titles: in alternatives of one value each, or in a
// list of descriptions beside the enum, `enumDescriptions`.
func (i *importer) aboutValues(s schema) map[string]draft.Value {
	about := map[string]draft.Value{}
	add := func(value decoder.Raw, from schema) {
		text, ok := value.Text()
		if !ok {
			text = string(value)
		}
		about[text] = draft.Value{Go: spec.GoName(from.text("title")), Doc: from.doc(), Deprecated: from.deprecated()}
	}
	for _, a := range i.scalarAlternatives(slices.Concat(s.list("oneOf"), s.list("anyOf"))) {
		if at, _, _ := i.lookUp(a); len(at.values()) == 1 {
			add(at.values()[0], at)
		}
	}
	values, descriptions := s.list("enum"), s.list("enumDescriptions")
	for k, v := range values {
		if len(values) == len(descriptions) {
			add(v.raw, schema{decoder.Raw(`{"description":` + string(descriptions[k].raw) + `}`), ""})
		}
	}
	return about
}
