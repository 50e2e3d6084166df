package genrt

import (
	"github.com/ndwire/ndwire/internal/alloc"
	"github.com/ndwire/ndwire/internal/scan"
)

// What decoding calls: see package scan.
type (
	Cursor   = scan.Cursor   // reads one line
	Record   = scan.Record   // the table of a record's members
	Field    = scan.Field    // one of them
	Deferred = scan.Deferred // a member that is read when all others have been
	Seen     = scan.Seen     // which members of a record there have been
	Union    = scan.Union    // what is known of the tags of a union

	Slab[T any]                  = alloc.Slab[T]         // where the values of a type come from
	Lists[T any]                 = scan.Lists[T]         // where the lists of a type come from
	Maps[K comparable, V any]    = scan.Maps[K, V]       // where maps come from
	RecordMaps[K ~string, V any] = scan.RecordMaps[K, V] // where maps of records come from
)

// The JSON types of values, as Cursor.Type says them.
const (
	JSONNull   = scan.Null
	JSONBool   = scan.Bool
	JSONNumber = scan.Number
	JSONString = scan.String
)

// SeenOf makes a Seen of a bit for each member.
func SeenOf(bits uint64) Seen { return scan.SeenOf(bits) }

// UnionOf makes a Union whose tag has the name.
func UnionOf(tag string) Union { return scan.UnionOf(tag) }

// UnknownSibling stands for the tag of a payload that does not say which it has.
const UnknownSibling = scan.UnknownSibling
