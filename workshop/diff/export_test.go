package diff

// For tests that need the generated Go, too.
var (
	ReadAPI     = readAPI
	CompareRead = compare
)

type API = api
