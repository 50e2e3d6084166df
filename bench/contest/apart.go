package contest

import (
	"errors"
	"os"
	"strings"
	"sync"

	"github.com/ndwire/ndwire/internal/alloc"
	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/predict"
	"github.com/ndwire/ndwire/transcript"
)

// own is a program, package bench/ndwire: the benchmarks that share their process with other libraries would charge ndwire for what
// these keep for themselves, as they would charge others for what sonic keeps.
var own = &Program{Build: sync.OnceValues(func() (string, error) { return buildGo("ndwire") })}

// Apart has ndwire's contenders for an operation in a program of their own.
func Apart(operation string, f Readings) Readings {
	return func(p transcript.Protocol) []Reading {
		all := f(p)
		for i, r := range all {
			if isOwn(r.Library) {
				all[i] = own.reading(r.Library, operation, r.Group)
			}
		}
		return all
	}
}

// Apart has ndwire's contenders in a program of their own.
func (f Writings) Apart() Writings {
	for i, w := range f {
		if isOwn(w.Library) {
			f[i] = own.writing(w.Library)
		}
	}
	return f
}

func isOwn(library string) bool { return strings.HasPrefix(library, "ndwire") }

// ServeNdwire is the program of ndwire's contenders.
func ServeNdwire() error {
	if err := errors.Join(kernel.SelectNamed(os.Getenv(kernel.Variable)), predict.SelectNamed(os.Getenv(predict.Variable)), alloc.SelectNamed(os.Getenv(alloc.Variable))); err != nil {
		return err
	}
	return Serve("ndwire: "+kernel.Current().String(), map[string]Readings{
		decoding: ndwireDecoders, peeking: ndwirePeekers, readingFiles: ndwireFileReaders, working: ndwireWorkers,
	}, Writings{ndwireEncoder()})
}
