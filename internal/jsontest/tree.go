package jsontest

import (
	"slices"
	"strings"
)

// Tree is a JSON value that keeps the order of members, members that stand twice, and the spelling of keys and scalars.
type Tree struct {
	Open    byte   // '{', '[', or 0 for a scalar
	Text    string // of a scalar, as it is spelled
	Members []Member
}

// Member is a member of an object, or an element of an array.
type Member struct {
	Key   string // as it is spelled, with its quotes; "" in an array
	Value *Tree
}

// Parse returns the value of a text. A text that is not JSON is a scalar.
func Parse(text string) *Tree {
	n, rest, ok := parse(text)
	if !ok || strings.TrimSpace(rest) != "" {
		return &Tree{Text: text}
	}
	return n
}

func parse(s string) (n *Tree, rest string, ok bool) {
	s = trimSpace(s)
	if s == "" {
		return nil, s, false
	}
	switch s[0] {
	case '{', '[':
		n = &Tree{Open: s[0]}
		for s = trimSpace(s[1:]); s != "" && s[0] != '}' && s[0] != ']'; s = trimSpace(strings.TrimPrefix(trimSpace(s), ",")) {
			var m Member
			if n.Open == '{' {
				var key *Tree
				if key, s, ok = parse(s); !ok || key.Open != 0 {
					return nil, s, false
				}
				m.Key = key.Text
				s = strings.TrimPrefix(trimSpace(s), ":")
			}
			if m.Value, s, ok = parse(s); !ok {
				return nil, s, false
			}
			n.Members = append(n.Members, m)
		}
		if s == "" {
			return nil, s, false
		}
		return n, s[1:], true
	case '"':
		for i := 1; i < len(s); i++ {
			switch s[i] {
			case '\\':
				i++
			case '"':
				return &Tree{Text: s[:i+1]}, s[i+1:], true
			}
		}
		return nil, s, false
	}
	end := strings.IndexAny(s, ",]}: \t\r\n")
	if end < 0 {
		end = len(s)
	}
	return &Tree{Text: s[:end]}, s[end:], end > 0
}

func trimSpace(s string) string { return strings.TrimLeft(s, " \t\r\n") }

// Append appends n without white space.
func (n *Tree) Append(dst []byte) []byte {
	return n.AppendSpaced(dst, func(bool) string { return "" })
}

// AppendSpaced appends n with the white space that space returns for each place where some may be; separated says that the place follows
// a colon or a comma.
func (n *Tree) AppendSpaced(dst []byte, space func(separated bool) string) []byte {
	if n.Open == 0 {
		return append(dst, n.Text...)
	}
	dst = append(dst, n.Open)
	if len(n.Members) == 0 {
		dst = append(dst, space(false)...)
	}
	for i, m := range n.Members {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, space(i > 0)...)
		if n.Open == '{' {
			dst = append(append(dst, m.Key...), space(false)...)
			dst = append(append(dst, ':'), space(true)...)
		}
		dst = append(m.Value.AppendSpaced(dst, space), space(false)...)
	}
	return append(dst, n.Open+2) // in ASCII, '}' and ']' are two behind '{' and '['
}

// All returns n and all values in it.
func (n *Tree) All() []*Tree {
	list := []*Tree{n}
	for _, m := range n.Members {
		list = append(list, m.Value.All()...)
	}
	return list
}

// Containers returns all objects and arrays in n.
func (n *Tree) Containers() []*Tree {
	return slices.DeleteFunc(n.All(), func(n *Tree) bool { return n.Open == 0 })
}

// Clone returns a copy of n that shares nothing with it.
func (n *Tree) Clone() *Tree {
	c := &Tree{Open: n.Open, Text: n.Text}
	for _, m := range n.Members {
		c.Members = append(c.Members, Member{m.Key, m.Value.Clone()})
	}
	return c
}

// Insert inserts members before the one with an index. The old list of members does not change.
func (n *Tree) Insert(i int, members ...Member) {
	n.Members = slices.Concat(n.Members[:i], members, n.Members[i:])
}

// Delete deletes the member with an index. The old list of members does not change.
func (n *Tree) Delete(i int) {
	n.Members = slices.Concat(n.Members[:i], n.Members[i+1:])
}
