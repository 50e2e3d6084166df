package agentsdktest

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/internal/jsontest"
)

func TestBetaUsageAdd(t *testing.T) {
	usage := func(n int) ndwire.BetaUsage {
		return ndwire.BetaUsage{
			InputTokens: 1 * n, OutputTokens: 2 * n, CacheReadInputTokens: 3 * n, CacheCreationInputTokens: 4 * n,
			CacheCreation:       ndwire.CacheCreation{Ephemeral5mInputTokens: 5 * n, Ephemeral1hInputTokens: 6 * n},
			ServerToolUse:       ndwire.ServerToolUsage{WebSearchRequests: 7 * n, WebFetchRequests: 8 * n},
			OutputTokensDetails: ndwire.OutputTokensDetails{ThinkingTokens: 9 * n},
		}
	}
	u := usage(1)
	u.Add(usage(10))
	if d := cmp.Diff(usage(11), u); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// TestBetaUsageStates checks that the four counts always have values: an absent or null count reads as 0 and is written back as it was.
func TestBetaUsageStates(t *testing.T) {
	const zero = `{"input_tokens":0,"output_tokens":0,"cache_read_input_tokens":0,"cache_creation_input_tokens":0}`
	if got := jsontest.Encode(t, &ndwire.BetaUsage{}); got != zero {
		t.Errorf("the zero usage is written as %s, want %s", got, zero)
	}
	tests := []struct {
		text string
		want ndwire.BetaUsage
	}{
		{`{}`, ndwire.BetaUsage{}},
		{`{"input_tokens":5,"output_tokens":1}`, ndwire.BetaUsage{InputTokens: 5, OutputTokens: 1}},
		{
			`{"input_tokens":5,"output_tokens":1,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"server_tool_use":null}`,
			ndwire.BetaUsage{InputTokens: 5, OutputTokens: 1},
		},
		{`{"input_tokens":"12","output_tokens":3}`, ndwire.BetaUsage{OutputTokens: 3}},
		{`{"input_tokens":1,"output_tokens":2,"input_tokens":9}`, ndwire.BetaUsage{InputTokens: 9, OutputTokens: 2}},
	}
	for _, tt := range tests {
		var u ndwire.BetaUsage
		if err := json.Unmarshal([]byte(tt.text), &u); err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if u.InputTokens != tt.want.InputTokens || u.OutputTokens != tt.want.OutputTokens || u.CacheReadInputTokens != 0 || u.CacheCreationInputTokens != 0 {
			t.Errorf("%s reads as %+v", tt.text, u)
		}
		if d := jsontest.Diff(t, tt.text, jsontest.Encode(t, &u)); d != "" {
			t.Errorf("%s: written back (-want +got):\n%s", tt.text, d)
		}
	}
}

// TestBetaUsageChanged checks that a count that was absent on the line and has been set is written.
func TestBetaUsageChanged(t *testing.T) {
	var u ndwire.BetaUsage
	if err := json.Unmarshal([]byte(`{"input_tokens":null,"cache_read_input_tokens":"7"}`), &u); err != nil {
		t.Fatal(err)
	}
	u.InputTokens, u.OutputTokens, u.CacheReadInputTokens = 1, 2, 3
	if got, want := jsontest.Encode(t, &u), `{"input_tokens":1,"output_tokens":2,"cache_read_input_tokens":3}`; got != want {
		t.Errorf("written as %s, want %s", got, want)
	}
}
