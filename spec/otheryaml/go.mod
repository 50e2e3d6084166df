module github.com/ndwire/ndwire/spec/otheryaml

go 1.26.0

require (
	github.com/goccy/go-yaml v1.19.2
	github.com/google/go-cmp v0.7.0
	go.yaml.in/yaml/v4 v4.0.0
)
