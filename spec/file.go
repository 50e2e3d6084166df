package spec

import "go.yaml.in/yaml/v4"

// loader reads one spec and what it imports.
type loader struct {
	readFile func(file string) ([]byte, error)
	join     func(base, rel string) string
	find     func(base, name string) (file string, err error) // by package path; nil if there are no modules
	errs     Errors
	models   map[string]*Model   // what was loaded, by file
	lines    map[string][]string // the lines of these files
	open     []string            // the files that are being read, each imported by the one before
}

func newLoader(read func(string) ([]byte, error), join func(base, rel string) string) *loader {
	return &loader{readFile: read, join: join, models: make(map[string]*Model), lines: make(map[string][]string)}
}

// file is one spec file while it is read.
type file struct {
	*loader
	model    *Model
	source   []string // its lines
	sections sections

	scope  map[string]any // *Record, *Union or *Enum by name
	enums  []enumDecl
	recs   []recordDecl
	unions []unionDecl

	origin map[*Field]*origin
	links  []link        // embeds, as they stand
	order  []recordOrder // the same for orders
	tags   []recordTag   // tags that records name themselves
	parts  []part        // unions that are parts of others
	reach  []reached     // how cases are found

	mended map[int]bool // the lines that were mended behind an error of YAML
	lost   []string     // the words of lines that were passed over

	misplaced map[string]bool // names of declarations that stand in a wrong place

	grafted map[*Union]bool // to which a case of another union leads
}

// sections are the values of the file's keys that are read after all names are known; nil for those that it lacks.
type sections struct {
	line, types, unions, records, enums *yaml.Node
}
