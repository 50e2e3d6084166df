package scan

import (
	"bytes"
	"strings"
)

// This file reads values of a union that are not decoded into a record: cases that the spec does not have, that have no record, or that a view
// does not declare.

// UnknownCase reads a value that is not a case of its union in the spec. It returns the value's text. tag is the text of the value's tag, nil
// if it has none. tagPaths are the paths of the members that could be the tag: names with dots between them. A dot within a name has a
// backslash before it.
func (c *Cursor) UnknownCase(i int, tag []byte, tagPaths ...string) ([]byte, int) {
	raw, end := c.BareCase(i)
	if end >= 0 {
		c.reportCase(i, tag, tagPaths)
	}
	return raw, end
}

// BareCase reads a value for which the union has a case without a record. It returns the value's text.
func (c *Cursor) BareCase(i int) ([]byte, int) {
	raw, end := c.RawElem(i)
	switch {
	case end < 0:
	case c.depth == 0 && c.data[i] != '{':
		return nil, c.fail(NotObject, i)
	case !c.exact && (c.isPredicted(i) || !c.lookupsAreLast(i, end)):
		return nil, c.restart()
	}
	return raw, end
}

// PassedCase is UnknownCase for the line of a view that does not declare the case. Like [Cursor.Peek], it checks only that strings end and
// that brackets match.
func (c *Cursor) PassedCase(i int, tag []byte, tagPaths ...string) ([]byte, int) {
	if c.depth > 0 || !c.IsObject(i) {
		return c.UnknownCase(i, tag, tagPaths...)
	}
	if i == c.lateAt && !c.lateTag.predicted {
		c.learnTag(nil)
	}
	end := c.peek(i)
	if end >= 0 && c.open {
		if n := bytes.IndexByte(c.data[i:end], '\n'); n >= 0 {
			end = c.syntax(i + n)
		}
	}
	switch {
	case end < 0:
		return nil, -1
	case !c.exact && (c.isPredicted(i) && !c.predictionHolds(i) || !c.peekedLookupsAreLast(i)):
		return nil, c.restart()
	}
	c.reportCase(i, tag, tagPaths)
	return c.bytes(i, end), end
}

// peekedLookupsAreLast is lookupsAreLast for the object at i that was peeked at.
func (c *Cursor) peekedLookupsAreLast(i int) bool {
	for _, a := range c.lookups[:min(c.lookupCount, maxLookups)] {
		if a.object != i || c.peeked != i {
			return false
		}
		if _, value := c.keyEnd(a.key); c.findPeeked(string(c.tagText(a.key))) != value {
			return false
		}
	}
	return true
}

// reportCase records that the value at i is not a case of its union, and why.
func (c *Cursor) reportCase(i int, tag []byte, tagPaths []string) {
	if !c.options.Drift && !c.options.Strict {
		return
	}
	path := c.path(-1)
	if tag != nil {
		c.reportSlow(c.drifts.of(UnknownKind, path, c.names.intern(tag)), Unknown, i)
		return
	}
	if c.options.Drift && len(c.drift) < maxDrift {
		c.drift = append(c.drift, c.drifts.of(UnknownKind, path, ""))
	}
	if !c.options.Strict {
		return
	}
	for _, tagPath := range tagPaths {
		at := i
		for key := range strings.SplitSeq(strings.ReplaceAll(tagPath, `\.`, "\x00"), ".") {
			at = c.findLast(at, strings.ReplaceAll(key, "\x00", "."))
		}
		if at < 0 {
			continue
		}
		if t := c.Type(at); t != String {
			c.addFinding(Finding{Mistyped, path, t.String(), at})
		} else { // the object around a value has other members
			c.addFinding(Finding{Unknown, path, "", i})
		}
		return
	}
	if !c.IsObject(i) {
		c.addFinding(Finding{Mistyped, path, c.Type(i).String(), i})
		return
	}
	c.addFinding(Finding{MissingTag, path, strings.Join(tagPaths, " or "), i})
}
