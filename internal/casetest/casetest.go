// Package casetest has specs with their generated packages, for tests of package workshop that compare with generated code.
package casetest

import (
	"bytes"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/gen/testdata/alias"
	"github.com/ndwire/ndwire/gen/testdata/bare"
	"github.com/ndwire/ndwire/gen/testdata/binary"
	"github.com/ndwire/ndwire/gen/testdata/consts"
	"github.com/ndwire/ndwire/gen/testdata/decimals"
	"github.com/ndwire/ndwire/gen/testdata/defaults"
	"github.com/ndwire/ndwire/gen/testdata/docs"
	"github.com/ndwire/ndwire/gen/testdata/embed"
	"github.com/ndwire/ndwire/gen/testdata/encoded"
	"github.com/ndwire/ndwire/gen/testdata/enums"
	"github.com/ndwire/ndwire/gen/testdata/external"
	"github.com/ndwire/ndwire/gen/testdata/fallback"
	"github.com/ndwire/ndwire/gen/testdata/gofields"
	"github.com/ndwire/ndwire/gen/testdata/has"
	"github.com/ndwire/ndwire/gen/testdata/imports"
	"github.com/ndwire/ndwire/gen/testdata/inline"
	"github.com/ndwire/ndwire/gen/testdata/intenums"
	"github.com/ndwire/ndwire/gen/testdata/kinds"
	"github.com/ndwire/ndwire/gen/testdata/lazy"
	"github.com/ndwire/ndwire/gen/testdata/leaves"
	"github.com/ndwire/ndwire/gen/testdata/limits"
	"github.com/ndwire/ndwire/gen/testdata/lists"
	"github.com/ndwire/ndwire/gen/testdata/nested"
	"github.com/ndwire/ndwire/gen/testdata/optional"
	"github.com/ndwire/ndwire/gen/testdata/order"
	"github.com/ndwire/ndwire/gen/testdata/paths"
	"github.com/ndwire/ndwire/gen/testdata/recursive"
	"github.com/ndwire/ndwire/gen/testdata/replay"
	"github.com/ndwire/ndwire/gen/testdata/results"
	"github.com/ndwire/ndwire/gen/testdata/roles"
	"github.com/ndwire/ndwire/gen/testdata/shared"
	"github.com/ndwire/ndwire/gen/testdata/shorthand"
	"github.com/ndwire/ndwire/gen/testdata/siblingimports"
	"github.com/ndwire/ndwire/gen/testdata/siblings"
	"github.com/ndwire/ndwire/gen/testdata/single"
	"github.com/ndwire/ndwire/gen/testdata/tagged"
	"github.com/ndwire/ndwire/gen/testdata/texttag"
	"github.com/ndwire/ndwire/gen/testdata/times"
	"github.com/ndwire/ndwire/gen/testdata/unionkind"
	"github.com/ndwire/ndwire/gen/testdata/unsigned"
	"github.com/ndwire/ndwire/gen/testdata/view"
	"github.com/ndwire/ndwire/gen/testdata/viewpaths"
	"github.com/ndwire/ndwire/gen/testdata/when"
	"github.com/ndwire/ndwire/gen/testdata/wide"
	"github.com/ndwire/ndwire/openclaw"
	"github.com/ndwire/ndwire/rustyclaw"
	"github.com/ndwire/ndwire/usage"
)

// Case is a spec with lines and its generated package. Spec and Lines, a pattern, are relative to the module.
type Case struct {
	Spec, Lines string
	Check       func(line []byte) error           // CheckLine
	Drift       func(text []byte) []decoder.Drift // Stats().Drift of a reader
	Strict      func(text []byte) error           // the first error of a strict reader
}

