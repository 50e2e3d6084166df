package drift_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/gen/testdata/alias"
	"github.com/ndwire/ndwire/gen/testdata/bare"
	"github.com/ndwire/ndwire/gen/testdata/binary"
	"github.com/ndwire/ndwire/gen/testdata/consts"
	"github.com/ndwire/ndwire/gen/testdata/decimals"
	"github.com/ndwire/ndwire/gen/testdata/defaults"
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
	"github.com/ndwire/ndwire/gen/testdata/roles"
	"github.com/ndwire/ndwire/gen/testdata/shared"
	"github.com/ndwire/ndwire/gen/testdata/shorthand"
	"github.com/ndwire/ndwire/gen/testdata/siblingimports"
	"github.com/ndwire/ndwire/gen/testdata/siblings"
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
	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/drift"
)

// generated reads lines with generated code, and returns its Stats().Drift.
func generated[T decoder.Line](open func(io.Reader, ...decoder.Option) *decoder.Reader[T]) func([]byte) []decoder.Drift {
	return func(text []byte) []decoder.Drift {
		r := open(bytes.NewReader(text))
		for range r.Recycled() {
		}
		return r.Stats().Drift
	}
}

// protocol is a spec with lines, and its generated reader.
type protocol struct {
	spec, lines string
	read        func([]byte) []decoder.Drift // Stats().Drift of lines
	strict      func([]byte) error           // the first error of a strict reader
}

func ours[T decoder.Line](spec, lines string, open func(io.Reader, ...decoder.Option) *decoder.Reader[T]) protocol {
	return protocol{spec, lines, generated(open), strictly(open)}
}

func golden[T decoder.Line](name string, open func(io.Reader, ...decoder.Option) *decoder.Reader[T]) protocol {
	return ours("gen/testdata/"+name+"/spec.yaml", "gen/testdata/"+name+"/lines.ndjson", open)
}

var protocols = []protocol{
	ours("spec/agentsdk.yaml", "testdata/agentsdk/*/*", ndwire.NewReader),
	ours("spec/agentsdk.yaml", "testdata/agentsdk/*.ndjson", ndwire.NewReader),
	ours("spec/claudecode.yaml", "testdata/claudecode/*", claudecode.NewReader),
	ours("spec/openclaw.yaml", "testdata/openclaw/*", openclaw.NewReader),
	ours("spec/rustyclaw.yaml", "testdata/rustyclaw/*", rustyclaw.NewReader),
	golden("binary", binary.NewReader),
	golden("decimals", decimals.NewReader),
	golden("encoded", encoded.NewReader),
	golden("times", times.NewReader),
	golden("intenums", intenums.NewReader),
	golden("siblings", siblings.NewReader),
	golden("siblingimports", siblingimports.NewReader),
	golden("external", external.NewReader),
	golden("shared", shared.NewReader),
	golden("alias", alias.NewReader),
	golden("bare", bare.NewReader),
	golden("defaults", defaults.NewReader),
	golden("embed", embed.NewReader),
	golden("fallback", fallback.NewReader),
	golden("gofields", gofields.NewReader),
	golden("lazy", lazy.NewReader),
	golden("leaves", leaves.NewReader),
	golden("limits", limits.NewReader),
	golden("order", order.NewReader),
	golden("recursive", recursive.NewReader),
	golden("replay", replay.NewReader),
	golden("roles", roles.NewReader),
	golden("texttag", texttag.NewReader),
	golden("unsigned", unsigned.NewReader),
	golden("view", view.NewReader),
	golden("viewpaths", viewpaths.NewReader),
	golden("wide", wide.NewReader),
	golden("consts", consts.NewReader),
	golden("enums", enums.NewReader),
	golden("has", has.NewReader),
	golden("imports", imports.NewReader),
	golden("inline", inline.NewReader),
	golden("kinds", kinds.NewReader),
	golden("lists", lists.NewReader),
	golden("nested", nested.NewReader),
	golden("optional", optional.NewReader),
	golden("paths", paths.NewReader),
	golden("shorthand", shorthand.NewReader),
	golden("tagged", tagged.NewReader),
	golden("unionkind", unionkind.NewReader),
	golden("when", when.NewReader),
}

// TestAgrees checks that the report is that of generated code, for correct lines and for damaged copies with other names, types and texts.
func TestAgrees(t *testing.T) {
	for _, p := range protocols {
		t.Run(p.spec, func(t *testing.T) {
			m, err := spec.Load(filepath.Join("../..", p.spec))
			if err != nil {
				t.Fatal(err)
			}
			c, err := drift.New(m)
			if err != nil {
				t.Fatal(err)
			}
			files, err := filepath.Glob(filepath.Join("../..", p.lines))
			if err != nil {
				t.Fatal(err)
			}
			random := rand.New(rand.NewPCG(1, 2))
			n, differences := 0, 0
			for _, file := range files {
				text, err := os.ReadFile(file)
				if err != nil || len(text) > 200<<10 {
					continue
				}
				copies := 4
				if len(text) > 20<<10 {
					copies = 2
				}
				for line := range bytes.Lines(text) {
					if decoder.Raw(bytes.TrimSpace(line)).Type() != decoder.Object {
						continue
					}
					for k := range copies {
						tried := line
						if k > 0 {
							tried = mutate(random, line)
						}
						want := words(p.read(tried))
						got, err := c.Findings(tried)
						if err != nil {
							t.Fatal(err)
						}
						n++
						if diff := cmp.Diff(want, words(got)); diff != "" {
							if differences++; differences <= 3 {
								t.Errorf("%.600s\n(-generated +drift):\n%s", tried, diff)
							}
						}
					}
				}
			}
			if n < 4 {
				t.Fatalf("only %d lines were compared", n)
			}
			if differences > 0 {
				t.Errorf("%d of %d lines differ", differences, n)
			}
		})
	}
}

func words(all []decoder.Drift) (list []string) {
	for _, d := range all {
		list = append(list, fmt.Sprint(d.What, " ", d.Path, " ", d.Value, " ", d.Count))
	}
	slices.Sort(list)
	return list
}

var word = regexp.MustCompile(`"[a-zA-Z_]+"(:)?|[0-9]+|true|false|null`)

// mutate changes one name, text or other scalar of a line.
func mutate(random *rand.Rand, line []byte) []byte {
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
