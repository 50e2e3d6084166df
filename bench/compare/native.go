package compare

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"github.com/ndwire/ndwire/bench/contest"
)

//go:embed cpp rust
var sources embed.FS

// built gives a program that is compiled once for its sources and its compiler, and kept in the user's cache.
func built(language, exe string, compiler []string, compile func(from, to string) *exec.Cmd) (string, error) {
	version, err := exec.Command(compiler[0], compiler[1:]...).Output()
	if err != nil {
		return "", fmt.Errorf("compare: no compiler: %w", err)
	}
	hash := sha256.New()
	hash.Write(version)
	hash.Write([]byte(strings.Join(compile("from", "to").Args, " ")))
	err = fs.WalkDir(sources, language, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := sources.ReadFile(path)
		fmt.Fprintln(hash, path, len(text))
		hash.Write(text)
		return err
	})
	if err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "ndwire-bench", language+"-"+hex.EncodeToString(hash.Sum(nil)[:8]))
	program := filepath.Join(dir, exe)
	if _, err := os.Stat(program); err == nil {
		return program, nil
	}
	temp, err := os.MkdirTemp("", "ndwire-bench")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(temp)
	part, err := fs.Sub(sources, language)
	if err != nil {
		return "", err
	}
	if err := os.CopyFS(filepath.Join(temp, "from"), part); err != nil {
		return "", err
	}
	to := filepath.Join(temp, "to")
	if out, err := compile(filepath.Join(temp, "from"), to).CombinedOutput(); err != nil {
		return "", fmt.Errorf("compare: compile %s: %w\n%.2000s", language, err, out)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	// The program appears as a whole, though another process may build it at the same time.
	text, err := os.ReadFile(to)
	if err != nil {
		return "", err
	}
	half := filepath.Join(dir, fmt.Sprint(exe, os.Getpid()))
	if err := os.WriteFile(half, text, 0o755); err != nil {
		return "", err
	}
	return program, os.Rename(half, program)
}

// simdjson is C++ simdjson: Debian's libsimdjson-dev, or the single header and source in the folder that NDWIRE_SIMDJSON names.
var simdjson = &contest.Program{Build: sync.OnceValues(func() (string, error) {
	args := []string{"-std=c++17", "-O3", "-march=native", "-DNDEBUG"}
	libraries := []string{"-lsimdjson"}
	if dir := os.Getenv("NDWIRE_SIMDJSON"); dir != "" {
		args = append(args, "-I"+dir)
		libraries = []string{filepath.Join(dir, "simdjson.cpp")}
	} else if _, err := os.Stat("/usr/include/simdjson.h"); err != nil {
		return "", errors.New("compare: no simdjson: install libsimdjson-dev, or name a folder with simdjson.h and simdjson.cpp in NDWIRE_SIMDJSON")
	}
	return built("cpp", "simdjson", []string{"g++", "--version"}, func(from, to string) *exec.Cmd {
		return exec.Command("g++", append(append(args[:len(args):len(args)], "-o", to, filepath.Join(from, "main.cpp")), libraries...)...)
	})
})}

// serdeJSON is Rust's serde_json, as Debian packages it: Cargo takes the crates from Debian's folder and needs no network. Another
// version can be put into a folder by cargo vendor, and be named in NDWIRE_CRATES.
var serdeJSON = &contest.Program{Build: sync.OnceValues(func() (string, error) {
	crates := os.Getenv("NDWIRE_CRATES")
	if crates == "" {
		crates = "/usr/share/cargo/registry"
	}
	version, err := crateVersion(crates, "serde_json")
	if err != nil {
		return "", err
	}
	if _, err := crateVersion(crates, "serde_derive"); err != nil {
		return "", err
	}
	return built("rust", "serde-json", []string{"cargo", "--version"}, func(from, to string) *exec.Cmd {
		target := to + ".target"
		// What is run is the build, and then the copy to where the program is looked for.
		cmd := exec.Command("sh", "-c", `cargo build --release --offline --quiet --manifest-path "$1/Cargo.toml" --target-dir "$2" \
			--config 'source.crates-io.replace-with="here"' --config "source.here.directory=\"$3\"" &&
			cp "$2/release/serde-json-bench" "$4"`, "sh", from, target, crates, to)
		cmd.Env = append(os.Environ(), "SERDE_JSON_VERSION="+version, "RUSTFLAGS=-C target-cpu=native")
		return cmd
	})
})}

// crateVersion looks for a crate in a folder of crates: NAME-VERSION in Debian's, NAME in one that cargo vendor made.
func crateVersion(crates, name string) (string, error) {
	found, err := filepath.Glob(filepath.Join(crates, name+"*", "Cargo.toml"))
	if err != nil {
		return "", err
	}
	for _, path := range found {
		text, err := os.ReadFile(path)
		if err != nil {
			return "", err
		}
		inPackage := false
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			if strings.HasPrefix(line, "[") {
				inPackage = line == "[package]"
			}
			key, value, _ := strings.Cut(line, " = ")
			switch {
			case !inPackage:
			case key == "name" && strings.Trim(value, `"`) != name:
				inPackage = false
			case key == "version":
				return strings.Trim(value, `"`), nil
			}
		}
	}
	return "", fmt.Errorf("compare: no crate %s in %s: install librust-serde-json-dev and librust-serde-derive-dev, or name a folder of cargo vendor in NDWIRE_CRATES", name, crates)
}
