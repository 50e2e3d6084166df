package main

import (
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	all := make([]times, len(mechanisms))
	for k := range all {
		all[k] = times{}
		for _, ns := range []string{"100", "200", "100"} {
			factor := []string{ns, strings.Replace(ns, "00", "50", 1)}[min(k, 1)]
			all[k].add([]byte("goos: linux\nBenchmarkDecode/tiny/ndwire \t 10\t " + factor + " ns/op\t 1 MB/s\n" +
				"BenchmarkDecode/tiny/ndwire-recycled-2 \t 10\t " + ns + " ns/op\nPASS\n"))
		}
	}
	got := table(all)
	want := "| without | tiny |\n|---|---|\n| compiled prediction | 50/0 |\n"
	if !strings.HasPrefix(got, want) || strings.Count(got, "\n") != len(mechanisms)+1 {
		t.Errorf("%s\nwant at the beginning\n%s", got, want)
	}
}

func TestSlower(t *testing.T) {
	for _, tt := range []struct {
		with, without []float64
		want          float64
	}{
		{nil, nil, 0},
		{[]float64{100}, []float64{120}, 20},
		{[]float64{100, 100}, []float64{110, 130}, 20}, // the middle of two
		{[]float64{100, 100, 100}, []float64{100, 110, 900}, 10},
	} {
		if got := slower(tt.with, tt.without); got < tt.want-0.01 || got > tt.want+0.01 {
			t.Errorf("%v without, %v with: %.2f %%, want %.0f", tt.without, tt.with, got, tt.want)
		}
	}
}
