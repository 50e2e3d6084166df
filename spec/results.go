package spec

import "go.yaml.in/yaml/v4"

// The case of a result is chosen by the method of its request, which is on another line: {results: {tools/list: ListToolsResult}}. A field of such
// a type is kept raw, and decoded when the method is known. A record can be the result of several methods, since the method is not written with
// the result.

// results reads the cases of a union of results. Their literals are the methods of requests.
func (f *file) results(n *yaml.Node) *Node {
	node := &Node{Results: true, Pos: f.nodePos(n)}
	f.cases(node, n, 1)
	for _, c := range node.Cases {
		if c.Literal[0] != '"' {
			f.errorf(c.Pos, "expected the name of a method, found %s; put a name that looks like another value in quotes", c.Literal)
		}
	}
	return node
}

// isResult reports whether a type is a union of results.
func isResult(t *Type) bool {
	return t != nil && t.Kind == UnionType && t.Union != nil && t.Union.Tree != nil && t.Union.Tree.Results
}

// deriveResults makes the fields of results lazy.
func (f *file) deriveResults() {
	for _, r := range f.model.Records {
		for _, field := range r.Fields {
			field.Lazy = field.Lazy || isResult(field.Type)
		}
	}
}

// checkResult checks the rules for a field whose type is a union of results.
func (f *file) checkResult(field *Field, o *origin) {
	switch t := field.Type; {
	case t.Import != nil:
		f.errorf(o.typ, "a union of results must be in the same file; %s is not", t)
	case field.Encoded:
		f.errorf(o.typ, "the union %s, whose case is chosen by a request, cannot be encoded in a string: keep %s as text, with {type: string}, and decode it by Unmarshal%[1]s", t.Union.Name, field.Name)
	case o.lazy != (Pos{}):
		f.errorf(o.lazy, "%s is a result, which is always decoded on demand; remove `lazy:`", field.Name)
	case field.By != "":
		f.errorf(o.by, "%s is a result, whose case is chosen by a request on another line; remove `by:`", field.Name)
	}
}
