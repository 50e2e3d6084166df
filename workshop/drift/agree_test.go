package drift_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/casetest"
)

// TestAgrees checks that the report is that of generated code, for correct lines and for damaged copies with other names, types and texts.
func TestAgrees(t *testing.T) {
	if strconv.IntSize < 64 {
		t.Skip("generated code has an int of 32 bits here")
	}
	for _, p := range casetest.Cases {
		t.Run(p.Spec, func(t *testing.T) {
			c, lines := caseLines(t, p)
			random := rand.New(rand.NewPCG(1, 2))
			n, differences := 0, 0
			for size, line := range lines {
				copies := 4
				if size > 20<<10 {
					copies = 2
				}
				for k := range copies {
					tried := line
					if k > 0 {
						tried = casetest.Mutate(random, line)
					}
					want := words(p.Drift(tried))
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
