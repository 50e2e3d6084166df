// Package recycledcheck has an analyzer that finds lines of ndwire which a program keeps longer than they are valid.
package recycledcheck

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
)

// Analyzer reports values of a Recycled loop, of a Batch, of a Borrow function and of Raw that are stored beyond the loop, or the Batch's
// Release, without a copy.
var Analyzer = &analysis.Analyzer{
	Name: "recycledcheck",
	Doc: `report lines of ndwire that are kept longer than they are valid

The memory of a line of a Recycled loop, and of Raw, is reused by the next iteration, and that of a Batch's lines after its Release; the
memory of a Borrow function's line is the function's argument. The analyzer reports values that are stored beyond the loop, or, for a Batch,
beyond the innermost loop or function that calls its Release: appended to outer slices, put in outer maps as keys or values, assigned to outer
variables or fields, sent on channels, or used by a goroutine. Clone, strings.Clone and similar functions make copies.`,
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
		case *ast.CallExpr:
			l.copied(n)
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

// copied looks at a call that copies the elements of its second argument into the first one, if it is such a call.
func (l *loop) copied(call *ast.CallExpr) {
	f := l.callee(call)
	isMaps := f != nil && f.Pkg() != nil && f.Pkg().Path() == "maps" && (f.Name() == "Copy" || f.Name() == "Insert")
	if !isMaps && !isBuiltin(l.pass, call, "copy") {
		return
	}
	to, what := call.Args[0], l.holds(call.Args[1])
	if what == "" || !elementsHoldMemory(l.pass.TypesInfo.TypeOf(to)) {
		return
	}
	if l.outer(sliced(to)) {
		l.report(call.Args[1], what, "is copied to "+types.ExprString(to)+", which outlives "+l.end)
	} else if id := root(sliced(to)); id != nil {
		l.taint(id, what)
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
