package recycledcheck

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

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
	f := l.callee(call)
	switch {
	case isBuiltin(l.pass, call, "append") || shares(f):
		if elementsHoldMemory(info.TypeOf(call)) {
			return l.any(call.Args)
		}
		if copiesElements(f) {
			return ""
		}
		return l.holds(call.Args[0]) // bytes are copied
	case isBuiltin(l.pass, call, "min"), isBuiltin(l.pass, call, "max"):
		return l.any(call.Args)
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
	case ours(f):
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
