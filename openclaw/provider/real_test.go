package provider_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ndwire/ndwire/openclaw"
	"github.com/ndwire/ndwire/openclaw/provider"
)

// TestRealSessions checks that no API refuses what is made of real sessions, in the order of their lines.
func TestRealSessions(t *testing.T) {
	files, err := filepath.Glob("../../../shared/real/openclaw-pi/*")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("there are no real sessions here")
	}
	for _, path := range files {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		var c provider.Conversation
		for line, err := range openclaw.NewReader(f).All() {
			if e, ok := line.(*openclaw.MessageEntry); ok && err == nil {
				c.Messages = append(c.Messages, e.Message)
			} else if m, ok := line.(openclaw.AgentMessage); ok && err == nil {
				c.Messages = append(c.Messages, m)
			}
		}
		f.Close()
		t.Run(filepath.Base(path), func(t *testing.T) {
			for _, model := range []string{"", "o3", "gemini-3-pro-preview"} {
				c.Model = model
				checkRules(t, c)
			}
			t.Logf("%d messages", len(c.Messages))
		})
	}
}
