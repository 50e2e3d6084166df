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

// Encoders returns the contenders of Encode.
func Encoders() Writings {
	return Writings{
		standard.writing("encoding-json"),
		sonic.writing("sonic"),
		ndwireEncoder(),
	}
}

// Encoder returns a contender that encodes the mirrors. encode may reuse the memory of its last result.
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

// rewrites reports whether the types that a library encodes hold all values that are read in a line.
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
	want.Raws, got.Raws, want.Bytes, got.Bytes = 0, 0, 0, 0 // these change with the white space of raw values
	return want == got
}

// writerOf returns a writer of messages.
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

// lineWriter is a writer made from a function that calls out with each encoded line.
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

// loadMirror decodes a line into the form that libraries encode fastest.
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
