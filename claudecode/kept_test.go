package claudecode_test

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
)

// TestKeptIDsKeepNoTexts checks that a program that keeps ids of owned lines, or pointers to them, does not keep other texts of these lines in
// memory.
func TestKeptIDsKeepNoTexts(t *testing.T) {
	const lines, size = 200, 100 << 10
	var in bytes.Buffer
	text := strings.Repeat("Low water at six. ", size/18)
	for i := range lines {
		fmt.Fprintf(&in, `{"parentUuid":"%08d-3c1f-4d08-9a57-0b6c2f1e8d34","isSidechain":false,"type":"user","message":{"role":"user","content":"%s"},"planContent":"%[2]s",`+
			`"uuid":"%08[3]d-3c1f-4d08-9a57-0b6c2f1e8d34","timestamp":"t","sessionId":"s"}`+"\n", i, text, i+1)
	}
	inUse := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := inUse()
	var parents []*string
	var ids []string
	for m, err := range decoder.Of[*claudecode.UserLine](claudecode.NewReader(bytes.NewReader(in.Bytes())).All()) {
		if err != nil {
			t.Fatal(err)
		}
		parents, ids = append(parents, m.ParentUUID), append(ids, m.UUID)
	}
	if got := inUse() - before; len(ids) != lines || got > lines*size/10 {
		t.Errorf("%d ids keep %d bytes of %d", len(ids), got, in.Len())
	}
	for i, id := range ids[:lines-1] {
		if *parents[i+1] != id {
			t.Fatalf("line %d has parent %s, want %s", i+1, *parents[i+1], id)
		}
	}
}
