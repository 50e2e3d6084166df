package transcript_test

import (
	"io"
	"strings"

	"github.com/ndwire/ndwire/decoder"
)

// manyFiles is an input of several files, a, b, c...
func manyFiles(texts ...string) decoder.Files {
	return &textFiles{texts: texts, cur: strings.NewReader("")}
}

type textFiles struct {
	texts []string
	begun int
	cur   io.Reader
}

func (f *textFiles) Read(p []byte) (int, error) { return f.cur.Read(p) }

func (f *textFiles) NextFile() (decoder.File, error) {
	if f.begun == len(f.texts) {
		return decoder.File{}, io.EOF
	}
	f.begun++
	f.cur = strings.NewReader(f.texts[f.begun-1])
	return decoder.File{Name: string(rune('a' + f.begun - 1)), Line: 1}, nil
}
