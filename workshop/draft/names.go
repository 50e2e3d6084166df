package draft

import (
	"cmp"
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

// IsTaken reports whether a name is taken. It is one on the wire, as those of Take.
func (n *Names) IsTaken(wish string) bool { return n.taken[identifier(wish)] }

// Reserve marks names as taken.
func (n *Names) Reserve(names ...string) {
	for _, name := range names {
		n.Take(name)
	}
}

// TypeNames gives names of types in a generated package that differ from all generated names.
type TypeNames struct{ Names }

// Take is Names.Take. Wishes that YAML would not read as a text, and those that begin like generated names, are tried last, with another end or beginning.
func (n *TypeNames) Take(wishes ...string) string {
	var free, unreadable, generated []string
	for _, wish := range wishes {
		switch name := identifier(wish); {
		case special.MatchString(name): // YAML would not read True as a text
			unreadable = append(unreadable, wish+"_record")
		case isGenerated(name):
			generated = append(generated, "the_"+wish)
		default:
			free = append(free, wish)
		}
	}
	return n.Names.Take(slices.Concat(free, unreadable, generated)...)
}

// NameEnum gives an enum the first of the wishes with which its constants differ from all names so far, or else the last wish with a number. The names
// of the constants are taken, too.
func (n *TypeNames) NameEnum(e *Enum, wishes ...string) {
	last := wishes[len(wishes)-1]
	for i := 2; i < 100; i++ {
		wishes = append(wishes, last+strconv.Itoa(i))
	}
	wishes = slices.DeleteFunc(wishes, func(w string) bool {
		var names TypeNames // Take may change a wish
		return slices.ContainsFunc(e.constants(names.Take(w)), func(constant string) bool { return n.taken[constant] })
	})
	e.Name = n.Take(append(wishes, last)...)
	for _, constant := range e.constants(e.Name) {
		n.taken[constant] = true
	}
}

// constants returns the names of the constants of an enum with the given name.
func (e *Enum) constants(name string) (list []string) {
	for _, v := range e.Values {
		list = append(list, name+cmp.Or(v.Go, spec.GoName(v.Text)))
	}
	return list
}

// isGenerated reports whether the generator could make a name: one of its functions for lines, or a word in front of the name of a type (AnyShape). Checkpoint is
// no such name.
func isGenerated(name string) bool {
	return slices.Contains([]string{"Peek", "CheckLine", "BorrowLine"}, name) || slices.ContainsFunc([]string{"Kind", "Unknown", "Any", "Unmarshal", "Clone"}, func(word string) bool {
		rest, ok := strings.CutPrefix(name, word)
		return ok && (rest == "" || unicode.IsUpper(rune(rest[0])) || unicode.IsDigit(rune(rest[0])))
	})
}

// GoName returns an exported Go name for a name in JSON.
func GoName(wire string) string { return identifier(wire) }

// identifier returns an exported Go name for a name in JSON. The signs of numbers are words in it.
func identifier(wire string) string {
	name := spec.GoName(wire)
	if len(wire) > 1 && wire[1] >= '0' && wire[1] <= '9' {
		switch wire[0] {
		case '+':
			return "Plus" + name
		case '-':
			return "Minus" + name
		}
	}
	if name == "" {
		return "Empty"
	}
	if !unicode.IsUpper([]rune(name)[0]) || !token.IsIdentifier(name) {
		return "N" + name
	}
	return name
}

// methods are the members of generated records besides their fields: methods, and Extra.
var methods = []string{"Extra", "AppendJSON", "MarshalJSON", "UnmarshalJSON", "MarshalJSONTo", "UnmarshalJSONFrom", "AppendTrusted", "Clone", "Kind"}

// NameFields gives a Go name to those fields of a record whose derived names are equal, or are not identifiers. A field that would have the name
// of a method gets the last word of the record's name in front: field kind of record Result becomes ResultKind.
func NameFields(record string, fields []Field) {
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

// HasPlainNames reports whether the Go names of all fields follow from their names, and differ. Fields that would have the name of a method do not count.
func (r *Record) HasPlainNames() bool {
	fields := slices.DeleteFunc(slices.Clone(r.Fields), func(f Field) bool { return isMethod(f.Name) })
	NameFields(r.Name, fields)
	return !slices.ContainsFunc(fields, func(f Field) bool { return f.Go != "" })
}

// RenamedFields returns the Go names of those fields of a record that would have the name of a method.
func (r *Record) RenamedFields() (list []string) {
	fields := slices.Clone(r.Fields)
	NameFields(r.Name, fields)
	for _, f := range fields {
		if isMethod(f.Name) {
			list = append(list, f.Go)
		}
	}
	return list
}

func isMethod(wire string) bool { return slices.Contains(methods, spec.GoName(wire)) }

// lastWord returns the last word of a Go name.
func lastWord(name string) string {
	i := strings.LastIndexFunc(name, unicode.IsUpper)
	return name[max(i, 0):]
}

// IsField reports whether a spec can declare a field for a member: its name is not empty, and does not end in a question mark, which says that a
// member may be absent.
func IsField(name string) bool { return name != "" && !strings.HasSuffix(name, "?") }
