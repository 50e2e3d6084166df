package genrt

import (
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/alloc"
	"github.com/ndwire/ndwire/internal/scan"
)

// The types that decoders use: see packages scan and alloc.
type (
	Cursor   = scan.Cursor   // decodes one line at a time
	Record   = scan.Record   // the table of a record's members
	Field    = scan.Field    // an entry of that table
	Deferred = scan.Deferred // a member that is decoded after all others of its record
	Seen     = scan.Seen     // the set of the members that were read of a record
	Union    = scan.Union    // describes the tag of a union
	Presence = scan.Presence // describes the members by whose presence a union chooses

	Slab[T any]                  = alloc.Slab[T]         // allocates the values of a type
	Lists[T any]                 = scan.Lists[T]         // allocates the lists of a type
	Maps[K comparable, V any]    = scan.Maps[K, V]       // allocates maps
	RecordMaps[K ~string, V any] = scan.RecordMaps[K, V] // allocates maps of records
)

// The JSON types of values, as Cursor.Type returns them.
const (
	JSONNull   = scan.Null
	JSONBool   = scan.Bool
	JSONNumber = scan.Number
	JSONString = scan.String
)

// SeenOf returns a Seen with the members whose bits are set.
func SeenOf(bits uint64) Seen { return scan.SeenOf(bits) }

// UnionOf returns a Union whose tag has a name.
func UnionOf(tag string) Union { return scan.UnionOf(tag) }

// PresenceOf returns the Presence of members. A member that is null counts as absent, unless its Null is set.
func PresenceOf(members ...Field) *Presence { return scan.PresenceOf(members...) }

// UnknownSibling stands for a tag that the type of its payload does not determine.
const UnknownSibling = scan.UnknownSibling

// Decimal reads a number and keeps its spelling.
func Decimal(c *Cursor, i int) (decoder.ExactNumber, int) {
	s, i := c.Decimal(i)
	return decoder.ExactNumber(s), i
}

// DecimalPtr reads a number or null, as Decimal does.
func DecimalPtr(c *Cursor, i int) (*decoder.ExactNumber, int) {
	s, i := c.DecimalPtr(i)
	return (*decoder.ExactNumber)(s), i
}

// DecimalOrNull is DecimalPtr for a field without a note about null.
func DecimalOrNull(c *Cursor, i int) (*decoder.ExactNumber, int) {
	s, i := c.DecimalOrNull(i)
	return (*decoder.ExactNumber)(s), i
}
