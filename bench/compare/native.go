package compare

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/ndwire/ndwire/bench/contest"
)

//go:embed cpp rust jobs
var sources embed.FS

// built returns the path of a program. It is compiled once for each version of its sources and its compiler, and kept in the user's cache.
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
	// The program is renamed to its path when it is complete: another process may build it at the same time.
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

// simdjson is C++ simdjson: Debian's libsimdjson-dev, or the version in the folder that NDWIRE_SIMDJSON names, which has the single header and
// source, or the repository.
var simdjson = &contest.Program{Build: sync.OnceValues(func() (string, error) {
	args := []string{"-std=c++17", "-O3", "-march=native", "-DNDEBUG"}
	libraries := []string{"-lsimdjson"}
	if dir := os.Getenv("NDWIRE_SIMDJSON"); dir != "" {
		header, library := dir, filepath.Join(dir, "simdjson.cpp")
		if _, err := os.Stat(library); err != nil {
			header, library = filepath.Join(dir, "include"), filepath.Join(dir, "src", "simdjson.cpp")
		}
		info, err := os.Stat(library)
		if err != nil {
			return "", fmt.Errorf("compare: no simdjson.cpp in NDWIRE_SIMDJSON: %w", err)
		}
		// The time of the library is an argument so that another version in the same folder is built anew.
		args = append(args, "-I"+header, "-I"+filepath.Dir(library), fmt.Sprint("-DLIBRARY_TIME=", info.ModTime().Unix()))
		libraries = []string{library}
	} else if _, err := os.Stat("/usr/include/simdjson.h"); err != nil {
		return "", errors.New("compare: no simdjson: install libsimdjson-dev, or name a folder in NDWIRE_SIMDJSON that has simdjson.h and simdjson.cpp, or the repository")
	}
	return built("cpp", "simdjson", []string{"g++", "--version"}, func(from, to string) *exec.Cmd {
		return exec.Command("g++", append(append(args[:len(args):len(args)], "-o", to, filepath.Join(from, "main.cpp")), libraries...)...)
	})
})}

// serdeJSON is Rust's serde_json. It is built without network, from crates in a folder: those of Debian's packages, or those in NDWIRE_CRATES,
// which has the output of cargo vendor, or the repositories of the crates side by side.
var serdeJSON = &contest.Program{Build: sync.OnceValues(func() (string, error) {
	dir := cmp.Or(os.Getenv("NDWIRE_CRATES"), "/usr/share/cargo/registry")
	crates, err := findCrates(dir)
	if err != nil {
		return "", err
	}
	for _, name := range []string{"serde_json", "serde_derive"} {
		if crates[name].version == "" {
			return "", fmt.Errorf("compare: no crate %s in %s: install librust-serde-json-dev and librust-serde-derive-dev, or name a folder with the crates in NDWIRE_CRATES", name, dir)
		}
	}
	version := crates["serde_json"].version
	return built("rust", "serde-json", []string{"cargo", "--version"}, func(from, to string) *exec.Cmd {
		args := []string{
			"build", "--release", "--offline", "--quiet", "--manifest-path", filepath.Join(from, "Cargo.toml"), "--target-dir", to + ".target",
			"--config", `source.crates-io.replace-with="here"`,
		}
		if crates["serde_json"].packaged {
			args = append(args, "--config", fmt.Sprintf("source.here.directory=%q", dir))
		} else {
			args = append(args, "--config", fmt.Sprintf("source.here.directory=%q", from)) // a folder without packaged crates
			for _, name := range slices.Sorted(maps.Keys(crates)) {
				args = append(args, "--config", fmt.Sprintf("patch.crates-io.%s.path=%q", name, crates[name].dir))
			}
		}
		// The command builds the program and copies it to its path. The version is an argument so that another version in the same folder is built anew.
		cmd := exec.Command("sh", append([]string{"-c", `to=$1; shift; cargo "$@" && cp "$to.target/release/serde-json-bench" "$to"`, "serde_json " + version, to}, args...)...)
		cmd.Env = append(os.Environ(), "SERDE_JSON_VERSION="+version, "RUSTFLAGS=-C target-cpu=native")
		return cmd
	})
})}

// A crate is a package of Rust.
type crate struct {
	version, dir string
	packaged     bool // by Debian or by cargo vendor; otherwise it is a repository
}

// needed are the crates that current and older versions of serde_json consist of. Repositories have others as well.
var needed = []string{
	"itoa", "memchr", "proc-macro2", "quote", "ryu", "serde", "serde_core", "serde_derive", "serde_json", "syn", "unicode-ident", "zmij",
}

// findCrates finds the needed crates in a folder: DIR/CRATE of Debian and of cargo vendor, DIR/REPOSITORY or DIR/REPOSITORY/CRATE.
func findCrates(dir string) (map[string]crate, error) {
	crates := map[string]crate{}
	for _, pattern := range []string{"*/Cargo.toml", "*/*/Cargo.toml"} {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return nil, err
		}
		for _, path := range found {
			text, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			name, version := packageOf(string(text))
			if _, ok := crates[name]; ok || !slices.Contains(needed, name) {
				continue
			}
			home := filepath.Dir(path)
			_, err = os.Stat(filepath.Join(home, ".cargo-checksum.json"))
			crates[name] = crate{version, home, err == nil}
		}
	}
	return crates, nil
}

// packageOf returns the name and the version of the package in a Cargo.toml.
func packageOf(text string) (name, version string) {
	section := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			section = line
		}
		key, value, _ := strings.Cut(line, "=")
		value, _, _ = strings.Cut(strings.TrimPrefix(strings.TrimSpace(value), `"`), `"`)
		switch strings.TrimSpace(key) {
		case "name":
			if section == "[package]" {
				name = value
			}
		case "version":
			if section == "[package]" {
				version = value
			}
		}
	}
	return name, version
}
