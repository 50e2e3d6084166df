package provider

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// callIDs gives tool calls ids that an API takes: of ASCII letters, digits, _ and -, no longer than max, and no two the same. An id that
// is so already stays; another one depends only on what it was and on the ids before it, so that the same conversation is converted to
// the same request every time, and the API finds it in its cache.
//
// Sources: the Messages API wants ^[a-zA-Z0-9_-]+$ of at most 64 characters, and ids that differ; Chat Completions at most 40 characters.
type callIDs struct {
	max   int
	taken map[string]bool
}

const (
	anthropicIDLength = 64
	openAIIDLength    = 40
)

func newCallIDs(max int) *callIDs { return &callIDs{max: max, taken: map[string]bool{}} }

// next returns the id of the next call, which was called id.
func (t *callIDs) next(id string) string {
	made := id
	for n := 0; !t.takes(made); n++ {
		made = t.rename(id, n)
	}
	t.taken[made] = true
	return made
}

// takes reports whether the API takes an id.
func (t *callIDs) takes(id string) bool {
	return id != "" && len(id) <= t.max && !t.taken[id] && !strings.ContainsFunc(id, notInID)
}

func notInID(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' && r != '-'
}

// rename makes an id that the API takes. It ends with a digest of the original one, so that two that begin alike differ; n tells
// attempts apart. OpenAI's Responses API has "call|item" in one id, of which the call is what a reader knows.
func (t *callIDs) rename(id string, n int) string {
	begin, _, _ := strings.Cut(id, "|")
	begin = strings.Map(func(r rune) rune {
		if notInID(r) {
			return '_'
		}
		return r
	}, begin)
	if begin == "" {
		begin = "call"
	}
	digest := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", id, n))
	end := "_" + hex.EncodeToString(digest[:4])
	return begin[:min(len(begin), t.max-len(end))] + end
}
