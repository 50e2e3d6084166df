package infer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/draft"
)

// Records of one union often begin with the same members: the id, time and sender of all events. A group declares these members once, and the records
// embed it. Only members at the beginning become a group, so that the order of declaration remains that of the lines. If lines have no order, since each
// has its members in another one, the common members are put at the beginning.

// minSaved is the number of lines that a group must save.
const minSaved = 8

// group declares groups for the records of each union.
func (b *builder) group() {
	records := map[string]*draft.Record{}
	for _, r := range b.spec.Records {
		records[r.Name] = r
	}
	for _, u := range b.spec.Unions {
		var list []*draft.Record
		tags := map[string]bool{}
		for d, c := range u.Discriminator.All() {
			switch {
			case d.External:
			case d.Tag == nil:
				tags[c.Text] = true
			default:
				tags[d.Tag[0]] = true
			}
			if r := records[c.Record]; r != nil && r.Embed == "" && !slices.Contains(list, r) {
				list = append(list, r)
			}
		}
		b.sortShuffled(list, tags)
		for {
			embedding, n := largestGroup(list, tags)
			if embedding == nil {
				break
			}
			b.embed(u.Name, embedding, n)
			list = slices.DeleteFunc(list, func(r *draft.Record) bool { return r.Embed != "" })
		}
	}
}

// largestGroup returns the records that should embed their first n members, so that most lines are saved; nil if there are too few. Tags are no members of
// groups: each record says what it does with its tag.
func largestGroup(list []*draft.Record, tags map[string]bool) (embedding []*draft.Record, n int) {
	groups := map[string][]*draft.Record{}
	var keys []string
	for _, r := range list {
		if !r.HasPlainNames() {
			continue
		}
		key := ""
		for _, f := range r.Fields {
			if !canBeShared(f, tags) {
				break
			}
			key += signature(f)
			if groups[key] == nil {
				keys = append(keys, key)
			}
			groups[key] = append(groups[key], r)
		}
	}
	best := minSaved - 1
	for _, key := range keys {
		members, records := strings.Count(key, "\n"), groups[key]
		if saved := (len(records)-1)*members - len(records) - 2; len(records) > 2 && saved > best {
			embedding, n, best = records, members, saved
		}
	}
	return embedding, n
}

// canBeShared reports whether a field can be that of a group.
func canBeShared(f draft.Field, tags map[string]bool) bool {
	return f.By == "" && f.Const == "" && !tags[f.Name] && !strings.Contains(f.Comment, "rare")
}

// signature returns what the fields of records that embed a group have in common.
func signature(f draft.Field) string { return fmt.Sprintf("%q %s %t\n", f.Name, f.Type, f.Optional) }

// sortShuffled puts the fields that all records of a list have at the beginning, in one order, if most objects of these records have their members in
// an order of their own.
func (b *builder) sortShuffled(list []*draft.Record, tags map[string]bool) {
	shuffled := map[string]bool{}
	for o, name := range b.types {
		shuffled[name] = shuffled[name] || o.shuffled*2 > o.count
	}
	rank, having := map[string]int{}, map[string]int{}
	for _, r := range list {
		if !shuffled[r.Name] {
			return
		}
		for _, f := range r.Fields {
			if s := signature(f); canBeShared(f, tags) {
				if having[s]++; having[s] == 1 {
					rank[s] = len(rank)
				}
			}
		}
	}
	place := func(f draft.Field) int {
		s := signature(f)
		if !canBeShared(f, tags) || having[s] < len(list) {
			return len(rank) // after the common ones
		}
		return rank[s]
	}
	for _, r := range list {
		slices.SortStableFunc(r.Fields, func(x, y draft.Field) int { return place(x) - place(y) })
	}
}

// embed declares the group of the first n members of records of a union.
func (b *builder) embed(union string, records []*draft.Record, n int) {
	var names []string
	for _, r := range records {
		names = append(names, r.Name)
	}
	begin, end := commonWords(names)
	wishes := []string{strings.Join(begin, "") + strings.Join(end, "") + "Base", union + "Base"}
	wishes = slices.DeleteFunc(wishes, func(w string) bool {
		names := append((&draft.Record{Name: w, Fields: records[0].Fields[:n]}).RenamedFields(), w)
		return slices.ContainsFunc(records, func(r *draft.Record) bool {
			return slices.ContainsFunc(r.Fields, func(f draft.Field) bool { return slices.Contains(names, spec.GoName(f.Name)) })
		})
	})
	g := &draft.Record{Name: b.taken.Take(append(wishes, union+"Group")...)}
	count := 0
	for _, r := range records {
		var n int
		fmt.Sscan(r.Comment, &n) // a comment begins with the number of objects
		count += n
	}
	g.Comment = fmt.Sprint(count)
	for i := range n {
		var same []draft.Field
		for _, r := range records {
			same = append(same, r.Fields[i])
		}
		g.Fields = append(g.Fields, common(same))
	}
	for _, r := range records {
		r.Embed, r.Fields = g.Name, slices.Delete(r.Fields, 0, n)
	}
	b.spec.Records = slices.Insert(b.spec.Records, slices.Index(b.spec.Records, records[0]), g)
}

// common returns the field of a group for fields of the same name and type. It can be null if one of them can be. The counts of the objects that have it are
// added, and other comments stay if all fields have them.
func common(fields []draft.Field) draft.Field {
	one := fields[0]
	with, all := 0, 0
	notes := map[string]bool{}
	for _, f := range fields {
		note := f.Comment
		if one.Optional {
			var n, of int
			if _, err := fmt.Sscanf(note, "%d of %d", &n, &of); err == nil {
				with, all = with+n, all+of
				_, note, _ = strings.Cut(note, "; ")
			}
		}
		notes[note] = true
		one.Nullable = one.Nullable || f.Nullable
	}
	note := ""
	for only := range notes {
		if len(notes) == 1 {
			note = only
		}
	}
	one.Comment = note
	if with > 0 {
		one.Comment = join(fmt.Sprintf("%d of %d", with, all), note)
	}
	return one
}
