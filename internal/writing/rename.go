package writing

import "github.com/ndwire/ndwire/internal/notes"

// Rename returns the Extra of a record by which a member is written under another name, unless it was read under one.
func Rename(extra notes.Extra, name, alias string) notes.Extra {
	var set notes.Set
	if x := extra.Set(); x != nil {
		if x.FindAlias(name) != "" {
			return extra
		}
		set = *x
	}
	set.Notes = append(set.Notes[:len(set.Notes):len(set.Notes)], notes.Note{Name: name, State: notes.Aliased, Alias: alias})
	set.Lengths = 0
	return notes.ExtraOf(&set)
}
