package drift_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/gen/testdata/alias"
	"github.com/ndwire/ndwire/gen/testdata/consts"
	"github.com/ndwire/ndwire/gen/testdata/defaults"
	"github.com/ndwire/ndwire/gen/testdata/embed"
	"github.com/ndwire/ndwire/gen/testdata/encoded"
	"github.com/ndwire/ndwire/gen/testdata/external"
	"github.com/ndwire/ndwire/gen/testdata/has"
	"github.com/ndwire/ndwire/gen/testdata/inline"
	"github.com/ndwire/ndwire/gen/testdata/kinds"
	"github.com/ndwire/ndwire/gen/testdata/lazy"
	"github.com/ndwire/ndwire/gen/testdata/lists"
	"github.com/ndwire/ndwire/gen/testdata/nested"
	"github.com/ndwire/ndwire/gen/testdata/optional"
	"github.com/ndwire/ndwire/gen/testdata/shorthand"
	"github.com/ndwire/ndwire/gen/testdata/siblings"
	"github.com/ndwire/ndwire/gen/testdata/tagged"
	"github.com/ndwire/ndwire/gen/testdata/times"
	"github.com/ndwire/ndwire/gen/testdata/view"
	"github.com/ndwire/ndwire/gen/testdata/when"
	"github.com/ndwire/ndwire/openclaw"
	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/drift"
)

// strictly returns the first error of a strict reader.
func strictly[T decoder.Line](open func(io.Reader, ...decoder.Option) *decoder.Reader[T]) func([]byte) error {
	return func(text []byte) (first error) {
		for _, err := range open(bytes.NewReader(text), decoder.Strict()).Recycled() {
			if first == nil {
				first = err
			}
		}
		return first
	}
}

// TestFindsWhatStrictReadersRefuse checks that a line that strict readers accept has no finding, and that lines which lack a required member, or
// have null for it, have one.
func TestFindsWhatStrictReadersRefuse(t *testing.T) {
	for _, p := range []struct {
		spec, lines string
		strict      func([]byte) error
	}{
		{"spec/agentsdk.yaml", "testdata/agentsdk/*.ndjson", strictly(ndwire.NewReader)},
		{"spec/claudecode.yaml", "testdata/claudecode/*", strictly(claudecode.NewReader)},
		{"spec/openclaw.yaml", "testdata/openclaw/*", strictly(openclaw.NewReader)},
		{"alias", "", strictly(alias.NewReader)},
		{"consts", "", strictly(consts.NewReader)},
		{"defaults", "", strictly(defaults.NewReader)},
		{"embed", "", strictly(embed.NewReader)},
		{"encoded", "", strictly(encoded.NewReader)},
		{"external", "", strictly(external.NewReader)},
		{"has", "", strictly(has.NewReader)},
		{"inline", "", strictly(inline.NewReader)},
		{"kinds", "", strictly(kinds.NewReader)},
		{"lazy", "", strictly(lazy.NewReader)},
		{"lists", "", strictly(lists.NewReader)},
		{"nested", "", strictly(nested.NewReader)},
		{"optional", "", strictly(optional.NewReader)},
		{"shorthand", "", strictly(shorthand.NewReader)},
		{"siblings", "", strictly(siblings.NewReader)},
		{"tagged", "", strictly(tagged.NewReader)},
		{"times", "", strictly(times.NewReader)},
		{"view", "", strictly(view.NewReader)},
		{"when", "", strictly(when.NewReader)},
	} {
		t.Run(p.spec, func(t *testing.T) {
			if p.lines == "" {
				p.spec, p.lines = "gen/testdata/"+p.spec+"/spec.yaml", "gen/testdata/"+p.spec+"/lines.ndjson"
			}
			m, err := spec.Load(filepath.Join("../..", p.spec))
			if err != nil {
				t.Fatal(err)
			}
			c, err := drift.New(m)
			if err != nil {
				t.Fatal(err)
			}
			files, err := filepath.Glob(filepath.Join("../..", p.lines))
			if err != nil || len(files) == 0 {
				t.Fatal(files, err)
			}
			random := rand.New(rand.NewPCG(1, 2))
			n, refused, failed := 0, 0, 0
			for _, file := range files {
				text, err := os.ReadFile(file)
				if err != nil || len(text) > 200<<10 {
					continue
				}
				for line := range bytes.Lines(text) {
					if decoder.Raw(bytes.TrimSpace(line)).Type() != decoder.Object {
						continue
					}
					for k := range 6 {
						tried := line
						if k > 0 {
							tried = mutate(random, line)
						}
						n++
						refusal := p.strict(tried)
						found := c.Anything(tried)
						if found && refusal == nil || !found && lacks(refusal) {
							if failed++; failed <= 3 {
								t.Errorf("%.600s\nstrict: %v\ndrift: %+v", tried, refusal, c.Report().Findings)
							}
						}
						if refusal != nil {
							refused++
						}
					}
				}
			}
			if n < 12 || refused == 0 && !m.View {
				t.Errorf("%d lines were compared, %d refused", n, refused)
			}
			if failed > 0 {
				t.Errorf("%d of %d lines", failed, n)
			}
		})
	}
}

// lacks reports whether a strict reader refuses a line for a required member.
func lacks(err error) bool {
	e, ok := errors.AsType[*decoder.Error](err)
	return ok && (e.Reason == decoder.ErrMissing || strings.Contains(err.Error(), "wrong JSON type: null"))
}
