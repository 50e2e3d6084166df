package gen

import "github.com/ndwire/ndwire/spec"

// plan is a model, and all decisions that more than one file depends on.
type plan struct {
	*spec.Model
	declaredIn map[named]*spec.Model
	outside    bool           // the code is of another package than the records
	names      map[string]int // how many packages declare a record, union or enum of that name
	records    map[*spec.Record]*record
	structs    []*record // the records of this package, groups included, in the order of the file
	unions     []*union
	kinds      *kinds // nil without a union for lines
	untagged   bool   // an encoder that was printed calls isUntagged

	composites    []*spec.Type   // lists and maps that need a function of their own, by its name
	enums         []*enumScan    // enums that fields of this package have
	targets       []*spec.Record // records that pointers of this package point to
	texts         []*spec.Type   // Go types of the user that pointers of this package point to
	zeros         []*record      // records that need isZero
	foreignIsSets []*union       // unions by JSON type of other packages that need isSet
	foreigners    []*spec.Union  // unions by tag of other packages that fields of this one have

	parts map[*spec.Union]bool // flattened unions whose function has been printed

	errs spec.Errors
}

// enumScan says which functions an enum needs.
type enumScan struct {
	enum           *spec.Enum
	value, pointer bool
}

// failf records an error at a position of the spec: the generator has no code for what stands there.
func (p *plan) failf(at spec.Pos, format string, args ...any) {
	p.errs = append(p.errs, p.Errorf(at, format, args...))
}

// isBuiltIn reports whether the cursor itself reads lists like t.
func isBuiltIn(t *spec.Type) bool {
	return t.Kind == spec.Array && !t.Elem.Null &&
		(t.Elem.Kind == spec.String || t.Elem.Kind == spec.UUID || t.Elem.Kind == spec.Int)
}
