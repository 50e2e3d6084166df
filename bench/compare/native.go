package compare

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/ndwire/ndwire/bench/contest"
	"github.com/ndwire/ndwire/bench/digest"
)

// A native is a contender in another language: a program that reads a corpus into its memory, and then walks over it whenever
// it is asked to, and says how long that took.
type native struct {
	build func() (program string, err error)

	corpus string // that the running program has in memory
	ask    io.WriteCloser
	answer *bufio.Reader
	failed *bytes.Buffer // its standard error
	wait   func() error
	took   time.Duration
}

// reading is the contender for one operation.
func (n *native) reading(library, operation string) contest.Reading {
	return contest.Reading{
		Library: library,
		Skip: func() string {
			if _, err := n.build(); err != nil {
				return err.Error()
			}
			return ""
		},
		Pass:  func(in *contest.Input, d *digest.Digest) error { return n.pass(in, operation, d) },
		Clock: func() time.Duration { return n.took },
	}
}

func (n *native) pass(in *contest.Input, operation string, d *digest.Digest) error {
	path, err := in.Path()
	if err != nil {
		return err
	}
	if path != n.corpus {
		if err := n.start(string(in.Protocol), path); err != nil {
			return err
		}
	}
	if d.Deep {
		operation += "-deep"
	}
	if _, err := fmt.Fprintln(n.ask, operation); err != nil {
		return n.error(err)
	}
	line, err := n.answer.ReadBytes('\n')
	if err != nil {
		return n.error(err)
	}
	answer := struct {
		Nanos int64
		*digest.Digest
	}{Digest: d}
	if err := json.Unmarshal(line, &answer); err != nil {
		return fmt.Errorf("compare: read the answer %.200s: %w", line, err)
	}
	n.took += time.Duration(answer.Nanos)
	return nil
}

func (n *native) start(protocol, corpus string) error {
	if n.ask != nil {
		n.ask.Close()
		if err := n.wait(); err != nil {
			return n.error(err)
		}
		n.ask = nil
	}
	program, err := n.build()
	if err != nil {
		return err
	}
	cmd := exec.Command(program, protocol, corpus)
	n.failed = new(bytes.Buffer)
	cmd.Stderr = n.failed
	if n.ask, err = cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("compare: start %s: %w", program, err)
	}
	n.corpus, n.answer, n.wait = corpus, bufio.NewReader(out), cmd.Wait
	version, err := n.answer.ReadString('\n')
	if err != nil {
		return n.error(err)
	}
	once, _ := announced.LoadOrStore(version, sync.OnceFunc(func() { fmt.Fprint(os.Stderr, version) }))
	once.(func())()
	return nil
}

// announced keeps a version from being written again for each corpus.
var announced sync.Map

// error says why a program ended.
func (n *native) error(err error) error {
	n.corpus = ""
	if n.failed.Len() > 0 {
		err = errors.New(strings.TrimSpace(n.failed.String()))
	}
	return fmt.Errorf("compare: %w", err)
}

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
var simdjson = &native{build: sync.OnceValues(func() (string, error) {
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
var serdeJSON = &native{build: sync.OnceValues(func() (string, error) {
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
