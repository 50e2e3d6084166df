package infer

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/draft"
)

// namer gives each type its name before the spec is written. Types near the line come first and get the short names. A name consists of the text of
// the tag, or of the name of the member, and of as much of its context as makes it unique.
type namer struct {
	taken       draft.TypeNames
	types       map[*object]string
	unions      map[*place]string   // unions by JSON type
	unionPlaces map[string][]*place // the places of such a union, by its name
	shapes      map[string]string   // names of these unions, by the types of their variants
	// The name of the members that have the same union by JSON type, by the types of its variants.
	shapeLabels map[string]string
	enums       map[*texts]*enum
	together    map[*texts]*texts // of places that share an enum: the words of all of them
	groups      []*enum
	labels      map[*object]*label
	units       map[*object]*texts // the bare words of an external union, which stand in place of objects
	labelUses   map[string]int     // how many types stand under a label, by its Go name
	message     *object            // the messages in an envelope; nil if the lines are none
	bases       map[string]string  // of a name that is the name of a type and a label: the name without the label
	pending     []func()           // name the types of the next level, when all types nearer to the line have names
	// The words that lead to the kinds of a union below another discriminator, or the name of the union, by the record of the kind.
	families map[*object]string
}

func newNamer(s *Sample) *namer {
	n := &namer{types: map[*object]string{}, unions: map[*place]string{}, unionPlaces: map[string][]*place{}, shapes: map[string]string{}, shapeLabels: map[string]string{}, enums: map[*texts]*enum{}, together: map[*texts]*texts{}, labels: map[*object]*label{}, units: map[*object]*texts{}, labelUses: map[string]int{}, bases: map[string]string{}, families: map[*object]string{}}
	n.taken.Reserve("Line", "NewReader")
	n.label(s)
	n.labelShapes(s)
	n.shareEnums(s.root)
	for _, p := range s.fieldObjects() {
		n.shareEnums(p.object)
	}
	return n
}

// run names all types below the root. wish is the preferred name of the root's own record.
func (n *namer) run(root *object, wish string) {
	if root.discriminator == nil {
		if m := root.message(); m != nil && root.sibling == nil {
			n.message = m.object.find()
		}
		n.types[root] = n.taken.Take(wish, wish+"_line")
		n.members(root, nil)
	} else {
		n.cases(root, nil, nil, "")
	}
	for len(n.pending) > 0 {
		next := n.pending[0]
		n.pending = n.pending[1:]
		next()
	}
	for _, e := range n.groups {
		wishes := append(n.wishes(e.label, e.context), e.label+"_value", e.context+"_"+e.label+"_value")
		if isTagName([]string{e.label}) == 2 && len(wishes) > 3 { // ErrorType, and not Type
			wishes = slices.DeleteFunc(wishes, func(w string) bool { return w == e.label })
		}
		for i, w := range wishes { // the name of an enum ends in Value, and not in Body
			if text, ok := strings.CutSuffix(w, "_body"); ok {
				wishes[i] = text + "_value"
			}
		}
		e.spec.Values = e.values()
		n.taken.NameEnum(&e.spec, wishes...)
	}
}

// members names the types of the members of a record.
func (n *namer) members(o *object, tags []string) {
	context := n.types[o]
	for _, m := range o.members {
		if !slices.Contains(tags, m.name) && draft.IsField(m.name) && (o.sibling == nil || o.sibling.tag != m.name) {
			n.place(&m.place, m.name, context)
			if !m.texts.plain && len(m.jsonTypes()) == 1 {
				n.place(m.inside, m.name, context)
			}
		}
	}
}

