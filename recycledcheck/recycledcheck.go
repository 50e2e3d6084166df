// Package recycledcheck has an analyzer that finds lines of ndwire which a program keeps longer than they are valid.
package recycledcheck

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
)

// Analyzer reports values of a Recycled loop, of a Batch, of a Borrow function and of Raw that are stored beyond the loop, or the Batch's
// Release, without a copy.
var Analyzer = &analysis.Analyzer{
	Name: "recycledcheck",
	Doc: `report lines of ndwire that are kept longer than they are valid

The memory of a line of a Recycled loop, and that of Raw, is used again when the loop goes on, and that of a Batch's lines when it is
released; that of a Borrow function's line is the text that it was given. Of a Batch, what is looked at is the innermost loop or function
that calls its Release. The analyzer reports what is stored beyond the loop: appended to outer slices, put in outer maps as keys or
values, assigned to outer variables or fields, sent on channels, or used by a goroutine. Clone, strings.Clone and their like make copies.`,
	URL:      "https://github.com/ndwire/ndwire/tree/main/recycledcheck",
	Requires: []*analysis.Analyzer{inspect.Analyzer},
	Run:      run,
}

const module = "github.com/ndwire/ndwire"

func run(pass *analysis.Pass) (any, error) {
	reported := map[token.Pos]bool{}
	in := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	in.WithStack([]ast.Node{(*ast.RangeStmt)(nil), (*ast.ForStmt)(nil)}, func(n ast.Node, push bool, stack []ast.Node) bool {
		if !push {
			return true
		}
		l := &loop{pass: pass, stmt: n, reported: reported, borrowed: map[types.Object]string{}, end: "the loop", ends: "the loop goes on"}
		switch n := n.(type) {
		case *ast.RangeStmt:
			l.body = n.Body
			l.reader = l.overReader(n.X)
			if l.reader == recycled {
				if id, ok := n.Key.(*ast.Ident); ok {
					l.taint(id, "a line of a Recycled loop")
				}
			}
			if b := l.batchOf(n.X); b != nil {
				l.whileHeld(b, n, stack)
			}
		case *ast.ForStmt:
			l.body = n.Body
		}
		l.check()
		return true
	})
	return nil, nil
}

// batchOf returns the variable of a Batch if x, an expression in a range clause, ranges over its lines; nil otherwise.
func (l *loop) batchOf(x ast.Expr) types.Object {
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	if !ok {
		return nil
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if f := l.callee(call); !ok || f == nil || f.Name() != "All" || !isMethodOf(f, "Batch") {
		return nil
	}
	if id, ok := ast.Unparen(sel.X).(*ast.Ident); ok {
		return l.object(id)
	}
	return nil
}

// whileHeld sets l to the innermost loop or function around n that releases b. Without one, it is not known how long the lines of n are valid.
func (l *loop) whileHeld(b types.Object, n *ast.RangeStmt, stack []ast.Node) {
	for _, around := range slices.Backward(stack[:len(stack)-1]) {
		var body *ast.BlockStmt
		switch around := around.(type) {
		case *ast.RangeStmt:
			body = around.Body
		case *ast.ForStmt:
			body = around.Body
		case *ast.FuncLit:
			body = around.Body
		case *ast.FuncDecl:
			body = around.Body
		}
		if body == nil || !l.releases(body, b) {
			continue
		}
		l.stmt, l.body, l.end, l.ends = around, body, "the batch", "the batch is released"
		if id, ok := n.Key.(*ast.Ident); ok {
			l.taint(id, "a line of a Batch")
		}
		return
	}
}

func (l *loop) releases(body *ast.BlockStmt, b types.Object) (found bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
			if f := l.callee(call); ok && f != nil && f.Name() == "Release" && isMethodOf(f, "Batch") {
				id, ok := ast.Unparen(sel.X).(*ast.Ident)
				found = found || ok && l.object(id) == b
			}
		}
		return !found
	})
	return found
}

// readerLoop is the sort of a loop, by what it ranges over.
type readerLoop int

const (
	other    readerLoop = iota
	owned               // All, Kinds: lines are the program's own, Raw is not
	recycled            // Recycled, perhaps through decoder.Of
)

// loop is one loop, with the variables in it that point to memory which is reused when the loop continues.
type loop struct {
	pass     *analysis.Pass
	stmt     ast.Node
	body     *ast.BlockStmt
	reader   readerLoop
	borrowed map[types.Object]string // what each variable points to, for the report
	reported map[token.Pos]bool

	end, ends string // the point after which the memory is reused, for the report
}

