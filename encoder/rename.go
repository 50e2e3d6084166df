package encoder

import "github.com/ndwire/ndwire/internal/notes"

// Rename is for generated code: the notes of a record by which a member is written under another name, unless it was read under one.
func Rename(x *notes.Set, name, alias string) *notes.Set {
	var set notes.Set
	if x != nil {
		if x.FindAlias(name) != "" {
			return x
		}
		set = *x
	}
	set.Notes = append(set.Notes[:len(set.Notes):len(set.Notes)], notes.Note{Name: name, State: notes.Aliased, Alias: alias})
	set.Lengths = 0
	return &set
}
