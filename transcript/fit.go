package transcript

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/openclaw"
	"github.com/ndwire/ndwire/rustyclaw"
)

// fit is how well a spec fits a line.
type fit struct {
	share   float64  // of the line that the spec knows, from 0 to 1
	own     float64  // the same, less where the line lacks members: another program's line may have a few names in common
	kind    bool     // it knows the line's kind
	judged  bool     // it has a record with which the line was compared
	unknown []string // members at the top of the line that this record does not have
}

// fit compares a line with p's spec.
func (p Protocol) fit(line []byte, m members) (f fit) {
	weight := 1.0
	if !m.tagged() {
		// Old programs and other people's tools write lines without a tag; their members may be those of a message.
		if len(m) < 3 {
			return f
		}
		line = append([]byte(`{"type":"assistant",`), bytes.TrimSpace(line[1:])...)
		weight = nearFit
	}
	against, lacks := 0.0, 0.0
	for _, err := range findings(p.check(line)) {
		name, top := strings.CutPrefix(err.Path, ".")
		top = top && name != "" && !strings.ContainsAny(name, ".[")
		switch {
		case (err.Path == "" || err.Path == ".") && err.Reason == decoder.ErrMissing:
			lacks++
		case err.Path == "" || err.Path == ".":
			if err.Reason == decoder.ErrUnknown && m.has("subtype") && p.family(m.text("type")) {
				return fit{share: minFit, kind: true}
			}
			if err.Reason == decoder.ErrUnknown || err.Reason == decoder.ErrMissingTag {
				return fit{}
			}
		case err.Reason == decoder.ErrUnknown && top:
			against++
			f.unknown = append(f.unknown, name)
		case err.Reason == decoder.ErrUnknown: // newer versions and the content of tools have more members
			against += 0.25
		case err.Reason == decoder.ErrType:
			against++
		}
	}
	all := float64(max(len(m), 1))
	f.share = weight * max(0, all-against) / all
	if !m.has("type") && m.has("role") {
		f.share *= all / (all + lacks) // logs of chats have nothing but the role and the text
	}
	if f.own = f.share; against > 0 && m.has("type") { // a line without foreign members may be one of an older version
		f.own *= all / (all + lacks)
	}
	f.kind, f.judged = weight == 1, true
	return f
}

// family reports whether p has kinds of this type that differ in their subtype.
func (p Protocol) family(kind string) bool {
	line, _ := json.Marshal(map[string]string{"type": kind}) // a map of texts does not fail
	return errors.Is(p.check(line), decoder.ErrMissingTag)
}

// check calls CheckLine of p's package.
func (p Protocol) check(line []byte) error {
	switch p {
	case AgentSDK:
		return ndwire.CheckLine(line)
	case ClaudeCode:
		return claudecode.CheckLine(line)
	case OpenClaw:
		return openclaw.CheckLine(line)
	case RustyClaw:
		return rustyclaw.CheckLine(line)
	}
	return nil
}

// findings returns the errors that CheckLine joined.
func findings(err error) (all []*decoder.Error) {
	var joined interface{ Unwrap() []error }
	if _, ok := err.(*decoder.Error); !ok && errors.As(err, &joined) {
		for _, e := range joined.Unwrap() {
			all = append(all, findings(e)...)
		}
		return all
	}
	if e, ok := errors.AsType[*decoder.Error](err); ok {
		all = append(all, e)
	}
	return all
}