// overReader returns the sort of a loop over x.
func (l *loop) overReader(x ast.Expr) readerLoop {
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	if !ok {
		return other
	}
	if f := l.callee(call); f != nil && ours(f) && f.Signature().Recv() != nil && !isMethodOf(f, "Batch") {
		switch f.Name() {
		case "Recycled":
			return recycled
		case "All", "Kinds":
			return owned
		}
	}
	for _, arg := range call.Args { // decoder.Of[T](r.Recycled()), and filters of the program
		if kind := l.overReader(arg); kind != other {
			return kind
		}
	}
	return other
}

// callee returns the function or method that is called; nil for values of function type, conversions and builtins.
func (l *loop) callee(call *ast.CallExpr) *types.Func {
	fun := ast.Unparen(call.Fun)
	for {
		switch f := fun.(type) {
		case *ast.IndexExpr:
			fun = f.X
			continue
		case *ast.IndexListExpr:
			fun = f.X
			continue
		case *ast.Ident:
			fn, _ := l.pass.TypesInfo.Uses[f].(*types.Func)
			return fn
		case *ast.SelectorExpr:
			fn, _ := l.pass.TypesInfo.Uses[f.Sel].(*types.Func)
			return fn
		}
		return nil
	}
}

// ours reports whether an object is declared in ndwire. The loops of a user's own protocol are also declared in package decoder.
func ours(o types.Object) bool {
	return o.Pkg() != nil && (o.Pkg().Path() == module || strings.HasPrefix(o.Pkg().Path(), module+"/"))
}

func (l *loop) taint(id *ast.Ident, what string) {
	if o := l.object(id); o != nil && holdsMemory(o.Type()) {
		l.borrowed[o] = what
	}
}

func (l *loop) object(id *ast.Ident) types.Object {
	if o := l.pass.TypesInfo.Defs[id]; o != nil {
		return o
	}
	return l.pass.TypesInfo.Uses[id]
}

// outer reports whether an expression is a variable that outlives the loop, or a part of one.
func (l *loop) outer(x ast.Expr) bool {
	id := root(x)
	if id == nil || id.Name == "_" {
		return false
	}
	if _, ok := l.object(id).(*types.PkgName); ok { // pkg.Var
		return true
	}
	o, ok := l.object(id).(*types.Var)
	return ok && l.borrowed[o] == "" && (o.Pos() < l.stmt.Pos() || o.Pos() >= l.stmt.End())
}

// root returns the variable that an expression is a part of; nil if there is none.
func root(x ast.Expr) *ast.Ident {
	for {
		switch e := x.(type) {
		case *ast.Ident:
			return e
		case *ast.SelectorExpr:
			x = e.X
		case *ast.IndexExpr:
			x = e.X
		case *ast.StarExpr:
			x = e.X
		case *ast.ParenExpr:
			x = e.X
		default:
			return nil
		}
	}
}

// check walks over the body in order: the declaration of a variable comes before its uses.
func (l *loop) check() {
	ast.Inspect(l.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			l.assign(n)
		case *ast.DeclStmt:
			if d, ok := n.Decl.(*ast.GenDecl); ok {
				for _, s := range d.Specs {
					if v, ok := s.(*ast.ValueSpec); ok {
						l.declare(v)
					}
				}
			}
		case *ast.IncDecStmt:
			l.key(n.X)
		case *ast.RangeStmt: // over a part of a line: its elements are parts of it, too
			if what := l.holds(n.X); what != "" {
				for _, x := range []ast.Expr{n.Key, n.Value} {
					if id, ok := x.(*ast.Ident); ok {
						l.taint(id, what)
					}
				}
			}
		case *ast.TypeSwitchStmt:
			l.typeSwitch(n)
		case *ast.SendStmt:
			if what := l.holds(n.Value); what != "" {
				l.report(n.Value, what, "is sent on a channel")
			}
		case *ast.GoStmt:
			l.goroutine(n)
			return false
		}
		return true
	})
}

func (l *loop) declare(v *ast.ValueSpec) {
	for i, id := range v.Names {
		if i < len(v.Values) {
			if what := l.holds(v.Values[i]); what != "" {
				l.taint(id, what)
			}
		}
	}
}

