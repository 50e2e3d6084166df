package provider

import (
	"slices"
	"strconv"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/encoder"
)

// keyword is a member of a schema.
type keyword struct {
	name  string
	value decoder.Raw
}

// schema is the keywords of a schema, in order.
type schema []keyword

func (s schema) index(name string) int {
	return slices.IndexFunc(s, func(k keyword) bool { return k.name == name })
}

// get returns the value of a keyword, nil if it is absent.
func (s schema) get(name string) decoder.Raw {
	if i := s.index(name); i >= 0 {
		return s[i].value
	}
	return nil
}

// put sets a keyword.
func (s *schema) put(name string, value decoder.Raw) {
	if i := s.index(name); i >= 0 {
		(*s)[i].value = value
		return
	}
	*s = append(*s, keyword{name, value})
}

// take removes a keyword and returns its value, nil if it is absent.
func (s *schema) take(name string) decoder.Raw {
	i := s.index(name)
	if i < 0 {
		return nil
	}
	value := (*s)[i].value
	*s = slices.Delete(slices.Clone(*s), i, i+1)
	return value
}

// text returns the text of a keyword.
func (s schema) text(name string) string {
	text, _ := s.get(name).Text()
	return text
}

// nullable allows null.
func (s *schema) nullable() { s.put("nullable", decoder.Raw("true")) }

// isBool reports whether a schema is true or false.
func isBool(value decoder.Raw, b bool) bool {
	return value.Type() == decoder.Bool && string(value) == strconv.FormatBool(b)
}

// appendNew appends a value to a list that does not have it.
func appendNew(list []decoder.Raw, value decoder.Raw) []decoder.Raw {
	if slices.ContainsFunc(list, func(o decoder.Raw) bool { return string(o) == string(value) }) {
		return list
	}
	return append(list, value)
}

// keywords returns the members of an object. If a name comes twice, the last member counts.
func keywords(value decoder.Raw) schema {
	var list schema
	for name, value := range value.Members() {
		list.put(name, value)
	}
	return list
}

// writeObject writes keywords as an object.
func writeObject(list schema) decoder.Raw {
	dst := []byte{'{'}
	for i, k := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = encoder.AppendString(dst, k.name)
		dst = append(dst, ':')
		dst = append(dst, k.value...)
	}
	return append(dst, '}')
}

func writeArray(list []decoder.Raw) decoder.Raw {
	dst := []byte{'['}
	for i, v := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, v...)
	}
	return append(dst, ']')
}
