package recycledcheck

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// ours reports whether an object is declared in ndwire. The loops of a user's own protocol are also declared in package decoder.
func ours(o types.Object) bool {
	return o.Pkg() != nil && (o.Pkg().Path() == module || strings.HasPrefix(o.Pkg().Path(), module+"/"))
}

// copies reports whether the result of a function is always new memory.
func copies(f *types.Func) bool {
	if f == nil {
		return false
	}
	name := f.Name()
	if strings.HasPrefix(name, "Clone") {
		return !shares(f)
	}
	if f.Signature().Recv() == nil {
		return false
	}
	switch name {
	case "AppendJSON", "MarshalJSON", "Kind", "Any", "Map", "Error":
		return true
	case "String": // a number's text is its own
		_, recv := named(f.Signature().Recv().Type())
		return recv == "Kind" || !isText(f.Signature().Recv().Type())
	}
	return false
}

// sharing has, by package of the standard library, how the names of those functions and methods begin whose results may point to their
// arguments: strings.ToLower returns its argument if there is nothing to change, slices.Clone copies the elements and not what they point to.
var sharing = map[string][]string{
	"bytes":         {"Cut", "Fields", "Lines", "Split", "Trim"},
	"cmp":           {"Or"},
	"html":          {""},
	"maps":          {""},
	"net/url":       {"Parse", "Path", "Query"},
	"path":          {"Base", "Clean", "Dir", "Ext", "Split"},
	"path/filepath": {""},
	"regexp":        {"Find"},
	"slices":        {""},
	"strconv":       {"Unquote", "QuotedPrefix"},
	"strings":       {"Cut", "Fields", "Join", "Lines", "Map", "Replace", "Split", "Title", "To", "Trim"},
}

// shares reports whether the result of a function of the standard library may point to its arguments. Offsets (FindStringIndex) do not.
func shares(f *types.Func) bool {
	return f != nil && f.Pkg() != nil && !strings.HasSuffix(f.Name(), "Index") &&
		slices.ContainsFunc(sharing[f.Pkg().Path()], func(prefix string) bool { return strings.HasPrefix(f.Name(), prefix) })
}

// copiesElements reports whether the result of a function that shares has new memory for its elements.
func copiesElements(f *types.Func) bool {
	return f != nil && slices.ContainsFunc([]string{"Clone", "Collect", "Concat", "Repeat", "Sorted"}, func(prefix string) bool { return strings.HasPrefix(f.Name(), prefix) })
}

// named returns the package and the name of a type, or of the type that it points to.
func named(t types.Type) (pkg, name string) {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil {
		return n.Obj().Pkg().Path(), n.Obj().Name()
	}
	return "", ""
}

// ownedField reports whether a field of a value of package transcript is a text that can be kept.
func ownedField(info *types.Info, x *ast.SelectorExpr) bool {
	pkg, name := named(info.TypeOf(x.X))
	if pkg != module+"/transcript" {
		return false
	}
	switch name {
	case "Entry":
		return x.Sel.Name != "Line"
	case "ToolCall":
		return x.Sel.Name != "Input"
	}
	return name == "ToolResult"
}

// ownedResult is ownedField for what a method of an Entry returns.
func ownedResult(f *types.Func) bool {
	pkg, name := named(f.Signature().Recv().Type())
	return pkg == module+"/transcript" && name == "Entry" && f.Name() != "ToolCalls"
}

// isMethodOf reports whether a function is a method of a type of ndwire.
func isMethodOf(f *types.Func, typeName string) bool {
	if !ours(f) || f.Signature().Recv() == nil {
		return false
	}
	_, name := named(f.Signature().Recv().Type())
	return name == typeName
}

func isBuiltin(pass *analysis.Pass, call *ast.CallExpr, name string) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok || id.Name != name {
		return false
	}
	_, ok = pass.TypesInfo.Uses[id].(*types.Builtin)
	return ok
}

func isText(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func isError(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

// holdsMemory reports whether a value of the type points to memory: a number or a bool does not.
func holdsMemory(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&types.IsString != 0
	case *types.Struct:
		for f := range t.Fields() {
			if holdsMemory(f.Type()) {
				return true
			}
		}
		return false
	case *types.Array:
		return holdsMemory(t.Elem())
	}
	return true
}

// elementsHoldMemory reports whether the elements of a slice or map point to memory. For any other type it is true.
func elementsHoldMemory(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Slice:
		return holdsMemory(t.Elem())
	case *types.Map:
		return holdsMemory(t.Key()) || holdsMemory(t.Elem())
	}
	return true
}
