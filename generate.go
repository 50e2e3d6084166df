package ndwire

//go:generate go run ./cmd/ndwire-gen -o . spec/agentsdk.yaml
//go:generate go run ./cmd/ndwire-gen -o claudecode spec/claudecode.yaml
//go:generate go run ./cmd/ndwire-gen -o openclaw spec/openclaw.yaml
//go:generate go run ./cmd/ndwire-gen -o openclaw/provider spec/provider.yaml
//go:generate go run ./cmd/ndwire-gen -o rustyclaw spec/rustyclaw.yaml
//go:generate go run ./cmd/ndwire-gen -o usage spec/usage.yaml
//go:generate go run ./cmd/ndwire-gen --docs docs/protocols spec/agentsdk.yaml spec/claudecode.yaml spec/openclaw.yaml spec/provider.yaml spec/rustyclaw.yaml spec/usage.yaml
