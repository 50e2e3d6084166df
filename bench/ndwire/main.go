// Command ndwire is the program of ndwire's contenders in the benchmarks of module bench/compare. Package contest builds and runs it.
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
