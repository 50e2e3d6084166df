package ndwire

import "github.com/ndwire/ndwire/decoder"

// CanUseToolFunc decides whether a tool may be called with an input. It is the callback behind a control request of the
// subtype can_use_tool; its result is what the answer carries.
type CanUseToolFunc func(toolName string, input decoder.Raw) (*PermissionResult, error)
