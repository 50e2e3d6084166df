package bench

import (
	"bytes"
	"encoding/json"

	"github.com/ndwire/ndwire/bench/corpus"
	"github.com/ndwire/ndwire/usage"
)

// views read what package usage declares, and jump over all else.
func views() []reading {
	return []reading{
		{library: "encoding-json-view", pass: viewStandard, view: true},
		{library: "ndwire-view", pass: viewUsage, view: true},
	}
}

// viewed is usage.Response and usage.Result as one writes them for encoding/json.
type viewed struct {
	Type      string `json:"type"`
	SessionID string `json:"session_id"`
	Message   struct {
		ID    string       `json:"id"`
		Model string       `json:"model"`
		Usage viewedTokens `json:"usage"`
	} `json:"message"`
	TotalCostUSD float64      `json:"total_cost_usd"`
	Usage        viewedTokens `json:"usage"`
}

type viewedTokens struct {
	Input   int `json:"input_tokens"`
	Output  int `json:"output_tokens"`
	Read    int `json:"cache_read_input_tokens"`
	Created int `json:"cache_creation_input_tokens"`
}

func viewStandard(c *corpus.Corpus, d *digest) error {
	for i := range c.Len() {
		var v viewed
		if err := json.Unmarshal(c.Line(i), &v); err != nil {
			return err
		}
		switch v.Type {
		case "assistant":
			d.Kinds[assistant]++
			d.name(v.SessionID)
			d.name(v.Message.ID)
			d.name(v.Message.Model)
			u := &v.Message.Usage
			d.tokens(u.Input, u.Output, u.Read, u.Created)
		case "result":
			d.Kinds[result]++
			d.name(v.SessionID)
			d.Dollars += v.TotalCostUSD
			d.tokens(v.Usage.Input, v.Usage.Output, v.Usage.Read, v.Usage.Created)
		}
	}
	d.Lines += c.Len()
	return nil
}

func viewUsage(c *corpus.Corpus, d *digest) error {
	r := usage.NewReader(bytes.NewReader(c.Data))
	for line, err := range r.Recycled() {
		if err != nil {
			return err
		}
		switch m := line.(type) {
		case *usage.Response:
			d.Kinds[assistant]++
			d.name(m.SessionID)
			d.name(m.MessageID)
			d.name(m.Model)
			d.tokens(m.Tokens.InputTokens, m.Tokens.OutputTokens, m.Tokens.CacheReadInputTokens, m.Tokens.CacheCreationInputTokens)
		case *usage.Result:
			d.Kinds[result]++
			d.name(m.SessionID)
			d.Dollars += m.TotalCostUSD
			d.tokens(m.Tokens.InputTokens, m.Tokens.OutputTokens, m.Tokens.CacheReadInputTokens, m.Tokens.CacheCreationInputTokens)
		}
	}
	d.Lines += int(r.Stats().Lines)
	return nil
}