func (l *loop) typeSwitch(n *ast.TypeSwitchStmt) {
	a, ok := n.Assign.(*ast.AssignStmt)
	if !ok || len(a.Rhs) != 1 {
		return
	}
	x, ok := a.Rhs[0].(*ast.TypeAssertExpr)
	if !ok {
		return
	}
	what := l.holds(x.X)
	if what == "" {
		return
	}
	for _, clause := range n.Body.List {
		if o := l.pass.TypesInfo.Implicits[clause]; o != nil {
			l.borrowed[o] = what
		}
	}
}

func (l *loop) assign(a *ast.AssignStmt) {
	for i, left := range a.Lhs {
		l.key(left)
		right := a.Rhs[0] // if a call has several results, each one whose type has pointers counts as borrowed
		if len(a.Rhs) == len(a.Lhs) {
			right = a.Rhs[i]
		}
		if a.Tok != token.ASSIGN && a.Tok != token.DEFINE { // += makes a new string
			continue
		}
		what, t := l.holds(right), l.pass.TypesInfo.TypeOf(left)
		if id, ok := ast.Unparen(left).(*ast.Ident); ok && what == "" { // m = m.Clone()
			delete(l.borrowed, l.pass.TypesInfo.ObjectOf(id))
		}
		if what == "" || t == nil || !holdsMemory(t) || isError(t) {
			continue
		}
		if l.outer(left) {
			how := "is assigned to " + types.ExprString(left)
			if call, ok := ast.Unparen(right).(*ast.CallExpr); ok && isBuiltin(l.pass, call, "append") {
				how = "is appended to " + types.ExprString(left)
				for _, arg := range call.Args[1:] {
					if w := l.holds(arg); w != "" {
						right, what = arg, w
						break
					}
				}
			}
			l.report(right, what, how+", which outlives "+l.end)
			continue
		}
		if id := root(left); id != nil {
			l.taint(id, what)
		}
	}
}

// key reports a line's memory as a key of an outer map.
func (l *loop) key(left ast.Expr) {
	index, ok := ast.Unparen(left).(*ast.IndexExpr)
	if !ok || !l.outer(index.X) {
		return
	}
	if t := l.pass.TypesInfo.TypeOf(index.X); t != nil {
		if _, ok := t.Underlying().(*types.Map); ok {
			if what := l.holds(index.Index); what != "" {
				l.report(index.Index, what, "becomes a key of "+types.ExprString(index.X)+", which outlives "+l.end)
			}
		}
	}
}

func (l *loop) goroutine(g *ast.GoStmt) {
	depth := 0 // of function literals, whose calls run later
	ast.Inspect(g.Call, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if o := l.pass.TypesInfo.Uses[n]; o != nil && l.borrowed[o] != "" {
				l.report(n, l.borrowed[o], "is used by a goroutine, which may run when "+l.ends)
			}
		case *ast.FuncLit:
			depth++
		case *ast.CallExpr:
			return depth > 0 || n == g.Call || !copies(l.callee(n)) // an argument that is a copy is made before the goroutine starts
		}
		return true
	})
}

func (l *loop) report(x ast.Expr, what, how string) {
	if !l.reported[x.Pos()] {
		l.reported[x.Pos()] = true
		l.pass.Reportf(x.Pos(), "%s %s: its memory is used again; make a copy (Clone, strings.Clone)", what, how)
	}
}

// holds describes the memory of a line to which the value of an expression points; "" if it points to none.
func (l *loop) holds(x ast.Expr) string {
	t := l.pass.TypesInfo.TypeOf(x)
	if _, ok := t.(*types.Tuple); !ok && (t == nil || !holdsMemory(t)) {
		return ""
	}
	switch x := x.(type) {
	case *ast.Ident:
		if o := l.object(x); o != nil {
			return l.borrowed[o]
		}
	case *ast.ParenExpr:
		return l.holds(x.X)
	case *ast.SelectorExpr:
		if ownedField(l.pass.TypesInfo, x) {
			return ""
		}
		return l.holds(x.X)
	case *ast.IndexExpr:
		return l.holds(x.X)
	case *ast.SliceExpr:
		return l.holds(x.X)
	case *ast.StarExpr:
		return l.holds(x.X)
	case *ast.TypeAssertExpr:
		return l.holds(x.X)
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			return l.holds(x.X)
		}
	case *ast.CompositeLit:
		for _, e := range x.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				if what := l.holds(kv.Key); what != "" {
					return what
				}
				e = kv.Value
			}
			if what := l.holds(e); what != "" {
				return what
			}
		}
	case *ast.CallExpr:
		return l.call(x)
	}
	return ""
}

