package decoder

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/ndwire/ndwire/internal/scan"
)

// Kind names what a line is: its type, or type/subtype, as they stand on the line ("assistant", "system/init"), with ~1 for a slash in a
// type and ~0 for a tilde. No two cases of a protocol have one kind. Protocol packages have constants for the kinds of their spec; a Kind
// without a constant is not in the spec yet. A Kind is also a family: of itself, and of all kinds that begin with it and a slash.
type Kind string

// String returns k as a string.
func (k Kind) String() string { return string(k) }

// Cut returns the type and the subtype of k; the subtype is empty if there is none.
func (k Kind) Cut() (typ, subtype string) {
	if i := strings.IndexByte(string(k), '/'); i >= 0 {
		return string(k[:i]), string(k[i+1:])
	}
	return string(k), ""
}

// Sub returns the kind of a subtype: Kind("system").Sub("init") is "system/init", Kind("").Sub("system") is "system", and
// Kind("").Sub("a/b") is "a~1b". It does not keep subtype. Invalid UTF-8 in subtype becomes U+FFFD, as in all that is read and written.
// The kinds that are asked for again and again are cached.
func (k Kind) Sub(subtype string) Kind {
	key := subKind{k, subtype}
	subKinds.RLock()
	sub, ok := subKinds.table[key]
	subKinds.RUnlock()
	if ok {
		return sub
	}
	return key.join()
}

type subKind struct {
	family  Kind
	subtype string
}

// subKinds caches the results of Kind.Sub. Names come from the input: the table is bounded.
var subKinds struct {
	sync.RWMutex
	table map[subKind]Kind
}

func (k subKind) join() Kind {
	key := subKind{Kind(strings.Clone(string(k.family))), strings.Clone(k.subtype)}
	subtype := string(scan.AppendKindSegment(nil, []byte(key.subtype)))
	if !utf8.ValidString(subtype) {
		subtype = string([]rune(subtype)) // as encoders write it: U+FFFD for each invalid byte
	}
	sub := Kind(subtype)
	if k.family != "" {
		sub = k.family + "/" + sub
	}
	if len(sub) > maxName {
		return sub
	}
	subKinds.Lock()
	defer subKinds.Unlock()
	if subKinds.table == nil || len(subKinds.table) >= maxNames {
		subKinds.table = map[subKind]Kind{} // frequent kinds come back soon
	}
	subKinds.table[key] = sub
	return sub
}

// In reports whether k is family or one of its subtypes: "system/init" is in "system".
func (k Kind) In(family Kind) bool {
	return strings.HasPrefix(string(k), string(family)) && (len(k) == len(family) || k[len(family)] == '/')
}

// Line has the methods of every line of every protocol. The protocol packages' own Line types are closed unions that include it.
type Line interface {
	// Kind returns the same as Peek. The result stays valid when the memory of a recycled line is reused.
	Kind() Kind
	// AppendJSON appends the line as JSON, without a newline.
	AppendJSON(dst []byte) ([]byte, error)
}
