package bench

import (
	"bytes"
	"encoding/json"
	"sync"
	"unsafe"

	"github.com/bytedance/sonic"
	"github.com/bytedance/sonic/ast"
	"github.com/bytedance/sonic/encoder"

	"github.com/ndwire/ndwire/bench/corpus"
	"github.com/ndwire/ndwire/bench/mirror"
)

// A reading is one way to do Decode or Peek.
type reading struct {
	library string
	pass    func(c *corpus.Corpus, d *digest) error // goes over the corpus once
	bare    bool                                    // reads no fields: a limit, not a contender
	view    bool                                    // reads some fields only: compared with the other views
}

// A writing is one way to do Encode: load decodes the corpus into what the library encodes, and gives the pass that encodes
// all of it, line by line into a buffer that is used again.
type writing struct {
	library string
	load    func(c *corpus.Corpus) (pass func(out func(line []byte)) error, err error)
}

// pretouch compiles sonic's code for the mirrors before anything is measured. Where sonic does not know the machine it
// stands for encoding/json, and has no figures.
var pretouch = sync.OnceValues(mirror.Pretouch)

func decoders() []reading {
	return append([]reading{
		{library: "copy", pass: copyLines, bare: true},
		{library: "encoding-json", pass: decodeMirrors[mirror.Standard]},
		{library: "sonic", pass: decodeMirrors[mirror.Sonic]},
		{library: "sonic-borrowed", pass: decodeMirrors[mirror.SonicBorrowed]},
	}, append(ndwireDecoders(), views()...)...)
}

func decodeMirrors[L mirror.Library](c *corpus.Corpus, d *digest) error {
	for i := range c.Len() {
		m, err := mirror.Unmarshal[L](c.Line(i))
		if err != nil {
			return err
		}
		addMirror[L](d, m)
	}
	return nil
}

// copied keeps the compiler from leaving out the copies.
var copied []byte

// copyLines gives each line memory of its own: what any decoder has to do that owns its strings, and no more.
func copyLines(c *corpus.Corpus, d *digest) error {
	for i := range c.Len() {
		copied = append([]byte(nil), c.Line(i)...)
		d.Lines++
	}
	return nil
}

func peekers() []reading {
	return append([]reading{
		{library: "encoding-json", pass: peekStandard},
		{library: "sonic", pass: peekSonic},
		{library: "sonic-get", pass: peekSonicGet},
	}, ndwirePeekers()...)
}

// peeked are the two members that say what a line is.
type peeked struct {
	Type    string `json:"type"`
	Subtype string `json:"subtype"`
}

// tags adds them to a digest. They are compared by their text, so that no contender gains by an enumeration.
func (d *digest) tags(typ, subtype string) {
	d.Lines++
	d.name(subtype)
	switch typ {
	case "stream_event":
		d.Kinds[streamEvent]++
	case "assistant":
		d.Kinds[assistant]++
	case "user":
		d.Kinds[user]++
	case "system":
		d.Kinds[systemInit]++
	case "result":
		d.Kinds[result]++
	case "tool_progress":
		d.Kinds[toolProgress]++
	}
}

func peekStandard(c *corpus.Corpus, d *digest) error {
	for i := range c.Len() {
		var p peeked
		if err := json.Unmarshal(c.Line(i), &p); err != nil {
			return err
		}
		d.tags(p.Type, p.Subtype)
	}
	return nil
}

// peekSonic lets the tags point into the line, which Peek does not have to outlive.
func peekSonic(c *corpus.Corpus, d *digest) error {
	for i := range c.Len() {
		var p peeked
		if err := sonic.ConfigFastest.UnmarshalFromString(alias(c.Line(i)), &p); err != nil {
			return err
		}
		d.tags(p.Type, p.Subtype)
	}
	return nil
}

// peekSonicGet stops at the first member of a name, and does not look at the rest of the line.
func peekSonicGet(c *corpus.Corpus, d *digest) error {
	for i := range c.Len() {
		search := ast.NewSearcher(alias(c.Line(i)))
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
			if err != nil {
				return err
			}
			if subtype, err = node.StrictString(); err != nil {
				return err
			}
		}
		d.tags(typ, subtype)
	}
	return nil
}

// alias is the line as a string, without a copy.
func alias(line []byte) string { return unsafe.String(unsafe.SliceData(line), len(line)) }

func encoders() []writing {
	return append([]writing{
		{library: "encoding-json", load: loadStandard},
		{library: "sonic", load: loadSonic},
	}, ndwireEncoders()...)
}

func loadMirrors[L mirror.Library](c *corpus.Corpus) ([]any, error) {
	messages := make([]any, c.Len())
	for i := range messages {
		m, err := mirror.Unmarshal[L](c.Line(i))
		if err != nil {
			return nil, err
		}
		messages[i] = mirror.Written[L](m)
	}
	return messages, nil
}

func loadStandard(c *corpus.Corpus) (func(func([]byte)) error, error) {
	messages, err := loadMirrors[mirror.Standard](c)
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

func loadSonic(c *corpus.Corpus) (func(func([]byte)) error, error) {
	messages, err := loadMirrors[mirror.Sonic](c)
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
