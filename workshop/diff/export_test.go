package diff

// Exported for tests that also need the generated Go.
var (
	ReadAPI     = readAPI
	CompareRead = compare
)

type API = api