// place names the types of the values at a place.
func (n *namer) place(p *place, name, context string) {
	if p == nil || p.deep {
		return
	}
	if o := p.object.find(); o != nil && o.discriminator != nil && o.discriminator.external {
		n.object(o, name, context)
		return
	}
	if p.isFree() {
		return
	}
	if len(p.jsonTypes()) > 1 {
		n.variants(p, name, context)
		return
	}
	if (p.texts.isEnum() || n.together[&p.texts] != nil) && !isFreeText(name) {
		n.enum(&p.texts, name, context)
	}
	n.object(p.object.find(), name, context)
	n.place(p.elem, draft.Singular(name), context)
}

// object names the type of an object in a field.
func (n *namer) object(o *object, name, context string) {
	switch {
	case o == nil || n.types[o] != "" || o.more():
		return
	case o.isMap:
		n.types[o] = "map"
		n.pending = append(n.pending, func() {
			if !isMapName(name) || len(o.value.jsonTypes()) > 1 || o.value.texts.count == 0 { // labels have any texts
				n.place(o.value, draft.Singular(name), context)
			}
		})
		return
	case o.discriminator == nil && len(o.members) == 0:
		return
	}
	label := n.nameObject(o, name, context)
	if one := o.onlyKind(); one != nil {
		n.types[one] = n.types[o]
		n.pending = append(n.pending, func() { n.members(one, nil) })
		return
	}
	if o.discriminator == nil {
		n.pending = append(n.pending, func() { n.members(o, nil) })
		return
	}
	suffix := strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(label, "tool_"), "_object"), "_item")
	switch {
	case len(o.discriminator.path) == 0 && len(o.discriminator.has) == 0:
		suffix = ""
	case o == n.message && slices.Contains([]string{"msg", "message", "event", "record", "frame", "rpc", "packet"}, strings.ToLower(lastWord(suffix))):
		suffix = "payload"
	}
	n.pending = append(n.pending, func() { n.cases(o, nil, nil, suffix) })
}

// nameObject chooses the name of the type of an object, and returns the label from which it is made, "" for a name
// from what the object has.
func (n *namer) nameObject(o *object, name, context string) string {
	l := n.labels[o]
	shared, noContext := n.sharedContext(l)
	context = cmp.Or(shared, context)
	if wishes := n.wishesWithoutLabel(o, l, context); wishes != nil {
		n.types[o] = n.taken.Take(wishes...)
		return l.text()
	}
	label := n.labelOf(o, l, name, noContext)
	isUnique, several := n.labelUses[spec.GoName(label)] <= 1, len(l.names) > 1 && l.text() != ""
	wishes := n.wishes(label, context)
	if noContext && (!isVague(label) || several || isUnique) {
		wishes = append([]string{label, label + "_body"}, wishes...)
	}
	if several && isUnique { // Info, for clientInfo and serverInfo
		wishes = append([]string{label}, wishes...)
	}
	made := n.taken.Take(wishes...)
	n.types[o] = made
	if context != "" && made != context && strings.HasPrefix(made, context) {
		n.bases[made] = cmp.Or(n.bases[context], context)
	}
	return label
}

// wishesWithoutLabel returns the names that a type can have, the best first, by the members of its objects, or by the
// record that contains all of them; nil if the label says more.
func (n *namer) wishesWithoutLabel(o *object, l *label, context string) []string {
	if wrapper := o.wrapper(); wrapper != "" {
		return append([]string{wrapper}, n.wishes(wrapper, context)...)
	}
	if l.text() != "" {
		return nil
	}
	oneParent, isMixed := len(l.parents) == 1, l.mostFrequent() == ""
	shape := o.shapeName()
	switch {
	case shape != "" && (len(o.members) > 1 && isMixed || shape == "position" || shape == "change" || len(o.members) == 1 && !oneParent):
		return append([]string{shape}, n.wishes(shape, context)...)
	case oneParent && len(l.names) == len(l.parents[0].members): // all members of one record are of this type
		return append([]string{draft.Singular(context)}, n.wishes(context+"_item", "")...)
	case oneParent && isMixed && len(l.names) == 2: // HeadOrBase
		return n.wishes(strings.Join(l.names, "_or_"), context)
	case oneParent && isMixed:
		return n.wishes(context+"_item", "")
	}
	return nil
}

