package contest

import (
	"bytes"
	"encoding/json"
	"errors"
	"sync"
	"unsafe"

	"github.com/bytedance/sonic"
	"github.com/bytedance/sonic/ast"
	"github.com/bytedance/sonic/encoder"

	"github.com/ndwire/ndwire/bench/digest"
	"github.com/ndwire/ndwire/bench/mirror"
	"github.com/ndwire/ndwire/bench/mirror/session"
	"github.com/ndwire/ndwire/transcript"
)

// sonicCompiles compiles sonic's code before anything is measured. Where sonic does not know the machine or the Go version, it
// stands for encoding/json, and has no figures.
var sonicCompiles = sync.OnceValue(func() string {
	all := append(mirror.Messages[mirror.Sonic](), mirror.Messages[mirror.SonicBorrowed]()...)
	all = append(append(all, session.Messages[mirror.Sonic]()...), session.Messages[mirror.SonicBorrowed]()...)
	compiles, err := mirror.Pretouch(append(all, viewed{}, peeked{}))
	switch {
	case err != nil:
		return "sonic cannot compile: " + err.Error()
	case !compiles:
		return "sonic does not know this machine and would be encoding/json"
	}
	return ""
})

// Decoders are the contenders of Decode.
func Decoders(p transcript.Protocol) []Reading {
	return append([]Reading{
		Mirror[mirror.Standard]("encoding-json", p),
		sonically(Mirror[mirror.Sonic]("sonic", p)),
		sonically(Mirror[mirror.SonicBorrowed]("sonic-borrowed", p)),
		{Library: "encoding-json-view", Line: viewStandard, Group: View},
		sonically(Reading{Library: "sonic-view", Line: viewSonic, Group: View}),
	}, ndwireDecoders(p)...)
}

func sonically(r Reading) Reading {
	r.Skip = sonicCompiles
	return r
}

// Mirror is a contender that decodes into the mirrors of a protocol.
func Mirror[L mirror.Library](library string, p transcript.Protocol) Reading {
	return Reading{Library: library, Line: lines[L](p)}
}

// lines decodes into the mirrors of a protocol.
func lines[L mirror.Library](p transcript.Protocol) func(line []byte, d *digest.Digest) error {
	if p == transcript.ClaudeCode {
		return func(line []byte, d *digest.Digest) error {
			m, err := session.Unmarshal[L](line)
			if err == nil {
				digest.AddSession[L](d, m)
			}
			return err
		}
	}
	return func(line []byte, d *digest.Digest) error {
		m, err := mirror.Unmarshal[L](line)
		if err == nil {
			digest.AddMirror[L](d, m)
		}
		return err
	}
}

func decode[L mirror.Library](in *Input, d *digest.Digest) error {
	r := Reading{Line: lines[L](in.Protocol)}
	return r.run(in, d)
}

// Peekers are the contenders of Peek.
func Peekers(p transcript.Protocol) []Reading {
	return append([]Reading{
		{Library: "encoding-json", Line: peekStandard},
		sonically(Reading{Library: "sonic", Line: peekSonic}),
		sonically(Reading{Library: "sonic-get", Line: peekSonicGet}),
	}, ndwirePeekers(p)...)
}

// peeked are the two members that say what a line is.
type peeked struct {
	Type    string `json:"type"`
	Subtype string `json:"subtype"`
}

// Peeker is a contender that peeks with a struct of the two tags.
func Peeker(library string, unmarshal func(data []byte, v any) error) Reading {
	return Reading{Library: library, Line: func(line []byte, d *digest.Digest) error {
		var p peeked
		err := unmarshal(line, &p)
		d.Tags(p.Type, p.Subtype)
		return err
	}}
}

func peekStandard(line []byte, d *digest.Digest) error {
	var p peeked
	err := json.Unmarshal(line, &p)
	d.Tags(p.Type, p.Subtype)
	return err
}

// peekSonic lets the tags point into the line, which Peek does not have to outlive.
func peekSonic(line []byte, d *digest.Digest) error {
	var p peeked
	err := sonic.ConfigFastest.UnmarshalFromString(alias(line), &p)
	d.Tags(p.Type, p.Subtype)
	return err
}

// peekSonicGet stops at the first member of a name, and does not look at the rest of the line.
func peekSonicGet(line []byte, d *digest.Digest) error {
	search := ast.NewSearcher(alias(line))
	search.ValidateJSON = false
	node, err := search.GetByPath("type")
	if err != nil {
		return err
	}
	typ, err := node.StrictString()
	if err != nil {
		return err
	}
	subtype := ""
	if typ == "system" || typ == "result" {
		node, err := search.GetByPath("subtype")
		if err == nil {
			subtype, err = node.StrictString()
		}
		if err != nil && !errors.Is(err, ast.ErrNotExist) {
			return err
		}
	}
	d.Tags(typ, subtype)
	return nil
}

// alias is the line as a string, without a copy.
func alias(line []byte) string { return unsafe.String(unsafe.SliceData(line), len(line)) }

// Encoders are the contenders of Encode.
func Encoders() Writings {
	return Writings{
		{Library: "encoding-json", Load: loadStandard},
		{Library: "sonic", Load: loadSonic, Skip: sonicCompiles},
		{Library: "ndwire", Load: loadNdwire},
	}
}

// LoadMirrors decodes a corpus into what the libraries encode fastest.
func LoadMirrors[L mirror.Library](in *Input) ([]any, error) {
	messages := make([]any, in.Len())
	for i := range messages {
		var err error
		if messages[i], err = loadMirror[L](in.Protocol, in.Line(i)); err != nil {
			return nil, err
		}
	}
	return messages, nil
}

func loadMirror[L mirror.Library](p transcript.Protocol, line []byte) (any, error) {
	if p == transcript.ClaudeCode {
		m, err := session.Unmarshal[L](line)
		if err != nil {
			return nil, err
		}
		return session.Written[L](m), nil
	}
	m, err := mirror.Unmarshal[L](line)
	if err != nil {
		return nil, err
	}
	return mirror.Written[L](m), nil
}

func loadStandard(in *Input) (func(func([]byte)) error, error) {
	messages, err := LoadMirrors[mirror.Standard](in)
	var line bytes.Buffer
	to := json.NewEncoder(&line)
	to.SetEscapeHTML(false)
	return func(out func([]byte)) error {
		for _, m := range messages {
			line.Reset()
			if err := to.Encode(m); err != nil {
				return err
			}
			out(line.Bytes())
		}
		return nil
	}, err
}

func loadSonic(in *Input) (func(func([]byte)) error, error) {
	messages, err := LoadMirrors[mirror.Sonic](in)
	var line []byte
	return func(out func([]byte)) error {
		for _, m := range messages {
			line = line[:0]
			if err := encoder.EncodeInto(&line, m, encoder.NoValidateJSONMarshaler); err != nil {
				return err
			}
			out(line)
		}
		return nil
	}, err
}
