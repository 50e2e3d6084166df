package drift_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/casetest"
)

// TestMissing checks that, for a line without other differences, strict readers refuse the line for an absent member exactly if the report has one,
// and that they refuse every line with a finding. The lines are correct ones, and copies with other names, values and types, or without a member.
func TestMissing(t *testing.T) {
	all := 0 // the number of lines that were refused for an absent member
	for _, p := range casetest.Cases {
		t.Run(p.Spec, func(t *testing.T) {
			c, lines := caseLines(t, p)
			random := rand.New(rand.NewPCG(1, 2))
			n, refused, failed := 0, 0, 0
			for _, line := range lines {
				for k := range 12 {
					tried := line
					switch {
					case k > 6:
						tried = lose(random, line)
					case k > 0:
						tried = casetest.Mutate(random, line)
					}
					n++
					refusal := p.Strict(tried)
					missing, null, other := c.Missing(tried)
					e, _ := errors.AsType[*decoder.Error](refusal)
					lacks := e != nil && e.Reason == decoder.ErrMissing
					var wrong bool
					switch {
					case refusal == nil:
						wrong = missing || null || other
					case other || slices.Contains(notCompared, e.Reason):
					case e.Reason == decoder.ErrType: // a null is reported before absent members
						wrong = !null
					default:
						wrong = missing != lacks
					}
					if wrong {
						if failed++; failed <= 3 {
							t.Errorf("%.600s\nstrict: %v\ndrift: %+v", tried, refusal, c.Report().Findings)
						}
					}
					if lacks {
						refused++
					}
				}
			}
			if failed > 0 {
				t.Errorf("%d of %d lines", failed, n)
			}
			if all += refused; n < 24 {
				t.Errorf("only %d lines were compared", n)
			}
		})
	}
	if all < 1000 {
		t.Errorf("only %d lines were refused for an absent member", all)
	}
}

// notCompared are reasons that are no drift, and for which strict readers refuse a line before they check for absent members.
var notCompared = []decoder.Reason{decoder.ErrDuplicate, decoder.ErrSurrogate, decoder.ErrRange, decoder.ErrUTF8, decoder.ErrTooDeep, decoder.ErrElements}

// lose removes a random member of a line.
func lose(random *rand.Rand, line []byte) []byte {
	places := member.FindAllIndex(line, 400)
	if len(places) == 0 {
		return line
	}
	at := places[random.IntN(len(places))]
	var value json.RawMessage
	rest := json.NewDecoder(bytes.NewReader(line[at[1]:]))
	if rest.Decode(&value) != nil {
		return line // the match is within a text
	}
	from, to := at[0], at[1]+int(rest.InputOffset())
	if line[to] == ',' {
		to++
	} else if line[from-1] == ',' {
		from--
	}
	tried := slices.Concat(line[:from], line[to:])
	if !json.Valid(tried) {
		return line
	}
	return tried
}

var member = regexp.MustCompile(`"[a-zA-Z_]+":`)
