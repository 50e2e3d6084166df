package contest

import (
	"bufio"
	"os"

	"github.com/ndwire/ndwire/bench/digest"
	"github.com/ndwire/ndwire/bench/mirror"
	"github.com/ndwire/ndwire/bench/mirror/session"
	"github.com/ndwire/ndwire/transcript"
)

// Decoders returns the contenders of Decode.
func Decoders(p transcript.Protocol) []Reading {
	return append([]Reading{
		standard.reading("encoding-json", decoding, Whole),
		sonic.reading("sonic", decoding, Whole),
		sonic.reading("sonic-fastest", decoding, Whole),
		sonic.reading("sonic-borrowed", decoding, Whole),
		standard.reading("encoding-json-view", decoding, View),
		sonic.reading("sonic-view", decoding, View),
	}, ndwireDecoders(p)...)
}

// Mirror returns a contender that decodes into the mirrors of a protocol.
func Mirror[L mirror.Library](library string, p transcript.Protocol) Reading {
	return Reading{Library: library, Line: lines[L](p)}
}

// lines returns a function that decodes a line into the mirrors of a protocol.
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

// Peekers returns the contenders of Peek.
func Peekers(p transcript.Protocol) []Reading {
	return append([]Reading{
		standard.reading("encoding-json", peeking, Whole),
		sonic.reading("sonic", peeking, Whole),
		sonic.reading("sonic-get", peeking, Whole),
	}, ndwirePeekers(p)...)
}

// peeked has the two tags of a line.
type peeked struct {
	Type    string `json:"type"`
	Subtype string `json:"subtype"`
}

// Peeker returns a contender that peeks by decoding a struct with the two tags.
func Peeker(library string, unmarshal func(data []byte, v any) error) Reading {
	return Reading{Library: library, Line: func(line []byte, d *digest.Digest) error {
		var p peeked
		err := unmarshal(line, &p)
		d.Tags(p.Type, p.Subtype)
		return err
	}}
}

// FileReaders returns the contenders of DecodeFile, which open the file and read it.
func FileReaders(p transcript.Protocol) []Reading {
	return append([]Reading{
		standard.reading("encoding-json", readingFiles, Whole),
		sonic.reading("sonic", readingFiles, Whole),
	}, ndwireFileReaders(p)...)
}

// FileReader returns a contender that reads a file as programs without ndwire do: bufio finds the lines.
func FileReader[L mirror.Library](library string, p transcript.Protocol) Reading {
	line := lines[L](p)
	return Reading{Library: library, Pass: func(in *Input, d *digest.Digest) error {
		return reads(in, func(f *os.File) error {
			lines := bufio.NewScanner(f)
			lines.Buffer(make([]byte, readSize), 1<<30)
			for lines.Scan() {
				if err := line(lines.Bytes(), d); err != nil {
					return err
				}
			}
			return lines.Err()
		})
	}}
}
