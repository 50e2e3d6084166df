package contest

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"runtime"

	"github.com/ndwire/ndwire/bench/digest"
	"github.com/ndwire/ndwire/bench/mirror"
	"github.com/ndwire/ndwire/transcript"
)

// standard is encoding/json, in a second process of the benchmarks' program, see [Main]. Otherwise, every collection would mark the type tables of
// encoding/json while ndwire is measured.
var standard = &Program{Build: itself, Env: []string{serves + "=encoding-json"}}

// rereader decodes the output of contenders that encode.
var rereader = &Program{Build: standard.Build, Env: standard.Env}

// serves is the environment variable with which the program of the benchmarks runs as a contender.
const serves = "NDWIRE_BENCH_SERVES"

func itself() (path string, err error) {
	if os.Getenv(serves) != "" {
		return "", errors.New("contest: call Main in the TestMain of these tests")
	}
	return os.Executable()
}

func serveStandard() error {
	return Serve("encoding-json: "+runtime.Version(), map[string]Readings{
		decoding: func(p transcript.Protocol) []Reading {
			return []Reading{Mirror[mirror.Standard]("encoding-json", p), Viewer("encoding-json-view", json.Unmarshal)}
		},
		peeking: func(transcript.Protocol) []Reading {
			return []Reading{Peeker("encoding-json", json.Unmarshal)}
		},
		readingFiles: func(p transcript.Protocol) []Reading {
			return []Reading{FileReader[mirror.Standard]("encoding-json", p)}
		},
		working: standardWorkers,
	}, Writings{standardEncoder()})
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

// decode fills an empty digest with what encoding/json reads in a corpus. p must be standard or rereader.
func (p *Program) decode(in *Input, d *digest.Digest) error {
	_, err := p.run(in, decoding+"/encoding-json", d)
	return err
}
