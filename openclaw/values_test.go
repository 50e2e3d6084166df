package openclaw_test

import (
	"testing"

	"github.com/ndwire/ndwire/openclaw"
)

// TestEnumValues checks the values of all enums, as lines have them.
func TestEnumValues(t *testing.T) {
	for got, want := range map[openclaw.StopReason]string{
		openclaw.StopReasonStop:     "stop",
		openclaw.StopReasonLength:   "length",
		openclaw.StopReasonToolUse:  "toolUse",
		openclaw.StopReasonError:    "error",
		openclaw.StopReasonAborted:  "aborted",
		openclaw.StopReasonPending:  "pending",
		openclaw.StopReasonDeferred: "deferred",
	} {
		if string(got) != want || !got.Known() {
			t.Errorf("StopReason %q, known %t, want %q", got, got.Known(), want)
		}
	}
	for got, want := range map[openclaw.ThinkingLevel]string{
		openclaw.ThinkingLevelOff:     "off",
		openclaw.ThinkingLevelMinimal: "minimal",
		openclaw.ThinkingLevelLow:     "low",
		openclaw.ThinkingLevelMedium:  "medium",
		openclaw.ThinkingLevelHigh:    "high",
		openclaw.ThinkingLevelXHigh:   "xhigh",
		openclaw.ThinkingLevelMax:     "max",
	} {
		if string(got) != want || !got.Known() {
			t.Errorf("ThinkingLevel %q, known %t, want %q", got, got.Known(), want)
		}
	}
	for got, want := range map[openclaw.ProvenanceKind]string{
		openclaw.ProvenanceKindExternalUser:   "external_user",
		openclaw.ProvenanceKindInterSession:   "inter_session",
		openclaw.ProvenanceKindInternalSystem: "internal_system",
	} {
		if string(got) != want || !got.Known() {
			t.Errorf("ProvenanceKind %q, known %t, want %q", got, got.Known(), want)
		}
	}
	for _, known := range []bool{
		openclaw.StopReason("no such value").Known(),
		openclaw.ThinkingLevel("no such value").Known(),
		openclaw.ProvenanceKind("no such value").Known(),
	} {
		if known {
			t.Error("a value that there is not is known")
		}
	}
	for got, want := range map[string]string{
		openclaw.APIOpenAICompletions:                  "openai-completions",
		openclaw.APIOpenAIResponses:                    "openai-responses",
		openclaw.APIAzureOpenAIResponses:               "azure-openai-responses",
		openclaw.APIOpenAICodexResponses:               "openai-codex-responses",
		openclaw.APIAnthropicMessages:                  "anthropic-messages",
		openclaw.APIBedrockConverseStream:              "bedrock-converse-stream",
		openclaw.APIGoogleGenerativeAI:                 "google-generative-ai",
		openclaw.APIGoogleGeminiCLI:                    "google-gemini-cli",
		openclaw.APIGoogleVertex:                       "google-vertex",
		openclaw.APIOllama:                             "ollama",
		openclaw.CustomTypeCacheTTL:                    "openclaw.cache-ttl",
		openclaw.CustomTypeModelSnapshot:               "model-snapshot",
		openclaw.CustomTypeGoogleTurnOrderingBootstrap: "google-turn-ordering-bootstrap",
		openclaw.CustomTypeRuntimeContext:              "openclaw.runtime-context",
		openclaw.CustomTypeSessionsYield:               "openclaw.sessions_yield",
		openclaw.CustomTypeBootstrapContextFull:        "openclaw:bootstrap-context:full",
		openclaw.CompactionReasonManual:                "manual",
		openclaw.CompactionReasonThreshold:             "threshold",
		openclaw.CompactionReasonOverflow:              "overflow",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
