package conformance_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
)

// longBytes is the length of the longest line of TestLongLines, about: lines of several MB exceed what is kept for later lines.
const longBytes = 12 << 20

// TestLongLines reads lines with long texts, lists and maps between short ones in all ways, which must give the same results: memory is given
// back and made anew at the limits of what a Reader keeps.
func TestLongLines(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a quarter of a minute")
	}
	agentSDK.longLines(t, 1)
	transcript.longLines(t, 2)
	claw.longLines(t, 3)
	models.longLines(t, 4)
	tokens.longLines(t, 11)
}

func (p protocol[L]) longLines(t *testing.T, seed uint64) {
	t.Helper()
	h := historian{rand.New(rand.NewPCG(seed, 3)), p.seedLines(t)}
	var in bytes.Buffer
	for in.Len() < 3*longBytes {
		v := h.seed()
		for range h.IntN(3) {
			h.mutate(v)
		}
		h.lengthen(v)
		line := append(v.Append(nil), '\n')
		for range 1 + h.IntN(2) {
			in.Write(line)
		}
		for range h.IntN(40) {
			in.Write(h.seeds[h.IntN(len(h.seeds))])
			in.WriteByte('\n')
		}
	}
	for _, opts := range [][]decoder.Option{nil, {decoder.NoExtra(), decoder.Poison()}} {
		var first verdicts
		for k, e := range entries {
			e.pieces *= 300
			got := p.entered(in.Bytes(), e, opts)
			if k == 0 {
				first = got
			} else if diff := gocmp.Diff(first, got, gocmp.AllowUnexported(verdicts{})); diff != "" {
				t.Errorf("%s, %s (-%s):\n%s", p.spec, e.name, entries[0].name, diff)
			}
		}
	}
}

// lengthen makes a value within v long: a text, a list, or an object that gets many members.
func (h *historian) lengthen(v *jsontest.Tree) {
	all := v.All()
	at := all[h.IntN(len(all))]
	times := min(1<<h.IntN(18), longBytes/(len(at.Append(nil))+10))
	switch n := len(at.Members); {
	case at.Open == '[' && n > 0:
		for k := range times * n {
			at.Members = append(at.Members, at.Members[k%n])
		}
	case at.Open == '{' && n > 0:
		m := at.Members[h.IntN(n)]
		for k := range times {
			at.Members = append(at.Members, jsontest.Member{Key: fmt.Sprintf(`"k%d"`, k), Value: m.Value})
		}
	case strings.HasPrefix(at.Text, `"`):
		at.Text = at.Text[:len(at.Text)-1] + strings.Repeat(at.Text[1:len(at.Text)-1]+`\n é`, times) + `"`
	}
}
