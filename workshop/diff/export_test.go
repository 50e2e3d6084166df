package diff

// For tests that also need the generated Go.
var (
	ReadAPI     = readAPI
	CompareRead = compare
)

type API = api
