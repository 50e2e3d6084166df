// Package requests is generated from a spec that `ndwire-gen init` has written and nobody has edited. Benchmarks compare it with encoding/json.
package requests

//go:generate go run github.com/ndwire/ndwire/cmd/ndwire-gen -o . requests.yaml
