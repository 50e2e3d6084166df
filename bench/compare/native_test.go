package compare

import (
	"maps"
	"os"
	"path/filepath"
	"testing"
)

// TestFindCrates checks that crates are found in folders of Debian and of cargo vendor, and in repositories.
func TestFindCrates(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"serde_json-1.0.87/Cargo.toml":           "[dependencies.name]\nversion = \"9\"\n[package]\nname = \"serde_json\"\nversion = \"1.0.87\"\n",
		"serde_json-1.0.87/.cargo-checksum.json": "{}",
		"serde/Cargo.toml":                       "[workspace]\nmembers = []\n",
		"serde/serde_derive/Cargo.toml":          "[package]\nname = \"serde_derive\"\nversion = \"1.0.228\" # newest\n",
		"memchr/Cargo.toml":                      "[package]\nversion = \"2.8.3\"  #:version\nname = \"memchr\"\n[features]\n",
		"other/Cargo.toml":                       "[package]\nname = \"other\"\nversion = \"1.0.0\"\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := findCrates(dir)
	want := map[string]crate{
		"serde_json":   {"1.0.87", filepath.Join(dir, "serde_json-1.0.87"), true},
		"serde_derive": {"1.0.228", filepath.Join(dir, "serde", "serde_derive"), false},
		"memchr":       {"2.8.3", filepath.Join(dir, "memchr"), false},
	}
	if err != nil || !maps.Equal(got, want) {
		t.Errorf("findCrates = %v, %v, want %v", got, err, want)
	}
}
