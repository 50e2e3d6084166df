package openclaw

import (
	"os"
	"path/filepath"
)

// SessionPath returns the path at which OpenClaw keeps the transcript of a session: ~/.openclaw/agents/AGENT/sessions/SESSION.jsonl, with the
// home folder in place of ~. It does not read the disk; if there is no home folder, the path begins with ~.
func SessionPath(agentID, sessionID string) string {
	home, err := os.UserHomeDir()
	if err != nil {
		home = "~"
	}
	return filepath.Join(home, ".openclaw", "agents", agentID, "sessions", sessionID+".jsonl")
}
