package corpus

import "math/rand/v2"

// words are the words of source code, logs and answers.
var words = []string{
	"the", "a", "of", "to", "in", "is", "and", "for", "with", "that", "this", "not", "be", "on", "from", "it", "are", "was",
	"func", "return", "if", "else", "err", "nil", "const", "var", "type", "struct", "import", "package", "range", "switch",
	"case", "default", "string", "int", "bool", "error", "context", "request", "response", "handler", "server", "client",
	"config", "options", "value", "values", "index", "length", "buffer", "reader", "writer", "decoder", "encoder", "parser",
	"token", "stream", "message", "session", "result", "content", "block", "event", "update", "delete", "create", "insert",
	"select", "where", "table", "column", "query", "schema", "migration", "test", "tests", "passed", "failed", "expected",
	"actual", "assert", "fixture", "mock", "coverage", "build", "compile", "module", "version", "release", "branch",
	"commit", "merge", "rebase", "README.md", "main.go", "src/index.ts", "package.json", "internal/cache", "cmd/server",
	"node_modules", "=", ":=", "==", "!=", "{", "}", "(", ")", "[]", "=>", "->", "0", "1", "42", "1024", "3.14", "true",
	"false", "null", "undefined", "async", "await", "function", "export", "interface", "public", "private", "static",
	"component", "state", "effect", "render", "props", "button", "dialog", "window", "timeout", "retry", "backoff",
	"connection", "database", "transaction", "latency", "throughput", "memory", "allocation", "garbage", "collector",
	"goroutine", "channel", "mutex", "deadlock", "performance", "regression", "investigate", "implementation",
}

// foreign are the words of lines with letters beyond ASCII.
var foreign = []string{
	"→", "✓", "—", "…", "’", "é", "größe", "naïve", "façade", "日本語", "テスト", "проверка", "完成", "🎉", "├──", "└──", "│",
}

// text appends random text to lines.
type text struct {
	rnd     *rand.Rand
	escape  int
	foreign bool // the current line has letters beyond ASCII
}

// words appends about n bytes of escaped text, at most one word more.
func (t *text) words(line []byte, n int) []byte {
	if t.foreign {
		line = append(line, foreign[t.rnd.IntN(len(foreign))]...)
	}
	for end := len(line) + n; len(line) < end; {
		w := words[t.rnd.IntN(len(words))]
		if t.foreign && t.rnd.IntN(12) == 0 {
			w = foreign[t.rnd.IntN(len(foreign))]
		}
		line = append(line, w...)
		if t.rnd.IntN(t.escape) > len(w) {
			line = append(line, ' ')
			continue
		}
		line = t.escaped(line)
	}
	return line
}

// escaped appends one escape or more, in the proportions of real tool results: newlines with or without an indentation, tabs, quotation marks, few
// backslashes, and very few \u escapes.
func (t *text) escaped(line []byte) []byte {
	switch k := t.rnd.IntN(100); {
	case k < 38:
		line = append(line, `\n`...)
		return append(line, "                "[:2*t.rnd.IntN(9)]...)
	case k < 48:
		return append(line, `\n\t`...)
	case k < 66:
		return append(line, `\t`...)
	case k < 96:
		line = append(line, ` \"`...)
		line = append(line, words[t.rnd.IntN(len(words))]...)
		return append(line, `\" `...)
	case k < 99:
		return append(line, `\\`...)
	default:
		return append(line, `\u001b[32m`...)
	}
}

// fragment appends about n bytes of a piece of streamed tool input: JSON text within a string.
func (t *text) fragment(line []byte, n int) []byte {
	for end := len(line) + n; len(line) < end; {
		switch t.rnd.IntN(8) {
		case 0:
			line = append(line, `\",\"`...)
		case 1:
			line = append(line, `\\n`...)
		default:
			line = append(line, words[t.rnd.IntN(len(words))]...)
			line = append(line, ' ')
		}
	}
	return line
}

const base64Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// base64 appends n bytes of base64.
func (t *text) base64(line []byte, n int) []byte {
	for n > 0 {
		bits := t.rnd.Uint64()
		for range min(n, 10) {
			line = append(line, base64Alphabet[bits&63])
			bits >>= 6
		}
		n -= min(n, 10)
	}
	return line
}

// id appends n letters and digits.
func (t *text) id(line []byte, n int) []byte {
	for range n {
		line = append(line, base64Alphabet[t.rnd.IntN(62)])
	}
	return line
}

// uuid appends a random UUID.
func (t *text) uuid(line []byte) []byte {
	const hex = "0123456789abcdef"
	high, low := t.rnd.Uint64(), t.rnd.Uint64()
	high = high&^0xf000 | 0x4000
	low = low&^(3<<62) | 2<<62
	for i := range 16 {
		if i == 8 || i == 12 {
			line = append(line, '-')
		}
		line = append(line, hex[high>>(60-4*i)&15])
	}
	line = append(line, '-')
	for i := range 16 {
		if i == 4 {
			line = append(line, '-')
		}
		line = append(line, hex[low>>(60-4*i)&15])
	}
	return line
}
