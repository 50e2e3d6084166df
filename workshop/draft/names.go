package draft

import (
	"go/token"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/ndwire/ndwire/spec"
)

// Names gives names that are not taken yet. The zero value is ready to use.
type Names struct{ taken map[string]bool }

// Take returns the first of the wishes that is free, or the last one with a number at its end. Wishes are names on the wire, and are converted to
// Go identifiers.
func (n *Names) Take(wishes ...string) string {
	if n.taken == nil {
		n.taken = map[string]bool{}
	}
	name := ""
	for _, wish := range wishes {
		if name = identifier(wish); !n.taken[name] {
			n.taken[name] = true
			return name
		}
	}
	for i := 2; ; i++ {
		if numbered := name + strconv.Itoa(i); !n.taken[numbered] {
			n.taken[numbered] = true
			return numbered
		}
	}
}

// Reserve marks names as taken.
func (n *Names) Reserve(names ...string) {
	for _, name := range names {
		n.Take(name)
	}
}

// TypeNames gives names of types in a generated package that differ from all generated names.
type TypeNames struct{ Names }

// Take is Names.Take. A wish that begins as generated names do comes after all others, and gets another beginning.
func (n *TypeNames) Take(wishes ...string) string {
	var free, generated []string
	for _, wish := range wishes {
		switch name := identifier(wish); {
		case special.MatchString(name): // True: no text in YAML
			free = append(free, wish+"_record")
		case slices.ContainsFunc(generatedNames, func(begin string) bool { return strings.HasPrefix(name, begin) }):
			generated = append(generated, "the_"+wish)
		default:
			free = append(free, wish)
		}
	}
	return n.Names.Take(append(free, generated...)...)
}

// generatedNames are what the names of types in generated packages begin with.
var generatedNames = []string{"Kind", "Unknown", "Any", "Unmarshal", "Borrow", "Check", "Clone", "Peek"}

// GoName is an exported Go name for a name on the wire.
func GoName(wire string) string { return identifier(wire) }

// identifier is an exported Go name for a name on the wire.
func identifier(wire string) string {
	name := spec.GoName(wire)
	if name == "" {
		return "Empty"
	}
	if !unicode.IsUpper([]rune(name)[0]) || !token.IsIdentifier(name) {
		return "N" + name
	}
	return name
}

// methods are what the records of generated packages have beside their fields.
var methods = []string{"Extra", "AppendJSON", "MarshalJSON", "UnmarshalJSON", "Clone", "Kind"}

// nameFields gives a Go name to the fields of a record that need one of their own: whose names meet, or are no identifiers. What would be
// named as a method is named after the last word of the record: the kind of a Result is its ResultKind.
func nameFields(record string, fields []Field) {
	var names Names
	for _, method := range methods {
		names.Reserve(method)
	}
	for i := range fields {
		f := &fields[i]
		if f.Const != "" {
			continue
		}
		if name := names.Take(f.Name, lastWord(record)+"_"+f.Name); name != spec.GoName(f.Name) {
			f.Go = name
		}
	}
}

// lastWord is the last word of a Go name.
func lastWord(name string) string {
	i := strings.LastIndexFunc(name, unicode.IsUpper)
	return name[max(i, 0):]
}
