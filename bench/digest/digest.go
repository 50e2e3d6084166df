// Package digest says what a contender of the benchmarks has seen of a corpus: contenders whose digests are equal have read
// the same values. It looks at the messages of package mirror, at those of package ndwire and at those of package claudecode,
// each in the same order and by the same rules.
package digest

import (
	"math"
	"strconv"
)

// Digest is what a contender has seen. A text counts with its length and both its ends, a name with its length, a raw value
// with its length, numbers with their value. The programs in other languages write it as JSON.
type Digest struct {
	Lines   int
	Kinds   [Kinds]int
	Blocks  int
	Texts   int
	Ends    int
	Names   int
	Raws    int
	Numbers int
	Tokens  int
	Micros  int  // millionths of a dollar or of a second, rounded
	Bytes   Hash // of all texts, names and raw values, by deep digests only
	Deep    bool `json:"-"` // look at every byte
}

// Hash is a sum of hashes. It is a text in JSON, where not every reader takes 64 bits for a number.
type Hash uint64

// MarshalText writes a decimal number.
func (h Hash) MarshalText() ([]byte, error) { return strconv.AppendUint(nil, uint64(h), 10), nil }

// UnmarshalText reads a decimal number.
func (h *Hash) UnmarshalText(text []byte) error {
	n, err := strconv.ParseUint(string(text), 10, 64)
	*h = Hash(n)
	return err
}

// A Kind is a kind of line that the mirrors have a struct for.
type Kind int

// The numbers are shared with the programs in other languages.
const (
	Assistant Kind = iota
	User
	Replay
	Result
	StreamEvent
	ToolProgress
	SystemInit
	SystemStatus
	SystemCompactBoundary
	SystemHookStarted
	SystemHookResponse
	SDKKinds // the kinds above are the agent SDK's, those below Claude Code's

	SessionUser Kind = iota - 1
	SessionAssistant
	SessionSystem
	SessionProgress
	SessionAttachment
	SessionSnapshot
	SessionQueue
	SessionNote
	Kinds
)

// Add adds what somebody else has seen of the same corpus.
func (d *Digest) Add(o *Digest) {
	d.Lines += o.Lines
	for k, n := range o.Kinds {
		d.Kinds[k] += n
	}
	d.Blocks += o.Blocks
	d.Texts += o.Texts
	d.Ends += o.Ends
	d.Names += o.Names
	d.Raws += o.Raws
	d.Numbers += o.Numbers
	d.Tokens += o.Tokens
	d.Micros += o.Micros
	d.Bytes += o.Bytes
}

// Line begins a line.
func (d *Digest) Line(k Kind) {
	d.Lines++
	d.Kinds[k]++
}

// Text adds a text of any length.
func (d *Digest) Text(s string) {
	if s == "" {
		return // the mirrors do not tell it from an absent one
	}
	d.Texts += len(s)
	d.Ends += int(s[0]) + int(s[len(s)-1])
	if d.Deep {
		hash(d, s, 3)
	}
}

// Name adds an id, a name, a value of an enumeration.
func (d *Digest) Name(s string) {
	d.Names += len(s)
	if d.Deep && s != "" {
		hash(d, s, 5)
	}
}

// Raw adds a raw value. Its text is as it stands on the line for every contender.
func (d *Digest) Raw(b []byte) {
	d.Raws += len(b)
	if d.Deep && len(b) > 0 {
		hash(d, b, 7)
	}
}

// hash adds FNV-1a of a text, weighted by what it is and by the line that it stands on.
func hash[T string | []byte](d *Digest, s T, weight uint64) {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	d.Bytes += Hash(h * weight * uint64(2*d.Lines+1))
}

// Maybe adds a name that may be null or absent.
func (d *Digest) Maybe(s *string) {
	if s != nil {
		d.Name(*s)
	}
}

// Strings adds names.
func (d *Digest) Strings(list []string) {
	for _, s := range list {
		d.Name(s)
	}
}

func (d *Digest) base(uuid, sessionID string) {
	d.Name(uuid)
	d.Name(sessionID)
}

// AddTokens adds the token counts of a response.
func (d *Digest) AddTokens(in, out, read, created int) { d.Tokens += in + out + read + created }

// Amount adds dollars or seconds. They are rounded, so that the order of the addition does not matter.
func (d *Digest) Amount(x float64) { d.Micros += int(math.Round(x * 1e6)) }

// Flag adds a boolean.
func (d *Digest) Flag(b bool) {
	if b {
		d.Numbers++
	}
}

// Tags adds the two members that say what a line is. They are compared by their text, so that no contender gains by an
// enumeration.
func (d *Digest) Tags(typ, subtype string) {
	d.Lines++
	d.Name(typ)
	d.Name(subtype)
	if typ != "" {
		d.Ends += int(typ[0]) + int(typ[len(typ)-1])
	}
}
