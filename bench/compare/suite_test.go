package compare

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
)

// suite returns the texts of JSONTestSuite (github.com/nst/JSONTestSuite, MIT) in the module of sonic, by name. A name begins with y_ for texts that
// must be accepted, n_ for those that must be refused, and i_ for those that may be either.
func suite(t *testing.T) map[string]string {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/bytedance/sonic").Output()
	if err != nil {
		t.Skipf("the suite is in the module of sonic, which is not here: %v", err)
	}
	f, err := os.Open(filepath.Join(strings.TrimSpace(string(dir)), "testdata", "JSONTestSuite", "testdata.json.gz"))
	if errors.Is(err, os.ErrNotExist) {
		t.Skipf("this version of sonic has no suite: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if _, err := file.ReadFrom(z); err != nil {
		t.Fatal(err)
	}
	var all map[string]string
	if err := json.Unmarshal(file.Bytes(), &all); err != nil {
		t.Fatal(err)
	}
	for name, text := range all {
		// This copy has U+FFFD in place of invalid UTF-8.
		all[name] = strings.ReplaceAll(text, "\ufffd", "\xff")
	}
	return all
}

func TestSuite(t *testing.T) {
	all := suite(t)
	if len(all) < 300 {
		t.Fatalf("only %d texts", len(all))
	}
	for name, text := range all {
		line := []byte(`{"type":"keep_alive","x":` + text + `}`)
		_, err := ndwire.UnmarshalLine(line)
		checked := ndwire.CheckLine(line)
		_, value := decoder.Raw(text).Any()
		switch name[:2] {
		case "y_":
			if err != nil || value != nil {
				t.Errorf("%s is refused: %v, %v", name, err, value)
			}
		case "n_":
			switch {
			case !utf8.ValidString(text) && err == nil:
				// Invalid UTF-8 in a string is replaced, and refused in strict mode.
				if !errors.Is(checked, decoder.ErrUTF8) || value != nil {
					t.Errorf("%s is taken: %v, %v", name, checked, value)
				}
			case err == nil || value == nil && len(text) < 10_000:
				t.Errorf("%s is taken: %q", name, text)
			}
			if checked == nil {
				t.Errorf("%s is taken by CheckLine", name)
			}
		case "i_":
			// ndwire accepts all i_ texts except for a byte order mark within a line.
			var want error
			if name == "i_structure_UTF-8_BOM_empty_object" {
				// Before a line, it is ignored.
				if _, err := decoder.NewLines(strings.NewReader(text)).Next(); err != nil {
					t.Errorf("%s: %v", name, err)
				}
				want = decoder.ErrSyntax
			}
			if want == nil && err != nil || want != nil && !errors.Is(err, want) {
				t.Errorf("%s: %v, want %v", name, err, want)
			}
		default:
			t.Errorf("%s: what is that?", name)
		}
		// The text as a line. A byte order mark alone is a blank line, and NUL bytes after a value are not part of it.
		if !strings.Contains(text, "\n") && name != "n_structure_UTF8_BOM_no_data" && name != "n_multidigit_number_then_00" {
			_, err := decoder.NewLines(strings.NewReader(text)).Next()
			if good := name[0] != 'n' || !utf8.ValidString(text) && value == nil; (err == nil) != good {
				t.Errorf("%s on a line: %v", name, err)
			}
		}
	}
}
