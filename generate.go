package ndwire

//go:generate go run ./cmd/ndwire-gen -o . --tests internal/agentsdktest spec/agentsdk.yaml
//go:generate go run ./cmd/ndwire-gen -o acp --tests acp spec/acp.yaml
//go:generate go run ./cmd/ndwire-gen -o claudecode --tests claudecode spec/claudecode.yaml
//go:generate go run ./cmd/ndwire-gen -o mcp --tests mcp spec/mcp.yaml
//go:generate go run ./cmd/ndwire-gen -o openclaw --tests openclaw spec/openclaw.yaml
//go:generate go run ./cmd/ndwire-gen -o openclaw/provider --tests openclaw/provider spec/provider.yaml
//go:generate go run ./cmd/ndwire-gen -o rustyclaw --tests rustyclaw spec/rustyclaw.yaml
//go:generate go run ./cmd/ndwire-gen -o usage --tests usage spec/usage.yaml
//go:generate go run ./cmd/ndwire-gen --docs docs/protocols spec/acp.yaml spec/agentsdk.yaml spec/claudecode.yaml spec/mcp.yaml spec/openclaw.yaml spec/provider.yaml spec/rustyclaw.yaml spec/usage.yaml