// labelOf returns the label of the objects in a member, or in several: the name, or the words with which all names
// end. If the names have no common end, it is the most frequent one by far, else the most frequent one that no type
// has yet.
func (n *namer) labelOf(o *object, l *label, name string, noContext bool) string {
	label := l.text()
	switch {
	case len(l.names) == 1 && (strings.HasSuffix(name, "_object") || strings.HasSuffix(name, "_item")):
		label = name
	case label == "":
		label = cmp.Or(l.mostFrequent(), n.freeName(l, noContext), l.names[0])
	case o.discriminator != nil && o.discriminator.sibling && (&sibling{o.discriminator.path[0], name}).isTool() && !strings.HasPrefix(name, "tool"):
		label = "tool_" + name
	}
	if space, rest, ok := strings.Cut(label, "."); ok && len(space) <= 3 && spec.GoName(rest) != "" { // RelatesTo for m.relates_to
		return rest
	}
	return label
}

// freeName returns the most frequent name of members that says what a type without context is, and that no type has
// yet; "" if there is none.
func (n *namer) freeName(l *label, noContext bool) string {
	for _, name := range l.sorted() {
		if noContext && !isVague(name) && isTagName([]string{name}) <= 0 && !n.taken.IsTaken(name) {
			return name
		}
	}
	return ""
}

// sharedContext returns the context of a type that several records have: the words with which the names of all of them begin and end, else the family
// of kinds to which all of them belong. If there is none, noContext is true: the type has no context, and the name of one of the records would mislead.
func (n *namer) sharedContext(l *label) (context string, noContext bool) {
	if len(l.parents) < 2 {
		return "", false
	}
	var names []string
	family := n.families[l.parents[0].find()]
	for _, p := range l.parents {
		p = p.find()
		if n.types[p] == "" {
			return "", true
		}
		names = append(names, n.types[p])
		if n.families[p] != family {
			family = ""
		}
	}
	begin, end := commonWords(names)
	vague := len(begin) == 0 && len(end) == 1 && isVague(end[0]) || len(end) == 0 && len(strings.Join(begin, "")) < 3
	if len(begin)+len(end) > 0 && !vague {
		return strings.Join(begin, "") + strings.Join(end, ""), false
	}
	return family, family == ""
}

// wishes returns the names that a type can have, the best first, by its label and the type that contains it.
func (n *namer) wishes(label, context string) []string {
	var list []string
	if label == "d" {
		label = "data"
	}
	if n.labelUses[spec.GoName(label)] <= 1 && label != "" && (!isVague(label) || label == "payload") || context == "" {
		list = append(list, label)
	}
	if base := n.bases[context]; base != "" && len(spec.GoName(base+"_"+label)) <= longName && !strings.HasSuffix(base, spec.GoName(label)) { // ToolsCallArguments, not ToolsCallParamsArguments
		list = append(list, withoutOverlap(base, label))
	}
	if context == spec.GoName(label) && label != "" {
		list = append(list, context+"_body")
	}
	words := draft.Words(context)
	if len(words) > 1 && (isVague(words[len(words)-1]) || slices.Contains([]string{"Block", "Record", "Item", "Entry"}, words[len(words)-1])) {
		words = words[:len(words)-1]
	}
	for _, most := range []int{len(words), 2, 1} {
		if most > len(words) {
			continue
		}
		around := strings.Join(words[len(words)-most:], "")
		switch name := spec.GoName(around + "_" + label); {
		case strings.HasSuffix(strings.ToLower(around), strings.ToLower(spec.GoName(label))):
			list = append(list, around+"_body")
		case len(name) <= longName:
			list = append(list, withoutOverlap(around, label))
		}
	}
	return append(list, label, context+"_"+label, context+"_"+label+"_object")
}
