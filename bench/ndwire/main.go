// Ndwire is ndwire as a contender of the benchmarks of module bench/compare: a program that package contest builds and runs.
package main

import (
	"fmt"
	"os"

	"github.com/ndwire/ndwire/bench/contest"
)

func main() {
	if err := contest.ServeNdwire(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
