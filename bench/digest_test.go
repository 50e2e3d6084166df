package bench

import (
	"hash/maphash"
)

// digest is what a contender has seen of a corpus. Contenders whose digests are equal have done the same work: a text counts
// with its length and both its ends, a name with its length, a raw value with its length, numbers with their value.
type digest struct {
	Lines   int
	Kinds   [kinds]int
	Blocks  int
	Texts   int
	Ends    int
	Names   int
	Raws    int
	Numbers int
	Tokens  int
	Dollars float64
	Bytes   uint64 // hash of all texts and names, by deep digests only

	deep bool
}

type kind int

const (
	assistant kind = iota
	user
	replay
	result
	streamEvent
	toolProgress
	systemInit
	systemStatus
	systemCompactBoundary
	systemHookStarted
	systemHookResponse
	kinds
)

var seed = maphash.MakeSeed()

func (d *digest) line(k kind) {
	d.Lines++
	d.Kinds[k]++
}

// text adds a text of any length.
func (d *digest) text(s string) {
	if s == "" {
		return // the mirrors do not tell it from an absent one
	}
	d.Texts += len(s)
	d.Ends += int(s[0]) + int(s[len(s)-1])
	if d.deep {
		d.Bytes = d.Bytes*31 + maphash.String(seed, s)
	}
}

// name adds an id, a name, a value of an enumeration.
func (d *digest) name(s string) {
	d.Names += len(s)
	if d.deep {
		d.Bytes = d.Bytes*31 + maphash.String(seed, s)
	}
}

// maybe adds a name that may be null or absent.
func (d *digest) maybe(s *string) {
	if s != nil {
		d.name(*s)
	}
}

func (d *digest) names(list []string) {
	for _, s := range list {
		d.name(s)
	}
}

// raw adds a raw value. Its text is as it stands on the line for every contender.
func (d *digest) raw(b []byte) {
	d.Raws += len(b)
	if d.deep {
		d.Bytes = d.Bytes*31 + maphash.Bytes(seed, b)
	}
}

func (d *digest) base(uuid, sessionID string) {
	d.name(uuid)
	d.name(sessionID)
}

func (d *digest) tokens(in, out, read, created int) { d.Tokens += in + out + read + created }

func (d *digest) flag(b bool) {
	if b {
		d.Numbers++
	}
}
