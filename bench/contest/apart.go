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

// own is the program of package bench/ndwire. In the process of another library, the collector would also mark that library's tables, and the time
// would count for ndwire.
var own = &Program{Build: sync.OnceValues(func() (string, error) { return buildGo("ndwire") })}

// Apart returns f with the contenders of ndwire for an operation in a program of their own.
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

// Apart returns f with the contenders of ndwire in a program of their own.
func (f Writings) Apart() Writings {
	for i, w := range f {
		if isOwn(w.Library) {
			f[i] = own.writing(w.Library)
		}
	}
	return f
}

func isOwn(library string) bool { return strings.HasPrefix(library, "ndwire") }

// ServeNdwire is the main function of the program with ndwire's contenders.
func ServeNdwire() error {
	if err := errors.Join(kernel.SelectNamed(os.Getenv(kernel.Variable)), predict.SelectNamed(os.Getenv(predict.Variable)), alloc.SelectNamed(os.Getenv(alloc.Variable))); err != nil {
		return err
	}
	return Serve("ndwire: "+kernel.Current().String(), map[string]Readings{
		decoding: ndwireDecoders, peeking: ndwirePeekers, readingFiles: ndwireFileReaders, working: ndwireWorkers,
	}, Writings{ndwireEncoder()})
}
