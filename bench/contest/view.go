package contest

import (
	"bytes"
	"cmp"

	"github.com/ndwire/ndwire/bench/digest"
	"github.com/ndwire/ndwire/usage"
)

// viewed has the members of usage.Response and usage.Result, as a struct for encoding/json.
type viewed struct {
	Type         string `json:"type"`
	SessionID    string `json:"session_id"`
	SessionIDToo string `json:"sessionId"` // in Claude Code's lines, where session_id is the id of another session
	Message      struct {
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

func (v *viewed) add(d *digest.Digest) {
	switch v.Type {
	case "assistant":
		d.Kinds[digest.Assistant]++
		d.Name(cmp.Or(v.SessionIDToo, v.SessionID))
		d.Name(v.Message.ID)
		d.Name(v.Message.Model)
		u := &v.Message.Usage
		d.AddTokens(u.Input, u.Output, u.Read, u.Created)
	case "result":
		d.Kinds[digest.Result]++
		d.Name(v.SessionID)
		d.Amount(v.TotalCostUSD)
		d.AddTokens(v.Usage.Input, v.Usage.Output, v.Usage.Read, v.Usage.Created)
	}
}

// Viewer returns a contender that reads only the members of viewed. Its texts may point into the line.
func Viewer(library string, unmarshal func(data []byte, v any) error) Reading {
	return Reading{Library: library, Group: View, Line: func(line []byte, d *digest.Digest) error {
		var v viewed
		err := unmarshal(line, &v)
		d.Lines++
		v.add(d)
		return err
	}}
}

// viewBorrow reads a single line.
func viewBorrow(line []byte, d *digest.Digest) error {
	l, err := usage.BorrowLine(line)
	d.Lines++
	addUsage(d, l)
	return err
}

// viewReader reads the lines of an input, whose ends it finds itself.
func viewReader(in *Input, d *digest.Digest) error {
	return viewAll(usage.NewReader(bytes.NewReader(in.Data)), d)
}
