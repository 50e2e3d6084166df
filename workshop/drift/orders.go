package drift

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/draft"
)

// Thresholds for the orders that are written.
const (
	mostOrders   = 3
	leastShare   = 0.005 // of all members, or of all bytes, for the objects of a record
	leastCovered = 0.05  // of the objects of a record, for an order
	leastMember  = 0.05  // of the objects of a record, for an optional member in an order
	keptShare    = 0.9   // an existing order stays if it fits at least this share of the objects that the new orders fit
	maxSequences = 5000  // different sequences of members that are counted for a record
)

// Tuner counts the orders of members in logs, and writes the `order:` and `order_of:` of a spec that are worthwhile.
type Tuner struct {
	comparer *Comparer
	objects  map[*record]*objects
	members  int64
	Lines    int64 // lines that were counted
	Bad      int64 // lines that are not JSON objects, and were not counted
	FirstBad error // where the first of these is, and why; nil if there are none
}

// objects has the counts for the objects of a record.
type objects struct {
	count, members, bytes int64
	sequences             map[string]int64 // by the names of the members, each with a zero byte at its end
}

// NewTuner returns a Tuner for a spec, which must have `line:`.
func NewTuner(m *spec.Model) (*Tuner, error) {
	c, err := New(m)
	if err != nil {
		return nil, err
	}
	t := &Tuner{comparer: c, objects: map[*record]*objects{}}
	var scratch []byte
	c.walker.found = func(*walker, decoder.DriftKind, gapKey, string, int, int) {}
	c.walker.onRecord = func(w *walker, r *record, from, to int) {
		o := t.objects[r]
		if o == nil {
			o = &objects{sequences: map[string]int64{}}
			t.objects[r] = o
		}
		if isSpaced(w, from, to) {
			o.count++
			return
		}
		scratch = scratch[:0]
		for _, p := range w.parts[from:to] {
			scratch = append(append(scratch, w.name(p)...), 0)
		}
		o.count++
		o.members += int64(to - from)
		t.members += int64(to - from)
		if to > from {
			o.bytes += int64(w.parts[to-1].end - w.parts[from].key)
		}
		if _, known := o.sequences[string(scratch)]; len(scratch) <= 10*maxName && (known || len(o.sequences) < maxSequences) {
			o.sequences[string(scratch)]++
		}
	}
	return t, nil
}

// isSpaced reports whether there is white space between the members of an object, or behind a name. Generated code compares the line with the text
// `,"name":`, which has none; it predicts the members of other lines by those of earlier lines.
func isSpaced(w *walker, from, to int) bool {
	for k := from; k < to; k++ {
		if p := &w.parts[k]; k > from && w.data[p.key-1] != ',' || w.data[p.keyEnd] != ':' {
			return true
		}
	}
	return false
}

// Read counts the lines of r. The error is that of Comparer.Read.
func (t *Tuner) Read(r io.Reader) error {
	err := t.comparer.Read(r)
	t.Bad, t.FirstBad, t.Lines = t.comparer.report.Bad, t.comparer.report.FirstBad, t.comparer.report.Lines
	return err
}

// Tuned has the changes of a spec that declare the orders.
type Tuned struct {
	Changes []Change
	Left    []string // records whose orders would be a mistake in the spec, with the reason; safe for terminals
}

// Tune returns the changes. Orders in the spec that still fit are not changed. If the spec has none, and the orders of declaration fit, there is
// nothing to change. The changed spec loads. The error is an error of reading the files.
func (t *Tuner) Tune() (Tuned, error) {
	var tuned Tuned
	byFile := t.edits((*record).expected)
	if len(byFile) > 0 {
		byFile = t.edits((*record).written) // with one order in the spec, no record is expected to have the order of its declaration
	}
	for _, file := range slices.Sorted(maps.Keys(byFile)) {
		old, err := os.ReadFile(file)
		if err != nil {
			return tuned, fmt.Errorf("drift: cannot read the spec again: %w", err)
		}
		var list []rewrite
		for _, e := range byFile[file] {
			list = append(list, rewrite{ways: []way{e.in}, left: func(reason string) {
				tuned.Left = append(tuned.Left, strings.TrimRight(e.record+" "+e.path, " ")+": "+reason)
			}})
		}
		text := apply(file, string(old), list)
		if text != string(old) {
			tuned.Changes = append(tuned.Changes, Change{file, old, []byte(text)})
		}
	}
	return tuned, nil
}

