package compare

import (
	"errors"
	"unsafe"

	"github.com/buger/jsonparser"
	"github.com/go-faster/jx"
	simd "github.com/minio/simdjson-go"
	"github.com/tidwall/gjson"

	"github.com/ndwire/ndwire/bench/contest"
	"github.com/ndwire/ndwire/bench/digest"
)

// Libraries that find single values take part in Peek only. Like sonic-get they stop at the first member with a name and do not check the text
// after it. simdjson-go is an exception: it parses the whole corpus onto a tape first.

// hasSubtype reports whether lines of a type have a subtype.
func hasSubtype(typ string) bool { return typ == "system" || typ == "result" }

func peekGjson(line []byte, d *digest.Digest) error {
	text := unsafe.String(unsafe.SliceData(line), len(line))
	typ, subtype := gjson.Get(text, "type").Str, ""
	if hasSubtype(typ) {
		subtype = gjson.Get(text, "subtype").Str
	}
	d.Tags(typ, subtype)
	return nil
}

func peekJsonparser(line []byte, d *digest.Digest) error {
	typ, err := jsonparser.GetUnsafeString(line, "type")
	if err != nil {
		return err
	}
	subtype := ""
	if hasSubtype(typ) {
		if subtype, err = jsonparser.GetUnsafeString(line, "subtype"); err != nil && !errors.Is(err, jsonparser.KeyPathNotFoundError) {
			return err
		}
	}
	d.Tags(typ, subtype)
	return nil
}

// errKnown stops a walk over an object.
var errKnown = errors.New("all is known")

// peekJx reads the members until both tags are known, or until the type has no subtype.
func peekJx() func(line []byte, d *digest.Digest) error {
	var dec jx.Decoder
	return func(line []byte, d *digest.Digest) error {
		typ, subtype, err := jxTags(&dec, line)
		d.Tags(typ, subtype)
		return err
	}
}

func jxTags(dec *jx.Decoder, line []byte) (typ, subtype string, err error) {
	dec.ResetBytes(line)
	sub := false
	err = dec.ObjBytes(func(dec *jx.Decoder, key []byte) error {
		var err error
		switch string(key) {
		case "type":
			if typ, err = dec.Str(); err == nil && (sub || !hasSubtype(typ)) {
				return errKnown
			}
			return err
		case "subtype":
			if subtype, err = dec.Str(); err == nil && typ != "" {
				return errKnown
			}
			sub = true
			return err
		}
		return dec.Skip()
	})
	if errors.Is(err, errKnown) {
		err = nil
	}
	if !hasSubtype(typ) {
		subtype = ""
	}
	return typ, subtype, err
}

// peekSimdjsonGo parses the whole corpus onto a tape, whose memory is reused.
func peekSimdjsonGo() contest.Reading {
	var tape *simd.ParsedJson
	return contest.Reading{
		Library: "simdjson-go",
		Skip: func() string {
			if !simd.SupportedCPU() {
				return "compare: simdjson-go does not run on this processor"
			}
			return ""
		},
		Pass: func(in *contest.Input, d *digest.Digest) error {
			var err error
			if tape, err = simd.ParseND(in.Data, tape, simd.WithCopyStrings(false)); err != nil {
				return err
			}
			var object simd.Object
			var element simd.Element
			tag := func(key string) (string, error) {
				found := object.FindKey(key, &element)
				if found == nil {
					return "", nil
				}
				text, err := found.Iter.StringBytes()
				return unsafe.String(unsafe.SliceData(text), len(text)), err
			}
			return tape.ForEach(func(i simd.Iter) error {
				if _, err := i.Object(&object); err != nil {
					return err
				}
				typ, err := tag("type")
				if err != nil {
					return err
				}
				subtype := ""
				if hasSubtype(typ) {
					if subtype, err = tag("subtype"); err != nil {
						return err
					}
				}
				d.Tags(typ, subtype)
				return nil
			})
		},
	}
}
