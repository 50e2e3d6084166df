package ndwirebeam

import (
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/util/reflectx"
)

// registerDoFn registers a DoFn, the struct F, whose methods Beam calls by reflection: for those that are called once for each file or part of one.
//
// DoFns of this package are not registered by Beam's package register. For each DoFn it compiles a wrapper for every StartBundle and
// FinishBundle that the struct could have, thousands of functions, once more for each protocol: the compiler needed 7 GB.
func registerDoFn[F any]() {
	beam.RegisterType(reflect.TypeFor[F]())
	beam.RegisterDoFn(reflect.TypeFor[F]())
}

// registerElementFn is registerDoFn for a DoFn that is called for each element. process returns its ProcessElement, which Beam then calls without
// reflection.
func registerElementFn[F any](process func(*F) reflectx.Func) {
	registerDoFn[F]()
	reflectx.RegisterStructWrapper(reflect.TypeFor[F](), func(fn any) map[string]reflectx.Func {
		return map[string]reflectx.Func{"ProcessElement": process(fn.(*F))}
	})
}

// elementFn is a ProcessElement that returns an element. It implements reflectx.Func1x1.
type elementFn[A, B any] func(A) B

func (f elementFn[A, B]) Name() string          { return reflectx.FunctionName(f) }
func (f elementFn[A, B]) Type() reflect.Type    { return reflect.TypeFor[func(A) B]() }
func (f elementFn[A, B]) Call(args []any) []any { return []any{f(args[0].(A))} }
func (f elementFn[A, B]) Call1x1(a any) any     { return f(a.(A)) }

// emittingFn is a ProcessElement that emits elements. It implements reflectx.Func2x0.
type emittingFn[A, B any] func(A, func(B))

func (f emittingFn[A, B]) Name() string       { return reflectx.FunctionName(f) }
func (f emittingFn[A, B]) Type() reflect.Type { return reflect.TypeFor[func(A, func(B))]() }
func (f emittingFn[A, B]) Call(args []any) []any {
	f(args[0].(A), args[1].(func(B)))
	return nil
}
func (f emittingFn[A, B]) Call2x0(a, emit any) { f(a.(A), emit.(func(B))) }