// edits returns, for each file, the orders of the records whose present orders do not fit.
func (t *Tuner) edits(present func(*record) []*spec.Order) map[string][]orderEdit {
	byFile := map[string][]orderEdit{}
	heavier := func(a, b *record) int {
		x, y := t.objects[a], t.objects[b]
		return cmp.Or(cmp.Compare(y.members, x.members), cmp.Compare(y.bytes, x.bytes), cmp.Compare(a.owner().Name+a.pathName(), b.owner().Name+b.pathName()))
	}
	for _, r := range slices.SortedFunc(maps.Keys(t.objects), heavier) {
		o := t.objects[r]
		if float64(o.members) < leastShare*float64(t.members) && float64(o.bytes) < leastShare*float64(t.comparer.report.Bytes) {
			continue
		}
		orders := r.orders(o, t.comparer.table.view)
		if len(orders) == 0 || float64(o.covered(present(r))) >= keptShare*float64(o.covered(orders)) {
			continue
		}
		file := r.owner().Pos.File
		byFile[file] = append(byFile[file], orderEdit{r.owner().Name, r.pathName(), orders})
	}
	return byFile
}

// owner returns the record that the spec declares: r, or for an object on the path of a field the record around it.
func (r *record) owner() *spec.Record {
	for r.outer != nil {
		r = r.outer
	}
	return r.spec
}

// pathName returns the key in `order_of:` of an object on the path of a field. It is "" for a record.
func (r *record) pathName() string {
	switch {
	case r.outer == nil:
		return ""
	case r.outer.outer == nil:
		return r.step
	}
	return r.outer.pathName() + "." + r.step
}

// written returns the orders in the spec.
func (r *record) written() []*spec.Order {
	if r.outer == nil {
		return r.spec.Orders
	}
	for _, o := range r.owner().ObjectOrders {
		if strings.Join(o.Path, ".") == r.pathName() {
			return o.Orders
		}
	}
	return nil
}

// expected returns the orders that generated code expects.
func (r *record) expected() []*spec.Order {
	if r.outer == nil && r.spec.DefaultOrder != nil {
		return []*spec.Order{r.spec.DefaultOrder}
	}
	return r.written()
}

// covered returns the number of objects that fit one of the orders.
func (o *objects) covered(orders []*spec.Order) (sum int64) {
	for sequence, n := range o.sequences {
		names := split(sequence)
		if slices.ContainsFunc(orders, func(order *spec.Order) bool { return fits(names, order) }) {
			sum += n
		}
	}
	return sum
}

func split(sequence string) []string {
	return strings.Split(strings.TrimSuffix(sequence, "\x00"), "\x00")
}

// fits reports whether a sequence of members fits an order.
func fits(names []string, order *spec.Order) bool {
	k := 0
	for _, m := range order.Members {
		if k < len(names) && names[k] == m.Name {
			k++
		} else if !m.Optional {
			return false
		}
	}
	return k == len(names)
}

// draftOrder is an order to which sequences are joined.
type draftOrder struct {
	names  []string
	always map[string]bool
	count  int64
}

// orders returns the orders for a record: the most frequent sequences. Each is joined with the sequences that differ only in missing members.
func (r *record) orders(o *objects, view bool) []*spec.Order {
	often := map[string]int64{}
	for sequence, n := range o.sequences {
		for _, name := range split(sequence) {
			often[name] += n
		}
	}
	type counted struct {
		names []string
		n     int64
	}
	kept := map[string]*counted{}
	for sequence, n := range o.sequences {
		names := slices.DeleteFunc(split(sequence), func(name string) bool {
			return !r.orderable(name, view) || !r.required(name, view) && float64(often[name]) < leastMember*float64(o.count)
		})
		if len(names) < 2 || !r.complete(names, view) || r.repeated(names) {
			continue
		}
		key := strings.Join(names, "\x00")
		if kept[key] == nil {
			kept[key] = &counted{names: names}
		}
		kept[key].n += n
	}
	var drafts []*draftOrder
	for _, key := range slices.SortedFunc(maps.Keys(kept), func(a, b string) int {
		return cmp.Or(cmp.Compare(kept[b].n, kept[a].n), cmp.Compare(a, b))
	}) {
		s := kept[key]
		if float64(s.n) < leastMember*float64(o.count)/10 || slices.ContainsFunc(drafts, func(d *draftOrder) bool { return d.join(s.names, s.n) }) {
			continue
		}
		d := &draftOrder{names: s.names, always: map[string]bool{}, count: s.n}
		for _, name := range s.names {
			d.always[name] = true
		}
		drafts = append(drafts, d)
	}
	slices.SortStableFunc(drafts, func(a, b *draftOrder) int { return cmp.Compare(b.count, a.count) })
	var orders []*spec.Order
	for _, d := range drafts[:min(len(drafts), mostOrders)] {
		if float64(d.count) < leastCovered*float64(o.count) {
			break
		}
		order := &spec.Order{}
		for _, name := range d.names {
			order.Members = append(order.Members, spec.OrderMember{Name: name, Optional: !d.always[name]})
		}
		orders = append(orders, order)
	}
	return orders
}

