package scan

import (
	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/predict"
)

// This file finds late tags: those that stand behind other members of their object. The cursor searches the tag, and learns what the tag
// was and what stood before it ([predict.Tags]). If that predicts the tag of another object, there is no search: the record checks the tag
// when it reads the tag, and the attempt starts again if the tag is another one or missing ([Cursor.Retry]). If a view skips the object, no
// record can check the tag: predictionHolds looks the tag up.

// lateTagOf returns the text of the union's tag in the object at i: the one that it finds, or the one that is predicted. It is for attempts
// that are not exact.
func (c *Cursor) lateTagOf(i int, u *Union) []byte {
	data := c.data
	prefix := c.predictor.Tags.Prefix(u.index)
	first, from, key := c.afterPrefix(i, prefix)
	var context predict.Context
	hasContext := false
	for uint(key) < uint(len(data)) && data[key] == '"' {
		value := u.valueAfter(data, key)
		isTag := value >= 0
		if !isTag {
			var end int
			if end, value = c.keyEnd(key); value < 0 {
				return nil
			}
			isTag = c.isKey(key, end, u.tag)
		}
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

// afterPrefix returns the offset of a key in the object at i, before which there is neither a tag nor an object or array: the key after the
// learned prefix, the second key if only the first one is that of the prefix, or the first key. first and from are the offsets of the first
// value and of its end; 0 if there is nothing to learn of the prefix, and 0 before the first key.
func (c *Cursor) afterPrefix(i int, p *predict.Prefix) (first, from, key int) {
	first = i + p.First(c.data[i:])
	if first > i && first < len(c.data) && c.data[first] != '{' && c.data[first] != '[' {
		if from = c.pass(first); from >= 0 {
			if n := p.Rest(c.data[from:]); n > 0 {
				return 0, from, from + n
			}
			return first, from, c.keyAfter(from)
		}
	}
	return 0, 0, c.space(i + 1)
}

// applyLateTag uses the late tag that chose the record opened last: a predicted tag has to be checked by the record, and a tag that was
// found is learned.
func (c *Cursor) applyLateTag(rec *Record) {
	if !c.lateTag.predicted {
		c.learnTag(rec)
		return
	}
	c.lateAt = -1
	choice := c.predictor.Tags.Choice(c.lateTag.number)
	if choice.Record == 0 || choice.Record != int(rec.slot.Load()) {
		c.restart() // the prediction is for another record, whose tag may be another member
		return
	}
	f := &c.frames[c.depth]
	f.flags |= unchecked
	c.extraDepth = c.depth
	f.tag, f.prediction = choice.Field, uint8(c.lateTag.number)
}

// learnTag learns the late tag that was found, and which record it chose; nil if a view skips the object.
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
			return // the record does not check its tag
		}
		choice.Record = int(rec.slot.Load())
	}
	c.predictor.Tags.Learn(t.context, t.union.index, text, choice, c.predictions)
}

// predictionHolds reports whether the object at i, which was peeked at, has the predicted tag. It is for an object that a view skips.
func (c *Cursor) predictionHolds(i int) bool {
	c.lateAt = -1
	// If the object has more than maxPositions members, they are not known.
	right := c.peeked == i && c.textIs(c.findPeeked(c.lateTag.union.tag), string(c.predictor.Tags.Tag(c.lateTag.number)))
	if right {
		c.predictor.TagHits++
	}
	return right
}

// uncheckedDepth returns the depth of the innermost open record whose predicted tag has not been read yet; 0 if there is none.
func (c *Cursor) uncheckedDepth() int {
	if c.predictions == 0 {
		return 0 // no tag was predicted
	}
	for d := c.depth; d > 0; d-- {
		if c.frames[d].flags&unchecked != 0 {
			return d
		}
	}
	return 0
}

// setChecked ends the check of a predicted tag, if the current field is the tag of an unchecked record. The caller has checked its value.
func (c *Cursor) setChecked() {
	if f := &c.frames[c.depth]; f.flags&unchecked != 0 && f.tag == c.field {
		f.flags &^= unchecked
		c.predictor.TagHits++
	}
}

// Confirm checks a predicted tag that is a field of the record, before the field reads its value at i.
func (c *Cursor) Confirm(i int) {
	f := &c.frames[c.depth]
	switch {
	case f.flags&unchecked == 0 || f.tag != c.field: // no tag was predicted, or this member is the tag of another union
	case c.Type(i) == String && c.textIs(i, string(c.predictor.Tags.Tag(int(f.prediction)))):
		c.setChecked()
	default:
		c.restart()
	}
}

// TagOf returns the text of a union's tag in the object at i, as TagText does. The record that the tag chooses skips the tag.
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
