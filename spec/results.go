package spec

import "go.yaml.in/yaml/v4"

// A result is told by the request that it answers, which is on another line: {results: {tools/list: ListToolsResult}}. A field of such a type is
// kept raw, and decoded once the method is known. One record can be the result of several methods, for it does not say which.

// results reads the cases of a union of results, by the methods of their requests.
func (f *file) results(u *Union, n *yaml.Node) *Node {
	node := &Node{Results: true, Pos: f.nodePos(n)}
	f.cases(node, n, 1)
	for _, c := range node.Cases {
		if c.Literal[0] != '"' {
			f.errorf(c.Pos, "expected the name of a method, found %s; a name that looks like another value stands in quotes", c.Literal)
		}
	}
	return node
}

// isResult reports whether a type is a union that requests tell.
func isResult(t *Type) bool {
	return t != nil && t.Kind == UnionType && t.Union != nil && t.Union.Tree != nil && t.Union.Tree.Results
}

// deriveResults keeps raw what a request tells.
func (f *file) deriveResults() {
	for _, r := range f.model.Records {
		for _, field := range r.Fields {
			field.Lazy = field.Lazy || isResult(field.Type)
		}
	}
}

// checkResult holds the rules about a field that a request tells.
func (f *file) checkResult(field *Field, o *origin) {
	switch t := field.Type; {
	case t.Import != nil:
		f.errorf(o.typ, "a union of results is of the same file; %s is not", t)
	case o.lazy != (Pos{}):
		f.errorf(o.lazy, "%s is told by its request, and always decoded when asked for; take `lazy:` away", field.Name)
	case field.By != "":
		f.errorf(o.by, "%s is told by its request, which is not on the line; take `by:` away", field.Name)
	}
}