// repeated reports whether a member appears twice among names, also by an alias.
func (r *record) repeated(names []string) bool {
	seen := map[string]bool{}
	for _, name := range names {
		if list := r.members[name]; len(list) > 0 {
			name = list[0].name
		}
		if seen[name] {
			return true
		}
		seen[name] = true
	}
	return false
}

// join extends the order so that names also fit it. It reports false, and changes nothing, if names have another order or another first member.
func (d *draftOrder) join(names []string, n int64) bool {
	if names[0] != d.names[0] {
		return false
	}
	joined := slices.Clone(d.names)
	at := 0 // the index from which the next name is searched, or at which it is inserted
	for _, name := range names {
		switch i := slices.Index(joined, name); {
		case i >= at:
			at = i + 1
		case i >= 0:
			return false
		default:
			joined = slices.Insert(joined, at, name)
			at++
		}
	}
	d.names, d.count = joined, d.count+n
	for name := range d.always {
		d.always[name] = d.always[name] && slices.Contains(names, name)
	}
	return true
}

// orderable reports whether an order can have a name.
func (r *record) orderable(name string, view bool) bool {
	list := r.members[name]
	if len(list) == 0 {
		return view && name != ""
	}
	m := list[0]
	return len(list) == 1 && (view || m.name == name) && (m.field == nil && r.hasTag(m, view) || m.field != nil && len(m.field.When) == 0 && m.field.Inline == spec.InlineNever)
}

// hasTag reports whether an order can have a member without a field: a tag whose value the case fixes, or the tag of a payload. Other tags, those whose
// values lead to several records, are no members of the record. In a view, it is an object on the path of a field.
func (r *record) hasTag(m *member, view bool) bool {
	return view || m.fixed != nil || slices.ContainsFunc(r.all, func(payload *member) bool { return payload.field.By == m.name })
}

// needed returns the members that every order must have. Each list has the names of one member.
func (r *record) needed(view bool) (all [][]string) {
	if r.spec != nil {
		for _, t := range r.spec.Tags {
			all = append(all, []string{t.Name})
		}
	}
	for _, list := range r.members {
		m := list[0]
		switch {
		case m.field != nil && len(m.field.When) == 0 && m.field.Inline == spec.InlineNever && (!m.field.Optional || m.field.Usual && !view):
			all = append(all, append([]string{m.name}, m.alias...))
		case m.field == nil && m.value.rec != nil && len(m.value.rec.needed(view)) > 0:
			all = append(all, []string{m.name})
		}
	}
	return all
}

func (r *record) required(name string, view bool) bool {
	return slices.ContainsFunc(r.needed(view), func(names []string) bool { return slices.Contains(names, name) })
}

// complete reports whether names have all required members.
func (r *record) complete(names []string, view bool) bool {
	for _, one := range r.needed(view) {
		if !slices.ContainsFunc(one, func(name string) bool { return slices.Contains(names, name) }) {
			return false
		}
	}
	return true
}

// orderEdit writes the orders of a record, or of an object on the path of its fields.
type orderEdit struct {
	record, path string
	orders       []*spec.Order
}

func (e *orderEdit) in(text string) (string, error) {
	var lists []string
	for _, o := range e.orders {
		var names []string
		for _, m := range o.Members {
			name := draft.Plain(m.Name)
			if m.Optional {
				name = draft.Quote(m.Name + "?")
			}
			names = append(names, name)
		}
		lists = append(lists, "["+strings.Join(names, ", ")+"]")
	}
	if e.path != "" {
		return put(text, []string{"records", e.record, "order_of"}, "", draft.Plain(e.path), lists)
	}
	return put(text, []string{"records", e.record}, "fields", "order", lists)
}
