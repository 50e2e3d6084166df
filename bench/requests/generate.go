// Package requests is generated of a spec as `ndwire-gen init` wrote it, without a hint by hand: benchmarks compare it with encoding/json.
package requests

//go:generate go run github.com/ndwire/ndwire/cmd/ndwire-gen -o . requests.yaml
