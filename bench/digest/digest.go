// Package digest summarizes the values that a contender of the benchmarks has read in a corpus. Contenders with equal digests have read the same
// values. It has functions for the messages of packages mirror, ndwire and claudecode, which add the same members by the same rules.
package digest

import (
	"math"
	"strconv"
)

// Digest summarizes values. A text adds its length and its first and last byte, a name and a raw value add their lengths, and a number adds its
// value. The programs in other languages write it as JSON.
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
	Bytes   Hash // of all texts, names and raw values; only in deep digests
	Deep    bool `json:"-"` // Bytes depends on every byte
}

// Hash is a sum of hashes. It is a string in JSON, because not every JSON reader has numbers of 64 bits.
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

// The programs in other languages have the same numbers.
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

// Add adds the digest of other lines of the same corpus.
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
		return // for the mirrors, an empty text is the same as an absent one
	}
	d.Texts += len(s)
	d.Ends += int(s[0]) + int(s[len(s)-1])
	if d.Deep {
		hash(d, s, 3)
	}
}

// Name adds an id, a name, or a value of an enum.
func (d *Digest) Name(s string) {
	d.Names += len(s)
	if d.Deep && s != "" {
		hash(d, s, 5)
	}
}

// Raw adds a raw value, whose text is that of the line for every contender.
func (d *Digest) Raw(b []byte) {
	d.Raws += len(b)
	if d.Deep && len(b) > 0 {
		hash(d, b, 7)
	}
}

// hash adds the FNV-1a hash of a text, multiplied by a weight for its sort and by the number of its line.
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

// Tags adds the two tags of a line. Their texts count, so that a contender with enums has no advantage.
func (d *Digest) Tags(typ, subtype string) {
	d.Lines++
	d.Name(typ)
	d.Name(subtype)
	if typ != "" {
		d.Ends += int(typ[0]) + int(typ[len(typ)-1])
	}
}
