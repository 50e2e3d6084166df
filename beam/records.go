package ndwirebeam

import (
	"encoding/json"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/util/reflectx"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/ndwire/ndwire/decoder"
)

// RegisterRecord registers a record as the element type of PCollections, with all its contents: including unknown members and notes,
// which Beam's own coders would drop. Call it in an init function, with the type that functions use:
//
//	ndwirebeam.RegisterRecord[*claudecode.AssistantLine]()
func RegisterRecord[T any]() {
	t := reflect.TypeFor[T]()
	beam.RegisterType(t)
	if !t.Implements(reflect.TypeFor[decoder.Line]()) && t.Implements(reflect.TypeFor[json.Marshaler]()) {
		beam.RegisterCoder(t, encodeJSON, decodeJSON)
	}
	registerElementFn(func(fn *ofFn[T]) reflectx.Func { return emittingFn[beam.X, T](fn.ProcessElement) })
	register.Emitter1[T]()
	register.Iter1[T]()
}

// Of picks the lines of one Go type, which must have been registered with RegisterRecord, from a PCollection of lines.
func Of[T any](s beam.Scope, lines beam.PCollection) beam.PCollection {
	return beam.ParDo(s.Scope("ndwirebeam.Of"), &ofFn[T]{}, lines)
}

type ofFn[T any] struct{}

func (*ofFn[T]) ProcessElement(line beam.X, emit func(T)) {
	if t, ok := line.(T); ok {
		emit(t)
	}
}

// lineFn drops the places of lines.
type lineFn[L decoder.Line] struct{}

func (*lineFn[L]) ProcessElement(p Placed[L]) L { return p.Line }
