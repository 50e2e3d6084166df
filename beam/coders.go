package ndwirebeam

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/ndwire/ndwire/decoder"
)

// Elements travel between workers as JSON, so that nothing of a line is lost. Beam finds coders by type, and workers find their functions by
// name: therefore one pair of functions encodes and decodes the lines of all protocols.
func init() {
	beam.RegisterCoder(reflect.TypeFor[decoder.Line](), encodeLine, decodeLine)
}

// unmarshals has the functions that decode the lines of a protocol, by the interface type of its lines.
var unmarshals = map[reflect.Type]func([]byte) (decoder.Line, error){}

func encodeLine(_ reflect.Type, v beam.T) ([]byte, error) { return v.(decoder.Line).AppendJSON(nil) }

func decodeLine(t reflect.Type, data []byte) (beam.T, error) {
	if unmarshal := unmarshals[t]; unmarshal != nil {
		return unmarshal(data)
	}
	if t.Kind() == reflect.Interface {
		return nil, fmt.Errorf("ndwirebeam: no protocol with lines of type %v is registered: call Register", t)
	}
	return decodeJSON(t, data)
}

func encodeJSON(_ reflect.Type, v beam.T) ([]byte, error) { return json.Marshal(v) }

func decodeJSON(t reflect.Type, data []byte) (beam.T, error) {
	v := reflect.New(t)
	if err := json.Unmarshal(data, v.Interface()); err != nil {
		return nil, err
	}
	return v.Elem().Interface(), nil
}

// Place is the position of a line. Places of lines in one file have the order of the lines.
type Place struct {
	File string
	// Part is the offset in an archive of the part that the line was read from. It is 0 in plain files.
	Part int64
	// Offset is that of the line's first byte in the file; in an archive, in the decompressed text of the part, which begins with the
	// first frame at or after Part.
	Offset int64
}

// Compare orders places by file, and by their order in the file.
func (p Place) Compare(o Place) int {
	return cmp.Or(cmp.Compare(p.File, o.File), cmp.Compare(p.Part, o.Part), cmp.Compare(p.Offset, o.Offset))
}

// Placed is a line with its place.
type Placed[L decoder.Line] struct {
	Place
	Line L
}

func (p Placed[L]) get() (Place, decoder.Line) { return p.Place, p.Line }

func (p *Placed[L]) set(at Place, line decoder.Line) { p.Place, p.Line = at, line.(L) }

func (p *Placed[L]) lineType() reflect.Type { return reflect.TypeFor[L]() }

func encodePlaced(_ reflect.Type, v beam.T) ([]byte, error) {
	at, line := v.(interface{ get() (Place, decoder.Line) }).get()
	return line.AppendJSON(appendPlace(nil, at))
}

func decodePlaced(t reflect.Type, data []byte) (beam.T, error) {
	v := reflect.New(t)
	placed := v.Interface().(interface {
		set(Place, decoder.Line)
		lineType() reflect.Type
	})
	at, rest, err := cutPlace(data)
	if err != nil {
		return nil, err
	}
	line, err := decodeLine(placed.lineType(), rest)
	if err != nil {
		return nil, err
	}
	placed.set(at, line.(decoder.Line))
	return v.Elem().Interface(), nil
}

func appendPlace(dst []byte, at Place) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(at.File)))
	dst = append(dst, at.File...)
	dst = binary.AppendVarint(dst, at.Part)
	return binary.AppendVarint(dst, at.Offset)
}

var errCut = errors.New("ndwirebeam: an element of the pipeline is cut")

func cutPlace(data []byte) (at Place, rest []byte, err error) {
	in := bytes.NewReader(data)
	n, err := binary.ReadUvarint(in)
	if err != nil || n > uint64(in.Len()) {
		return at, nil, errCut
	}
	begin := len(data) - in.Len()
	at.File = string(data[begin : begin+int(n)])
	in.Reset(data[begin+int(n):])
	if at.Part, err = binary.ReadVarint(in); err != nil {
		return at, nil, errCut
	}
	if at.Offset, err = binary.ReadVarint(in); err != nil {
		return at, nil, errCut
	}
	return at, data[len(data)-in.Len():], nil
}
