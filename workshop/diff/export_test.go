package diff

import "github.com/ndwire/ndwire/spec"

// Exported for tests that also need the generated Go.
var ReadAPI = readAPI

type API = api

// CompareRead is Compare for specs whose generated Go code has been read, without their imports.
func CompareRead(before, after *spec.Model, old, new *API) Report {
	return compare(versions{before, after, old, new})
}
