package scan

import (
	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/predict"
)

// This file finds a tag that stands behind other members of its object. The cursor walks to it, and takes note of what it was and what
// stood before it ([predict.Tags]). Where that is enough to predict the tag, it does not walk: the record checks the tag when it meets it,
// and the line is decoded again from the start if it is another one, or missing ([Cursor.Retry]). What a view jumps over has no record: the
// tag is looked up among the members that the jump has passed.

// lateTagOf is the text of the union's tag in the object at i, or of the one that the object probably has, to which nobody has walked. It
// is for the first try.
func (c *Cursor) lateTagOf(i int, u *Union) []byte {
	data := c.data
	prefix := c.predictor.Tags.Prefix(u.index)
	from, key := c.afterPrefix(i, prefix)
	first := 0 // offset of the first value, if the prefix is to be learned
	var context predict.Context
	hasContext := false
	for uint(key) < uint(len(data)) && data[key] == '"' {
		end, value := c.keyEnd(key)
		if value < 0 {
			return nil
		}
		isTag := c.isKey(key, end, u.tag)
		if isTag || !hasContext && value < len(data) && (data[value] == '{' || data[value] == '[') {
			if !hasContext && first > 0 {
				prefix.Learn(data[i:first], data[from:key])
			}
			if isTag {
				c.addLookup(i, key)
				text := c.TagText(value)
				if hasContext && text != nil && value == c.tagAt {
					c.lateAt, c.lateTag = i, lateTag{union: u, context: context, from: c.tagAt, end: c.tagEnd}
				}
				return text
			}
			if value <= len(data)-predict.ContextSize {
				hasContext, context = true, predict.ContextOf(data[key:value], data[value:value+predict.ContextSize])
				if tag, number := c.predictor.Tags.Predict(context, u.index); tag != nil {
					c.lateAt, c.lateTag = i, lateTag{union: u, predicted: true, number: number}
					c.predictions |= 1 << number
					return tag
				}
			}
		}
		next := c.pass(value)
		if next < 0 {
			return nil
		}
		if from == 0 {
			first, from = value, next
		}
		key = c.keyAfter(next)
	}
	return nil
}

// afterPrefix is the end of the first value of the object at i, and the offset of a key behind it, if the object begins as others did;
// otherwise the key is the first one.
func (c *Cursor) afterPrefix(i int, p *predict.Prefix) (from, key int) {
	if n := p.First(c.data[i:]); n > 0 {
		if from = c.pass(i + n); from >= 0 {
			if n := p.Rest(c.data[from:]); n > 0 {
				return from, from + n
			}
		}
	}
	return 0, c.space(i + 1)
}

// chosen tells the record that was opened last about its tag, which has been found or predicted.
func (c *Cursor) applyLateTag(rec *Record) {
	if !c.lateTag.predicted {
		c.learnTag(rec)
		return
	}
	c.lateAt = -1
	choice := c.predictor.Tags.Choice(c.lateTag.number)
	if choice.Record == 0 || choice.Record != int(rec.slot.Load()) {
		c.restart() // the prediction was for another record, which may check another member
		return
	}
	f := &c.frames[c.depth]
	f.flags |= unchecked
	c.extraDepth = c.depth
	f.tag, f.prediction = choice.Field, uint8(c.lateTag.number)
}

// learnTag takes note of what the object was whose tag has been found: which record, or nil if a view jumps over it.
func (c *Cursor) learnTag(rec *Record) {
	t := &c.lateTag
	text, choice := c.data[t.from+1:t.end-1], predict.Choice{}
	c.lateAt = -1
	if len(text) > predict.MaxTag {
		return
	}
	if rec != nil {
		keys := rec.keys()
		if choice.Field = keys.index([]byte(t.union.tag)); choice.Field >= keys.fields {
			return // it does not check its tag
		}
		choice.Record = int(rec.slot.Load())
	}
	c.predictor.Tags.Learn(t.context, t.union.index, text, choice, c.predictions)
}

// wasRight reports whether the object at i, which has been peeked at, has the tag that was predicted. No record checks that if a view
// jumps over it.
func (c *Cursor) predictionHolds(i int) bool {
	c.lateAt = -1
	// Of an object with too many members nothing is known.
	right := c.peeked == i && c.textIs(c.findPeeked(c.lateTag.union.tag), string(c.predictor.Tags.Tag(c.lateTag.number)))
	if right {
		c.predictor.TagHits++
	}
	return right
}

// check takes the record in hand for checked, if the member in hand, which is as it should be, is the tag.
func (c *Cursor) setChecked() {
	if f := &c.frames[c.depth]; f.flags&unchecked != 0 && f.tag == c.field {
		f.flags &^= unchecked
		c.predictor.TagHits++
	}
}

// Confirm is check for a tag that is a field of the record, before its value at i is read.
func (c *Cursor) Confirm(i int) {
	if f := &c.frames[c.depth]; f.flags&unchecked != 0 {
		c.confirm(f, i)
	}
}

func (c *Cursor) confirm(f *frame, i int) {
	switch {
	case f.tag != c.field: // the tag of another union
	case c.Type(i) == String && c.textIs(i, string(c.predictor.Tags.Tag(int(f.prediction)))):
		c.setChecked()
	default:
		c.restart()
	}
}

// TagOf is TagText of a union's tag in the object at i, valid until the next call for the union. The record that is chosen by it
// need not look at it again.
func (c *Cursor) TagOf(i int, u *Union) []byte {
	data := c.data
	if i < 0 || i > len(data)-minRest || c.exact {
		return c.tagOfSlow(i, u)
	}
	rest := data[i:]
	if kernel.Load(rest, 0)&u.mask[0] != u.word[0] || kernel.Load(rest, 8)&u.mask[1] != u.word[1] {
		return c.tagOfSlow(i, u)
	}
	at := i + u.size
	if data[at] == ' ' {
		at++
	}
	text := c.TagText(at)
	if text == nil {
		return c.tagOfSlow(i, u)
	}
	c.addLookup(i, i+1)
	return text
}

func (c *Cursor) tagOfSlow(i int, u *Union) []byte {
	switch {
	case c.exact || uint(i) >= uint(len(c.data)) || c.data[i] != '{':
		return c.TagText(c.Find(i, u.tag))
	case i == c.peeked && c.indexed:
		return c.TagText(c.findIndexed(i, u.tag))
	}
	return c.lateTagOf(i, u)
}
