package contest

import (
	"bufio"
	"bytes"
	"os"

	"github.com/ndwire/ndwire/bench/digest"
	"github.com/ndwire/ndwire/bench/mirror"
	"github.com/ndwire/ndwire/bench/mirror/session"
	"github.com/ndwire/ndwire/transcript"
)

// A writer encodes a corpus that it has decoded.
type writer interface {
	// write encodes all lines and says how many bytes they have.
	write() (size int, err error)
	// save does the same, and makes a file of these lines.
	save(path string) (size int, err error)
}

// Encoders are the contenders of Encode.
func Encoders() Writings {
	return Writings{
		standard.writing("encoding-json"),
		sonic.writing("sonic"),
		ndwireEncoder(),
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
		return writerOf(messages, encode), nil
	}, judge: func(p transcript.Protocol, line []byte) verdict {
		if !rewrites[L](p, line, encode) {
			return verdict{Error: "the mirrors' types do not write what they have read"}
		}
		return verdict{}
	}}
}

// rewrites reports whether the types that a library encodes hold all that is read of a line.
func rewrites[L mirror.Library](p transcript.Protocol, line []byte, encode func(message any) ([]byte, error)) bool {
	m, err := loadMirror[L](p, line)
	if err != nil {
		return false
	}
	again, err := encode(m)
	if err != nil {
		return false
	}
	read := lines[L](p)
	want, got := digest.Digest{Deep: true}, digest.Digest{Deep: true}
	if read(line, &want) != nil || read(again, &got) != nil {
		return false
	}
	want.Raws, got.Raws, want.Bytes, got.Bytes = 0, 0, 0, 0 // without the white space in them
	return want == got
}

// writerOf is a writer of these messages.
func writerOf[M any](messages []M, encode func(M) ([]byte, error)) writer {
	return lineWriter(func(out func([]byte)) error {
		for _, m := range messages {
			line, err := encode(m)
			if err != nil {
				return err
			}
			out(line)
		}
		return nil
	})
}

// lineWriter is a writer by a function that calls out with each line.
type lineWriter func(out func(line []byte)) error

func (w lineWriter) write() (size int, err error) {
	err = w(func(line []byte) { size += len(line) })
	return size, err
}

func (w lineWriter) save(path string) (size int, err error) {
	f, err := os.Create(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	to := bufio.NewWriter(f)
	err = w(func(line []byte) {
		size += len(line)
		to.Write(bytes.TrimSuffix(line, []byte("\n")))
		to.WriteByte('\n')
	})
	if err == nil {
		err = to.Flush()
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
