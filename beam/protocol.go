package ndwirebeam

import (
	"fmt"
	"io"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/util/reflectx"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/acp"
	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/mcp"
	"github.com/ndwire/ndwire/openclaw"
	"github.com/ndwire/ndwire/rustyclaw"
	"github.com/ndwire/ndwire/usage"
)

// Protocol names a registered protocol, whose lines are of type L.
type Protocol[L decoder.Line] struct{ name string }

// The protocols of this module.
var (
	AgentSDK   = Register("agentsdk", ndwire.NewReader, ndwire.UnmarshalLine)
	ClaudeCode = Register("claudecode", claudecode.NewReader, claudecode.UnmarshalLine)
	OpenClaw   = Register("openclaw", openclaw.NewReader, openclaw.UnmarshalLine)
	RustyClaw  = Register("rustyclaw", rustyclaw.NewReader, rustyclaw.UnmarshalLine)
	ACP        = Register("acp", acp.NewReader, acp.UnmarshalLine)
	MCP        = Register("mcp", mcp.NewReader, mcp.UnmarshalLine)
	Usage      = Register("usage", usage.NewReader, usage.UnmarshalLine) // the view of AgentSDK's and ClaudeCode's lines that UsageFn counts
)

// NewReader is the type of the function NewReader of protocol packages.
type NewReader[L decoder.Line] = func(io.Reader, ...decoder.Option) *decoder.Reader[L]

// readers has the NewReader functions of the registered protocols, by name.
var readers = map[string]any{}

// Register registers a protocol under a name. It must be called on every worker before beam.Init: assign its result to a package
// variable. The functions are those of the protocol's package. For options of the decoder, register a function that sets them:
//
//	var salvaged = ndwirebeam.Register("claudecode-salvaged", func(r io.Reader, opts ...decoder.Option) *decoder.Reader[claudecode.Line] {
//		return claudecode.NewReader(r, append(opts, decoder.Salvage())...)
//	}, claudecode.UnmarshalLine)
//
// Options that start goroutines (Workers) are of no use, since runners read several ranges at a time. It panics if the name is in use.
func Register[L decoder.Line](name string, newReader NewReader[L], unmarshal func([]byte) (L, error)) Protocol[L] {
	if _, taken := readers[name]; taken {
		panic(fmt.Sprintf("ndwirebeam: a protocol %q is registered already: give this one another name", name))
	}
	readers[name] = newReader
	line := reflect.TypeFor[L]()
	unmarshals[line] = func(data []byte) (decoder.Line, error) { return unmarshal(data) }
	beam.RegisterType(line)
	placed := reflect.TypeFor[Placed[L]]()
	beam.RegisterType(placed)
	beam.RegisterCoder(placed, encodePlaced, decodePlaced)
	registerDoFn[readFn[L]]()
	registerElementFn(func(fn *lineFn[L]) reflectx.Func { return elementFn[Placed[L], L](fn.ProcessElement) })
	register.Emitter1[Placed[L]]()
	register.Emitter1[L]()
	register.Iter1[L]()
	register.Iter1[Placed[L]]()
	return Protocol[L]{name}
}

// reader returns the NewReader function of a registered protocol.
func reader[L decoder.Line](name string) (NewReader[L], error) {
	newReader, ok := readers[name].(NewReader[L])
	if !ok {
		return nil, fmt.Errorf("ndwirebeam: protocol %q is not registered: this worker runs another program, or Register is called after beam.Init", name)
	}
	return newReader, nil
}
