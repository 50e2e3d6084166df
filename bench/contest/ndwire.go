package contest

import (
	"bytes"
	"io"
	"iter"
	"os"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/bench/digest"
	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/transcript"
	"github.com/ndwire/ndwire/usage"
)

// A codec has the functions of a protocol's package.
type codec[T interface{ AppendJSON([]byte) ([]byte, error) }] struct {
	unmarshal, borrow func(data []byte) (T, error)
	peek              func(data []byte) (decoder.Kind, error)
	open              func(r io.Reader, opts ...decoder.Option) *decoder.Reader[T]
	add               func(d *digest.Digest, line T)
}

var (
	agentSDK = codec[ndwire.Line]{
		ndwire.UnmarshalLine, ndwire.BorrowLine, ndwire.Peek, ndwire.NewReader, digest.AddLine,
	}
	claudeCode = codec[claudecode.Line]{
		claudecode.UnmarshalLine, claudecode.BorrowLine, claudecode.Peek, claudecode.NewReader, digest.AddTurn,
	}
)

func ndwireDecoders(p transcript.Protocol) []Reading {
	if p == transcript.ClaudeCode {
		return claudeCode.decoders()
	}
	return agentSDK.decoders()
}

func ndwirePeekers(p transcript.Protocol) []Reading {
	if p == transcript.ClaudeCode {
		return claudeCode.peekers()
	}
	return agentSDK.peekers()
}

func ndwireFileReaders(p transcript.Protocol) []Reading {
	if p == transcript.ClaudeCode {
		return claudeCode.fileReaders()
	}
	return agentSDK.fileReaders()
}

func (c codec[T]) decoders() []Reading {
	memory := func(in *Input) (io.Reader, func() error, error) { return bytes.NewReader(in.Data), nil, nil }
	return []Reading{
		{Library: "ndwire", Line: c.line(c.unmarshal)},
		{Library: "ndwire-borrowed", Line: c.line(c.borrow)},
		{Library: "ndwire-reader", Pass: c.owned(memory)},
		{Library: "ndwire-recycled", Pass: c.recycled(memory)},
		{Library: "ndwire-workers", Pass: c.owned(memory, decoder.Workers(2))},
		{Library: "ndwire-recycled-workers", Pass: c.recycled(memory, decoder.Workers(2))},
		{Library: "ndwire-view", Pass: viewReader, Group: View},
		{Library: "ndwire-view-borrowed", Line: viewBorrow, Group: View},
	}
}

func (c codec[T]) fileReaders() []Reading {
	file := func(in *Input) (io.Reader, func() error, error) {
		path, err := in.Path()
		if err != nil {
			return nil, nil, err
		}
		f, err := os.Open(path)
		return f, f.Close, err
	}
	return []Reading{
		{Library: "ndwire", Pass: c.owned(file)},
		{Library: "ndwire-recycled", Pass: c.recycled(file)},
		{Library: "ndwire-workers", Pass: c.owned(file, decoder.Workers(2))},
		{Library: "ndwire-recycled-workers", Pass: c.recycled(file, decoder.Workers(2))},
	}
}

func (c codec[T]) line(unmarshal func([]byte) (T, error)) func([]byte, *digest.Digest) error {
	return func(data []byte, d *digest.Digest) error {
		line, err := unmarshal(data)
		if err == nil {
			c.add(d, line)
		}
		return err
	}
}

// An opener returns a reader of an input, and a function to call when it has been read.
type opener func(in *Input) (r io.Reader, done func() error, err error)

func (c codec[T]) owned(open opener, opts ...decoder.Option) func(*Input, *digest.Digest) error {
	return c.all(open, (*decoder.Reader[T]).All, opts)
}

func (c codec[T]) recycled(open opener, opts ...decoder.Option) func(*Input, *digest.Digest) error {
	return c.all(open, (*decoder.Reader[T]).Recycled, opts)
}

func (c codec[T]) all(open opener, loop func(*decoder.Reader[T]) iter.Seq2[T, error], opts []decoder.Option) func(*Input, *digest.Digest) error {
	return func(in *Input, d *digest.Digest) error {
		r, done, err := open(in)
		if err != nil {
			return err
		}
		for line, err := range loop(c.open(r, opts...)) {
			if err != nil {
				return err
			}
			c.add(d, line)
		}
		if done != nil {
			return done()
		}
		return nil
	}
}

func (c codec[T]) peekers() []Reading {
	return []Reading{
		{Library: "ndwire", Line: func(line []byte, d *digest.Digest) error {
			kind, err := c.peek(line)
			d.Tags(tags(kind))
			return err
		}},
		{Library: "ndwire-kinds", Pass: func(in *Input, d *digest.Digest) error {
			for kind, err := range c.open(bytes.NewReader(in.Data)).Kinds() {
				if err != nil {
					return err
				}
				d.Tags(tags(kind))
			}
			return nil
		}},
	}
}

// tags returns the type and subtype of lines of a kind. (The kind of a replayed message has a part that is neither.)
func tags(kind decoder.Kind) (typ, subtype string) {
	if kind == ndwire.KindUserIsReplay {
		kind = ndwire.KindUser
	}
	return kind.Cut()
}

func ndwireEncoder() Writing { return Writing{Library: "ndwire", Load: loadNdwire} }

func loadNdwire(in *Input) (writer, error) {
	if in.Protocol == transcript.ClaudeCode {
		return claudeCode.load(in)
	}
	return agentSDK.load(in)
}

func (c codec[T]) load(in *Input) (writer, error) {
	lines := make([]T, in.Len())
	for i := range lines {
		line, err := c.unmarshal(in.Line(i))
		if err != nil {
			return nil, err
		}
		lines[i] = line
	}
	var text []byte
	return writerOf(lines, func(line T) (_ []byte, err error) {
		text, err = line.AppendJSON(text[:0])
		return text, err
	}), nil
}

func viewAll(r *decoder.Reader[usage.Line], d *digest.Digest) error {
	for line, err := range r.Recycled() {
		if err != nil {
			return err
		}
		if d.Deep {
			d.Lines = int(r.Pos().Line)
		}
		addUsage(d, line)
	}
	d.Lines = int(r.Stats().Lines)
	return nil
}

func addUsage(d *digest.Digest, line usage.Line) {
	switch m := line.(type) {
	case *usage.Response:
		d.Kinds[digest.Assistant]++
		d.Name(m.SessionID)
		d.Name(m.MessageID)
		d.Name(m.Model)
		d.AddTokens(m.Tokens.InputTokens, m.Tokens.OutputTokens, m.Tokens.CacheReadInputTokens, m.Tokens.CacheCreationInputTokens)
	case *usage.Result:
		d.Kinds[digest.Result]++
		d.Name(m.SessionID)
		if m.TotalCostUSD != nil {
			d.Amount(*m.TotalCostUSD)
		} else {
			d.Amount(0)
		}
		d.AddTokens(m.Tokens.InputTokens, m.Tokens.OutputTokens, m.Tokens.CacheReadInputTokens, m.Tokens.CacheCreationInputTokens)
	}
}
