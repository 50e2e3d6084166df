package main

import (
	"fmt"
	"go/constant"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/exp/apidiff"
	"golang.org/x/tools/go/packages"
)

// version is one version of the module.
type version struct {
	packages map[string]*types.Package // the public packages, by their paths
	heading  string                    // of its change log
}

// change has the differences of one package.
type change struct {
	apidiff.Change
	path string
}

// load reads the public packages in a folder, which other modules may import.
func load(dir string) (map[string]*types.Package, error) {
	list, err := packages.Load(&packages.Config{Dir: dir, Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports | packages.NeedDeps}, "./...")
	if err != nil {
		return nil, fmt.Errorf("apicheck: %s: %w", dir, err)
	}
	all := map[string]*types.Package{}
	for _, p := range list {
		switch {
		case len(p.Errors) > 0:
			return nil, fmt.Errorf("apicheck: %s: %w", dir, p.Errors[0])
		case p.Name != "main" && !slices.ContainsFunc(strings.Split(p.PkgPath, "/"), func(part string) bool { return part == "internal" || part == "testdata" }):
			all[p.PkgPath] = p.Types
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("apicheck: %s: no packages", dir)
	}
	return all, nil
}

// compare returns the differences between the packages of two versions.
func compare(before, after version) (all []change) {
	for _, path := range slices.Sorted(maps.Keys(before.packages)) {
		p := after.packages[path]
		if p == nil {
			all = append(all, change{apidiff.Change{Message: "package removed"}, path})
			continue
		}
		for _, c := range append(apidiff.Changes(before.packages[path], p).Changes, changedMethods(before.packages[path], p)...) {
			all = append(all, change{c, path})
		}
	}
	for _, path := range slices.Sorted(maps.Keys(after.packages)) {
		if before.packages[path] == nil {
			all = append(all, change{apidiff.Change{Message: "package added", Compatible: true}, path})
		}
	}
	return all
}

// changedMethods compares the methods of types that are declared in internal packages and have aliases in the public packages. apidiff does not
// compare the methods of such types.
func changedMethods(before, after *types.Package) (all []apidiff.Change) {
	oldMethods, newMethods := aliasedMethods(before), aliasedMethods(after)
	for _, name := range slices.Sorted(maps.Keys(oldMethods)) {
		switch signature, ok := newMethods[name]; {
		case !ok:
			all = append(all, apidiff.Change{Message: name + ": removed"})
		case signature != oldMethods[name]:
			all = append(all, apidiff.Change{Message: fmt.Sprintf("%s: changed from %s to %s", name, oldMethods[name], signature)})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(newMethods)) {
		if _, ok := oldMethods[name]; !ok {
			all = append(all, apidiff.Change{Message: name + ": added", Compatible: true})
		}
	}
	return all
}

// aliasedMethods returns the signatures of the exported methods of all types for which a package has an alias.
func aliasedMethods(p *types.Package) map[string]string {
	methods := map[string]string{}
	for _, name := range p.Scope().Names() {
		t, ok := p.Scope().Lookup(name).(*types.TypeName)
		if !ok || !t.Exported() || !t.IsAlias() {
			continue
		}
		named, ok := types.Unalias(t.Type()).(*types.Named)
		if !ok || named.Obj().Pkg() == p {
			continue
		}
		for m := range named.Methods() {
			if m.Exported() {
				methods[name+"."+m.Name()] = types.TypeString(unnamed(m.Signature()), nil)
			}
		}
	}
	return methods
}

// unnamed returns a signature without the names of its parameters and results, which no caller needs.
func unnamed(s *types.Signature) *types.Signature {
	unnamedTuple := func(all *types.Tuple) *types.Tuple {
		var vars []*types.Var
		for v := range all.Variables() {
			t := v.Type()
			if f, ok := t.(*types.Signature); ok {
				t = unnamed(f)
			}
			vars = append(vars, types.NewParam(v.Pos(), v.Pkg(), "", t))
		}
		return types.NewTuple(vars...)
	}
	return types.NewSignatureType(nil, nil, nil, unnamedTuple(s.Params()), unnamedTuple(s.Results()), s.Variadic())
}

// unreleased is the heading of the changes since the last version.
const unreleased = "Unreleased"

// missingNumbers returns a text for each number that should have been raised with the changes and was not.
func missingNumbers(before, after version, all []change) (missing []string) {
	generated := func(c change) bool { return strings.HasSuffix(c.path, "/genrt") }
	breaks := func(c change) bool { return !c.Compatible }
	oldMax, newMin, newMax := before.number("MaxVersion"), after.number("MinVersion"), after.number("MaxVersion")
	if slices.ContainsFunc(all, func(c change) bool { return generated(c) && !isNumber(c) }) && newMax <= oldMax {
		missing = append(missing, fmt.Sprintf("genrt has changed: raise genrt.MaxVersion and gen.Version above %d", oldMax))
	}
	if slices.ContainsFunc(all, func(c change) bool { return generated(c) && breaks(c) && !isNumber(c) }) && newMin <= oldMax {
		missing = append(missing, fmt.Sprintf("code that was generated before does not compile with genrt: raise genrt.MinVersion above %d", oldMax))
	}
	if before.heading == after.heading && after.heading != unreleased && slices.ContainsFunc(all, func(c change) bool { return !generated(c) }) {
		missing = append(missing, fmt.Sprintf("the public API has changed: begin a section above %q in CHANGELOG.md", before.heading))
	}
	return missing
}

// isNumber reports whether a change is a change of the numbers themselves.
func isNumber(c change) bool {
	return strings.HasPrefix(c.Message, "MinVersion:") || strings.HasPrefix(c.Message, "MaxVersion:")
}

// number returns the value of a constant of genrt, 0 if there is none.
func (v version) number(name string) int64 {
	for path, p := range v.packages {
		if strings.HasSuffix(path, "/genrt") {
			if c, ok := p.Scope().Lookup(name).(*types.Const); ok {
				n, _ := constant.Int64Val(c.Val())
				return n
			}
		}
	}
	return 0
}
