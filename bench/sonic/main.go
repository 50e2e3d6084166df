// Command sonic is the program of sonic's contenders in the benchmarks. Package contest builds and runs it.
package main

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"

	"github.com/bytedance/sonic"
	"github.com/bytedance/sonic/ast"
	"github.com/bytedance/sonic/encoder"

	"github.com/ndwire/ndwire/bench/contest"
	"github.com/ndwire/ndwire/bench/digest"
	"github.com/ndwire/ndwire/transcript"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	if sonic.APIKind != sonic.UseSonicJSON {
		return errors.New("sonic does not support this machine or this version of Go, and would call encoding/json")
	}
	return contest.Serve("sonic: "+version(), map[string]contest.Readings{
		"Decode": decoders, "Peek": peekers, "DecodeFile": fileReaders,
	}, contest.Writings{contest.Encoder[Sonic]("sonic", encode())})
}

// version returns the version of the module sonic that the program was built with.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == "github.com/bytedance/sonic" {
				return m.Version
			}
		}
	}
	return "unknown"
}

func decoders(p transcript.Protocol) []contest.Reading {
	return []contest.Reading{
		contest.Mirror[Sonic]("sonic", p),
		contest.Mirror[SonicFastest]("sonic-fastest", p),
		contest.Mirror[SonicBorrowed]("sonic-borrowed", p),
		contest.Viewer("sonic-view", unmarshalFastest),
	}
}

func peekers(transcript.Protocol) []contest.Reading {
	return []contest.Reading{
		contest.Peeker("sonic", unmarshalFastest),
		{Library: "sonic-get", Line: peekGet},
	}
}

func fileReaders(p transcript.Protocol) []contest.Reading {
	return []contest.Reading{contest.FileReader[Sonic]("sonic", p)}
}

// unmarshalFastest decodes with texts that point into the line, as those of ndwire's views do. For tags that is enough.
func unmarshalFastest(line []byte, v any) error {
	return sonic.ConfigFastest.UnmarshalFromString(alias(line), v)
}

// peekGet stops at the first member with a name, and does not read the rest of the line.
func peekGet(line []byte, d *digest.Digest) error {
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

func encode() func(message any) ([]byte, error) {
	var line []byte
	return func(message any) ([]byte, error) {
		line = line[:0]
		err := encoder.EncodeInto(&line, message, encoder.NoValidateJSONMarshaler)
		return line, err
	}
}
