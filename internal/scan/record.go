package scan

import (
	"iter"
	"math/bits"
	"sync/atomic"
)

// Record is the table of a generated record type: what the cursor knows of its members. Generated code has a package variable for each
// type.
type Record struct {
	Name string

	// Fields returns the members that the record's switch has a case for, including tags, constants and the members of embedded records.
	// The index of a field is its number. It is a function, called for the first line with such a record, because the garbage collector
	// would scan tables that always exist on each cycle.
	Fields func() []Field

	// Also are the other names that the record's switch has a case for: other names of fields, tags of other cases, members of a record
	// that stand among those of this record. Their numbers begin with firstAlso, 128.
	Also []string

	// A bit for each field whose absence is noted: fields 0 to 63, and 64 to 127. Unless Field.Optional is set, strict mode reports it as
	// well.
	Required, Required2 uint64

	Open bool // unknown members are expected: they are kept, but they are not drift
	View bool // only the declared members matter: others are skipped, and nothing is noted

	table atomic.Pointer[keyTable]
	slot  atomic.Int64 // the record's first slot in predict.Keys, which also identifies the record; 0 if there is no table yet
}

// Field is a member of a record.
type Field struct {
	Name string // the member's key
	Path string // in jq's notation, the path from the record to the value or to the values in it: ".content", ".content[]"
	Null bool   // the spec allows null, which is not noted

	Optional bool // a line need not have the member: Record.Required has it only because its absence is noted

	Inline bool // the members of its value stand among those of the record, and no member has its name
}

// requires reports whether the spec requires a field.
func (r *Record) requires(field int) bool {
	required, keys := fieldSet{r.Required, r.Required2}, r.keys()
	return field < keys.fields && required.has(field) && !keys.all[field].Optional
}

// firstAlso is the number of the first name of Record.Also. It is larger than any number of a field, so that no Seen has a bit for it.
const firstAlso = 128

// fieldSet has a bit for each field of a record.
type fieldSet [2]uint64

func (s *fieldSet) has(n int) bool { return s[n>>6&1]>>uint(n&63)&1 != 0 }

func (s *fieldSet) len() int { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }

// all gives the numbers of the fields in the set.
func (s *fieldSet) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		for k, word := range s {
			for ; word != 0; word &= word - 1 {
				if !yield(k<<6 + bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}
