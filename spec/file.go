package spec

import "go.yaml.in/yaml/v4"

// loader reads one spec and its imports.
type loader struct {
	readFile func(file string) ([]byte, error)
	join     func(base, rel string) string
	find     func(base, name string) (file string, err error) // resolves a package path; nil if there are no modules
	errs     Errors
	models   map[string]*Model   // the loaded specs by file name
	lines    map[string][]string // the lines of these files
	open     []string            // the files that are being read, each imported by the previous one
}

func newLoader(read func(string) ([]byte, error), join func(base, rel string) string) *loader {
	return &loader{readFile: read, join: join, models: make(map[string]*Model), lines: make(map[string][]string)}
}

// file is the state of reading one spec file.
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
	links  []link        // all embeds, in the order of the file
	order  []recordOrder // all orders, in the order of the file
	tags   []recordTag   // the `tag:` keys of records
	parts  []part        // unions that are parts of other unions
	reach  []reached     // all paths from unions to records

	repaired map[int]bool // numbers of the lines that were changed after an error of YAML
	lost     []string     // the words of lines that were left out after an error of YAML

	misplaced map[string]bool // names of declarations outside of their section

	grafted map[*Union]bool // unions to which a case of another union leads
}

// sections are the values of the file's keys that are read after all names are known; nil for keys that the file lacks.
type sections struct {
	line, types, unions, records, enums *yaml.Node
}