// Cases are the protocols of this module, and the golden cases of package gen with lines. It does not have gotypes: no other package knows which texts
// a Go type reads.
var Cases = []Case{
	of("spec/agentsdk.yaml", "testdata/agentsdk/*/*", ndwire.NewReader, ndwire.CheckLine),
	of("spec/agentsdk.yaml", "testdata/agentsdk/*.ndjson", ndwire.NewReader, ndwire.CheckLine),
	of("spec/claudecode.yaml", "testdata/claudecode/*.ndjson", claudecode.NewReader, claudecode.CheckLine),
	of("spec/openclaw.yaml", "testdata/openclaw/*", openclaw.NewReader, openclaw.CheckLine),
	of("spec/rustyclaw.yaml", "testdata/rustyclaw/*", rustyclaw.NewReader, rustyclaw.CheckLine),
	of("spec/usage.yaml", "testdata/agentsdk/session.ndjson", usage.NewReader, usage.CheckLine),
	golden("alias", alias.NewReader, alias.CheckLine),
	golden("bare", bare.NewReader, bare.CheckLine),
	golden("binary", binary.NewReader, binary.CheckLine),
	golden("consts", consts.NewReader, consts.CheckLine),
	golden("decimals", decimals.NewReader, decimals.CheckLine),
	golden("defaults", defaults.NewReader, defaults.CheckLine),
	golden("docs", docs.NewReader, docs.CheckLine),
	golden("embed", embed.NewReader, embed.CheckLine),
	golden("encoded", encoded.NewReader, encoded.CheckLine),
	golden("enums", enums.NewReader, enums.CheckLine),
	golden("external", external.NewReader, external.CheckLine),
	golden("fallback", fallback.NewReader, fallback.CheckEntry),
	golden("gofields", gofields.NewReader, gofields.CheckLine),
	golden("has", has.NewReader, has.CheckLine),
	golden("imports", imports.NewReader, imports.CheckLine),
	golden("inline", inline.NewReader, inline.CheckLine),
	golden("intenums", intenums.NewReader, intenums.CheckLine),
	golden("kinds", kinds.NewReader, kinds.CheckLine),
	golden("lazy", lazy.NewReader, lazy.CheckLine),
	golden("leaves", leaves.NewReader, leaves.CheckLine),
	golden("limits", limits.NewReader, limits.CheckLine),
	golden("lists", lists.NewReader, lists.CheckLine),
	golden("nested", nested.NewReader, nested.CheckLine),
	golden("optional", optional.NewReader, optional.CheckLine),
	golden("order", order.NewReader, order.CheckLine),
	golden("paths", paths.NewReader, paths.CheckLine),
	golden("recursive", recursive.NewReader, recursive.CheckLine),
	golden("replay", replay.NewReader, replay.CheckLine),
	golden("results", results.NewReader, results.CheckLine),
	golden("roles", roles.NewReader, roles.CheckLine),
	golden("shared", shared.NewReader, shared.CheckLine),
	golden("shorthand", shorthand.NewReader, shorthand.CheckLine),
	golden("siblings", siblings.NewReader, siblings.CheckLine),
	golden("siblingimports", siblingimports.NewReader, siblingimports.CheckLine),
	golden("single", single.NewReader, single.CheckLine),
	golden("tagged", tagged.NewReader, tagged.CheckLine),
	golden("texttag", texttag.NewReader, texttag.CheckLine),
	golden("times", times.NewReader, times.CheckLine),
	golden("unionkind", unionkind.NewReader, unionkind.CheckLine),
	golden("unsigned", unsigned.NewReader, unsigned.CheckLine),
	golden("view", view.NewReader, view.CheckLine),
	golden("viewpaths", viewpaths.NewReader, viewpaths.CheckLine),
	golden("when", when.NewReader, when.CheckLine),
	golden("wide", wide.NewReader, wide.CheckLine),
}

type opener[T decoder.Line] = func(io.Reader, ...decoder.Option) *decoder.Reader[T]

func golden[T decoder.Line](name string, open opener[T], check func([]byte) error) Case {
	return of("gen/testdata/"+name+"/spec.yaml", "gen/testdata/"+name+"/lines.ndjson", open, check)
}

func of[T decoder.Line](spec, lines string, open opener[T], check func([]byte) error) Case {
	return Case{
		Spec: spec, Lines: lines, Check: check,
		Drift: func(text []byte) []decoder.Drift {
			r := open(bytes.NewReader(text))
			for range r.Recycled() {
			}
			return r.Stats().Drift
		},
		Strict: func(text []byte) (first error) {
			for _, err := range open(bytes.NewReader(text), decoder.Strict()).Recycled() {
				if first == nil {
					first = err
				}
			}
			return first
		},
	}
}

var word = regexp.MustCompile(`"[a-zA-Z_]+"(:)?|[0-9]+|true|false|null`)

// Mutate returns a line with one other name, text or scalar.
func Mutate(random *rand.Rand, line []byte) []byte {
	places := word.FindAllIndex(line, 400)
	if len(places) == 0 {
		return line
	}
	at := places[random.IntN(len(places))]
	with := []string{`"new"`, `7`, `true`, `null`, `[]`, `{}`, `[1,"x"]`, `{"a":1}`, `1.5`}[random.IntN(9)]
	if line[at[1]-1] == ':' {
		with = `"new_member":`
	}
	return slices.Concat(line[:at[0]], []byte(with), line[at[1]:])
}
