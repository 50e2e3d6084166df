package contest

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/ndwire/ndwire/bench/digest"
	"github.com/ndwire/ndwire/bench/mirror"
	"github.com/ndwire/ndwire/bench/mirror/session"
	"github.com/ndwire/ndwire/transcript"
)

// A writer encodes a corpus that it has decoded.
type writer interface {
	// write encodes all lines and says how many bytes they have.
	write() (size int, err error)
	// check does the same, and adds to a digest what encoding/json reads in these lines.
	check(d *digest.Digest) (size int, err error)
}

// Encoders are the contenders of Encode.
func Encoders() Writings {
	return Writings{
		standardEncoder(),
		sonic.writing("sonic"),
		{Library: "ndwire", Load: loadNdwire},
	}
}

// Encoder is a contender that encodes the mirrors. Its function may use the memory of one text for the next one.
func Encoder[L mirror.Library](library string, encode func(message any) ([]byte, error)) Writing {
	return Writing{Library: library, Load: func(in *Input) (writer, error) {
		messages := make([]any, in.Len())
		for i := range messages {
			var err error
			if messages[i], err = loadMirror[L](in.Protocol, in.Line(i)); err != nil {
				return nil, err
			}
		}
		return writerOf(in, messages, encode), nil
	}}
}

// writerOf is a writer of these messages.
func writerOf[M any](in *Input, messages []M, encode func(M) ([]byte, error)) writer {
	return lineWriter{in.Protocol, func(out func([]byte)) error {
		for _, m := range messages {
			line, err := encode(m)
			if err != nil {
				return err
			}
			out(line)
		}
		return nil
	}}
}

// lineWriter is a writer by a function that calls out with each line.
type lineWriter struct {
	protocol transcript.Protocol
	lines    func(out func(line []byte)) error
}

func (w lineWriter) write() (size int, err error) {
	err = w.lines(func(line []byte) { size += len(line) })
	return size, err
}

func (w lineWriter) check(d *digest.Digest) (size int, err error) {
	read := lines[mirror.Standard](w.protocol)
	var unread error
	err = w.lines(func(line []byte) {
		size += len(line)
		if err := read(line, d); err != nil && unread == nil {
			unread = fmt.Errorf("a line that was written cannot be read: %w\n%.200s", err, line)
		}
	})
	if err == nil {
		err = unread
	}
	return size, err
}

// loadMirror decodes a line into what the libraries encode fastest.
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

func standardEncoder() Writing {
	var line bytes.Buffer
	to := json.NewEncoder(&line)
	to.SetEscapeHTML(false)
	return Encoder[mirror.Standard]("encoding-json", func(message any) ([]byte, error) {
		line.Reset()
		err := to.Encode(message)
		return line.Bytes(), err
	})
}
