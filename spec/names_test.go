package spec

import (
	"fmt"
	"testing"
)

func TestGoName(t *testing.T) {
	for wire, want := range map[string]string{
		"mcp_servers":               "McpServers",
		"mcpServers":                "McpServers",
		"MCPServers":                "McpServers", // MCPServers only by `go:`
		"duration_api_ms":           "DurationAPIMs",
		"duration_ms":               "DurationMs",
		"total_cost_usd":            "TotalCostUSD",
		"costUSD":                   "CostUSD",
		"maxBudgetUsd":              "MaxBudgetUSD",
		"parent_tool_use_id":        "ParentToolUseID",
		"preceding_tool_use_ids":    "PrecedingToolUseIDs",
		"hookCallbackIds":           "HookCallbackIDs",
		"userIDs":                   "UserIDs",
		"imageURLs":                 "ImageURLs",
		"URLs":                      "URLs",
		"URLsSeen":                  "URLsSeen",
		"foldedUUIDs":               "FoldedUUIDs",
		"httpAPIs_v2":               "HTTPAPIsV2",
		"URLset":                    "UrLset", // not a plural
		"sessionId":                 "SessionID",
		"session_id":                "SessionID",
		"apiKeySource":              "APIKeySource",
		"cwd":                       "CWD",
		"uuid":                      "UUID",
		"url":                       "URL",
		"id":                        "ID",
		"isReplay":                  "IsReplay",
		"input_json_delta":          "InputJSONDelta",
		"HTTPServer":                "HTTPServer",
		"ephemeral_5m_input_tokens": "Ephemeral5mInputTokens",
		"h1Title":                   "H1Title",
		"structured-output":         "StructuredOutput",
		"$schema":                   "Schema",
		"identity":                  "Identity", // begins with an initialism, but is a word
		"élan":                      "Élan",
		"5m":                        "5m", // not an identifier: the spec needs `go:`
		"":                          "",
		"--":                        "",
	} {
		if got := GoName(wire); got != want {
			t.Errorf("GoName(%q) = %q, want %q", wire, got, want)
		}
	}
}

func TestNearest(t *testing.T) {
	candidates := []string{"records", "record", "unions", "enums", "string"}
	for word, want := range map[string]string{
		"recrods": "records", // two swapped letters are one edit
		"Records": "records",
		"strng":   "string",
		"enum":    "enums",
		"xyz":     "",
		"":        "",
	} {
		if got := nearest(word, candidates); got != want {
			t.Errorf("nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

// TestExactNames checks that a text in quotes is taken as it is, with the white space at its ends, and that a block has no line feed at its end.
func TestExactNames(t *testing.T) {
	m, err := Parse("x.yaml", []byte(`ndwire: 1
protocol: x
package: x
line: Line
unions:
  Line:
    tag: type
    cases: {"a\n": A}
records:
  A:
    doc: |
      Two
      lines.
    fields:
      " b ": int
      "c\n": int
      "\n": {type: E, go: Feed}
enums:
  E: {values: ["d\n", e]}
`))
	if err != nil {
		t.Fatal(err)
	}
	r := m.Records[0]
	if got, want := fmt.Sprintf("%q %q %q %q %q %q", m.Line.Tree.Cases[0].Literal, r.Doc, r.Fields[0].Name, r.Fields[1].Name, r.Fields[2].Name, m.Enums[0].Values[0].Value), `"\"a\\n\"" "Two\nlines." " b " "c\n" "\n" "d\n"`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