// call is holds for a call or a conversion.
func (l *loop) call(call *ast.CallExpr) string {
	info := l.pass.TypesInfo
	if tv := info.Types[call.Fun]; tv.IsType() && len(call.Args) == 1 {
		if isText(tv.Type) != isText(info.TypeOf(call.Args[0])) { // string([]byte) and []byte(string) copy
			return ""
		}
		return l.holds(call.Args[0])
	}
	if isBuiltin(l.pass, call, "append") {
		if s, ok := info.TypeOf(call.Args[0]).Underlying().(*types.Slice); ok && !holdsMemory(s.Elem()) {
			return l.holds(call.Args[0]) // bytes are copied
		}
		return l.any(call.Args)
	}
	f := l.callee(call)
	switch {
	case f == nil || copies(f):
		return ""
	case ours(f) && strings.HasPrefix(f.Name(), "Borrow"):
		if len(call.Args) == 1 && l.changes(call.Args[0]) {
			return "a borrowed line"
		}
		return ""
	case f.Name() == "Raw" && len(call.Args) == 0 && l.reader != other && isMethodOf(f, "Reader"):
		return "the Raw of a line"
	case f.Signature().Recv() != nil:
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && !ownedResult(f) {
			return l.holds(sel.X)
		}
		return ""
	case ours(f), shares(f):
		return l.any(call.Args)
	}
	return ""
}

func (l *loop) any(args []ast.Expr) string {
	for _, arg := range args {
		if what := l.holds(arg); what != "" {
			return what
		}
	}
	return ""
}

// changes reports whether the borrowed bytes are overwritten by the next iteration of the loop: they lie in a buffer from before the loop, or belong
// to a scanner or a Reader.
func (l *loop) changes(data ast.Expr) bool {
	switch x := ast.Unparen(data).(type) {
	case *ast.SliceExpr:
		return l.changes(x.X)
	case *ast.CallExpr:
		f := l.callee(x)
		return f != nil && f.Signature().Recv() != nil && (f.Name() == "Bytes" || f.Name() == "Raw" || f.Name() == "ReadSlice")
	case *ast.Ident:
		o, ok := l.object(x).(*types.Var)
		return ok && o.Pos() < l.stmt.Pos() && assignedIn(l.pass.TypesInfo, l.body, o)
	}
	return false
}

// assignedIn reports whether a block can change the elements of a slice: it reads into the slice, or appends to it from its beginning.
func assignedIn(info *types.Info, body *ast.BlockStmt, o types.Object) (found bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return !found
		}
		name := ""
		switch f := ast.Unparen(call.Fun).(type) {
		case *ast.SelectorExpr:
			name = f.Sel.Name
		case *ast.Ident:
			name = f.Name
		}
		switch name {
		case "Read", "ReadFull", "ReadAtLeast", "copy", "append":
			for _, arg := range call.Args {
				if id := root(sliced(arg)); id != nil && info.Uses[id] == o {
					found = true
				}
			}
		}
		return !found
	})
	return found
}

func sliced(x ast.Expr) ast.Expr {
	for {
		s, ok := ast.Unparen(x).(*ast.SliceExpr)
		if !ok {
			return ast.Unparen(x)
		}
		x = s.X
	}
}

// copies reports whether the result of a function is always new memory.
func copies(f *types.Func) bool {
	if f == nil {
		return false
	}
	name := f.Name()
	if strings.HasPrefix(name, "Clone") {
		return true
	}
	if f.Signature().Recv() == nil {
		return false
	}
	switch name {
	case "AppendJSON", "MarshalJSON", "Kind", "String", "Any", "Map", "Error":
		return true
	}
	return false
}

// shares reports whether a function of the standard library returns a part of its argument.
func shares(f *types.Func) bool {
	if f.Pkg() == nil || f.Pkg().Path() != "strings" && f.Pkg().Path() != "bytes" {
		return false
	}
	for _, prefix := range []string{"Trim", "Cut", "Split", "Fields"} {
		if strings.HasPrefix(f.Name(), prefix) {
			return true
		}
	}
	return false
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
