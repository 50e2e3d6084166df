package account

import (
	"testing"

	"pgregory.net/rapid"
)

// TestTable compares a table with a map.
func TestTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var tab table[int]
		want := map[key]int{}
		word := rapid.SampledFrom([]uint64{0, 1, 63, 64, 1 << 32, 1<<32 + 1, 1<<64 - 1})
		for i := range rapid.IntRange(0, 3*chunkSize).Draw(t, "entries") {
			k := key{uint64(i) * word.Draw(t, "first"), rapid.Uint64Range(0, 3).Draw(t, "second")}
			got := tab.find(k)
			if n, ok := want[k]; ok != (got != nil) || ok && *got != n {
				t.Fatalf("find(%v) = %v, want %d, %t", k, got, n, ok)
			}
			if got == nil {
				got = tab.add(k)
			}
			*got, want[k] = i, i
		}
		if len(tab.index) != len(want) {
			t.Fatalf("%d entries, want %d", len(tab.index), len(want))
		}
		for k, n := range want {
			if got := tab.find(k); got == nil || *got != n {
				t.Fatalf("find(%v) = %v, want %d", k, got, n)
			}
		}
	})
}

// TestRecent checks that the last keys stay, and that the number of keys is bounded.
func TestRecent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keep := rapid.IntRange(1, 20).Draw(t, "keep")
		var r recent[int]
		values := map[key]int{}
		var used []key // the latest last
		for i := range rapid.IntRange(0, 200).Draw(t, "calls") {
			k := key{rapid.Uint64Range(0, 40).Draw(t, "key")}
			v := r.get(k, keep)
			if v != nil && *v != values[k] {
				t.Fatalf("get(%v) = %d, want %d", k, *v, values[k])
			}
			if v == nil {
				v = r.add(k, keep)
			}
			*v, values[k] = i, i
			used = append(used, k)
			distinct := map[key]bool{}
			for n := len(used) - 1; n >= 0 && len(distinct) < keep; n-- {
				distinct[used[n]] = true
			}
			for k := range distinct {
				if r.young.find(k) == nil && (r.old == nil || r.old.find(k) == nil) {
					t.Fatalf("key %v, one of the last %d, is gone", k, keep)
				}
			}
			if n := len(r.young.index); n > keep {
				t.Fatalf("%d young keys, want at most %d", n, keep)
			}
		}
	})
}
